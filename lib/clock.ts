/**
 * The one clock. `utcNow` is the form that the store keeps: ISO 8601, UTC, milliseconds. Never a local time.
 * Tests stop it; nothing else does.
 */

let stoppedAt: number | undefined

export const now = (): Date => new Date(stoppedAt ?? Date.now())

/** For tests: what `now` says from here on, until the clock goes again with `undefined`. */
export function stopClock(at: Date | string | undefined): void {
  stoppedAt = at === undefined ? undefined : new Date(at).getTime()
}

/** Now, moved by `milliseconds` (negative for the past). */
export function utcNow(milliseconds = 0): string {
  return new Date(now().getTime() + milliseconds).toISOString()
}
