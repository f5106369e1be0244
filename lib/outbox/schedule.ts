/** How patiently mail is delivered: all of the outbox's times and counts. */

export const schedule = {
  /** A worker that has not settled a mail after this long is taken for dead, and another may send it. Far above what one try takes. */
  leaseMs: 60_000,
  /** Margin for clocks of servers that do not quite agree. A row written further ahead than this was written by a wrong clock. */
  clockMarginMs: 60_000,
  /** How often a worker looks for what other servers left, or what is due again. */
  pollMs: 2000,
  /** The pause of the whole queue after the second sign of an outage in a row, doubled by each further one. */
  firstPauseMs: 100,
  longestPauseMs: 60_000,
  /** The longest Retry-After that is obeyed. */
  longestRetryAfterMs: 600_000,
} as const

/**
 * What happens to a mail that was not sent. `atMost`: after that many it is given up and kept for a person.
 *
 * - `not-sent`: the service was not reached, or is too busy (429). This says nothing about the mail, so it is never given up.
 * - `failed`: the service answered with an error of its own (5xx). 30 tries take about three days.
 * - `refused`: the service answered no. Only a person can mend that, so it is tried rarely.
 * - `unknown`: it may have been sent. One more try; then a person has to look, because the recipient may have it twice by now.
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
 * Milliseconds until the next try after `count` failures of this kind: doubling, and between half and all of that, so that what
 * failed together does not come back together. `random`: from 0 to 1.
 */
export function delayAfter(failure: Failure, count: number, random = Math.random()): number {
  const { firstMs, longestMs } = retries[failure]
  return Math.round(doubled(firstMs, count - 1, longestMs) * (0.5 + random / 2))
}

/** Milliseconds that the whole queue pauses after `inARow` signs of an outage. One alone is none. */
export const pauseAfter = (inARow: number): number =>
  inARow < 2 ? 0 : doubled(schedule.firstPauseMs, inARow - 2, schedule.longestPauseMs)
