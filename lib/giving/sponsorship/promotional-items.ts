/** Until when promotional items for an event's bags are taken: a number of days before the event, where it is held. Knows no content. */
import { dayInWords, type Locale } from '#lib/platform/dates.ts'
import { messages } from '#lib/platform/messages/index.ts'

type ItemsDeadline = {
  /** The day of the event, as 2027-09-11. */
  day: string
  daysBefore: number
}

/** The last day on which items may arrive, year-month-day. */
function itemsDeadline({ day, daysBefore }: ItemsDeadline): string {
  const last = new Date(`${day}T00:00:00Z`)
  last.setUTCDate(last.getUTCDate() - daysBefore)
  return last.toISOString().slice(0, 10)
}

/**
 * @param zone IANA zone of the event: the last day ends there.
 * @param now ISO 8601, UTC, as lib/platform/clock.ts gives it.
 */
export function itemsOpen(items: ItemsDeadline & { zone: string }, now: string): boolean {
  // The Swedish locale formats days as ISO 8601 does.
  const today = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: items.zone }).format(new Date(now))
  return today <= itemsDeadline(items)
}

export const itemsOpenSentence = (items: ItemsDeadline, locale: Locale): string =>
  messages()('sponsorshipDate.itemsUntil', { day: dayInWords(itemsDeadline(items), locale) })

export const itemsClosedSentence = ({ day }: Pick<ItemsDeadline, 'day'>, locale: Locale): string =>
  messages()('sponsorshipDate.itemsClosed', { day: dayInWords(day, locale) })
