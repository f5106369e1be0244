/** The clock of the abuse limits, for tests that count up to one. */
import { windowSeconds } from '#lib/http/limits/table.ts'
import { store } from '#lib/store/index.ts'

/** Stops the clock in the middle of a window, so that no count starts anew during the test. It goes again after `jest.restoreAllMocks()`. */
export async function stopInWindow(): Promise<void> {
  // Opening the store waits for the clock.
  await store().catch(() => undefined)
  const window = windowSeconds * 1000
  const middle = Math.floor(Date.now() / window) * window + window / 2
  jest.spyOn(Date, 'now').mockReturnValue(middle)
}
