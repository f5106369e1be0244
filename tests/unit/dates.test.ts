import { dayAfter, dayLater, hoursInWords } from '#lib/platform/dates.ts'

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
] as const)('the hours of an office are said in %s', (locale, words) => {
  const said = hoursInWords({ days: [1, 5], from: '10:00', until: '17:30' }, locale)
  expect(said.replace(/[\s\u2009]+/g, ' ')).toBe(words)
})
