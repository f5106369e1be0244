/** Timeouts, retry limits and backoff of mail delivery. */

export const schedule = {
  /** After this long without a result a worker is considered dead, and another may send the mail. Far longer than one try takes. */
  leaseMs: 60_000,
  /** Tolerated clock difference between servers. A row dated further in the future was written by a wrong clock. */
  clockMarginMs: 60_000,
  /** How often a worker looks for retries and for mail queued by other servers. */
  pollMs: 2000,
  /** Pause of the whole queue after the second consecutive sign of an outage; doubled by each further one. */
  firstPauseMs: 100,
  longestPauseMs: 60_000,
  /** A longer Retry-After is cut to this. */
  longestRetryAfterMs: 600_000,
} as const

/**
 * Retries by kind of failure. After `atMost` failures the mail is abandoned and kept for a person to look at.
 *
 * - `not-sent`: the service was not reached, or is too busy (429). The mail itself is not at fault, so it is never abandoned.
 * - `failed`: the service responded with a server error (5xx). 30 tries take about three days.
 * - `refused`: the service rejected the mail. Only a person can fix that, so it is retried rarely.
 * - `unknown`: it may have been sent. One more try; then a person has to check, because the recipient may have received it twice.
 */
export const retries = {
  'not-sent': { firstMs: 2000, longestMs: 60_000, atMost: Number.POSITIVE_INFINITY },
  failed: { firstMs: 2000, longestMs: 6 * 60 * 60_000, atMost: 30 },
  refused: { firstMs: 5 * 60_000, longestMs: 6 * 60 * 60_000, atMost: 30 },
  unknown: { firstMs: 60_000, longestMs: 60_000, atMost: 2 },
} as const

export type Failure = keyof typeof retries

const doubled = (firstMs: number, times: number, longestMs: number) =>
  Math.min(longestMs, firstMs * 2 ** Math.min(Math.max(times, 0), 30))

/**
 * Milliseconds until the next try after `count` failures of this kind: exponential backoff with jitter (half to all of the delay), so
 * that mail that failed together is not retried together. `random`: from 0 to 1.
 */
export function delayAfter(failure: Failure, count: number, random = Math.random()): number {
  const { firstMs, longestMs } = retries[failure]
  return Math.round(doubled(firstMs, count - 1, longestMs) * (0.5 + random / 2))
}

/** Milliseconds that the whole queue pauses after `inARow` consecutive signs of an outage. A single one causes no pause. */
export const pauseAfter = (inARow: number): number =>
  inARow < 2 ? 0 : doubled(schedule.firstPauseMs, inARow - 2, schedule.longestPauseMs)
