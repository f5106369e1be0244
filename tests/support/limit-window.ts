/** The clock of the rate limits, for tests that reach one. */
import { stopClock } from '#lib/platform/clock.ts'
import { type Limit, windowSeconds } from '#lib/platform/http/limit.ts'
import { limitRequest } from '#lib/platform/http/limits.ts'
import { store } from '#lib/platform/store/index.ts'

/** Stops the clock in the middle of a window, so that no count is reset during the test. `jest.restoreAllMocks()` restarts it. */
export async function stopInWindow(): Promise<void> {
  // Opening the store waits for the clock.
  await store().catch(() => undefined)
  const window = windowSeconds * 1000
  const middle = Math.floor(Date.now() / window) * window + window / 2
  stopClock(new Date(middle))
}

/** Uses up what a visitor may ask for in ten minutes, without asking for it. */
export async function useUpLimit(limit: Limit<'in-store'>, headers: Record<string, string>): Promise<void> {
  await stopInWindow()
  while ((await limitRequest(new Headers(headers), limit)).ok);
}
