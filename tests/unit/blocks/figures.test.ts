import { countAt, countTarget } from '#lib/figures/count.ts'
import { figureValue, liveNumber } from '#lib/figures/live.ts'

const totals = {
  totalSurgeryCount: 1302,
  totalCampCount: 84,
  totalCountryCount: 8,
  countryWiseCamps: { INDIA: { surgeryCount: 650 }, AFRICA: { surgeryCount: 71 } },
}

test.each([
  [1073, -30, 0],
  [1073, 9.9, 0],
  [1073, 10, 1],
  [1073, 500, 50],
  [75, 750, 75],
  [75, Number.POSITIVE_INFINITY, 75],
])('a figure that counts to %d shows, after %d ms, %d', (target, elapsed, shown) => {
  expect(countAt(target, elapsed)).toBe(shown)
})

test.each([
  ['1073', 1073],
  ['0', 0],
  ['300+', null],
  ['2,500', null],
  ['09', null],
  ['$75', null],
  ['1.5', null],
  ['', null],
])('only a plain whole number is counted up to: %p', (value, target) => {
  expect(countTarget(value)).toBe(target)
})

test('a live figure is a total, or the surgeries of a country', () => {
  expect(liveNumber('totalCampCount', totals)).toBe(84)
  expect(liveNumber({ country: 'AFRICA' }, totals)).toBe(71)
  expect(liveNumber({ country: 'KENYA' }, totals)).toBe(0)
})

test.each([
  ['1248', 'totalSurgeryCount', '1302'],
  ['1,248', 'totalSurgeryCount', '1,302'],
  ['09', 'totalCountryCount', '08'],
  ['09', 'totalCampCount', '84'],
  ['300+', 'totalSurgeryCount', '1302+'],
  ['300+', undefined, '300+'],
] as const)('a live figure is written like the one in content: %s', (value, live, written) => {
  expect(figureValue({ value, ...(live && { live }) }, totals)).toBe(written)
})
