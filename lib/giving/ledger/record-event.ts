/**
 * Records gifts in the ledger, which only this file writes: from signed events of the provider, and transfers that a person confirmed. An
 * event only signals that something changed: the gift is read from the provider again, so events may arrive twice, late, concurrently and
 * in any order. What follows from a gift is described with its product (lib/giving/products).
 */

import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { oneLine } from '#lib/contact/forms/text.ts'
import { endEarlierTerms } from '#lib/giving/ledger/monthly-notices.ts'
import { reasonOf } from '#lib/giving/ledger/report.ts'
import type { PaymentProvider } from '#lib/giving/orders/card-payments.ts'
import { closeAfterTooMany, countDecline } from '#lib/giving/orders/declines.ts'
import { giftMetrics } from '#lib/giving/orders/metrics.ts'
import { maxOpenMs, type Order, type OrderWithSecrets } from '#lib/giving/orders/order.ts'
import { closeOrder, findOrderWithSecrets, settleOrder } from '#lib/giving/orders/store.ts'
import type { Recorded } from '#lib/giving/products/effects.ts'
import { productFor, productOf, products } from '#lib/giving/products/index.ts'
import type { Undoing } from '#lib/giving/register.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { log } from '#lib/platform/log.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import type {
  EventSubject,
  GiftReading,
  PaymentEvent,
  ProviderResult,
  Settlement,
} from '#lib/platform/providers/payments.ts'
import { isReference } from '#lib/platform/reference.ts'
import { success } from '#lib/platform/result.ts'
import { type Database, store } from '#lib/platform/store/index.ts'
import { type Gift, nouns } from '#lib/platform/store/schema.ts'
import { isCurrency } from '#lib/site/content/currencies.ts'

/** Each retry means that another event about the same gift was recorded in between. */
const maxTries = 8

/**
 * `known`: recorded before. `ignored`: not about anything that we record. `send-again`: the provider or the store is unavailable, and
 * nothing was written.
 */
type EventResult = { kind: 'recorded' | 'known' | 'ignored' | 'send-again' }

/** Never throws for an unavailable store or the provider. */
export async function recordEvent(event: PaymentEvent, provider: PaymentProvider): Promise<EventResult> {
  const { subject, declined } = event
  try {
    if (event.replacedBy && !(await endEarlierTerms(event.replacedBy, provider))) return { kind: 'send-again' }
    if (declined) return await recordDecline(event, declined, provider)
    return subject ? await recordSubject(subject, event, provider) : { kind: 'ignored' }
  } catch (error) {
    log.error('A payment event could not be recorded', { event: event.id, type: event.type, error })
  }
  return { kind: 'send-again' }
}

/** Records a gift as the provider has it now, if the ledger has it otherwise or not at all. For gifts whose events are gone. Never throws. */
export async function recordGift(subject: EventSubject, provider: PaymentProvider): Promise<EventResult> {
  try {
    return await recordSubject(subject, null, provider)
  } catch (error) {
    log.error('A gift could not be recorded', { subject: subject.id, error })
  }
  return { kind: 'send-again' }
}

async function recordSubject(
  subject: EventSubject,
  event: PaymentEvent | null,
  provider: PaymentProvider,
): Promise<EventResult> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    if (event && (await isKnown(event))) return { kind: 'known' }
    // The same answers then open a new page.
    if (event?.closed) {
      const product = await closeOrder(event.closed)
      if (product) await products[product].hold?.release(event.closed)
    }
    const found = await findGift(subject, provider)
    if (!found.ok) return readFailure({ event: event?.id, type: event?.type, subject: subject.id }, found.failure.kind)
    if (!event && !found.value) return { kind: 'ignored' }
    if (!event && found.value && isAsBefore(found.value)) return { kind: 'known' }
    const written = await write(event, found.value)
    if (written === 'overtaken') continue
    if (found.value && becomes(found.value) === 'paid') giftMetrics().gifts.inc({ kind: found.value.gift.kind })
    wakeOutboxWorker()
    return { kind: written }
  }
  return { kind: 'send-again' }
}

/**
 * Counts a card that was declined on a payment page, once for each event however often it arrives. Closes the page after too many.
 */
