import { daysOf, type Rule } from '#lib/site/content/event-schema.ts'
import { expectedMonth, laterDays, occurrenceAt, soonestFirst } from '#lib/site/events/occurrence.ts'
import { dance, race, webinar } from './examples.ts'

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
