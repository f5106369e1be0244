/** Finds gifts by any detail that the office may have, and the people behind gifts and pledges. */
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import { keptStates } from '#lib/contact/enquiries/admin.ts'
import { isEmail } from '#lib/contact/forms/form.ts'
import { normalEmail } from '#lib/contact/forms/text.ts'
import { type Gift, giverKey, giverOf } from '#lib/giving/ledger/paid-gift.ts'
import { readAmount } from '#lib/giving/pledges/statement-cells.ts'
import { giftsNumbered } from '#lib/giving/register.ts'
import { dayAfter, monthsAfter } from '#lib/platform/dates.ts'
import { mailboxOf } from '#lib/platform/http/client-address.ts'
import type { Currency } from '#lib/platform/money.ts'
import { isReferenceWritten, readReference } from '#lib/platform/reference.ts'
import { type Database, type Store, store } from '#lib/platform/store/index.ts'
import { isLatest, type Select } from '#lib/platform/store/keyed.ts'
import { holds, searchedIn, telephoneIn, telephoneTyped } from '#lib/platform/store/search.ts'
import { toAsciiDigits } from '#lib/platform/typed-text.ts'
import { midnight } from '#lib/platform/zone.ts'
import { currencies } from '#lib/site/content/currencies.ts'
import { entityZone } from '#lib/site/content/index.ts'

type Row = ExpressionBuilder<Database, 'gifts'>
export type Condition = (row: Row) => ExpressionWrapper<Database, 'gifts', SqlBool>

type Days = { first: string; after: string }

/** A day (2026-11-21) or a month (2026-11). Null for other text. */
function daysIn(text: string): Days | null {
  const day = /^20\d\d-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?$/.exec(text)?.[0]
  if (!day) return null
  const first = day.length === 7 ? `${day}-01` : day
  const after =
    day.length === 7
      ? monthsAfter(new Date(`${first}T12:00Z`), 1)
          .toISOString()
          .slice(0, 10)
      : dayAfter(day)
  return { first, after }
}

/** Gifts of these days, which are those of the legal entity that received them. @param daysOf for each currency. */
export function givenIn(daysOf: (currency: Currency) => Days): Condition {
  const periods = currencies().map(({ code }) => {
    const [zone, { first, after }] = [entityZone(code), daysOf(code)]
    return { code, from: midnight(zone, first), until: midnight(zone, after) }
  })
  // The periods together, so that the index by time is used.
  const [from, until] = [
    periods.map((period) => period.from).sort()[0],
    periods
      .map((period) => period.until)
      .sort()
      .at(-1),
  ]
  return (row) =>
    row.and([
      row('occurred_at', '>=', from ?? ''),
      row('occurred_at', '<', until ?? ''),
      row.or(
        periods.map((period) =>
          row.and([
            row(sql<string>`currency || ''`, '=', period.code),
            row('occurred_at', '>=', period.from),
            row('occurred_at', '<', period.until),
          ]),
        ),
      ),
    ])
}

/** "2500", "$25", "2,500.50 INR" as an amount of each currency that fits. */
function amountsIn(text: string) {
  const named = currencies().filter(({ sign, code, typed }) =>
    [sign, code, ...typed].some((word) => text.toLowerCase().includes(word.toLowerCase())),
  )
  return (named.length > 0 ? named : currencies()).flatMap(({ code }) => {
    const amount = readAmount(text, code)
    return amount !== 'unreadable' && amount > 0 ? [{ code, amount }] : []
  })
}

/** Recognises a reference, a receipt number, also of another system, an e-mail address or a part of it, a day or month, a payment id or an amount; other text is a name. */
export async function giftsMatching(text: string): Promise<Condition> {
  const found = await matching(text)
  const { db } = await store()
  const own = await db.selectFrom('gifts').select('id').where('own_receipt', '=', text).limit(1).executeTakeFirst()
  return own ? (row) => row.or([row('own_receipt', '=', text), found(row)]) : found
}

