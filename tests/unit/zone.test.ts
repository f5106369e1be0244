import { isoWithOffset, localStamp, momentOf, offsetAt, wallTime } from '#lib/platform/zone.ts'

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
  expect(offsetAt('Africa/Nairobi', new Date('2026-06-01T00:00:00Z'))).toBe(180)
})
