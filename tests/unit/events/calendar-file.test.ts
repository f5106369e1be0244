/** The file as a calendar program reads it: lines unfolded, texts unescaped, and the zone's own rules applied. */
import type { CharityEvent } from '#lib/site/content/event-schema.ts'
import { calendarFile, googleCalendarHref, outlookCalendarHref } from '#lib/site/events/calendar.ts'
import { occurrenceAt } from '#lib/site/events/occurrence.ts'
import { dance, webinar } from './examples.ts'

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

test('a cancelled event is CANCELLED, a cancelled day of a series is excluded', () => {
  const off = component(write(dance({ calledOff: ['2026-02-07'] }), '2026-01-01T00:00:00Z'), 'VEVENT')
  expect(off.get('STATUS')).toBe('CANCELLED')
  const series = write(webinar({ calledOff: ['2026-01-07', '2026-05-06'] }), '2026-02-01T00:00:00Z')
  expect(component(series, 'VEVENT').get('EXDATE')).toBe('TZID=America/New_York:20260506T120000')
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

test.each([
  [
    'America/New_York',
    ['020000 -0400 FREQ=YEARLY;BYMONTH=3;BYDAY=2SU', '020000 -0500 FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'],
  ],
  ['Asia/Kolkata', ['000000 +0530']],
])('the file describes the zone that its times refer to: %s', (zone, changes) => {
  const file = write(webinar({ zone }), '2026-11-21T06:00:00Z')
  const found = ['DAYLIGHT', 'STANDARD'].flatMap((name) => {
    if (!file.includes(`BEGIN:${name}`)) return []
    const change = component(file, name)
    return [[change.get('DTSTART')?.slice(-6), change.get('TZOFFSETTO'), change.get('RRULE')].join(' ').trim()]
  })
  expect(found).toEqual(changes)
  expect(component(file, 'VTIMEZONE').get('TZID')).toBe(zone)
  expect(component(file, 'VEVENT').get('DTSTART')).toBe(`TZID=${zone}:20270106T120000`)
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
