/** Monthly gifts of another system that run at the payment service: their later payments become gifts with receipts of this site. */
import { sql, type Transaction } from 'kysely'
import { orderRow, type StagedRow } from '#lib/giving/exchange/made.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { log } from '#lib/platform/log.ts'
import { newReference } from '#lib/platform/reference.ts'
import { type Database, store } from '#lib/platform/store/index.ts'

const keyPrefix = 'subscription:'
const isOfSubscription = sql<boolean>`key >= ${sql.lit(keyPrefix)} and key < 'subscription;'`
const adoptedBy = (id: string) => `adopted:${id}`

/**
 * The references of the monthly gifts in these rows, by their ids at the payment service. One that the site does not know gets an order, a draft until the
 * payment service has been asked.
 */
export async function subscriptionOrders(
  transaction: Transaction<Database>,
  id: string,
  rows: readonly StagedRow[],
): Promise<Map<string, string>> {
  const asked = [...new Set(rows.flatMap(({ subscription }) => subscription ?? []))]
  const ours = await transaction
    .selectFrom('gifts')
    .select(['subscription_id', 'reference'])
    .where('subscription_id', 'in', asked)
    .where('reference', 'is not', null)
    .execute()
  const orders = await transaction
    .selectFrom('orders')
    .select(['key', 'reference'])
    .where(
      'key',
      'in',
      asked.map((subscription) => keyPrefix + subscription),
    )
    .execute()
  const known = new Map([
    ...ours.map(({ subscription_id, reference }) => [subscription_id ?? '', reference ?? ''] as const),
    ...orders.map(({ key, reference }) => [key.slice(keyPrefix.length), reference] as const),
  ])
  // The latest row of each knows the donor best.
  const fresh = new Map(
    rows.flatMap((row) => (row.subscription && !known.has(row.subscription) ? [[row.subscription, row] as const] : [])),
  )
  const made = Array.from(fresh, ([subscription, row]) =>
    orderRow(row, {
      reference: newReference('G'),
      key: keyPrefix + subscription,
      from: adoptedBy(id),
      ...({ pay_by: 'card', state: 'draft', frequency: 'monthly', created_at: utcNow() } as const),
    }),
  )
  if (made.length > 0) await transaction.insertInto('orders').values(made).execute()
  for (const { key, reference } of made) known.set(key.slice(keyPrefix.length), reference)
  return known
}

async function ordersOf(id: string, state: 'draft' | 'paid') {
  const { db } = await store()
  return db
    .selectFrom('orders')
    .select(['key', 'reference', 'form', 'donor_name', 'email'])
    .where(isOfSubscription)
    .where('request_hash', '=', adoptedBy(id))
    .where('state', '=', state)
    .orderBy('key')
}

/** Asked at a time. */
const adoptedAtOnce = 10

/** `waits`: the payment service cannot be asked now. */
export async function adoptSome(id: string): Promise<'more' | 'done' | 'waits'> {
  const orders = await (await ordersOf(id, 'draft')).limit(adoptedAtOnce).execute()
  if (orders.length === 0) return 'done'
  const provider = cardProvider()
  if (!provider) return 'waits'
  const { db } = await store()
  for (const { key, reference, form } of orders) {
    const subscription = key.slice(keyPrefix.length)
    const adopted = await provider.adoptSubscription(subscription, { reference, form, frequency: 'monthly' })
    const isGone = !adopted.ok && (adopted.failure.kind === 'missing' || adopted.failure.kind === 'refused')
    if (!adopted.ok && !isGone) return 'waits'
    if (isGone) log.warn('A monthly gift is not at the payment service', { subscription, reference })
    const money = adopted.ok && adopted.value.money
    // It was ours before, such as at a site whose files were moved here.
    const own = adopted.ok ? (adopted.value.metadata.reference ?? reference) : reference
    if (own !== reference)
      await db.updateTable('gifts').set({ reference: own }).where('reference', '=', reference).execute()
    await db
      .updateTable('orders')
      .set({ reference: own, state: adopted.ok ? 'paid' : 'closed', updated_at: utcNow(), ...(money && { ...money }) })
      .where('reference', '=', reference)
      .execute()
  }
  return 'more'
}

/** How many monthly gifts of an import are ours, were not found, or have not been asked about. */
export async function countAdopted(id: string): Promise<{ paid: number; closed: number; draft: number }> {
  const { db } = await store()
  const rows = await db
    .selectFrom('orders')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where(isOfSubscription)
    .where('request_hash', '=', adoptedBy(id))
    .groupBy('state')
    .execute()
  const counted = Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
  return { paid: 0, closed: 0, draft: 0, ...counted }
}

/** Gives back what an import adopted, but for monthly gifts of which a payment has come here since. False while the payment service cannot be asked. */
export async function releaseAll(id: string): Promise<boolean> {
  const { db } = await store()
  const provider = cardProvider()
  const hasGift = sql<boolean>`exists (select 1 from gifts where gifts.reference = orders.reference)`
  for (const { key } of await (await ordersOf(id, 'paid')).where(sql<boolean>`not ${hasGift}`).execute()) {
    const released = await provider?.releaseSubscription(key.slice(keyPrefix.length))
    if (!released?.ok && released?.failure.kind !== 'missing') return false
    await db.deleteFrom('orders').where('key', '=', key).execute()
  }
  await db
    .deleteFrom('orders')
    .where(isOfSubscription)
    .where('request_hash', '=', adoptedBy(id))
    .where('state', '!=', 'paid')
    .execute()
  return true
}
