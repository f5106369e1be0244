/**
 * The orders in the database, which only this file and erase.ts write. An order is recorded before the provider is asked, so that a gift that arrives
 * later finds its donor and its purpose.
 */
import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { requestHash } from '#lib/contact/forms/read-post.ts'
import { normalEmail } from '#lib/contact/forms/text.ts'
import { hashesOf, hashOfSealed, holderOf, identityOf, nameKey, sealId } from '#lib/giving/orders/identity.ts'
import {
  arrivedStatuses,
  type Held,
  type LimitKeys,
  type Order,
  type OrderItem,
  type OrderState,
  type OrderWithSecrets,
  type PlacesAsked,
  pageCloses,
  type Received,
  stateAfter,
  type TributeMessage,
  transitions,
} from '#lib/giving/orders/order.ts'
import { minuteMs, now, utcNow } from '#lib/platform/clock.ts'
import { readLanguage } from '#lib/platform/languages/index.ts'
import { isRecord } from '#lib/platform/narrow.ts'
import { newReference } from '#lib/platform/reference.ts'
import { sign } from '#lib/platform/signed.ts'
import { type Database, type Store, store } from '#lib/platform/store/index.ts'
import { countOf } from '#lib/platform/store/keyed.ts'
import { telephoneIn, telephoneTyped } from '#lib/platform/store/search.ts'
import { digitsIn } from '#lib/platform/typed-text.ts'

/** What is recorded of an order. `identity`: the number of a document, as it was typed. `openUntil`: of `pageCloses`. */
export type NewOrder = Pick<Order, 'product' | 'form' | 'payBy' | 'money' | 'frequency' | 'donor' | 'answers'> & {
  items: readonly OrderItem[]
  openUntil?: string | undefined
  language?: Order['language'] | undefined
  card?: TributeMessage | undefined
  identity?: string | undefined
  /** The places of tickets, which are stored as tickets. */
  places?: PlacesAsked | undefined
}

/** An order whose page is open, or about to be opened. */
export type OpenOrder = { id: string; reference: string; pageId: string | null; closesAt: Date }

/**
 * Identifies one order, so that a repeated request belongs to it. `isPlain`: from a form without JavaScript. Its page may be old, with an old key, so
 * different answers under the same key are a new order, not an error. Without a key, the same answers within {@link repetitionMs} are the same order
 * until it has a result: a double tap or a reload must not start a second payment, but a second gift may follow the first.
 */
export type OrderKey = { key: string | null; isPlain: boolean }
const repetitionMs = 10 * minuteMs

type NotHeld = Exclude<Held, 'held'>

/** Rolls the recording back. */
class Refused extends Error {
  readonly why: NotHeld
  constructor(why: NotHeld) {
    super(why)
    this.why = why
  }
}

/**
 * Returns the order of this key: a new one, or that of an earlier equal request while its page can be open. `hold`: takes what the order needs, in the
 * same transaction; if it answers anything but `held`, nothing is recorded. `key-reused`: the key belongs to a different request.
 */
export async function recordOrder(
  order: NewOrder,
  asked: OrderKey,
  limitKeys: LimitKeys,
  hold: (transaction: Transaction<Database>, order: OpenOrder) => Promise<Held> = async () => 'held',
): Promise<OpenOrder | NotHeld | 'key-reused'> {
  const { db } = await store()
  const { identity, ...compared } = order
  const request_hash = requestHash({ ...compared, identity: identity && sign('pan', identity) })
  const { isPlain } = asked
  const key = `${order.form}:${asked.key ?? (isPlain ? 'plain-form' : randomUUID())}${isPlain ? `:${request_hash}` : ''}`
  const record = async (transaction: Transaction<Database>) => {
    await insertOrder(transaction, order, { key, request_hash, limitKeys })
    const row = await transaction
      .selectFrom('orders')
      .select(['id', 'reference', 'page_id', 'request_hash', 'created_at', 'closes_at'])
      .where('key', '=', key)
      .executeTakeFirst()
    // An equal request has just released the key.
    if (!row) return 'again'
    if (row.request_hash !== request_hash) return 'key-reused'
    const closesAt = new Date(row.closes_at ?? row.created_at)
    const isRepetition =
      asked.key !== null || (row.created_at > utcNow(-repetitionMs) && !(await hasGift(transaction, row.reference)))
    if (closesAt <= now() || !isRepetition) {
      await releaseKey(transaction, row.reference)
      return 'again'
    }
    const open = { id: row.id, reference: row.reference, pageId: row.page_id, closesAt }
    const held = await hold(transaction, open)
    if (held !== 'held') throw new Refused(held)
    return open
  }
  try {
    const recorded = await db.transaction().execute(record)
    return recorded === 'again' ? await recordOrder(order, asked, limitKeys, hold) : recorded
  } catch (error) {
    if (error instanceof Refused) return error.why
    throw error
  }
}

