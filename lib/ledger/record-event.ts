/**
 * From a signed event of Stripe's to the ledger of gifts: the only writer of gifts. An event says no more than that
 * something changed; the gift is read from Stripe again, so events may come twice, late, together and in any order.
 */
import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { attemptBehind } from '#lib/checkout/attempts.ts'
import { type EventResult, recordDecline } from '#lib/checkout/declines.ts'
import { utcNow } from '#lib/clock.ts'
import { isSponsorshipEvent } from '#lib/content/sponsorship-events.ts'
import { isEmail } from '#lib/forms/form.ts'
import { log } from '#lib/log.ts'
import { enqueue } from '#lib/outbox/queue.ts'
import { wakeOutboxWorker } from '#lib/outbox/worker.ts'
import type { EventSubject, GiftReading, Outcome, PaymentEvent, StripeGateway } from '#lib/providers/stripe.ts'
import { type Database, store } from '#lib/store/index.ts'

type GiftRow = Database['gifts']

/** Events about one gift overtake each other at most as often as there are events about it. */
const triesAtMost = 8

/** Never throws for a store or a Stripe that is unavailable. */
export async function recordEvent(event: PaymentEvent, stripe: StripeGateway): Promise<EventResult> {
  const { subject } = event
  if (event.declined) return recordDecline(event, stripe)
  if (!subject) return { kind: 'ignored' }
  try {
    for (let tries = 0; tries < triesAtMost; tries += 1) {
      if (await isKnown(event)) return { kind: 'known' }
      const found = await findGift(subject, stripe)
      if (!found.ok) return unread(event, found.failure.why)
      const written = await write(event, found.value)
      if (written === 'overtaken') continue
      wakeOutboxWorker()
      return { kind: written }
    }
  } catch (error) {
    log.error('An event of Stripe’s could not be recorded', { event: event.id, type: event.type, error })
  }
  return { kind: 'send-again' }
}

async function isKnown({ id }: PaymentEvent): Promise<boolean> {
  const { db } = await store()
  return (await db.selectFrom('stripe_events').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** What Stripe does not have, or what is not ours, will not be read next time either; any other failure may pass. */
function unread({ id, type }: PaymentEvent, why: string): EventResult {
  if (why === 'missing') return { kind: 'ignored' }
  log.warn('The gift behind an event of Stripe’s could not be read', { event: id, type, why })
  return { kind: 'send-again' }
}

/** The gift as Stripe has it, beside the row as it was before Stripe was asked. */
type Found = { gift: GiftRow; before: GiftRow | undefined }

async function findGift(subject: EventSubject, stripe: StripeGateway): Promise<Outcome<Found | null>> {
  const place = await stripe.locateGift(subject)
  if (!place.ok || !place.value) return place.ok ? { ok: true, value: null } : place
  const { db } = await store()
  const before = await db
    .selectFrom('gifts')
    .selectAll()
    .where('object_id', '=', place.value.objectId)
    .executeTakeFirst()
  const reading = await stripe.readGift(place.value)
  if (!reading.ok) return reading
  return { ok: true, value: reading.value && { gift: await rowOf(reading.value), before } }
}

/** Donor and session come from what we noted when the checkout began; from Stripe only when we noted nothing. */
async function rowOf(reading: GiftReading): Promise<GiftRow> {
  const { metadata, money, donor } = reading
  const attempt = await attemptBehind(metadata.reference ?? '')
  const name = attempt?.donor.name ?? donor.name ?? ''
  const organisation = attempt?.donor.organisation
  const now = utcNow()
  return {
    id: randomUUID(),
    object_id: reading.objectId,
    kind: reading.kind === 'one-off' && isSponsorshipEvent(metadata.form) ? 'sponsorship' : reading.kind,
    status: reading.status,
    currency: money.currency,
    amount: money.amount,
    reason: /^[1-8]$/.test(metadata.reason ?? '') ? Number(metadata.reason) : null,
    reference: metadata.reference ?? null,
    session_id: attempt?.sessionId ?? null,
    subscription_id: reading.subscriptionId,
    donor_name: organisation ? `${organisation} (${name})` : name,
    donor_email: attempt?.donor.email ?? donor.email ?? '',
    occurred_at: reading.occurredAt.toISOString(),
    recorded_at: now,
    updated_at: now,
  }
}

/** Gift, event and mail together or not at all. `overtaken`: another event wrote the gift after Stripe was asked, so what was read may be old. */
async function write(event: PaymentEvent, found: Found | null): Promise<'recorded' | 'known' | 'overtaken'> {
  const { db } = await store()
  return db.transaction().execute(async (transaction) => {
    if (found && !(await writeGift(transaction, found))) return 'overtaken'
    const noted = await transaction
      .insertInto('stripe_events')
      .values({ id: event.id, type: event.type, object_id: event.objectId, received_at: utcNow() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    return noted ? 'recorded' : 'known'
  })
}

/** False when the row is no longer what it was before Stripe was asked. */
async function writeGift(transaction: Transaction<Database>, found: Found): Promise<boolean> {
  const written = await writeRow(transaction, found)
  if (!written) return false
  if (written.status === 'paid' && found.before?.status !== 'paid') await enqueueMail(transaction, written)
  return true
}

function writeRow(transaction: Transaction<Database>, { gift, before }: Found) {
  const kept = ['id', 'kind', 'status', 'reference', 'donor_email'] as const
  if (!before)
    return transaction
      .insertInto('gifts')
      .values(gift)
      .onConflict((conflict) => conflict.column('object_id').doNothing())
      .returning(kept)
      .executeTakeFirst()
  const { status, amount, occurred_at, updated_at } = gift
  return transaction
    .updateTable('gifts')
    .set({ status, amount, occurred_at, updated_at })
    .where('object_id', '=', gift.object_id)
    .where('status', '=', before.status)
    .where('amount', '=', before.amount)
    .returning(kept)
    .executeTakeFirst()
}

/**
 * Whenever a gift becomes paid: also by a dispute that was won, which the ledger may have met first, or before the receipt was
 * sent. A mail that was sent stays in the outbox, so there is never a second one.
 */
async function enqueueMail(
  transaction: Transaction<Database>,
  { id, kind, reference, donor_email }: Pick<GiftRow, 'id' | 'kind' | 'reference' | 'donor_email'>,
): Promise<void> {
  if (kind === 'sponsorship') await enqueue(transaction, 'sponsorship', id)
  if (!isEmail(donor_email))
    log.warn('A gift has no usable e-mail address, so it gets no receipt', { gift: id, reference })
  else await enqueue(transaction, 'receipt', id)
}
