/** An order with what came for it, found by its page. */
import { isStandingOrder, type OrderWithSecrets } from '#lib/giving/orders/order.ts'
import { type Announced, findOrderOfPage, withWhatCame } from '#lib/giving/orders/store.ts'
import { type Database, store } from '#lib/platform/store/index.ts'

export type RecordedPayment = Announced<OrderWithSecrets> & {
  /** The resulting gift, with its current status and the amount after refunds. For a monthly gift, the first month. */
  gift: Pick<Database['gifts'], 'status' | 'amount' | 'occurred_at' | 'subscription_id'> | null
}

/** What a page was opened for; null if this site has no record of it. */
export async function recordedPayment(pageId: string): Promise<RecordedPayment | null> {
  const found = await findOrderOfPage(pageId)
  const [order] = found ? await withWhatCame([found]) : []
  if (!order) return null
  const { db } = await store()
  const gifts = await db
    .selectFrom('gifts')
    .select(['status', 'amount', 'occurred_at', 'subscription_id'])
    .where('reference', '=', order.reference)
    .where('status', '!=', 'undone')
    .orderBy('occurred_at')
    .execute()
  const gift = gifts.find(({ status }) => status !== 'failed') ?? gifts[0] ?? null
  if (order.payBy !== 'transfer' || order.state === 'part-paid' || !gift) return { ...order, gift }
  // The transferred amount may differ from the announced one, and come in parts.
  const amount = (isStandingOrder(order) ? 0 : order.came) || gift.amount
  return { ...order, money: { ...order.money, amount }, gift: { ...gift, amount } }
}
