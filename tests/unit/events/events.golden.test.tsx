/** Events: their days, words, calendar files and blocks. Independent of the real content. */
import { renderToStaticMarkup } from 'react-dom/server'
import { Event, Events } from '#components/blocks/event.tsx'
import { stopClock } from '#lib/platform/clock.ts'
import { dayAfter, dayInWords, dayLater, hoursInWords } from '#lib/platform/dates.ts'
import { isoWithOffset, localStamp, momentOf, wallTime } from '#lib/platform/zone.ts'
import { type CharityEvent, daysOf, type PlannedCamp, type Rule } from '#lib/site/content/event-schema.ts'
import type { Page } from '#lib/site/content/schema.ts'
import { calendarFile, calendarOfAll, googleCalendarHref, outlookCalendarHref } from '#lib/site/events/calendar.ts'
import {
  clockTime,
  expectedMonth,
  laterDays,
  occurrenceAt,
  placeInWords,
  soonestFirst,
  timesInWords,
} from '#lib/site/events/occurrence.ts'
import { expectGolden } from '#tests/support/golden.ts'
import { dance, race, webinar } from './examples.ts'

jest.mock('#lib/platform/env.ts', () => ({ env: () => ({ siteUrl: 'https://mendedbowl.org' }) }))
jest.mock('#lib/site/content/index.ts', () => ({
  site: () => ({ external: { tickets: { label: 'Tickets', href: 'https://tickets.test/bowls', newTab: true } } }),
  stories: () => [],
  charityEvents: () => mockEvents(),
  charityEvent: (id: string) => mockEvents().find((event) => event.id === id),
}))

const register = { label: 'Register', href: 'https://tickets.test/bowls' }
const past = { text: 'It was **fine**.', actions: [{ label: 'See the pictures', href: '/Pictures' }] }
const mockEvents = () => [
  dance({ register, afterwards: past, yearly: true }),
  race(),
  webinar({ register, calledOff: ['2026-03-04'] }),
]

afterEach(() => stopClock(undefined))

const bowls = { address: '/Bowls', title: 'Bowls', locale: 'en-GB', blocks: [] } as unknown as Page

function eventAt(moment: string, event: string): string {
  stopClock(moment)
  const block = { kind: 'event', heading: 'When', event, share: false } as const
  return renderToStaticMarkup(<Event block={block} page={bowls} index={0} id="block" />)
}

test('an upcoming event has its time, tickets and calendar links', () => {
  const html = eventAt('2026-01-01T00:00:00Z', 'dance')
  expect(html).toContain('data-state="coming"')
  expect(html).toContain(
    '<time dateTime="2026-02-07T18:30:00-05:00">Saturday, 7 February 2026, 6:30 to 8:30\u00a0pm</time>',
  )
  expect(html).toMatch(new RegExp(`href="${register.href}"[^>]* target="_blank" rel="noopener">Register`))
  expect(html).toContain('(opens in a new tab)')
  expect(html).toContain('href="/calendar/dance.ics"')
  expect(html).not.toContain('See the pictures')
  expect(eventAt('2026-02-08T00:00:00Z', 'dance')).toContain('On now')
})

test('a past event says so, sells nothing, and links to what follows', () => {
  const html = eventAt('2026-02-08T01:30:00Z', 'dance')
  expect(html).toContain('Past event')
  expect(html).toContain('It was <strong>fine</strong>.')
  expect(html).toContain('expected in February 2027')
  expect(html).toContain('href="/Pictures"')
  expect(html).not.toContain(register.href)
  expect(html).not.toContain('Add to calendar')
  expect(html).not.toContain('data-changes')
})

test('a cancelled event sells nothing, and shows the next dates', () => {
  const html = eventAt('2026-02-01T00:00:00Z', 'webinar')
  expect(html).toContain('Called off')
  expect(html).not.toContain(register.href)
  expect(html).not.toContain('Add to calendar')
  expect(html).toContain('Wednesday, 6 May 2026')
})

test('a list is fetched again when its first event changes', () => {
  stopClock('2026-01-01T00:00:00Z')
  const list = (only?: string[]) =>
    renderToStaticMarkup(<Events block={{ kind: 'events', heading: 'Ours', only }} page={bowls} index={0} id="block" />)
  expect(list()).toContain('data-changes="2026-01-07T17:00:00.000Z"')
  expect(list(['race', 'dance'])).toContain('data-changes="2026-02-07T23:30:00.000Z"')
  expect(list(['race']).match(/<li/g)).toHaveLength(1)
})