async function recordDecline(
  event: PaymentEvent,
  declined: NonNullable<PaymentEvent['declined']>,
  provider: PaymentProvider,
): Promise<EventResult> {
  const reference = declined.reference ?? (await referenceOf(declined.customer, provider))
  if (reference === 'send-again') return { kind: 'send-again' }
  const order = isReference(reference) ? await findOrderWithSecrets(reference) : null
  // Long after the page has closed, it is a renewal that failed.
  if (!order?.limitKeys || order.createdAt <= utcNow(-maxOpenMs)) return { kind: 'ignored' }
  const { limitKeys } = order
  const { db } = await store()
  const kind = await db.transaction().execute(async (transaction) => {
    if (!(await insertEvent(transaction, event))) return 'known'
    await countDecline(transaction, limitKeys, order.reference)
    return 'recorded'
  })
  if (kind === 'recorded') giftMetrics().declines.inc()
  return { kind: (await closeAfterTooMany(order, provider)) === 'send-again' ? 'send-again' : kind }
}

/** The payments of a monthly gift carry no metadata of ours; their customer does. */
async function referenceOf(customer: string | null, provider: PaymentProvider) {
  if (customer === null) return null
  const metadata = await provider.customerMetadata(customer)
  if (metadata.ok) return metadata.value.reference ?? null
  return metadata.failure.kind === 'missing' ? null : ('send-again' as const)
}

