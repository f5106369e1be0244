/** An event as an iCalendar file (RFC 5545), for any calendar program: the next time it is held, and its rule. Pure. */
import type { CharityEvent } from '#lib/content/event-schema.ts'
import { occurrenceAt } from './occurrence.ts'
import { placeInWords } from './place.ts'
import { ruleText } from './rule-text.ts'
import { localStamp, timeZoneComponent } from './time-zone-component.ts'
import { momentOf } from './zone.ts'

/** @param page full address of the event's page; its host makes the id of the event, which a second download must not change. */
export function calendarFile(event: CharityEvent, { now, page, organisation }: Source): string {
  const { zone, repeats, calledOff } = event
  const { day, starts, ends } = occurrenceAt(event, now)
  const local = (moment: Date) => `TZID=${zone}:${localStamp(zone, moment)}`
  const skipped = calledOff.filter((one) => one >= day)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(organisation)}//Events//EN`,
    'CALSCALE:GREGORIAN',
    ...timeZoneComponent(zone, starts),
    'BEGIN:VEVENT',
    `UID:${event.id}@${new URL(page).hostname}`,
    `DTSTAMP:${event.updated.replaceAll('-', '')}T000000Z`,
    `DTSTART;${local(starts)}`,
    `DTEND;${local(ends)}`,
    ...(repeats ? [`RRULE:${ruleText(repeats, day)}`] : []),
    ...(repeats ? skipped.map((one) => `EXDATE;${local(momentOf(zone, one, event.starts))}`) : []),
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(`${event.summary}\n${page}`)}`,
    `LOCATION:${escapeText(placeInWords(event))}`,
    `URL:${page}`,
    `STATUS:${!repeats && skipped.length > 0 ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

type Source = { now: Date; page: string; organisation: string }

/** RFC 5545, 3.3.11. */
const escapeText = (text: string): string => text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r?\n/g, String.raw`\n`)

/** At most 75 octets a line, and no character cut in two (3.1). */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > 75) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