const at = (moment: string) => new Date(moment)

function* daysUntil(end: string, rule: Rule, known: string) {
  for (const day of daysOf(rule, known, '2025-11-01')) {
    if (day > end) return
    yield day
  }
}

test.each<[string, Rule, string, string[], string]>([
  [
    'the second Saturday of September',
    { everyMonths: 12, week: 2, weekday: 'Saturday' },
    '2025-09-13',
    ['2026-09-12', '2027-09-11', '2028-09-09', '2029-09-08', '2030-09-14'],
    '2035-09-08',
  ],
  [
    'the first Wednesday of odd months',
    { everyMonths: 2, week: 1, weekday: 'Wednesday' },
    '2026-03-04',
    ['2025-11-05', '2026-01-07', '2026-03-04', '2026-05-06', '2026-07-01'],
    '2035-09-05',
  ],
])('ten years of %s are found from any known day', (_, rule, known, first, last) => {
  for (const day of [known, first[0] ?? '', last]) {
    const days = [...daysUntil('2035-10-01', rule, day)]
    expect(days.slice(0, 5)).toEqual(first)
    expect(days.at(-1)).toBe(last)
  }
})

test.each([
  ['a millisecond before it starts', '2026-01-07T16:59:59.999Z', 'coming', '2026-01-07'],
  ['as it starts', '2026-01-07T17:00:00.000Z', 'on', '2026-01-07'],
  ['as it ends, the next one', '2026-01-07T18:00:00.000Z', 'coming', '2026-03-04'],
  ['when it is the day already in London but not in New York', '2026-01-07T01:00:00.000Z', 'coming', '2026-01-07'],
])('a recurring event: %s', (_, moment, state, day) => {
  expect(occurrenceAt(webinar(), at(moment))).toMatchObject({ state, day })
})

test.each([
  ['2026-02-07T23:29:59.999Z', 'coming', '2026-02-07T23:30:00.000Z'],
  ['2026-02-07T23:30:00.000Z', 'on', '2026-02-08T01:30:00.000Z'],
  ['2026-02-08T01:30:00.000Z', 'past', undefined],
])('a one-off event: at %s it is %s, until %s', (moment, state, changes) => {
  const shown = occurrenceAt(dance(), at(moment))
  expect(shown).toMatchObject({ state, day: '2026-02-07' })
  expect(shown.changes?.toISOString()).toBe(changes)
})

test('a cancelled occurrence is shown until it would have ended, and is not among the later days', () => {
  const event = webinar({ calledOff: ['2026-03-04', '2026-07-01'] })
  expect(occurrenceAt(event, at('2026-03-04T17:30:00Z'))).toMatchObject({ state: 'called-off', day: '2026-03-04' })
  expect(laterDays(event, at('2026-03-01T00:00:00Z'))).toEqual(['2026-05-06', '2026-09-02'])
  expect(occurrenceAt(event, at('2026-03-04T18:00:00Z'))).toMatchObject({ state: 'coming', day: '2026-05-06' })
  expect(laterDays(dance(), at('2026-01-01T00:00:00Z'))).toEqual([])
})

test('upcoming events come before past ones, soonest first', () => {
  const order = (moment: string) =>
    soonestFirst([dance(), race(), webinar()], at(moment)).map(({ event, shown }) => `${event.id} ${shown.state}`)
  expect(order('2026-01-08T00:00:00Z')).toEqual(['dance coming', 'webinar coming', 'race coming'])
  expect(order('2026-09-10T00:00:00Z')).toEqual(['race coming', 'webinar coming', 'dance past'])
})

test.each([
  ['no place', { online: undefined }, 'is missing: say where it is held, in `venue`, `online`, or both'],
  ['a zone that does not exist', { zone: 'America/Chattanooga' }, 'must be an IANA time zone such as America/New_York'],
  ['nothing to say once it is over', { repeats: undefined }, 'is missing: say what is read once it is over'],
])('an event file is rejected for %s', (_, fields, message) => expect(() => webinar(fields)).toThrow(message))

