/** Until when promotional items for an event's bags are taken: a day, where the event is. Pure; knows no content. */
import { dayInWords, type Locale } from '#lib/dates.ts'

type ItemsDeadline = {
  /** The last day, as 2025-01-15. */
  deadline: string
  /** IANA zone of the event: the day ends there. */
  zone: string
}

/** @param now ISO 8601, UTC, as lib/clock.ts gives it. */
export function itemsOpen({ deadline, zone }: ItemsDeadline, now: string): boolean {
  // Sweden writes its days as ISO 8601 does.
  const today = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone }).format(new Date(now))
  return today <= deadline
}

export function itemsClosedSentence({ deadline }: ItemsDeadline, locale: Locale): string {
  return `The deadline for promotional items was ${dayInWords(deadline, locale)}. We can no longer take them.`
}
