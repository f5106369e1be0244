/** Searches gifts and donors by any detail that the office may have. */
import 'server-only'
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import { isEmail } from '#lib/contact/forms/form.ts'
import { normalEmail } from '#lib/contact/forms/text.ts'
import type { Gift } from '#lib/giving/ledger/paid-gift.ts'
import { readAmount } from '#lib/giving/pledges/statement-cells.ts'
import { readNumber, versionsOf } from '#lib/giving/register.ts'
import { type ListQuery, rowsPerPage } from '#lib/office/desks/desk.ts'
import { dayAfter, monthsAfter } from '#lib/platform/dates.ts'
import { isReferenceWritten, readReference } from '#lib/platform/reference.ts'
import { type Database, store } from '#lib/platform/store/index.ts'
import { toAsciiDigits } from '#lib/platform/typed-text.ts'
import { momentOf } from '#lib/platform/zone.ts'
import { currencies } from '#lib/site/content/currencies.ts'
import { site } from '#lib/site/content/index.ts'

type Row = ExpressionBuilder<Database, 'gifts'>
type Condition = (row: Row) => ExpressionWrapper<Database, 'gifts', SqlBool>

const contains = (column: 'donor_name' | 'donor_email', text: string) =>
  sql<boolean>`lower(${sql.ref(column)}) like lower(${`%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`}) escape '\\'`