test.each([
  ['2026-11-22T12:00:00Z', '2027-02'],
  ['2027-02-20T12:00:00Z', '2027-02'],
  ['2027-03-02T12:00:00Z', '2028-02'],
])('at %s the next of a yearly event is expected in %s', (moment, month) => {
  expect(expectedMonth(dance({ yearly: true }), at(moment))).toBe(month)
  expect(expectedMonth(dance(), at(moment))).toBeUndefined()
})

test.each([
  [() => dayInWords('2027-09-11', 'en-US', { weekday: true }), 'Saturday, September 11, 2027'],
  [() => timesInWords('08:00', '08:30'), '8:00 to 8:30\u00a0am'],
  [() => timesInWords('18:30', '20:30'), '6:30 to 8:30\u00a0pm'],
  [() => timesInWords('08:00', '12:00'), '8:00\u00a0am to noon'],
  [() => timesInWords('11:30', '12:30'), '11:30\u00a0am to 12:30\u00a0pm'],
  [() => timesInWords('00:15', '01:00'), '12:15 to 1:00\u00a0am'],
  [() => clockTime('00:00'), '12:00\u00a0AM'],
  [() => clockTime('17:00'), '05:00\u00a0PM'],
  [() => placeInWords(dance()), 'Collegedale, Tennessee'],
  [() => placeInWords(race({ online: 'virtually' })), 'Riverpark, Chattanooga, Tennessee, or virtually'],
  [() => placeInWords(webinar()), 'Zoom'],
])('%s is written as %s', (written, words) => expect(written()).toBe(words))

const page = 'https://bowls.example/Bowls'
const write = (event: CharityEvent, now: string) =>
  calendarFile(event, { now: new Date(now), page, organisation: 'Mended Bowl' })

const calendars: Record<string, [event: CharityEvent, now: string]> = {
  'announced-day-of-a-series': [webinar(), '2026-01-01T00:00:00Z'],
  'later-day-of-a-series': [webinar(), '2026-11-21T06:00:00Z'],
  'day-called-off-of-a-series': [webinar({ calledOff: ['2026-01-07', '2026-05-06'] }), '2026-02-01T00:00:00Z'],
  'single-event': [dance(), '2026-01-01T00:00:00Z'],
  'single-event-called-off': [dance({ calledOff: ['2026-02-07'] }), '2026-01-01T00:00:00Z'],
  'zone-without-summer-time': [webinar({ zone: 'Asia/Kolkata' }), '2026-11-21T06:00:00Z'],
  'text-that-injects-a-line': [webinar({ summary: 'Bowls\r\nATTENDEE:a@example.org\\' }), '2026-02-01T00:00:00Z'],
}

/** Those of the zones' database. */
const withoutZoneDates = (file: string) => file.replaceAll('\r\n', '\n').replace(/^LAST-MODIFIED.*\n/gm, '')

test('each calendar file, and what calendars on the web are opened with, is that of tests/golden/calendars', () => {
  const files = Object.entries(calendars).map(([name, [event, now]]): [string, string] => [
    name,
    withoutZoneDates(write(event, now)),
  ])
  const camp = {
    ...{ id: 'kenya', title: 'Kenya, in September', country: 'Kenya', place: 'Nakuru; the hospital' },
    ...{ summary: 'Two weeks.', from: '2027-09-06', until: '2027-09-30', updated: '2026-11-26', labelled: true },
  } as PlannedCamp
  const all = calendarOfAll(
    { events: [webinar(), dance(), race()], camps: [camp] },
    {
      now: new Date('2026-11-21T06:00:00Z'),
      organisation: 'Mended Bowl',
      addressOf: (path) => `https://bowls.example${path}`,
    },
  )
  files.push(['all-dates-to-subscribe-to', withoutZoneDates(all)])
  const shown = occurrenceAt(webinar(), new Date('2026-11-21T06:00:00Z'))
  const links = [googleCalendarHref(webinar(), shown, page), outlookCalendarHref(webinar(), shown, page)]
  // Outlook shows a plus sign as one.
  expect(links[1]).not.toContain('+')
  const opened = links.map((href) =>
    [href.split('?')[0], ...[...new URL(href).searchParams].map((pair) => pair.join(': '))].join('\n'),
  )
  expectGolden('calendars', new Map([...files, ['on-the-web', opened.join('\n\n')]]))
})