async function isKnown({ id }: PaymentEvent): Promise<boolean> {
  const { db } = await store()
  return (await db.selectFrom('stripe_events').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Objects that are missing or not ours will not appear on a retry; other failures may be temporary. */
function readFailure(what: Record<string, unknown>, why: string): EventResult {
  if (why === 'missing') return { kind: 'ignored' }
  log.warn('The gift of a payment event could not be read', { ...what, why })
  return { kind: 'send-again' }
}

/** The gift as the provider has it, our row as it was before the provider was asked, and what the donor answered. */
type GiftFromEvent = { gift: Gift; before: Gift | undefined; order: OrderWithSecrets | null }

/** The new status; null if it has not changed. */
const becomes = ({ gift, before }: GiftFromEvent) => (gift.status === before?.status ? null : gift.status)
const isAsBefore = ({ gift, before }: GiftFromEvent) =>
  before?.status === gift.status && before.amount === gift.amount && before.answer_by === gift.answer_by

async function findGift(
  subject: EventSubject,
  provider: PaymentProvider,
): Promise<ProviderResult<GiftFromEvent | null>> {
  const place = await provider.locateGift(subject)
  if (!place.ok || !place.value) return place.ok ? success(null) : place
  const { db } = await store()
  const before = await db
    .selectFrom('gifts')
    .selectAll()
    .where('object_id', '=', place.value.objectId)
    .executeTakeFirst()
  const reading = await provider.readGift(place.value)
  if (!reading.ok) return reading
  if (!reading.value) return success(null)
  const { objectId, money } = reading.value
  if (!isCurrency(money.currency)) {
    // Somebody put our reference on another payment by hand.
    log.error('A payment with our reference has an unsupported currency', { payment: objectId })
    return success(null)
  }
  const order = await findOrderWithSecrets(reading.value.metadata.reference)
  return success({ gift: rowOf(reading.value, order), before, order })
}

/** A monthly payment is a gift, whatever its metadata says. */
function kindOf({ kind, metadata }: GiftReading, order: Order | null): Gift['kind'] {
  const noun = nouns[productFor(order, metadata)]
  return kind === 'monthly' || noun === 'gift' ? kind : noun
}

/** Donor, purpose and session come from our record of the order, which the office can correct; from the provider only without one. */
function rowOf(reading: GiftReading, order: Order | null): Gift {
  const { metadata, money, donor } = reading
  const name = order?.donor.name ?? oneLine(donor.name ?? '')
  const organisation = order?.donor.organisation
  const answers = order?.answers ?? {}
  const now = utcNow()
  return {
    id: randomUUID(),
    object_id: reading.objectId,
    kind: kindOf(reading, order),
    status: reading.status,
    currency: money.currency,
    amount: money.amount,
    reason: reasonOf(answers.reason ?? metadata.reason),
    reference: metadata.reference ?? null,
    session_id: order?.pageId ?? null,
    subscription_id: reading.subscriptionId,
    campaign: String(answers.campaign ?? metadata.campaign ?? '') || null,
    donor_name: organisation ? `${organisation} (${name})` : name,
    donor_email: order?.donor.email ?? donor.email ?? '',
    occurred_at: reading.occurredAt.toISOString(),
    recorded_at: now,
    updated_at: now,
    paid_at: reading.status === 'paid' ? now : null,
    answer_by: reading.answerBy?.toISOString() ?? null,
    method: reading.method,
    given_back: reading.givenBack,
    ...settlementColumns(reading.settlement),
    payout: null,
    paid_out_at: null,
    imported: null,
    own_receipt: null,
    own_receipt_day: null,
  }
}

/** Columns of a gift. */
export const settlementColumns = (settlement: Settlement | null | undefined) => ({
  provider_fee: settlement?.fee ?? null,
  provider_net: settlement?.net.amount ?? null,
  fee_currency: settlement?.net.currency ?? null,
})

/** Writes gift, event and mail in one transaction. `overtaken`: another event wrote the gift after the provider was asked, so the data may be stale. */
async function write(
  event: PaymentEvent | null,
  found: GiftFromEvent | null,
): Promise<'recorded' | 'known' | 'overtaken'> {
  const { db } = await store()
  return db.transaction().execute(async (transaction) => {
    if (found && !(await writeGift(transaction, found))) return 'overtaken'
    return !event || (await insertEvent(transaction, event)) ? 'recorded' : 'known'
  })
}

/** False if the event was recorded before. */
async function insertEvent(
  transaction: Transaction<Database>,
  { id, type, objectId }: Pick<PaymentEvent, 'id' | 'type' | 'objectId'>,
): Promise<boolean> {
  const inserted = await transaction
    .insertInto('stripe_events')
    .values({ id, type, object_id: objectId, received_at: utcNow() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Records a gift that exists at no provider, with its mail, in the transaction in which a person confirms it. */
export async function writeConfirmed(
  transaction: Transaction<Database>,
  reading: GiftReading,
  order: OrderWithSecrets | null,
): Promise<void> {
  await writeGift(transaction, { gift: rowOf(reading, order), before: undefined, order })
}

/**
 * Records gifts of another system, of which nothing follows: no receipt, no mail. Returns the ids of the payments that the ledger did not have before.
 */
export async function writeImported(transaction: Transaction<Database>, gifts: readonly Gift[]): Promise<Set<string>> {
  if (gifts.length === 0) return new Set()
  const made = await transaction
    .insertInto('gifts')
    .values(gifts)
    .onConflict((conflict) => conflict.column('object_id').doNothing())
    .returning('object_id')
    .execute()
  return new Set(made.map(({ object_id }) => object_id))
}

/** Reverts the gift and cancels its receipt; undefined if it does not exist. Waiting mail about it is not sent, because the gift is no longer paid. */
export async function undoConfirmed(
  transaction: Transaction<Database>,
  objectId: string,
  undoing: Undoing,
): Promise<Gift | undefined> {
  const gift = await transaction
    .updateTable('gifts')
    .set({ status: 'undone', updated_at: utcNow() })
    .where('object_id', '=', objectId)
    .returningAll()
    .executeTakeFirst()
  if (gift) await follow(transaction, { gift, order: null, became: 'undone', undoing })
  return gift
}

/** False when the row has changed since the provider was asked. */
async function writeGift(transaction: Transaction<Database>, found: GiftFromEvent): Promise<boolean> {
  const gift = await writeRow(transaction, found)
  if (!gift) return false
  await follow(transaction, { gift, order: found.order, became: becomes(found) })
  return true
}

/** What follows from a gift, in the transaction that wrote it. */
async function follow(transaction: Transaction<Database>, recorded: Recorded): Promise<void> {
  const { gift } = recorded
  await settleOrder(transaction, gift.reference)
  for (const effect of productOf(gift).fulfil) await effect(transaction, recorded)
}

function writeRow(transaction: Transaction<Database>, { gift, before }: GiftFromEvent) {
  if (!before)
    return transaction
      .insertInto('gifts')
      .values(gift)
      .onConflict((conflict) => conflict.column('object_id').doNothing())
      .returningAll()
      .executeTakeFirst()
  const { status, amount, occurred_at, updated_at, answer_by, method, given_back } = gift
  const { provider_fee, provider_net, fee_currency } = gift
  const paidAt = before.status === 'paid' ? null : gift.paid_at
  return transaction
    .updateTable('gifts')
    .set({ status, amount, occurred_at, updated_at, answer_by, method, given_back, paid_at: before.paid_at ?? paidAt })
    .$if(provider_net !== null, (row) => row.set({ provider_fee, provider_net, fee_currency }))
    .where('object_id', '=', gift.object_id)
    .where('status', '=', before.status)
    .where('amount', '=', before.amount)
    .returningAll()
    .executeTakeFirst()
}