type Recording = { key: string; request_hash: string; limitKeys: LimitKeys }

async function insertOrder(db: Transaction<Database>, order: NewOrder, { limitKeys, ...of }: Recording): Promise<void> {
  const { product, form, payBy, money, frequency, donor, answers, language, items, openUntil, card, identity } = order
  const id = randomUUID()
  const reference = newReference('G')
  const time = utcNow()
  const inserted = await db
    .insertInto('orders')
    .values({
      id,
      reference,
      product,
      form,
      pay_by: payBy,
      state: 'draft',
      ...money,
      frequency,
      closes_at: pageCloses(time, openUntil).toISOString(),
      page_id: null,
      ...of,
      ...donorColumns(donor),
      language: language ?? null,
      answers: JSON.stringify(answers),
      created_at: time,
      updated_at: time,
      erase_after: null,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return
  if (items.length > 0)
    await db
      .insertInto('order_items')
      .values(items.map((item, place) => ({ order_id: id, place, ...item })))
      .execute()
  await keepSecrets(
    db,
    { id, reference },
    {
      limits: JSON.stringify(limitKeys),
      card: card && JSON.stringify(card),
      identity: identity && sealId(reference, identity),
    },
  )
}

const donorColumns = ({ name, organisation, email }: Order['donor']) => ({
  donor_name: name,
  organisation: organisation ?? null,
  email,
  email_key: normalEmail(email),
})

type SecretKind = Database['order_secrets']['kind']

/** Null removes a secret; undefined leaves it as it is. */
async function keepSecrets(
  db: Transaction<Database>,
  { id: order_id, reference }: Pick<OpenOrder, 'id' | 'reference'>,
  secrets: Readonly<Partial<Record<SecretKind, string | null | undefined>>>,
): Promise<void> {
  for (const [kind, sealed] of Object.entries(secrets) as [SecretKind, string | null | undefined][])
    if (sealed) {
      const hash = kind === 'identity' ? hashOfSealed(reference, sealed) : null
      await db
        .insertInto('order_secrets')
        .values({ order_id, kind, sealed, hash, created_at: utcNow() })
        .onConflict((conflict) => conflict.columns(['order_id', 'kind']).doUpdateSet({ sealed, hash }))
        .execute()
    } else if (sealed === null)
      await db.deleteFrom('order_secrets').where('order_id', '=', order_id).where('kind', '=', kind).execute()
}

/** In any state. */
export async function hasGift(db: Store['db'], reference: string): Promise<boolean> {
  const gift = await db.selectFrom('gifts').select('id').where('reference', '=', reference).limit(1).executeTakeFirst()
  return gift !== undefined
}

/** Moves an order from one of these states to another. False if it is in none of them. */
async function move(
  db: Store['db'],
  reference: string,
  from: readonly OrderState[],
  state: OrderState,
): Promise<boolean> {
  const allowed = from.filter((each) => transitions[each].includes(state))
  const moved = await db
    .updateTable('orders')
    .set({ state, updated_at: utcNow() })
    .where('reference', '=', reference)
    .where('state', 'in', allowed)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** Its page is open: that of the provider, or ours, which waits for the money. A repeated request opens the same page again. */
export async function openPage(
  db: Store['db'],
  { reference }: OpenOrder,
  page_id: string,
  state: 'open' | 'waiting',
): Promise<void> {
  await db.updateTable('orders').set({ page_id, updated_at: utcNow() }).where('reference', '=', reference).execute()
  await move(db, reference, ['draft'], state)
}

/**
 * Releases the key of an order that the provider refused. The same key then makes a new order with a new key at the provider, which would otherwise
 * repeat its refusal for a day. The order is erased with the next abandoned ones.
 */
export async function refuseOrder({ id, reference }: OpenOrder): Promise<void> {
  const { db } = await store()
  const time = utcNow()
  const refused = await db
    .updateTable('orders')
    .set({ key: `refused:${id}`, erase_after: time, updated_at: time })
    .where('id', '=', id)
    .where('page_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (refused) await move(db, reference, ['draft'], 'refused')
}

/** Releases the key of an order whose page is closed. The same request then makes a new order with an open page. @returns its product. */
async function releaseKey(db: Store['db'], reference: string): Promise<Order['product'] | undefined> {
  const released = await db
    .updateTable('orders')
    .set({ key: `closed:${reference}`, updated_at: utcNow() })
    .where('reference', '=', reference)
    .returning('product')
    .executeTakeFirst()
  return released?.product
}

/**
 * For an order whose page closed without a payment, or whose places were given back. @returns its product; undefined for an unknown order.
 */
export async function closeOrder(reference: string): Promise<Order['product'] | undefined> {
  const { db } = await store()
  const product = await releaseKey(db, reference)
  await move(db, reference, ['draft', 'open', 'waiting'], 'closed')
  return product
}

/** What came for orders: the one query about it. Without those for which nothing came. */
async function received(db: Store['db'], references: readonly string[]): Promise<Map<string, Received>> {
  const rows = await db
    .selectFrom('gifts')
    .select(['reference', 'status', 'amount'])
    .where('reference', 'in', references)
    .where('status', 'in', [...arrivedStatuses, 'pending'])
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ reference }) => reference ?? '')].map(([reference, gifts]) => {
      const came = gifts.filter(({ status }) => status !== 'pending')
      const amount = came.length > 0 ? came.reduce((sum, gift) => sum + gift.amount, 0) : null
      return [reference, { amount, isPending: came.length < gifts.length }]
    }),
  )
}

