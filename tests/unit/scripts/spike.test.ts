/** The arithmetic behind `npm run bench -- --spike`. */
import { evening, planEvening } from '../../../scripts/support/evening.ts'
import { createTimes } from '../../../scripts/support/request-times.ts'
import { saturated } from '../../../scripts/support/spike-watch.ts'

test('an evening brings everybody in order, 2,000 gifts, and twice the mean rate at its height', () => {
  const { visitors, minutes, gifts } = evening
  const seconds = minutes * 60
  const visits = planEvening({ visitors, seconds })
  expect(visits).toHaveLength(visitors)
  expect(visits.filter(({ gives }) => gives)).toHaveLength(gifts)
  const times = visits.map(({ at }) => at)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(times[0]).toBeGreaterThanOrEqual(0)
  expect(times.at(-1)).toBeLessThan(seconds)
  const atHeight = times.filter((at) => at >= 0.2 * seconds && at < 0.3 * seconds).length
  expect(atHeight / (visitors / 10)).toBeCloseTo(2.06, 1)
})

test('response times are summed up by kind; refusals are no failures', () => {
  const times = createTimes()
  for (let ms = 100; ms >= 1; ms -= 1) times.answered('page', 200, ms)
  times.answered('form', 429, 5)
  times.answered('form', 502, 7)
  times.failed('form', 'reset')
  expect(times.table()).toEqual({
    page: { requests: 100, failed: 0, refused: 0, 'p50 ms': 50, 'p95 ms': 95, 'p99 ms': 99, 'longest ms': 100 },
    form: { requests: 2, failed: 2, refused: 1, 'p50 ms': 5, 'p95 ms': 7, 'p99 ms': 7, 'longest ms': 7 },
  })
  expect(Object.fromEntries(times.failures())).toEqual({ 'form: 502': 1, 'form: reset': 1 })
})

test.each([
  ['what used nearly all that it can', { server: 0.95, machine: 1.2 }, 'Saturated: server (0.95 of 1).'],
  [
    'the nearest when nothing did',
    { server: 0.2, machine: 1.2 },
    'Nothing was saturated; nearest to it: machine (1.20 of 2).',
  ],
])('the verdict names %s', (_, { server, machine }, verdict) => {
  expect(
    saturated([
      { name: 'server', busiest: server, most: 1 },
      { name: 'machine', busiest: machine, most: 2 },
    ]),
  ).toBe(verdict)
})
