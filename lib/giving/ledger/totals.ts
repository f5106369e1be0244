/** Sums of paid gifts, less what went back, by what they have in common. Months and years are those of the gift's legal entity. */
import { setImmediate as otherWork } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { dayMs, now } from '#lib/platform/clock.ts'
import { dayLater } from '#lib/platform/dates.ts'
import type { Currency } from '#lib/platform/money.ts'
import { store } from '#lib/platform/store/index.ts'
import { answerIn } from '#lib/platform/store/search.ts'
import { midnight, wallTime } from '#lib/platform/zone.ts'
import { currencies } from '#lib/site/content/currencies.ts'
import { entityZone, site } from '#lib/site/content/index.ts'

export const groupings = ['month', 'year', 'purpose', 'campaign', 'country', 'method'] as const
export type Grouping = (typeof groupings)[number]

/** `group`: "2026-11", "2026", the code of a purpose or the kind of what is no gift, the slug of a campaign, an ISO 3166 code, a method; empty if unknown. `amount`: in the smallest unit. */
export type Total = { group: string; currency: Currency; count: number; amount: number }

const columns: Readonly<Record<Grouping, () => RawBuilder<string>>> = {
  month: () => sql<string>`''`,
  year: () => sql<string>`''`,
  purpose: () =>
    sql<string>`case when kind in ('one-off', 'monthly') then coalesce(cast(reason as text), '') else kind end`,
  campaign: () => sql<string>`coalesce(campaign, '')`,
  country: () =>
    sql<string>`coalesce((select ${answerIn('answers', 'country')} from orders where orders.reference = gifts.reference), '')`,
  method: () => sql<string>`coalesce(method, '')`,
}

/** A query sums a month or, once one has taken long, a few days, so that visitors do not wait for those of years. */
const [wholeMonth, fewDays] = [['01'], ['01', '06', '11', '16', '21', '26']]
const slowMs = 12

/** Months from the first gift to now, or of one year: 2026-11. */
async function monthsOf(year: string): Promise<string[]> {
  const { db } = await store()
  const { first } = await db
    .selectFrom('gifts')
    .select(({ fn }) => fn.min<string | null>('occurred_at').as('first'))
    .executeTakeFirstOrThrow()
  if (first === null) return []
  const last = new Date(now().getTime() + dayMs).toISOString().slice(0, 7)
  const months: string[] = []
  // A gift just after midnight in UTC may be of the month before at its entity.
  const start = new Date(Date.parse(first) - dayMs)
  for (let month = start.toISOString().slice(0, 7); month <= last; month = monthAfter(month))
    if (month.startsWith(year)) months.push(month)
  return months
}

const monthAfter = (month: string) => dayLater(`${month}-01`, { months: 1 }).slice(0, 7)

/** @param year of the calendar, or empty for all. */
export async function totals(by: Grouping, year: string): Promise<Total[]> {
  const { db } = await store()
  const group = columns[by]()
  const sums = new Map<string, Total>()
  const months = await monthsOf(year)
  // A country is in the order of each gift.
  let days = by === 'country' ? fewDays : wholeMonth
  for (const { code: currency, law } of currencies()) {
    const zone = entityZone(currency)
    for (const month of months)
      for (const [place, day] of days.entries()) {
        const until = days[place + 1] ? `${month}-${days[place + 1]}` : `${monthAfter(month)}-01`
        const began = performance.now()
        const rows = await db
          .selectFrom('gifts')
          .select(({ fn }) => [group.as('group'), fn.countAll<number>().as('count'), fn.sum('amount').as('amount')])
          .where('occurred_at', '>=', midnight(zone, `${month}-${day}`))
          .where('occurred_at', '<', midnight(zone, until))
          .where('currency', '=', currency)
          .where('status', '=', 'paid')
          .groupBy(sql`1`)
          .execute()
        if (performance.now() - began > slowMs) days = fewDays
        for (const { group: found, count, amount } of rows) {
          // The form for India does not ask for the country.
          const isMissing = by === 'country' && found === '' && law === 'india'
          const name = by === 'month' ? month : by === 'year' ? month.slice(0, 4) : isMissing ? 'IN' : found
          const sum = sums.get(`${currency} ${name}`) ?? { group: name, currency, count: 0, amount: 0 }
          sum.count += Number(count)
          sum.amount += Number(amount)
          sums.set(`${currency} ${name}`, sum)
        }
        if (rows.length > 0) await otherWork()
      }
  }
  return [...sums.values()]
}

/** Years of the calendar in which there may be gifts, latest first. */
export const giftYears = async (): Promise<string[]> =>
  [...new Set((await monthsOf('')).map((month) => month.slice(0, 4)))]
    .filter((year) => year <= wallTime(site().zone, now()).slice(0, 4))
    .reverse()
