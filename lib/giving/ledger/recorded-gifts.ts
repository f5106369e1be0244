/** The whole ledger, for commands: gift by gift in pages, because there may be any number. */
import { setImmediate as otherWork } from 'node:timers/promises'
import type { Gift } from '#lib/giving/ledger/paid-gift.ts'
import type { ReportedGift } from '#lib/giving/ledger/report.ts'
import { feeIn, type Order, type OrderWithSecrets } from '#lib/giving/orders/order.ts'
import { findOrders, findOrdersWithSecrets } from '#lib/giving/orders/store.ts'
import { receiptNumbers } from '#lib/giving/register.ts'
import { store } from '#lib/platform/store/index.ts'
import { pages } from '#lib/platform/store/pages.ts'

/** `order`: null if it is not kept. `receipt`: its number and version, or empty. */
export type RecordedGift<Ordered extends Order = Order> = ReportedGift &
  Pick<Gift, (typeof columns)[number]> & { order: Ordered | null; receipt: string }

/** Not the others, which would take as long to read. */
const columns = [
  ...(['id', 'kind', 'status', 'currency', 'amount', 'reason', 'reference', 'campaign'] as const),
  ...(['donor_name', 'donor_email', 'occurred_at', 'object_id', 'method', 'given_back'] as const),
  ...(['provider_fee', 'provider_net', 'fee_currency', 'payout', 'paid_out_at'] as const),
  ...(['imported', 'own_receipt', 'own_receipt_day', 'subscription_id'] as const),
]

/** Oldest first. `from`, and `until`, the first moment after it: ISO 8601, UTC. */
export const recordedGifts = (period?: Period): AsyncGenerator<RecordedGift[]> => gifts(findOrders, period)

/** As {@link recordedGifts}, with the identity documents of the donors. */
export const recordedGiftsWithSecrets = (period: Period): AsyncGenerator<RecordedGift<OrderWithSecrets>[]> =>
  gifts(findOrdersWithSecrets, period)

type Period = { from?: string; until?: string }

async function* gifts<Ordered extends Order>(
  find: (references: (string | null)[]) => Promise<Map<string, Ordered>>,
  { from = '', until = '9' }: Period = {},
): AsyncGenerator<RecordedGift<Ordered>[]> {
  const { db } = await store()
  const found = db.selectFrom('gifts').select(columns).where('occurred_at', '<', until)
  for await (const page of pages(found, 'occurred_at', 'object_id', { from })) {
    await otherWork()
    const orders = await find(page.map(({ reference }) => reference))
    await otherWork()
    const numbers = await receiptNumbers(page)
    await otherWork()
    yield page.map((gift) => {
      const order = orders.get(gift.reference ?? '') ?? null
      return Object.assign(gift, { order, fee: feeIn(order, gift)?.amount, receipt: numbers.get(gift.id) ?? '' })
    })
  }
}