/** An order that is paid later, with what came for it, in the smallest unit. */
export type Announced<Ordered extends Order = Order> = Ordered & { came: number }

export async function withWhatCame<Ordered extends Order>(orders: readonly Ordered[]): Promise<Announced<Ordered>[]> {
  const { db } = await store()
  const came = await received(
    db,
    orders.flatMap(({ reference, state }) => (state === 'waiting' ? [] : [reference])),
  )
  return orders.map((order) => ({ ...order, came: came.get(order.reference)?.amount ?? 0 }))
}

/** What is still to come for it. */
export const openPart = ({ money, came }: Announced): Order['money'] => ({
  ...money,
  amount: Math.max(0, money.amount - came),
})

/** Gives an order the state that follows from what came for it. Call it in every transaction that writes a gift. */
export async function settleOrder(db: Transaction<Database>, reference: string | null): Promise<void> {
  if (!reference) return
  // Written before it is read, so that another gift of the same order waits until this one is recorded.
  const row = await db
    .updateTable('orders')
    .set({ updated_at: utcNow() })
    .where('reference', '=', reference)
    .returning(['state', 'pay_by', 'frequency', 'currency', 'amount', 'closes_at'])
    .executeTakeFirst()
  if (!row) return
  const { state, pay_by: payBy, frequency, currency, amount, closes_at } = row
  const isPageOpen = closes_at !== null && closes_at > utcNow()
  const order = { state, payBy, frequency, money: { amount, currency }, isPageOpen }
  const came = (await received(db, [reference])).get(reference) ?? { amount: null, isPending: false }
  const after = stateAfter(order, came)
  if (after !== state) await move(db, reference, [state], after)
}

/** What is kept of a free order once the link in its mail was pressed. */
export const keepOrder = (db: Store['db'], reference: string): Promise<boolean> =>
  move(db, reference, ['waiting'], 'paid')

/** An invoice whose message was taken for spam is one after all. */
export const awaitOrder = (db: Store['db'], reference: string): Promise<boolean> =>
  move(db, reference, ['draft'], 'waiting')

/** Nothing more is expected of a pledge or an invoice. What came for it stays. False if it was not open. */
export const giveUpRest = async (db: Store['db'], reference: string): Promise<boolean> =>
  (await move(db, reference, ['part-paid'], 'paid')) || move(db, reference, ['waiting'], 'closed')

