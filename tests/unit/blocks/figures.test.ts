import { countAt, firstTickMilliseconds } from '#lib/figures/count.ts'
import { figureValue } from '#lib/figures/live.ts'

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

test('the first counter is the fastest', () => {
  expect(countAt(1073, 500, firstTickMilliseconds)).toBeGreaterThan(countAt(1073, 500))
})

test.each([
  [{ total: 'totalCampCount' }, '84'],
  [{ total: { country: 'AFRICA' } }, '71'],
  [{ total: { country: 'KENYA' } }, '0'],
  [{ value: '300+', source: 'Register' }, '300+'],
] as const)('the figure of %j is %s', (figure, shown) => {
  expect(figureValue({ id: 'a', label: 'a', ...figure }, totals)).toBe(shown)
})
