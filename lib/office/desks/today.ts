/** What the first page of the office shows: what waits, and the gifts of today. Without names. */
import 'server-only'
import { type DayFigures, dayFigures } from '#lib/contact/notices/summary.ts'
import { openPledges } from '#lib/giving/pledges/confirm.ts'
import { type Family, listFamilies } from '#lib/office/desks/families.ts'
import { countUnanswered } from '#lib/office/desks/messages.ts'
import { now } from '#lib/platform/clock.ts'
import { dayAfter } from '#lib/platform/dates.ts'
import { momentOf, wallTime } from '#lib/platform/zone.ts'
import { site } from '#lib/site/content/index.ts'

export type Today = DayFigures & {
  /** In the organisation's zone. */
  day: string
  /** Families that nobody has answered, oldest first, and those to be called by today. */
  families: Family[]
  calls: Family[]
  unanswered: number
  waitingPledges: number
}

/** The day of the organisation's zone. @throws when the store fails. */
export async function today(): Promise<Today> {
  const { zone } = site()
  const day = wallTime(zone, now()).slice(0, 10)
  const midnight = (of: string) => momentOf(zone, of, '00:00').toISOString()
  const [figures, families, unanswered, pledges] = await Promise.all([
    dayFigures({ from: midnight(day), until: midnight(dayAfter(day)) }),
    listFamilies(),
    countUnanswered(),
    openPledges(),
  ])
  return {
    day,
    ...figures,
    families: families.filter(({ state, answeredAt }) => state === 'new' && answeredAt === null),
    calls: families.filter(({ nextCall }) => nextCall !== null && nextCall <= day),
    unanswered,
    waitingPledges: pledges.filter(({ paid }) => !paid).length,
  }
}
