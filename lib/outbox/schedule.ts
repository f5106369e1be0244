/** How patiently things are delivered. All of the outbox's times and counts stand here. */

export const schedule = {
  /** A worker that says nothing for this long is taken for dead, and another may send. Far above what one try takes. */
  leaseMs: 60_000,
  /** The tries of one message, spread over about three days: a broken mail service is mended after a weekend. */
  triesAtMost: 24,
  firstDelayMs: 30_000,
  longestDelayMs: 6 * 60 * 60_000,
  /** How often a worker looks for what others left, or what is due again. */
  pollMs: 5000,
  /** How long POST /api/outbox/drain goes on. */
  drainMs: 25_000,
} as const

/**
 * Milliseconds until the next try after `tries` failed ones: doubling, and between half and all of that, so that what
 * failed together does not come back together. `random`: from 0 to 1.
 */
export function delayAfter(tries: number, random = Math.random()): number {
  const full = Math.min(schedule.longestDelayMs, schedule.firstDelayMs * 2 ** Math.min(tries - 1, 30))
  return Math.round(full * (0.5 + random / 2))
}