/** Whether what is searched has an index: a reference, an address, or a day or month. */
export const isExact = (text: string): boolean =>
  isReferenceWritten(text) || isEmail(text) || daysIn(toAsciiDigits(text)) !== null

async function matching(text: string): Promise<Condition> {
  const reference = readReference(text)
  const byReference: Condition = (row) => row.or([row('reference', '=', reference), row('object_id', '=', reference)])
  if (reference) return isReferenceWritten(text) ? byReference : (row) => row.or([byReference(row), ofDonor(text)(row)])
  const ids = await giftsNumbered(text)
  if (ids) return (row) => row.and([row('id', 'in', ids)])
  if (text.includes('@')) return ofDonor(text)
  const plain = toAsciiDigits(text)
  const days = daysIn(plain)
  if (days) return givenIn(() => days)
  if (/^[a-z]+_\w+$/i.test(text))
    return (row) => row.or((['object_id', 'subscription_id', 'session_id'] as const).map((id) => row(id, '=', text)))
  const telephone = telephoneTyped(text)
  const amounts = amountsIn(plain)
  if (!telephone && amounts.length === 0) return ofDonor(text)
  return (row) =>
    row.or([
      ...amounts.map(({ code, amount }) =>
        row.and([row(sql<number>`amount + 0`, '=', amount), row(sql<string>`currency || ''`, '=', code)]),
      ),
      ...(telephone ? [row('reference', 'in', ordersWith(telephone))] : []),
    ])
}

/** References of orders with that telephone number. @param telephone from `telephoneTyped`. */
const ordersWith = (telephone: string) =>
  sql<string>`(select reference from orders where ${telephoneIn('orders')} = ${telephone})`

/** Whether a gift is by the donor with this telephone number or address, or with these words in the name or address. */
function given(text: string) {
  const telephone = telephoneTyped(text)
  if (telephone) return sql<boolean>`reference in ${ordersWith(telephone)}`
  return isEmail(text) ? sql<boolean>`lower(donor_email) = ${normalEmail(text)}` : holds(searchedIn('gifts'), text)
}

/** As {@link given}, for a query of gifts. */
const ofDonor =
  (text: string): Condition =>
  (row) =>
    row.and([given(text)])

/** Pledges and invoices of which something is still to come. Written so that SQLite reads the index `orders_open`. */
export const isAwaited = sql<boolean>`state in ('waiting', 'part-paid') and pay_by || '' in ('transfer', 'invoice')`

const giftsAsPeople = (db: Store['db']) =>
  db.selectFrom('gifts').select(['object_id as id', 'donor_name as name', 'occurred_at as latest'])

/**
 * A row for each person: the latest gift of a donor, or the latest pledge or invoice of somebody who has not given. If a whole address is searched, also the latest
 * payment that was only begun, or message. `id`: of the payment, or the reference.
 */
