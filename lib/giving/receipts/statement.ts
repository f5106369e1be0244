/** A donor's gifts of one year in one currency: the year as the authorities of its country count it. Pure. */
import type { Currency } from '#lib/platform/money.ts'
import { wallTime } from '#lib/platform/zone.ts'
import type { Receipts } from '#lib/site/content/giving-schema.ts'

/** `first`: the calendar year in which it begins. */
export type StatementYear = { currency: Currency; first: number }

type Given = { status: string; currency: Currency; occurred_at: string }

function yearOf({ currency, occurred_at }: Given, terms: Receipts): number {
  const { zone = 'UTC', yearStarts = 1 } = terms[currency] ?? {}
  const [year = 0, month = 0] = wallTime(zone, new Date(occurred_at)).split('-', 2).map(Number)
  return month < yearStarts ? year - 1 : year
}

/** The gifts that count: without refunded ones, and after partial refunds. */
const counts = ({ status }: Given) => status === 'paid'

/** The years with gifts, latest first. */
export function statementYears(gifts: readonly Given[], terms: Receipts): StatementYear[] {
  const years = gifts.filter(counts).map((gift) => ({ currency: gift.currency, first: yearOf(gift, terms) }))
  const found = new Map(years.map((year) => [statementKey(year), year]))
  return [...found.values()].sort((a, b) => b.first - a.first || a.currency.localeCompare(b.currency))
}

/** The gifts of a year, oldest first. */
export function giftsInYear<Gift extends Given>(
  gifts: readonly Gift[],
  { currency, first }: StatementYear,
  terms: Receipts,
): Gift[] {
  return gifts
    .filter((gift) => counts(gift) && gift.currency === currency && yearOf(gift, terms) === first)
    .sort((a, b) => a.occurred_at.localeCompare(b.occurred_at))
}

/** As in an address: "USD-2026". */
export const statementKey = ({ currency, first }: StatementYear): string => `${currency}-${first}`

/** "2026", or "2026–27" for a year that does not begin in January. */
export const yearInWords = ({ currency, first }: StatementYear, terms: Receipts): string =>
  (terms[currency]?.yearStarts ?? 1) === 1 ? String(first) : `${first}–${String((first + 1) % 100).padStart(2, '0')}`
