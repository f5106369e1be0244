/** Links that open a new entry in a calendar on the web, filled in. Sends nothing by itself. Pure. */
import type { CharityEvent } from '#lib/content/event-schema.ts'
import type { Occurrence } from './occurrence.ts'
import { placeInWords } from './place.ts'
import { ruleText } from './rule-text.ts'
import { localStamp } from './time-zone-component.ts'

/** @param page full address of the event's page. */
export function googleCalendarHref(event: CharityEvent, { day, starts, ends }: Occurrence, page: string): string {
  const { zone, repeats } = event
  return address('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: event.title,
    dates: `${localStamp(zone, starts)}/${localStamp(zone, ends)}`,
    ctz: zone,
    ...(repeats && { recur: `RRULE:${ruleText(repeats, day)}` }),
    details: `${event.summary}\n${page}`,
    location: placeInWords(event),
  })
}

/** Outlook takes no rule from a link: this is the one occurrence. */
export function outlookCalendarHref(event: CharityEvent, { starts, ends }: Occurrence, page: string): string {
  return address('https://outlook.live.com/calendar/0/action/compose', {
    rru: 'addevent',
    subject: event.title,
    startdt: starts.toISOString(),
    enddt: ends.toISOString(),
    body: `${event.summary}\n${page}`,
    location: placeInWords(event),
  })
}

// Outlook shows the plus signs of a form's encoding as plus signs.
const address = (base: string, query: Record<string, string>) =>
  `${base}?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`