/** Start and end of a day (2026-11-21) or a month (2026-11) in the organisation's zone. Null for other text. */
function periodIn(text: string): { from: string; until: string } | null {
  const day = /^20\d\d-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?$/.exec(text)?.[0]
  if (!day) return null
  const first = day.length === 7 ? `${day}-01` : day
  const after =
    day.length === 7
      ? monthsAfter(new Date(`${first}T12:00Z`), 1)
          .toISOString()
          .slice(0, 10)
      : dayAfter(day)
  const midnight = (of: string) => momentOf(site().zone, of, '00:00').toISOString()
  return { from: midnight(first), until: midnight(after) }
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

/** Recognises a reference, a receipt number, an e-mail address or a part of it, a day or month, a payment id or an amount; other text is a name. */
async function matching(text: string): Promise<Condition> {
  const reference = readReference(text)
  const byReference: Condition = (row) => row.or([row('reference', '=', reference), row('object_id', '=', reference)])
  if (reference) return isReferenceWritten(text) ? byReference : (row) => row.or([byReference(row), ofDonor(text)(row)])
  const number = readNumber(text)
  if (number) {
    const ids = (await versionsOf(number)).map(({ gift_id }) => gift_id)
    return (row) => row.and([row('id', 'in', ['', ...ids])])
  }
  if (text.includes('@')) return ofDonor(text)
  const plain = toAsciiDigits(text)
  const period = periodIn(plain)
  if (period) return (row) => row.and([row('occurred_at', '>=', period.from), row('occurred_at', '<', period.until)])
  if (/^[a-z]+_\w+$/i.test(text))
    return (row) => row.or((['object_id', 'subscription_id', 'session_id'] as const).map((id) => row(id, '=', text)))
  const amounts = amountsIn(plain)
  if (amounts.length > 0)
    return (row) =>
      row.or(
        amounts.map(({ code, amount }) =>
          row.and([row(sql<number>`amount + 0`, '=', amount), row('currency', '=', code)]),
        ),
      )
  return ofDonor(text)
}

const place = ({ page }: ListQuery) => ({ limit: rowsPerPage + 1, offset: (page - 1) * rowsPerPage })
const orderOf = ({ descending }: ListQuery) => (descending ? 'desc' : 'asc')

const giftSorts = ['occurred_at', 'donor_name', 'amount'] as const
/**
 * The gifts of a page, and one more if there is a next page. Reads only the rows that are shown: one index covers every search and filter. The
 * conditions are written so that SQLite chooses it over the indexes of single columns. @throws when the store fails.
 */
export async function searchGifts(query: ListQuery): Promise<Gift[]> {
  const { db } = await store()
  const { limit, offset } = place(query)
  const sort = giftSorts.find((column) => column === query.sort) ?? 'occurred_at'
  const isAll = !query.search && Object.keys(query.filters).length === 0
  const order = sql`${sql.ref(sort)}${sql.raw(isAll || sort === 'occurred_at' ? '' : sort === 'amount' ? ' + 0' : " || ''")}`
  let ids = db.selectFrom('gifts').select('id')
  if (query.search) ids = ids.where(await matching(query.search))
  for (const column of ['status', 'method', 'currency', 'kind'] as const) {
    const value = query.filters[column]
    if (value) ids = ids.where(sql<string>`${sql.ref(column)} || ''`, '=', value)
  }
  const found = await ids
    .orderBy(order, orderOf(query))
    .orderBy('id', orderOf(query))
    .limit(limit)
    .offset(offset)
    .execute()
  const places = new Map(found.map(({ id }, index) => [id, index]))
  const gifts = await db
    .selectFrom('gifts')
    .selectAll()
    .where('id', 'in', ['', ...places.keys()])
    .execute()
  return gifts.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}

/** Identifies a donor by the address, or by the name without one, so people without an address may share a name. The same expression as in the index. */
const giverOf = (table: 'gifts' | 'other') =>
  sql<string>`case when ${sql.ref(`${table}.donor_email`)} = '' then ${sql.ref(`${table}.donor_name`)} else lower(${sql.ref(`${table}.donor_email`)}) end`

export type DonorRow = { payment: string; name: string; email: string; gifts: number; latest: string }
/** Like {@link searchGifts}, for donors, sorted by the latest gift. `payment`: the id of that gift. @throws when the store fails. */
export async function searchDonors(query: ListQuery): Promise<DonorRow[]> {
  const { db } = await store()
  const { limit, offset } = place(query)
  const sort = query.sort === 'name' ? 'donor_name' : 'occurred_at'
  let ids = db
    .selectFrom('gifts')
    .select('gifts.id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('gifts as other')
            .select('other.id')
            .where(giverOf('other'), '=', giverOf('gifts'))
            .where(sql<boolean>`(other.occurred_at, other.id) > (gifts.occurred_at, gifts.id)`),
        ),
      ),
    )
  if (query.search) ids = ids.where(ofDonor(query.search))
  const found = await ids
    .orderBy(`gifts.${sort}`, orderOf(query))
    .orderBy('gifts.id', orderOf(query))
    .limit(limit)
    .offset(offset)
    .execute()
  const places = new Map(found.map(({ id }, index) => [id, index]))
  const rows = await db
    .selectFrom('gifts')
    .select(({ selectFrom, fn }) => [
      ...(['gifts.id', 'object_id as payment', 'donor_name as name', 'donor_email as email'] as const),
      'occurred_at as latest',
      selectFrom('gifts as other')
        .select(fn.countAll<number>().as('count'))
        .where(giverOf('other'), '=', giverOf('gifts'))
        .as('gifts'),
    ])
    .where('gifts.id', 'in', ['', ...places.keys()])
    .execute()
  return rows
    .sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
    .map(({ gifts, ...row }) => ({ ...row, gifts: gifts ?? 0 }))
}

/** An address, a part of one, or words of a name. */
const ofDonor =
  (text: string): Condition =>
  (row) => {
    if (isEmail(text)) return row.and([row(sql`lower(donor_email)`, '=', normalEmail(text))])
    if (text.includes('@')) return row.and([contains('donor_email', text)])
    return row.and(text.split(/\s+/).map((word) => contains('donor_name', word)))
  }

/** All gifts of one donor, latest first. @throws when the store fails. */
export async function giftsOf({ name, email }: { name: string; email: string }, limit: number): Promise<Gift[]> {
  const { db } = await store()
  return db
    .selectFrom('gifts')
    .selectAll()
    .where(giverOf('gifts'), '=', email ? normalEmail(email) : name)
    .orderBy('occurred_at', 'desc')
    .limit(limit)
    .execute()
}