test('lines end in CRLF and have at most 75 octets, without splitting characters', () => {
  const summary = 'Schüsseln für alle – „ganz“ 🥣 '.repeat(7).trim()
  const file = write(webinar({ summary }), '2026-02-01T00:00:00Z')
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:${summary}\\n${page}`)
})

const newYork = 'America/New_York'

test.each([
  ['in winter', newYork, '2026-01-07', '12:00', '2026-01-07T17:00:00.000Z'],
  ['in summer', newYork, '2026-07-01', '12:00', '2026-07-01T16:00:00.000Z'],
  ['just before clocks go forward', newYork, '2026-03-08', '01:59', '2026-03-08T06:59:00.000Z'],
  ['just after clocks went forward', newYork, '2026-03-08', '03:00', '2026-03-08T07:00:00.000Z'],
  ['in the skipped hour, as if before it', newYork, '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
  ['in the repeated hour, the first time', newYork, '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
  ['just after clocks went back', newYork, '2026-11-01', '02:00', '2026-11-01T07:00:00.000Z'],
  ['with a half-hour offset', 'Asia/Kolkata', '2026-05-01', '00:15', '2026-04-30T18:45:00.000Z'],
  ['on the previous day in UTC', 'Pacific/Auckland', '2026-12-01', '09:00', '2026-11-30T20:00:00.000Z'],
])('a local time is converted to UTC: %s', (_, zone, day, time, moment) => {
  expect(momentOf(zone, day, time).toISOString()).toBe(moment)
})

test('converting to local time and back is the identity for every hour of a year, except the skipped one', () => {
  const missed: string[] = []
  for (let hour = 0; hour < 365 * 24; hour++) {
    const wall = new Date(Date.UTC(2026, 0, 1, hour)).toISOString().slice(0, 19)
    const moment = momentOf(newYork, wall.slice(0, 10), wall.slice(11, 16))
    if (wallTime(newYork, moment) !== wall) missed.push(wall)
  }
  expect(missed).toEqual(['2026-03-08T02:00:00'])
})

test('a time is formatted with its zone’s offset, and as a stamp for calendar files', () => {
  expect(isoWithOffset(newYork, new Date('2027-09-11T12:00:00Z'))).toBe('2027-09-11T08:00:00-04:00')
  expect(isoWithOffset('Asia/Kolkata', new Date('2027-01-01T00:00:00Z'))).toBe('2027-01-01T05:30:00+05:30')
  expect(localStamp(newYork, new Date('2027-09-11T12:00:00Z'))).toBe('20270911T080000')
})

test.each([
  ['a week later', '2026-11-24', { days: 7 }, '2026-12-01'],
  ['three weeks across the year', '2026-12-20', { days: 21 }, '2027-01-10'],
  ['a week across a leap day', '2028-02-26', { days: 7 }, '2028-03-04'],
  ['a week across the end of another February', '2027-02-26', { days: 7 }, '2027-03-05'],
  ['six months', '2026-11-24', { months: 6 }, '2027-05-24'],
  ['six months, in a shorter month', '2026-08-31', { months: 6 }, '2027-02-28'],
  ['six months, in a leap year', '2027-08-31', { months: 6 }, '2028-02-29'],
  ['a year after a leap day', '2028-02-29', { months: 12 }, '2029-02-28'],
  ['months first, then days', '2027-01-31', { months: 1, days: 1 }, '2027-03-01'],
  ['across a change of the clock', '2027-03-27', { days: 1 }, '2027-03-28'],
])('%s', (_what, day, later, expected) => {
  expect(dayLater(day, later)).toBe(expected)
})

test('the next day', () => {
  expect(dayAfter('2028-02-28')).toBe('2028-02-29')
})

test.each([
  ['en-GB', 'Mon–Fri, 10:00–17:30'],
  ['sw-KE', 'Jumatatu–Ijumaa, 10:00 – 17:30'],
  ['hi-IN', 'सोम–शुक्र, सुबह 10:00 – शाम 5:30'],
] as const)('the hours of an office are said in %s', (locale, words) => {
  const said = hoursInWords({ days: [1, 5], from: '10:00', until: '17:30' }, locale)
  expect(said.replace(/[\s\u2009]+/g, ' ')).toBe(words)
})