export async function people(search: string) {
  const { db } = await store()
  const isExact = isEmail(search)
  const sameEmail = sql`other.email_key = orders.email_key and other.email_key <> ''`
  // Written so that SQLite looks orders up by the address, not among all that wait.
  const isOtherAwaited = sql`other.state || '' in ('waiting', 'part-paid') and other.pay_by || '' <> 'card'`
  const donors = giftsAsPeople(db)
    .$if(search !== '', (gifts) => gifts.where(given(search)))
    .where(isLatest('gifts', ['occurred_at', 'id'], sql`${giverOf('other')} = ${giverOf('gifts')}`))
  const pledgers = db
    .selectFrom('orders')
    .select(['reference as id', 'donor_name as name', 'created_at as latest'])
    .$if(search !== '', (orders) => orders.where(orderedBy(search)))
    .$if(!isExact, (orders) => orders.where(isAwaited))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('gifts')
            .select('gifts.id')
            .where(
              giverOf('gifts'),
              '=',
              sql<string>`case when orders.email = '' then orders.donor_name else orders.email_key end`,
            ),
        ),
      ),
    )
    .where(
      isLatest('orders', ['created_at', 'reference'], isExact ? sameEmail : sql`${sameEmail} and ${isOtherAwaited}`),
    )
  const everybody = donors.unionAll(pledgers)
  if (!isExact) return db.selectFrom(everybody.as('people'))
  const email = normalEmail(search)
  const writers = db
    .selectFrom('enquiries')
    .select(['reference as id', sql<string>`''`.as('name'), 'created_at as latest'])
    .where('enquiries.state', 'in', keptStates)
    .where('enquiries.email', 'in', [email, mailboxOf(email)])
    .where(({ not, exists, selectFrom, and }) =>
      and([
        not(exists(selectFrom('gifts').select('gifts.id').where(sql`lower(donor_email)`, '=', email))),
        not(exists(selectFrom('orders').select('orders.id').where('email_key', '=', email))),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
  return db.selectFrom(everybody.unionAll(db.selectFrom(writers.as('writer')).selectAll()).as('people'))
}

/** All gifts in the columns of {@link people}. */
export async function allGifts() {
  const { db } = await store()
  return db.selectFrom(giftsAsPeople(db).as('people'))
}

/** Whether an order has this reference, telephone number or address, or these words in a name or address. */
export function orderedBy(text: string) {
  const telephone = telephoneTyped(text)
  if (telephone) return sql<boolean>`${telephoneIn('orders')} = ${telephone}`
  if (isEmail(text)) return sql<boolean>`email_key = ${normalEmail(text)}`
  return sql<boolean>`(reference = ${readReference(text)} or ${holds(searchedIn('orders'), text)})`
}

/** One entry of a list of orders, by its reference; null if the list does not have it. */
export async function findListed<Listed>(
  all: Select<Database, 'orders'>,
  read: (references: readonly string[]) => Promise<readonly Listed[]>,
  reference: string,
): Promise<Listed | null> {
  const row = await all.where('reference', '=', reference).select('reference').executeTakeFirst()
  return row ? ((await read([reference]))[0] ?? null) : null
}

/** `currency`: of the latest gift. */
export type Person = { id: string; name: string; email: string; latest: string; gifts: number; currency?: Currency }
/** @param ids of rows of {@link people}, at least one. */
export async function peopleOf(ids: readonly string[]): Promise<Person[]> {
  const { db } = await store()
  const donors = await db
    .selectFrom('gifts')
    .select(({ selectFrom, fn }) => [
      ...([
        'object_id as id',
        'donor_name as name',
        'donor_email as email',
        'occurred_at as latest',
        'currency',
      ] as const),
      selectFrom('gifts as other')
        .select(fn.countAll<number>().as('count'))
        .where(giverOf('other'), '=', giverOf('gifts'))
        .as('gifts'),
    ])
    .where('object_id', 'in', ids)
    .execute()
  const pledgers = await db
    .selectFrom('orders')
    .select(['reference as id', 'donor_name as name', 'email', 'created_at as latest'])
    .where('reference', 'in', ids)
    .execute()
  const known = new Set([...donors, ...pledgers].map(({ id }) => id))
  const writers = await db
    .selectFrom('enquiries')
    .select(['reference as id', 'email', 'created_at as latest'])
    .where('reference', 'in', ids)
    .execute()
  return [
    ...donors.map((donor) => ({ ...donor, gifts: donor.gifts ?? 0 })),
    ...pledgers.map((pledger) => ({ ...pledger, gifts: 0 })),
    ...writers.flatMap(({ id, email, latest }) =>
      known.has(id) ? [] : [{ id, name: '', email: email ?? '', latest, gifts: 0 }],
    ),
  ]
}

/** All gifts of one donor, latest first. */
export async function giftsOf({ name, email }: { name: string; email: string }, limit: number): Promise<Gift[]> {
  const { db } = await store()
  return db
    .selectFrom('gifts')
    .selectAll()
    .where(giverOf('gifts'), '=', giverKey({ name, email }))
    .orderBy('occurred_at', 'desc')
    .limit(limit)
    .execute()
}