/** Ends a standing order here; at the bank only its donor can. False if it had ended before. */
export async function endStandingOrder(reference: string): Promise<boolean> {
  const { db } = await store()
  const ended = await db
    .updateTable('orders')
    .set(({ case: when }) => ({
      state: when().when('state', '=', 'paid').then<OrderState>('ended').else<OrderState>('closed').end(),
      ended_at: utcNow(),
      updated_at: utcNow(),
    }))
    .where('reference', '=', reference)
    .where('frequency', '=', 'monthly')
    .where('pay_by', '=', 'transfer')
    .where('state', 'in', ['waiting', 'paid'])
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

const columns = [
  ...(['id', 'reference', 'product', 'form', 'pay_by', 'state', 'currency', 'amount', 'frequency'] as const),
  ...(['donor_name', 'organisation', 'email', 'language', 'answers'] as const),
  ...(['page_id', 'created_at', 'erase_after', 'ended_at'] as const),
] as const
const selected = async () => (await store()).db.selectFrom('orders').select(columns)
type Row = Awaited<ReturnType<Awaited<ReturnType<typeof selected>>['execute']>>[number]

/** Orders with their secrets, in one query. */
async function selectedWithSecrets() {
  const { db } = await store()
  const sealed = (kind: SecretKind) =>
    db
      .selectFrom('order_secrets')
      .select('sealed')
      .whereRef('order_secrets.order_id', '=', sql.ref('orders.id'))
      .where('order_secrets.kind', '=', kind)
  return (await selected()).select([
    sealed('identity').as('identity'),
    sealed('card').as('card'),
    sealed('limits').as('limits'),
  ])
}
type RowWithSecrets = Awaited<ReturnType<Awaited<ReturnType<typeof selectedWithSecrets>>['execute']>>[number]

const tributeMessageSchema = z.object({ to: z.string(), email: z.string(), message: z.string(), from: z.string() })
const limitKeysSchema = z.object({
  visitor: z.string().nullable(),
  network: z.string().nullable().optional(),
  email: z.string(),
})
// Quicker than a schema of records: the lists of all gifts read one for each.
const answersSchema = z.custom<Record<string, unknown>>(isRecord)

function readOrder(row: Row): Order {
  return {
    reference: row.reference,
    product: row.product,
    form: row.form,
    payBy: row.pay_by,
    state: row.state,
    money: { amount: row.amount, currency: row.currency },
    frequency: row.frequency,
    donor: { name: row.donor_name, email: row.email, ...(row.organisation && { organisation: row.organisation }) },
    answers: answersSchema.parse(JSON.parse(row.answers)),
    language: readLanguage(row.language),
    pageId: row.page_id,
    createdAt: row.created_at,
    eraseAfter: row.erase_after,
    endedAt: row.ended_at,
  }
}

const readWithSecrets = ({ card, identity, limits, ...row }: RowWithSecrets): OrderWithSecrets => ({
  ...readOrder(row),
  card: card === null ? null : tributeMessageSchema.parse(JSON.parse(card)),
  identity,
  limitKeys: limits === null ? null : limitKeysSchema.parse(JSON.parse(limits)),
})

type References = readonly (string | null | undefined)[]

async function byReference<Found extends Order>(
  references: References,
  read: (wanted: string[]) => Promise<Found[]>,
): Promise<Map<string, Found>> {
  const wanted = [...new Set(references)].flatMap((reference) => reference || [])
  const orders = wanted.length > 0 ? await read(wanted) : []
  return new Map(orders.map((order) => [order.reference, order]))
}

/** By reference, those of them that are kept. */
export const findOrders = (references: References): Promise<Map<string, Order>> =>
  byReference(references, async (wanted) =>
    (await (await selected()).where('reference', 'in', wanted).execute()).map(readOrder),
  )

/** As {@link findOrders}. */
export const findOrdersWithSecrets = (references: References): Promise<Map<string, OrderWithSecrets>> =>
  byReference(references, async (wanted) =>
    (await (await selectedWithSecrets()).where('reference', 'in', wanted).execute()).map(readWithSecrets),
  )

/** `reference`: as it stands on the provider's objects; null if it is not ours, or erased. */
export const findOrder = async (reference: string | null | undefined): Promise<Order | null> =>
  (await findOrders([reference])).get(reference ?? '') ?? null

/** As {@link findOrder}. */
export const findOrderWithSecrets = async (reference: string | null | undefined): Promise<OrderWithSecrets | null> =>
  (await findOrdersWithSecrets([reference])).get(reference ?? '') ?? null

/** By its page; null if this site has no record of it. */
export async function findOrderOfPage(pageId: string): Promise<OrderWithSecrets | null> {
  const row = await (await selectedWithSecrets()).where('page_id', '=', pageId).executeTakeFirst()
  return row ? readWithSecrets(row) : null
}

/** Everything that one person ordered, by e-mail address or telephone number, oldest first. */
export async function ordersOf(who: string): Promise<OrderWithSecrets[]> {
  const telephone = telephoneTyped(who)
  const rows = await (await selectedWithSecrets())
    .where(
      telephone
        ? sql<boolean>`orders.id in (select id from orders where ${telephoneIn('orders')} = ${telephone})`
        : sql<boolean>`email_key = ${normalEmail(who)}`,
    )
    .orderBy('created_at')
    .execute()
  const orders = rows.map(readWithSecrets)
  return telephone ? orders.filter(({ answers }) => digitsIn(String(answers.phone ?? '')) === digitsIn(who)) : orders
}

/** Orders with one of these identity documents. Those from before the database kept hashes are not found. */
export async function ordersWithDocuments(numbers: readonly string[]): Promise<OrderWithSecrets[]> {
  if (numbers.length === 0) return []
  const rows = await (await selectedWithSecrets())
    .where('orders.id', 'in', ({ selectFrom }) =>
      selectFrom('order_secrets').select('order_id').where('hash', 'in', numbers.flatMap(hashesOf)),
    )
    .execute()
  return rows.map(readWithSecrets)
}

/**
 * The other names with which the identity document of an order stands: in the database, and on `beside`, orders that are about to be stored, instead of
 * what the database has of them.
 */
export async function otherHolders(order: OrderWithSecrets, beside: readonly OrderWithSecrets[]): Promise<string[]> {
  const own = identityOf(order)
  if (!own?.number.ok) return []
  const { kind, number } = own
  const stored = await ordersWithDocuments([number.value])
  const names = new Map<string, string>()
  const others = stored.filter(({ reference }) => !beside.some((one) => one.reference === reference))
  for (const other of [...others, ...beside]) {
    const read = identityOf(other)
    if (read?.kind === kind && read.number.ok && read.number.value === number.value)
      names.set(nameKey(holderOf(other)), holderOf(other))
  }
  names.delete(nameKey(holderOf(order)))
  return [...names.values()]
}

/**
 * The orders of one mailbox that were begun after `since` (ISO 8601), in any spelling of its address. Only for limits. `key`: from
 * `emailKey`.
 */
export async function ordersOfMailbox(key: string, since: string): Promise<Order[]> {
  const rows = await (await selectedWithSecrets()).where('created_at', '>', since).orderBy('created_at').execute()
  return rows.map(readWithSecrets).filter(({ limitKeys }) => limitKeys?.email === key)
}

/** The ways to pay after the order was made. */
const later = ['transfer', 'invoice'] as const
/** The states of an order of which all, or the rest, is still to come. */
export const openStates = ['waiting', 'part-paid'] as const satisfies OrderState[]

/** Orders that are paid later, in these states, oldest first. */
export async function announced(
  inStates: readonly OrderState[],
  ways: readonly (typeof later)[number][] = later,
): Promise<Order[]> {
  const rows = await (await selected())
    .where('pay_by', 'in', ways)
    .where('state', 'in', inStates)
    .orderBy('created_at')
    .execute()
  return rows.map(readOrder)
}

/** How many of them are open. */
export async function countWaiting(): Promise<number> {
  const all = (await store()).db.selectFrom('orders')
  return countOf(all.where('pay_by', 'in', later).where('state', 'in', openStates))
}

/** What the office knows of a donor. */
export type OfficeOrder = Pick<
  OrderWithSecrets,
  | ('reference' | 'product' | 'form' | 'payBy' | 'state' | 'money' | 'frequency' | 'donor' | 'answers')
  | ('identity' | 'limitKeys')
> &
  Partial<Pick<Order, 'language'>>

/**
 * Stores what the office knows of a donor: corrected details of an order, or those of a gift that nobody had ordered. Donor, answers and identity
 * replace what was stored.
 */
export async function saveOrder(transaction: Transaction<Database>, order: OfficeOrder): Promise<void> {
  const { reference, product, form, payBy, state, money, frequency, donor, answers } = order
  const { identity, limitKeys, language = null } = order
  const time = utcNow()
  const changes = { ...donorColumns(donor), answers: JSON.stringify(answers), updated_at: time }
  const { id } = await transaction
    .insertInto('orders')
    .values({
      id: randomUUID(),
      reference,
      product,
      form,
      pay_by: payBy,
      state,
      ...money,
      frequency,
      closes_at: null,
      page_id: null,
      key: `office:${reference}`,
      request_hash: '',
      language,
      created_at: time,
      erase_after: null,
      ended_at: null,
      ...changes,
    })
    .onConflict((conflict) => conflict.column('reference').doUpdateSet(changes))
    .returning('id')
    .executeTakeFirstOrThrow()
  await keepSecrets(transaction, { id, reference }, { identity, limits: limitKeys ? JSON.stringify(limitKeys) : null })
}
