/**
 * Corrects what a gift says about its donor and its purpose, for the office. Never the amount, the day or the status, which are those of
 * the payment. The corrected receipt is a new version.
 */
import { sql, type Transaction } from 'kysely'
import { normalEmail } from '#lib/contact/forms/text.ts'
import type { Gift } from '#lib/giving/ledger/paid-gift.ts'
import { identityOf, sealId } from '#lib/giving/orders/identity.ts'
import type { Order, OrderWithSecrets } from '#lib/giving/orders/order.ts'
import { findOrderWithSecrets, saveOrder } from '#lib/giving/orders/store.ts'
import { readDonor, type TypedDonor, withoutForm } from '#lib/giving/pledges/typed-gift.ts'
import {
  type Change,
  findGifts,
  issueVersion,
  latestReceipts,
  queueChanges,
  type Receipt,
} from '#lib/giving/register.ts'
import type { Fault, Remark } from '#lib/giving/remark.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { type Also, type Database, writeTogether } from '#lib/platform/store/index.ts'
import { currencyTerms } from '#lib/site/content/currencies.ts'

/** What is left out stays as it is; empty text removes it. */
export type Correction = Partial<Omit<TypedDonor, 'citizen'>>

/** An order as it is going to be, and its gifts that are corrected. */
type Corrected = { order: OrderWithSecrets; own: readonly Gift[] }

/**
 * Reads a correction and writes nothing.
 * @param key number of a receipt, reference, or id of the payment. A reference names all months of a monthly gift; later months take over
 * every correction. Failures name the field of the correction, or '' for none.
 */
export async function readCorrection(key: string, correction: Correction): Promise<Result<Corrected[], Fault[]>> {
  const gifts = await findGifts(key)
  const [first] = gifts
  const fault = (remark: Remark) => failure([{ field: '', remark }])
  if (!first) return fault({ kind: 'giftUnknown', key })
  if (!first.reference) return fault({ kind: 'withoutReference', key })
  if (gifts.some(({ reference }) => reference !== first.reference)) return fault({ kind: 'severalEntities', key })
  return readCorrections(gifts, correction)
}

/** The same for several gifts of one donor. */
export async function readCorrections(
  gifts: readonly Gift[],
  correction: Correction,
): Promise<Result<Corrected[], Fault[]>> {
  const ordered: Corrected[] = []
  for (const [reference, own] of Map.groupBy(gifts, (gift) => gift.reference)) {
    const [first] = own
    if (!first || !reference) continue
    const before = await orderOf(first, reference)
    const { name, email, organisation = '' } = before.donor
    const read = readDonor({ name, email, organisation, ...correction, citizen: 'yes' }, before.money)
    if (!read.ok) return read
    ordered.push({ order: corrected(before, read.value, correction), own })
  }
  return success(ordered)
}

/** The corrected orders, if the correction says whose identity document it is; none otherwise. */
export const ordersWithHolder = (ordered: readonly Corrected[], correction: Correction): OrderWithSecrets[] =>
  (['name', 'organisation', 'idNumber'] as const).some((field) => field in correction)
    ? ordered.map(({ order }) => order)
    : []

/** The donor gets one mail about all receipts that change. */
export async function correctGifts(
  ordered: readonly Corrected[],
  correction: Correction,
  also?: Also,
): Promise<Receipt[]> {
  await writeTogether(async (transaction) => {
    const changed: Change[] = []
    for (const { order, own } of ordered) {
      await saveOrder(transaction, order)
      for (const { id } of own) {
        const gift = await correctGift(transaction, id, order, correction)
        const change = await issueVersion(transaction, gift, order)
        if (change) changed.push(change)
      }
    }
    await queueChanges(transaction, changed)
  }, also)
  wakeOutboxWorker()
  return [...(await latestReceipts(ordered.flatMap(({ own }) => own.map(({ id }) => id)))).values()]
}

const correctGift = (
  transaction: Transaction<Database>,
  id: string,
  { donor, answers }: Order,
  { reason, campaign }: Correction,
): Promise<Gift> =>
  transaction
    .updateTable('gifts')
    .set({
      donor_name: donor.organisation ? `${donor.organisation} (${donor.name})` : donor.name,
      donor_email: donor.email,
      ...(reason !== undefined && { reason: Number(answers.reason) || null }),
      ...(campaign !== undefined && { campaign: String(answers.campaign || '') || null }),
      updated_at: utcNow(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** For a gift whose order is not kept: what the ledger has. */
async function orderOf(gift: Gift, reference: string): Promise<OrderWithSecrets> {
  const { donor_name: name, donor_email: email, currency, amount } = gift
  const known = { reference, form: currencyTerms(currency).form, money: { amount, currency }, donor: { name, email } }
  return (
    (await findOrderWithSecrets(reference)) ?? { ...withoutForm, ...known, answers: {}, createdAt: gift.recorded_at }
  )
}

/** `read`: from the corrected details. Its reference and money are not those of the gift. */
function corrected(
  before: OrderWithSecrets,
  read: OrderWithSecrets,
  { address, idKind, reason, campaign }: Correction,
): OrderWithSecrets {
  const { reference } = before
  const typed = read.answers
  const number = idKind === undefined ? null : identityOf(read)?.number
  return {
    ...before,
    donor: read.donor,
    answers: {
      ...before.answers,
      ...(reason !== undefined && { reason: typed.reason ?? '' }),
      ...(campaign !== undefined && { campaign: typed.campaign ?? '' }),
      ...(address !== undefined && {
        address: typed.address ?? '',
        line1: '',
        line2: '',
        city: '',
        state: '',
        postal_code: '',
      }),
      ...(idKind !== undefined && { idKind: typed.idKind }),
    },
    ...(idKind !== undefined && { identity: number?.ok ? sealId(reference, number.value) : null }),
  }
}

/**
 * Gives the gifts of one address, what was typed for them, and the wish to hear what they did, to another. Receipts state no address, so they stay. Returns the
 * ids of the payments.
 * @param orders all that are known of the first address.
 */
export async function mergeDonors(
  transaction: Transaction<Database>,
  { from, to, orders }: { from: string; to: string; orders: readonly OrderWithSecrets[] },
): Promise<string[]> {
  for (const order of orders) await saveOrder(transaction, { ...order, donor: { ...order.donor, email: to } })
  await transaction
    .updateTable('report_consents')
    .set({ email: normalEmail(to) })
    .where('email', '=', normalEmail(from))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('report_consents as other').select('other.id').where('other.email', '=', normalEmail(to)))),
    )
    .execute()
  await transaction.deleteFrom('report_consents').where('email', '=', normalEmail(from)).execute()
  const gifts = await transaction
    .updateTable('gifts')
    .set({ donor_email: to })
    .where(sql`lower(donor_email)`, '=', normalEmail(from))
    .returning('object_id')
    .execute()
  return gifts.map(({ object_id }) => object_id)
}
