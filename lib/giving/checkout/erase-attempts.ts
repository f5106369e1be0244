/**
 * Erases what was typed for payments that were never made, here and at the provider, and cards to families. A row is deleted last: until
 * the provider confirms that its customer is gone, the row stays and the next round tries again.
 */
import 'server-only'
import { type Attempt, longestOpenMs, pledgePrefix, readAttempt } from '#lib/giving/checkout/attempts.ts'
import { cardProvider } from '#lib/giving/checkout/card-payments.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { log } from '#lib/platform/log.ts'
import type { PaymentProvider } from '#lib/platform/providers/payments.ts'
import { store } from '#lib/platform/store/index.ts'

const dayMs = 24 * 3_600_000
/** Providers resend events for thirty days. An attempt without a gift by then never becomes one. */
const lastEventMs = 30 * dayMs
/** A transfer takes the donor some time; a cheque also takes the post and the bank. */
const lastTransferMs = 90 * dayMs

/** Each row takes two requests to the provider. The rest is left to the next round. */
const mostAtOnce = 500

async function withoutGift() {
  const { db } = await store()
  return db
    .selectFrom('checkout_attempts as attempt')
    .leftJoin('gifts', (join) =>
      join.onRef('gifts.reference', '=', 'attempt.reference').on('gifts.status', '!=', 'undone'),
    )
    .where('gifts.id', 'is', null)
    .selectAll('attempt')
    .orderBy('attempt.created_at')
}

/** Those without a gift that have expired or were marked for erasure. They are in no accounts. @throws when the store fails. */
export async function eraseAbandoned(provider: PaymentProvider | null = cardProvider()): Promise<void> {
  const { db } = await store()
  const attempts = await (await withoutGift())
    .where((row) =>
      row.or([
        row.and([
          row('attempt.created_at', '<', utcNow(-lastEventMs)),
          row.or([row('attempt.session_id', 'is', null), row('attempt.session_id', 'not like', `${pledgePrefix}%`)]),
        ]),
        row('attempt.created_at', '<', utcNow(-lastTransferMs)),
        row('attempt.erase_after', '<=', utcNow()),
      ]),
    )
    .limit(mostAtOnce)
    .execute()
  for (const [done, row] of attempts.entries()) {
    const erased = await eraseAtProvider(readAttempt(row), provider)
    if (erased === 'erased') await db.deleteFrom('checkout_attempts').where('id', '=', row.id).execute()
    if (erased === 'unavailable') {
      log.warn('The provider did not delete a customer; abandoned payments are kept until it does', {
        left: attempts.length - done,
      })
      return
    }
  }
}

async function eraseAtProvider(
  { donor, reference, sessionId }: Attempt,
  provider: PaymentProvider | null,
): Promise<'erased' | 'paid' | 'unavailable'> {
  if (sessionId?.startsWith(pledgePrefix)) return 'erased'
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

/**
 * Erases one person's attempts without a gift, now or once their payment page can no longer be open, and the cards to that person.
 * Waiting cards are not sent. @throws when the store fails.
 */
export async function eraseAttemptsOf(isTheirs: (email: string) => boolean): Promise<void> {
  const { db } = await store()
  const rows = await (await withoutGift()).execute()
  for (const row of rows.filter((one) => isTheirs(readAttempt(one).donor.email))) {
    const erase_after = new Date(Date.parse(row.created_at) + longestOpenMs).toISOString()
    await db.updateTable('checkout_attempts').set({ erase_after }).where('id', '=', row.id).execute()
  }
  await eraseAbandoned()
  const withCard = await db.selectFrom('checkout_attempts').selectAll().where('card', 'is not', null).execute()
  for (const row of withCard.filter((one) => isTheirs(readAttempt(one).card?.email ?? '')))
    await db.updateTable('checkout_attempts').set({ card: null }).where('id', '=', row.id).execute()
}

/**
 * Erases cards that are thirty days old, sent or not: they hold the name and address of somebody who never contacted us. @throws when the
 * store fails.
 */
export async function eraseOldCards(): Promise<void> {
  const { db } = await store()
  await db
    .updateTable('checkout_attempts')
    .set({ card: null })
    .where('card', 'is not', null)
    .where('created_at', '<', utcNow(-lastEventMs))
    .execute()
}
