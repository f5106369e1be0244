import { delayAfter, pauseAfter, retries } from '#lib/outbox/schedule.ts'

test('the wait before the next try doubles, up to six hours', () => {
  const full = [1, 2, 3, 14, 15, 29].map((tries) => delayAfter('failed', tries, 1) / 1000)
  expect(full).toEqual([2, 4, 8, 16_384, 21_600, 21_600])
})

test('the wait before the next try varies by up to a half', () => {
  expect([0, 0.5, 1].map((random) => delayAfter('refused', 1, random))).toEqual([150_000, 225_000, 300_000])
})

test.each(['failed', 'refused'] as const)('all tries of a mail that %s take a long weekend', (failure) => {
  const waits = Array.from({ length: retries[failure].atMost - 1 }, (_, index) => delayAfter(failure, index + 1, 0.5))
  expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(72 * 60 * 60_000)
})

test('the queue pauses from the second sign of an outage on, twice as long each time, up to a minute', () => {
  expect([1, 2, 3, 4, 11, 12, 100].map(pauseAfter)).toEqual([0, 100, 200, 400, 51_200, 60_000, 60_000])
})
