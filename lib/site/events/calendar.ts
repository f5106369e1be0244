/** Adds an event to a calendar: as a file (RFC 5545), at Google or at Outlook; and a calendar of all dates to subscribe to. */
import { tzlib_get_ical_block } from 'timezones-ical-library'
import { calendarText, escapeText } from '#lib/platform/calendar-text.ts'
import { dayAfter } from '#lib/platform/dates.ts'
import { localStamp, momentOf } from '#lib/platform/zone.ts'
import { type CharityEvent, type PlannedCamp, recurrenceRule } from '#lib/site/content/event-schema.ts'
import { withLabel } from '#lib/site/content/sample-label.ts'
import { isConfirmed, type Occurrence, occurrenceAt, placeInWords } from './occurrence.ts'

/** `page`: full address of the event's page. Its host is part of the event's UID, which must stay the same in later downloads. */
export const calendarFile = (event: CharityEvent, { now, page, organisation }: Source): string =>
  calendarText(organisation, [...zoneLines([event.zone]), ...eventLines(event, now, page)])

/** All events, and the camps that are coming, for a calendar that reads them again by itself. */
export const calendarOfAll = (
  { events, camps }: { events: readonly CharityEvent[]; camps: readonly PlannedCamp[] },
  { now, organisation, addressOf }: Omit<Source, 'page'> & { addressOf(path: string): string },
): string =>
  calendarText(organisation, [
    `X-WR-CALNAME:${escapeText(organisation)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    ...zoneLines(events.map(({ zone }) => zone)),
    ...events.flatMap((event) => eventLines(event, now, addressOf(event.href))),
    ...camps.flatMap((camp) => campLines(camp, new URL(addressOf('/')).hostname)),
  ])

const zoneLines = (zones: readonly string[]) =>
  [...new Set(zones.map((zone) => tzlib_get_ical_block(zone)[0] ?? ''))].flatMap((block) => block.split('\r\n'))

const stamp = (updated: string) => `DTSTAMP:${updated.replaceAll('-', '')}T000000Z`

/** Whole days: the last is the one after (RFC 5545, 3.6.1). */
const campLines = (camp: PlannedCamp, host: string) => [
  'BEGIN:VEVENT',
  `UID:camp-${camp.id}@${host}`,
  stamp(camp.updated),
  `DTSTART;VALUE=DATE:${camp.from.replaceAll('-', '')}`,
  `DTEND;VALUE=DATE:${dayAfter(camp.until).replaceAll('-', '')}`,
  `SUMMARY:${escapeText(withLabel(camp.title, camp))}`,
  `DESCRIPTION:${escapeText(camp.summary)}`,
  `LOCATION:${escapeText(`${camp.place}, ${camp.country}`)}`,
  'END:VEVENT',
]

function eventLines(event: CharityEvent, now: Date, page: string): string[] {
  const { zone, repeats, calledOff } = event
  const { day, starts, ends } = occurrenceAt(event, now)
  // The component's own name for the zone: the modern one where `zone` is an alias, such as Asia/Calcutta.
  const [, timeZoneId = ''] = tzlib_get_ical_block(zone)
  const local = (moment: Date) => `${timeZoneId}:${localStamp(zone, moment)}`
  const skipped = calledOff.filter((date) => date >= day)
  return [
    'BEGIN:VEVENT',
    `UID:${event.id}@${new URL(page).hostname}`,
    stamp(event.updated),
    `DTSTART;${local(starts)}`,
    ...(event.ends === undefined ? [] : [`DTEND;${local(ends)}`]),
    ...(repeats ? [`RRULE:${recurrenceRule(repeats, day)}`] : []),
    ...(repeats ? skipped.map((date) => `EXDATE;${local(momentOf(zone, date, event.starts))}`) : []),
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(`${event.summary}\n${page}`)}`,
    `LOCATION:${escapeText(placeInWords(event))}`,
    `URL:${page}`,
    `STATUS:${!repeats && skipped.length > 0 ? 'CANCELLED' : isConfirmed(event, day) ? 'CONFIRMED' : 'TENTATIVE'}`,
    'END:VEVENT',
  ]
}

type Source = { now: Date; page: string; organisation: string }

/** /calendar/race.ics: see app/calendar/. */
export const calendarFileAddress = (id: string): string => `/calendar/${id}.ics`
/** In place of an event's id: all dates. */
export const subscriptionId = 'all'

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
