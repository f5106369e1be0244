/**
 * Erases what was typed for payments that were never made, here and at the provider, and cards to families. A row is deleted last: until
 * the provider confirms that its customer is gone, the row stays and the next round tries again.
 */
import 'server-only'
import { normalEmail } from '#lib/contact/forms/text.ts'
import { type Attempt, attemptsOf, hasGift, maxOpenMs, readAttempt } from '#lib/giving/checkout/attempts.ts'
import { cardProvider } from '#lib/giving/checkout/card-payments.ts'
import { dayMs, endOfTime, utcNow } from '#lib/platform/clock.ts'
import { log } from '#lib/platform/log.ts'
import type { PaymentProvider } from '#lib/platform/providers/payments.ts'
import { store } from '#lib/platform/store/index.ts'
import { pages } from '#lib/platform/store/pages.ts'
import { freeOrderPrefix, pledgePrefix } from '#lib/site/content/form-ids.ts'
import { site } from '#lib/site/content/index.ts'

/** After this an attempt without a gift never becomes one. */
const oldest = (keep: 'payments' | 'transfers') => utcNow(-site().keep[keep] * dayMs)

/** Each row takes two requests to the provider. The rest is left to the next round. */
const maxAtOnce = 500

/** Ids of attempts without a gift or a valid free ticket, in pages: those that were marked for erasure by now; and with `old`, those that have expired, too. */
async function* abandoned({ old }: { old: boolean }): AsyncGenerator<string[]> {
  const { db } = await store()
  const attempts = db
    .selectFrom('checkout_attempts as attempt')
    .select(['attempt.id', 'attempt.session_id', 'attempt.created_at', 'attempt.erase_after'])
    .select(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('gifts')
            .select('gifts.id')
            .whereRef('gifts.reference', '=', 'attempt.reference')
            .where('gifts.status', '!=', 'undone'),
        ),
        exists(
          selectFrom('tickets')
            .select('code')
            .whereRef('tickets.reference', '=', 'attempt.reference')
            .where('held_until', '=', endOfTime),
        ),
      ]).as('isKept'),
    )
  const time = utcNow()
  const marked = attempts.where('attempt.erase_after', '<=', time)
  for await (const page of pages(marked, 'attempt.erase_after', 'attempt.id'))
    yield page.filter(({ isKept }) => !isKept).map(({ id }) => id)
  if (!old) return
  const lastTransfer = oldest('transfers')
  const expired = attempts.where('attempt.created_at', '<', oldest('payments'))
  for await (const page of pages(expired, 'attempt.created_at', 'attempt.id'))
    yield page
      .filter(
        ({ isKept, session_id, created_at, erase_after }) =>
          !isKept &&
          (created_at < lastTransfer || !session_id?.startsWith(pledgePrefix)) &&
          (erase_after === null || erase_after > time),
      )
      .map(({ id }) => id)
}

/** Those without a gift that have expired or were marked for erasure. They are in no accounts. @throws when the store fails. */
export const eraseAbandoned = (provider: PaymentProvider | null = cardProvider()): Promise<void> =>
  eraseRows(abandoned({ old: true }), provider)

async function eraseRows(found: AsyncIterable<string[]>, provider: PaymentProvider | null): Promise<void> {
  const { db } = await store()
  let left = maxAtOnce
  for await (const ids of found)
    for (const id of ids) {
      if (left === 0) return
      left -= 1
      const row = await db.selectFrom('checkout_attempts').selectAll().where('id', '=', id).executeTakeFirst()
      const erased = row && (await eraseAtProvider(readAttempt(row), provider))
      if (erased === 'erased') await db.deleteFrom('checkout_attempts').where('id', '=', id).execute()
      if (erased === 'unavailable') {
        log.warn('The provider did not delete a customer; abandoned payments are kept until it does')
        return
      }
    }
}

async function eraseAtProvider(
  { donor, reference, sessionId, rateLimitKeys }: Attempt,
  provider: PaymentProvider | null,
): Promise<'erased' | 'paid' | 'unavailable'> {
  // What the office typed, and what was for a page of ours, was sent to no provider.
  const isOurs = [pledgePrefix, freeOrderPrefix].some((prefix) => sessionId?.startsWith(prefix))
  if (isOurs || !(sessionId || rateLimitKeys)) return 'erased'
  if (!provider) {
    log.warn('Card payments are not set up any more: delete the customer at the provider by hand', { reference })
    return 'erased'
  }
  const deleted = await provider.deleteCustomer(donor.email, reference)
  if (!deleted.ok) return 'unavailable'
  if (deleted.value === 'deleted') return 'erased'
  log.error('The provider has a payment that the ledger does not know: charity gifts resync', { reference })
  return 'paid'
}

/** Attempts with a card to that person. @throws when the store fails. */
export async function cardsTo(email: string): Promise<Attempt[]> {
  const { db } = await store()
  const cards = db.selectFrom('checkout_attempts').selectAll().where('card', 'is not', null)
  const found: Attempt[] = []
  for await (const page of pages(cards, 'created_at', 'id'))
    found.push(...page.map(readAttempt).filter(({ card }) => normalEmail(card?.email ?? '') === normalEmail(email)))
  return found
}

/**
 * Erases one person's attempts without a gift, now or once their payment page can no longer be open, and the cards to that person.
 * Waiting cards are not sent. Of an attempt with a gift, the telephone number and the counters' keys go: no receipt needs them. @throws when
 * the store fails.
 */
export async function eraseAttemptsOf(email: string): Promise<void> {
  const { db } = await store()
  for (const { reference, createdAt } of await attemptsOf(email)) {
    const erase_after = new Date(Date.parse(createdAt) + maxOpenMs).toISOString()
    await db.updateTable('checkout_attempts').set({ erase_after }).where('reference', '=', reference).execute()
  }
  await eraseRows(abandoned({ old: false }), cardProvider())
  for (const { reference, donor, answers, pan, eraseAfter } of await attemptsOf(email)) {
    // One whose payment page may be open is erased as a whole, later.
    if (!(await hasGift(reference)) || !eraseAfter) continue
    const { phone: _, ...rest } = answers
    const details = JSON.stringify({ donor, answers: rest, pan: pan ?? undefined })
    await db.updateTable('checkout_attempts').set({ details }).where('reference', '=', reference).execute()
  }
  for (const { reference } of await cardsTo(email))
    await db.updateTable('checkout_attempts').set({ card: null }).where('reference', '=', reference).execute()
}

/**
 * Erases old cards, sent or not: they hold the name and address of somebody who never contacted us. @throws when the store fails.
 */
export async function eraseOldCards(): Promise<void> {
  const { db } = await store()
  const old = db
    .selectFrom('checkout_attempts')
    .select('id')
    .where('card', 'is not', null)
    .where('created_at', '<', oldest('payments'))
  for await (const page of pages(old, 'created_at', 'id'))
    await db
      .updateTable('checkout_attempts')
      .set({ card: null })
      .where(
        'id',
        'in',
        page.map(({ id }) => id),
      )
      .execute()
}
