/**
 * Erases what was typed for orders of which nothing came, here and at the provider, and tribute messages. A row is deleted last: until the provider
 * confirms that its customer is gone, the row stays and the next round tries again.
 */
import { normalEmail } from '#lib/contact/forms/text.ts'
import { cardProvider, type PaymentProvider } from '#lib/giving/orders/card-payments.ts'
import { maxOpenMs, type Order, type OrderWithSecrets } from '#lib/giving/orders/order.ts'
import { findOrders, findOrdersWithSecrets, hasGift, ordersOf } from '#lib/giving/orders/store.ts'
import { dayMs, endOfTime, utcNow } from '#lib/platform/clock.ts'
import { log } from '#lib/platform/log.ts'
import { store } from '#lib/platform/store/index.ts'
import { pages } from '#lib/platform/store/pages.ts'
import { site } from '#lib/site/content/index.ts'

/** After this an order of which nothing came never gets anything. */
const oldest = (keep: 'payments' | 'transfers' | 'enquiries') => utcNow(-site().keep[keep] * dayMs)

/** Each row takes two requests to the provider. The rest is left to the next round. */
const maxAtOnce = 500

/** References of orders without a gift or a valid free ticket, in pages: those that were marked for erasure by now; and with `old`, those that have expired, too. */
async function* abandoned({ old }: { old: boolean }): AsyncGenerator<string[]> {
  const { db } = await store()
  const orders = db
    .selectFrom('orders')
    .select(['orders.reference', 'orders.pay_by', 'orders.created_at', 'orders.erase_after'])
    .select(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('gifts')
            .select('gifts.id')
            .whereRef('gifts.reference', '=', 'orders.reference')
            .where('gifts.status', '!=', 'undone'),
        ),
        exists(
          selectFrom('tickets')
            .select('code')
            .whereRef('tickets.reference', '=', 'orders.reference')
            .where('held_until', '=', endOfTime),
        ),
      ]).as('isKept'),
    )
  const time = utcNow()
  const marked = orders.where('orders.erase_after', '<=', time)
  for await (const page of pages(marked, 'orders.erase_after', 'orders.id'))
    yield page.filter(({ isKept }) => !isKept).map(({ reference }) => reference)
  if (!old) return
  // A transfer and an invoice may be paid later than a card.
  const last = { card: oldest('payments'), transfer: oldest('transfers'), invoice: oldest('enquiries') }
  const expired = orders.where('orders.created_at', '<', oldest('payments'))
  for await (const page of pages(expired, 'orders.created_at', 'orders.id'))
    yield page
      .filter(
        ({ isKept, pay_by, created_at, erase_after }) =>
          !isKept &&
          created_at < last[pay_by === 'transfer' || pay_by === 'invoice' ? pay_by : 'card'] &&
          (erase_after === null || erase_after > time),
      )
      .map(({ reference }) => reference)
}

/** Those without a gift that have expired or were marked for erasure. They are in no accounts. */
export const eraseAbandoned = (provider: PaymentProvider | null = cardProvider()): Promise<void> =>
  eraseOrders(abandoned({ old: true }), provider)

async function eraseOrders(found: AsyncIterable<string[]>, provider: PaymentProvider | null): Promise<void> {
  let left = maxAtOnce
  for await (const references of found)
    for (const order of (await findOrders(references)).values()) {
      if (left === 0) return
      left -= 1
      const erased = await eraseAtProvider(order, provider)
      if (erased === 'erased') await deleteOrder(order.reference)
      if (erased === 'unavailable') {
        log.warn('The provider did not delete a customer; abandoned payments are kept until it does')
        return
      }
    }
}

async function deleteOrder(reference: string): Promise<void> {
  const { db } = await store()
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom('orders')
      .where('reference', '=', reference)
      .returning('id')
      .executeTakeFirst()
    for (const table of ['order_items', 'order_secrets'] as const)
      await transaction
        .deleteFrom(table)
        .where('order_id', '=', row?.id ?? '')
        .execute()
  })
}

async function eraseAtProvider(
  { donor, reference, payBy }: Order,
  provider: PaymentProvider | null,
): Promise<'erased' | 'paid' | 'unavailable'> {
  // The others were sent to no provider.
  if (payBy !== 'card') return 'erased'
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

/** Orders with a message to a family. */
const withMessage = async () =>
  (await store()).db
    .selectFrom('order_secrets')
    .innerJoin('orders', 'orders.id', 'order_secrets.order_id')
    .select('reference')
    .where('order_secrets.kind', '=', 'card')
const oldestFirst = ['order_secrets.created_at', 'order_secrets.order_id'] as const

/** Orders with a message to that person. */
export async function tributeMessagesTo(email: string): Promise<OrderWithSecrets[]> {
  const found: OrderWithSecrets[] = []
  for await (const page of pages(await withMessage(), ...oldestFirst)) {
    const orders = await findOrdersWithSecrets(page.map(({ reference }) => reference))
    found.push(...[...orders.values()].filter(({ card }) => normalEmail(card?.email ?? '') === normalEmail(email)))
  }
  return found
}

async function eraseSecrets(references: readonly string[], kind: 'card' | 'limits'): Promise<void> {
  // Kysely handles no empty list in the subquery of a comparison.
  if (references.length === 0) return
  const { db } = await store()
  await db
    .deleteFrom('order_secrets')
    .where('kind', '=', kind)
    .where('order_id', 'in', (row) => row.selectFrom('orders').select('id').where('reference', 'in', references))
    .execute()
}

/**
 * Erases one person's orders (by e-mail address or telephone number) without a gift, now or once their payment page can no longer be open,
 * and the tribute messages to that person. Waiting ones are not sent. Of an order with a gift, the telephone number and the counters' keys go: no
 * receipt needs them.
 */
export async function eraseOrdersOf(who: string): Promise<void> {
  const { db } = await store()
  for (const { reference, createdAt } of await ordersOf(who)) {
    const erase_after = new Date(Date.parse(createdAt) + maxOpenMs).toISOString()
    await db.updateTable('orders').set({ erase_after }).where('reference', '=', reference).execute()
  }
  await eraseOrders(abandoned({ old: false }), cardProvider())
  for (const { reference, answers } of await ordersOf(who)) {
    // One whose payment page may be open is erased as a whole, later.
    if (!(await hasGift(db, reference))) continue
    const { phone: _, ...rest } = answers
    await db
      .updateTable('orders')
      .set({ answers: JSON.stringify(rest) })
      .where('reference', '=', reference)
      .execute()
    await eraseSecrets([reference], 'limits')
  }
  await eraseSecrets(
    (await tributeMessagesTo(who)).map(({ reference }) => reference),
    'card',
  )
}

/** Erases old tribute messages, sent or not: they hold the name and address of somebody who never contacted us. */
export async function eraseOldTributeMessages(): Promise<void> {
  const old = (await withMessage()).where('order_secrets.created_at', '<', oldest('payments'))
  for await (const page of pages(old, ...oldestFirst))
    await eraseSecrets(
      page.map(({ reference }) => reference),
      'card',
    )
}
