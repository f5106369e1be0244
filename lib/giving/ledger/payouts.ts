/**
 * Payouts of the provider, for the treasurer: which gifts are in each, and what else. Once a day by one server, and by `charity gifts
 * resync`. Changes no status and no amount of a gift.
 */

import type { Selectable } from 'kysely'
import { settlementColumns } from '#lib/giving/ledger/record-event.ts'
import type { PaymentProvider } from '#lib/giving/orders/card-payments.ts'
import { dayMs, now } from '#lib/platform/clock.ts'
import { stopping } from '#lib/platform/process-state.ts'
import type { Payout, PayoutItem, ProviderResult } from '#lib/platform/providers/payments.ts'
import { failure, success } from '#lib/platform/result.ts'
import { type Database, store } from '#lib/platform/store/index.ts'
import { pages } from '#lib/platform/store/pages.ts'

/** Longer than a payout is on its way, and than a server is out of order. */
const recentDays = 30

/**
 * Records the payouts that were made since then, also those that are known; by default the unknown ones of the last thirty days. @returns
 * how many. Those that could not be read are missing, and the result is that failure.
 */
export async function recordPayouts(provider: PaymentProvider, since?: Date): Promise<ProviderResult<number>> {
  const listed = await provider.listPayouts(since ?? new Date(now().getTime() - recentDays * dayMs))
  if (!listed.ok) return listed
  const { db } = await store()
  const ids = listed.value.map(({ id }) => id)
  const rows = await db.selectFrom('payout_items').select('id').where('id', 'in', ids).execute()
  const known = new Set(since ? [] : rows.map(({ id }) => id))
  let count = 0
  for (const payout of listed.value) {
    if (known.has(payout.id)) continue
    if (stopping().aborted) return failure({ kind: 'unable' })
    const items = await provider.listPayoutItems(payout.id)
    if (!items.ok) return items
    const gifts = await giftsOf(items.value, provider)
    if (!gifts.ok) return gifts
    await write(payout, items.value, gifts.value)
    count += 1
  }
  return success(count)
}

/** The gifts of the payments, by the id of the payment. The ledger knows a month of a monthly gift by its invoice. */
async function giftsOf(
  items: readonly PayoutItem[],
  provider: PaymentProvider,
): Promise<ProviderResult<Map<string, string>>> {
  const payments = [...new Set(items.flatMap(({ payment }) => payment ?? []))]
  const { db } = await store()
  const rows = await db.selectFrom('gifts').select('object_id').where('object_id', 'in', payments).execute()
  const found = new Map(rows.map(({ object_id }) => [object_id, object_id]))
  for (const id of payments) {
    if (found.has(id)) continue
    const place = await provider.locateGift({ kind: 'payment', id })
    if (!place.ok && place.failure.kind !== 'missing') return place
    if (place.ok && place.value) found.set(id, place.value.objectId)
  }
  return success(found)
}

async function write(payout: Payout, items: readonly PayoutItem[], gifts: ReadonlyMap<string, string>): Promise<void> {
  const { id, day, money } = payout
  const { db } = await store()
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('payout_items').where('payout', '=', id).execute()
    const insert = ({ id: item, kind, payment, settlement, at }: Omit<PayoutItem, 'kind'> & { kind: Kind }) =>
      transaction
        .insertInto('payout_items')
        .values({
          id: item,
          payout: id,
          paid_out_at: day,
          kind,
          object_id: gifts.get(payment ?? '') ?? null,
          currency: settlement.net.currency,
          net: settlement.net.amount,
          fee: settlement.fee,
          occurred_at: at.toISOString(),
        })
        .execute()
    for (const item of items) {
      const gift = item.kind === 'payment' ? gifts.get(item.payment ?? '') : undefined
      const paid =
        gift &&
        (await transaction
          .updateTable('gifts')
          .set({ ...settlementColumns(item.settlement), payout: id, paid_out_at: day })
          .where('object_id', '=', gift)
          .returning('id')
          .executeTakeFirst())
      if (!paid) await insert(item)
    }
    await insert({ id, kind: 'payout', payment: null, settlement: { net: money, fee: 0 }, at: payout.madeAt })
  })
}

type Kind = PayoutItem['kind'] | 'payout'

export type PayoutRow = Selectable<Database['payout_items']> & {
  [Column in 'reference' | 'donor_name' | 'donor_email']: string | null
}

/** Payouts, and what they are made of beside the payments of gifts, with the gift that each is about. By day at the bank; both days are included. */
export async function* payoutItems({ from = '', until = '9' } = {}): AsyncGenerator<PayoutRow[]> {
  const { db } = await store()
  const items = db
    .selectFrom('payout_items')
    .leftJoin('gifts', 'gifts.object_id', 'payout_items.object_id')
    .selectAll('payout_items')
    .select(['reference', 'donor_name', 'donor_email'])
    .where('payout_items.paid_out_at', '<=', until)
  yield* pages(items, 'payout_items.paid_out_at', 'payout_items.id', { from })
}
