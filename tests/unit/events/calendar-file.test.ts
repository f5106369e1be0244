/** The file as a calendar program reads it: lines unfolded, texts unescaped, and the zone's own rules applied. */
import type { CharityEvent } from '#lib/content/event-schema.ts'
import { calendarFile } from '#lib/events/calendar-file.ts'
import { googleCalendarHref, outlookCalendarHref } from '#lib/events/calendar-links.ts'
import { occurrenceAt } from '#lib/events/occurrence.ts'
import { dance, race, webinar } from './examples.ts'

const page = 'https://bowls.example/Bowls'
const write = (event: CharityEvent, now: string) =>
  calendarFile(event, { now: new Date(now), page, organisation: 'Mended Bowl' })

/** The properties of the component, by name; parameters stay with the value. */
function component(file: string, name: string): Map<string, string> {
  const lines = file.replaceAll('\r\n ', '').split('\r\n')
  const inside = lines.slice(lines.indexOf(`BEGIN:${name}`) + 1, lines.indexOf(`END:${name}`))
  return new Map(inside.map((line) => [/^[A-Z-]+/.exec(line)?.[0] ?? '', line.replace(/^[A-Z-]+[:;]/, '')]))
}

const plain = (text = '') => text.replace(/\\([\\;,n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))

test('a webinar has its next date, recurrence rule and texts', () => {
  const file = write(webinar(), '2026-11-21T06:00:00Z')
  const event = component(file, 'VEVENT')
  expect(Object.fromEntries(event)).toMatchObject({
    UID: 'webinar@bowls.example',
    DTSTAMP: '20260203T000000Z',
    DTSTART: 'TZID=America/New_York:20270106T120000',
    DTEND: 'TZID=America/New_York:20270106T130000',
    RRULE: 'FREQ=MONTHLY;INTERVAL=2;BYDAY=1WE',
    STATUS: 'CONFIRMED',
    URL: page,
    LOCATION: 'Zoom',
  })
  expect(event.get('SUMMARY')).toBe(String.raw`People\, bowls\; and more`)
  expect(plain(event.get('DESCRIPTION'))).toBe(`An hour on bowls.\n${page}`)
})

test('the race repeats in its own month', () => {
  const event = component(write(race(), '2026-11-21T06:00:00Z'), 'VEVENT')
  expect(event.get('DTSTART')).toBe('TZID=America/New_York:20270911T080000')
  expect(event.get('RRULE')).toBe('FREQ=YEARLY;BYMONTH=9;BYDAY=2SA')
  expect(plain(event.get('LOCATION'))).toBe('Riverpark, Chattanooga, Tennessee')
})

test('a one-off event has no rule, and is CANCELLED when it is called off', () => {
  const event = component(write(dance(), '2026-01-01T00:00:00Z'), 'VEVENT')
  expect(event.has('RRULE')).toBe(false)
  expect(event.get('LOCATION')).toBe(String.raw`Collegedale\, Tennessee`)
  const off = component(write(dance({ calledOff: ['2026-02-07'] }), '2026-01-01T00:00:00Z'), 'VEVENT')
  expect(off.get('STATUS')).toBe('CANCELLED')
})

test('a cancelled day is excluded from the series', () => {
  const event = component(write(webinar({ calledOff: ['2026-01-07', '2026-05-06'] }), '2026-02-01T00:00:00Z'), 'VEVENT')
  expect(event.get('EXDATE')).toBe('TZID=America/New_York:20260506T120000')
})

test('lines end in CRLF and have at most 75 octets, without splitting characters', () => {
  const summary = 'Schüsseln für alle – „ganz“ 🥣 '.repeat(7).trim()
  const file = write(webinar({ summary }), '2026-02-01T00:00:00Z')
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(plain(component(file, 'VEVENT').get('DESCRIPTION'))).toBe(`${summary}\n${page}`)
})

test('a text cannot inject a line', () => {
  const file = write(webinar({ summary: 'Bowls\r\nATTENDEE:mailto:a@example.org\\' }), '2026-02-01T00:00:00Z')
  expect(file.replaceAll('\r\n ', '')).not.toMatch(/^ATTENDEE/m)
  expect(plain(component(file, 'VEVENT').get('DESCRIPTION'))).toContain('org\\')
})

/** The names of the zone's changes, with the local time of one, the offset after it, and its rule. */
function changesOf(zone: string): (string | undefined)[][] {
  const file = write(webinar({ zone }), '2026-11-21T06:00:00Z')
  return ['DAYLIGHT', 'STANDARD'].flatMap((name) => {
    const change = component(file, name)
    if (!file.includes(`BEGIN:${name}`)) return []
    return [[name, change.get('DTSTART')?.slice(-6), change.get('TZOFFSETTO'), change.get('RRULE')]]
  })
}

test('the file has the daylight saving rules of the zone: New York, London, Kolkata', () => {
  expect(changesOf('America/New_York')).toEqual([
    ['DAYLIGHT', '020000', '-0400', 'FREQ=YEARLY;BYMONTH=3;BYDAY=2SU'],
    ['STANDARD', '020000', '-0500', 'FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'],
  ])
  expect(changesOf('Europe/London')).toEqual([
    ['DAYLIGHT', '010000', '+0100', 'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'],
    ['STANDARD', '020000', '+0000', 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'],
  ])
  expect(changesOf('Asia/Kolkata')).toEqual([['STANDARD', '000000', '+0530', undefined]])
})

test('every zone that an event may have is described in the file, and its times refer to that description', () => {
  for (const zone of [...Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/')), 'Asia/Kolkata']) {
    const file = write(webinar({ zone }), '2026-11-21T06:00:00Z')
    const id = component(file, 'VTIMEZONE').get('TZID')
    expect(component(file, 'VEVENT').get('DTSTART')).toBe(`TZID=${id}:20270106T120000`)
  }
})

test('a calendar on the web is opened with the event filled in', () => {
  const shown = occurrenceAt(webinar(), new Date('2026-11-21T06:00:00Z'))
  const google = new URL(googleCalendarHref(webinar(), shown, page))
  expect(Object.fromEntries(google.searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'People, bowls; and more',
    dates: '20270106T120000/20270106T130000',
    ctz: 'America/New_York',
    recur: 'RRULE:FREQ=MONTHLY;INTERVAL=2;BYDAY=1WE',
    details: `An hour on bowls.\n${page}`,
    location: 'Zoom',
  })
  const outlook = new URL(outlookCalendarHref(webinar(), shown, page))
  expect(Object.fromEntries(outlook.searchParams)).toMatchObject({
    subject: 'People, bowls; and more',
    startdt: '2027-01-06T17:00:00.000Z',
    enddt: '2027-01-06T18:00:00.000Z',
  })
  expect(outlook.search).not.toContain('+')
})
