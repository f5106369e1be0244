/** What the first page of the office shows: what is waiting, and today's gifts. Without names. */
import 'server-only'
import { type DayFigures, openDisputes, paidGifts } from '#lib/contact/notices/summary.ts'
import { countWaiting } from '#lib/giving/orders/store.ts'
import { type DueFamily, dueFamilies } from '#lib/office/desks/families.ts'
import { countUnanswered } from '#lib/office/desks/messages.ts'
import { now } from '#lib/platform/clock.ts'
import { dayAfter } from '#lib/platform/dates.ts'
import { momentOf, wallTime } from '#lib/platform/zone.ts'
import { site } from '#lib/site/content/index.ts'

export type Today = Pick<DayFigures, 'gifts'> &
  Pick<DayFigures['waiting'], 'disputes'> & {
    /** In the organisation's zone. */
    day: string
    /** Families that nobody has answered, oldest first, those to be called by today, and those erased within a week: 21 of each at most. */
    families: DueFamily[]
    calls: DueFamily[]
    leaving: DueFamily[]
    unanswered: number
    /** Pledges and invoices. */
    unpaid: number
  }

/** For the current day in the organisation's zone. @throws when the store fails. */
export async function today(): Promise<Today> {
  const { zone } = site()
  const day = wallTime(zone, now()).slice(0, 10)
  const midnight = (of: string) => momentOf(zone, of, '00:00').toISOString()
  const [gifts, disputes, due, unanswered, unpaid] = await Promise.all([
    paidGifts({ from: midnight(day), until: midnight(dayAfter(day)) }),
    openDisputes(),
    dueFamilies(day),
    countUnanswered(),
    countWaiting(),
  ])
  return { day, gifts, disputes, ...due, unanswered, unpaid }
}
