/** The clock. `utcNow` gives the format used in the store: ISO 8601, UTC, milliseconds. Only tests stop it. */

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
export const hourSeconds = hourMs / 1000
export const daySeconds = dayMs / 1000
/** For what has no end, as `utcNow` writes times. */
export const endOfTime = '9999-12-31T00:00:00.000Z'

let stoppedAt: number | undefined

export const now = (): Date => new Date(stoppedAt ?? Date.now())

/** For tests: freezes `now`; `undefined` lets the clock run again. */
export function stopClock(at: Date | string | undefined): void {
  stoppedAt = at === undefined ? undefined : new Date(at).getTime()
}

/** Now plus `milliseconds` (negative for the past). */
export function utcNow(milliseconds = 0): string {
  return new Date(now().getTime() + milliseconds).toISOString()
}

/**
 * The result of `promise`. @throws what it throws, or an Error when it takes longer than `milliseconds`; the work itself is not
 * cancelled.
 */
export async function withTimeout<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Timed out after ${milliseconds} ms`)), milliseconds)
  })
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}
