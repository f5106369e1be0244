/** Links that add an event to a calendar: our own file, Google's calendar, Outlook's. Pure. */

import { localStamp } from '#lib/platform/zone.ts'
import type { CharityEvent } from '#lib/site/content/event-schema.ts'
import { recurrenceRule } from '#lib/site/content/recurrence.ts'
import type { Occurrence } from './occurrence.ts'
import { placeInWords } from './words.ts'

/** /calendar/race.ics: see app/calendar/. */
export const calendarFileAddress = (id: string): string => `/calendar/${id}.ics`

/** @param page full address of the event's page. */
export function googleCalendarHref(event: CharityEvent, { day, starts, ends }: Occurrence, page: string): string {
  const { zone, repeats } = event
  return address('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: event.title,
    // Google needs an end: the start if the end is unknown.
    dates: `${localStamp(zone, starts)}/${localStamp(zone, event.ends === undefined ? starts : ends)}`,
    ctz: zone,
    ...(repeats && { recur: `RRULE:${recurrenceRule(repeats, day)}` }),
    details: `${event.summary}\n${page}`,
    location: placeInWords(event),
  })
}

/** This occurrence only: Outlook accepts no recurrence rule in a link. */
export function outlookCalendarHref(event: CharityEvent, { starts, ends }: Occurrence, page: string): string {
  return address('https://outlook.live.com/calendar/0/action/compose', {
    rru: 'addevent',
    subject: event.title,
    startdt: starts.toISOString(),
    ...(event.ends !== undefined && { enddt: ends.toISOString() }),
    body: `${event.summary}\n${page}`,
    location: placeInWords(event),
  })
}

// Outlook does not decode `+` as a space.
const address = (base: string, query: Record<string, string>) =>
  `${base}?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`
