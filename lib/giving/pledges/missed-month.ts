/**
 * Monthly gifts by standing order whose next month did not come. A mail looks again when it is sent, so nobody is reminded of a gift that has been
 * confirmed in the meantime.
 */
import { givenGifts } from '#lib/giving/ledger/paid-gift.ts'
import { isStandingOrder, type Order } from '#lib/giving/orders/order.ts'
import { announced } from '#lib/giving/orders/store.ts'
import { dayMs, utcNow } from '#lib/platform/clock.ts'
import { dayLater } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import type { Currency } from '#lib/platform/money.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { store } from '#lib/platform/store/index.ts'

/** The kind of these mails in the outbox. Their subjects are like "G-7KQM-2X9D/2026-12". */
export const missedKind = 'missed-month'

/** Banks move a payment to a working day, and some months are shorter. */
const graceDays = 10
/** After so many months in a row the standing order has ended, and nobody is reminded any more. */
const maxInARow = 3
/** Statements are worked through by then, if the office does so once a month for the month before. */
const readAfterMs = 40 * dayMs

/** The last gift of a standing order. `day`: on which it arrived, as the bank states it. */
type LastMonth = { day: string; amount: number }

async function lastMonth(reference: string): Promise<LastMonth | null> {
  const { db } = await store()
  const gift = await givenGifts(db)
    .select(['occurred_at', 'amount'])
    .where('subscription_id', '=', reference)
    .orderBy('occurred_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return gift ? { day: gift.occurred_at.slice(0, 10), amount: gift.amount } : null
}

/** The day to which the bank statements in a currency have been worked through: that of the latest line that somebody confirmed, or forty days ago. */
export async function readUntil(currency: Currency): Promise<string> {
  const { db } = await store()
  const { latest } = await db
    .selectFrom('gifts')
    .innerJoin('transfers', 'transfers.id', 'gifts.object_id')
    .select(({ fn }) => fn.max<string | null>('occurred_at').as('latest'))
    .where('currency', '=', currency)
    .where('status', '=', 'paid')
    .where('transfers.text', 'not like', 'Typed: %')
    .executeTakeFirstOrThrow()
  return [latest ?? '', utcNow(-readAfterMs)].sort().at(-1)?.slice(0, 10) ?? ''
}

/** The days on which the months after the last one were expected, and did not come. */
const missedAfter = (last: string, until: string): string[] =>
  Array.from({ length: maxInARow }, (_, index) => dayLater(last, { months: index + 1 })).filter(
    (day) => dayLater(day, { days: graceDays }) <= until,
  )

type Came = { object_id: string; occurred_at: string; amount: number; currency: Currency }

/** A month of a standing order. `due`: the day on which its payment is expected. `state`: `due` while the payment may still come. */
export type Month = { due: string; gifts: readonly Came[]; state: 'came' | 'missing' | 'due' }

/** How many months after the first gift a later one is, rounded, because banks move a payment to a working day. */
function monthAfter(first: string, day: string): number {
  const [from, to] = [first, day].map((each) => each.split('-').map(Number)) as [number[], number[]]
  const [[year = 0, month = 0, date = 0], [toYear = 0, toMonth = 0, toDate = 0]] = [from, to]
  const moved = toDate - date
  return Math.max(0, (toYear - year) * 12 + toMonth - month + (moved > 15 ? 1 : moved < -15 ? -1 : 0))
}

/**
 * All months from the first gift to the one that is due next, or in which it ended.
 * @param gifts oldest first. @param read the day of {@link readUntil}. @param endedAt ISO 8601.
 */
export function monthsOf(gifts: readonly Came[], read: string, endedAt: string | null): Month[] {
  const first = gifts[0]?.occurred_at.slice(0, 10)
  if (!first) return []
  const byMonth = Map.groupBy(gifts, ({ occurred_at }) => monthAfter(first, occurred_at.slice(0, 10)))
  const last = Math.max(...byMonth.keys())
  const today = utcNow().slice(0, 10)
  const months: Month[] = []
  for (let index = 0; ; index += 1) {
    const due = dayLater(first, { months: index })
    const came = byMonth.get(index) ?? []
    if (index > last && endedAt && due > endedAt) return months
    const isMissing = dayLater(due, { days: graceDays }) <= read || index < last
    const state = came.length > 0 ? 'came' : isMissing ? 'missing' : 'due'
    months.push({ due, gifts: came, state })
    if (index >= last && state !== 'missing' && (due > today || state === 'due')) return months
  }
}

/** Queues the mails, a day ahead, because a statement may be half confirmed. Daily. */
export async function watchStandingOrders(): Promise<void> {
  if (!env().emailjs) return
  const { db } = await store()
  const until = new Map<Currency, string>()
  for (const order of await announced(['paid'], ['transfer'])) {
    const { reference, money, donor } = order
    const last = isStandingOrder(order) && donor.email ? await lastMonth(reference) : null
    if (!last) continue
    const read = until.get(money.currency) ?? (await readUntil(money.currency))
    until.set(money.currency, read)
    for (const day of missedAfter(last.day, read))
      await enqueue(db, missedKind, `${reference}/${day.slice(0, 7)}`, { dueAt: utcNow(dayMs) })
  }
  wakeOutboxWorker()
}

/** The day on which the payment of `month` (2026-12) was expected. Null if it came after all, or the standing order was ended. */
export async function missedMonth(
  { reference, state }: Order,
  month: string,
): Promise<{ last: LastMonth; day: string } | null> {
  const last = state === 'paid' ? await lastMonth(reference) : null
  const day = last && missedAfter(last.day, '9').find((expected) => expected.startsWith(month))
  return last && day ? { last, day } : null
}
