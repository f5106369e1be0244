/** When mail is tried and how fast: timeouts, retries, backoff, and the rate limit of the mail service. */
import { sql } from 'kysely'
import { hourMs, now, utcNow } from '#lib/platform/clock.ts'
import { store } from '#lib/platform/store/index.ts'

export const schedule = {
  /** After this long without a result a worker is considered dead, and another may send the mail. Far longer than one try takes. */
  leaseMs: 60_000,
  /** Tolerated clock difference between servers. A row dated further in the future was written by a wrong clock. */
  clockMarginMs: 60_000,
  /** How often a worker looks for retries and for mail queued by other servers. */
  pollMs: 2000,
  /** Pause of the whole queue after the second consecutive sign of an outage; doubled by each further one. */
  firstPauseMs: 100,
  maxPauseMs: 60_000,
  /** A longer Retry-After is cut to this. */
  maxRetryAfterMs: 600_000,
} as const

/**
 * Retries by kind of failure. After `maxFailures` failures, and not before it is `forMs` old, the mail is abandoned and kept for a person to look at.
 *
 * - `not-sent`: the service was not reached, or is too busy (429). The mail itself is not at fault, so it is never abandoned.
 * - `failed`: the service responded with a server error (5xx). Retried every minute, so that mail goes out soon after an outage; the
 *   pauses of the whole queue keep the service from being flooded.
 * - `not-composed`: our own code failed. 30 tries take about three days.
 * - `refused`: the service rejected the mail. Only a person can fix that, so it is retried rarely, and when other mail of its kind is sent again.
 * - `unknown`: it may have been sent. One more try; then a person has to check, because the recipient may have received it twice.
 */
export const retries = {
  'not-sent': { firstMs: 2000, maxMs: 60_000, maxFailures: Number.POSITIVE_INFINITY, forMs: 0 },
  failed: { firstMs: 2000, maxMs: 60_000, maxFailures: 30, forMs: 72 * hourMs },
  'not-composed': { firstMs: 2000, maxMs: 6 * hourMs, maxFailures: 30, forMs: 0 },
  refused: { firstMs: 5 * 60_000, maxMs: 6 * hourMs, maxFailures: 30, forMs: 0 },
  unknown: { firstMs: 60_000, maxMs: 60_000, maxFailures: 2, forMs: 0 },
} as const

export type Failure = keyof typeof retries

const doubled = (firstMs: number, times: number, maxMs: number) =>
  Math.min(maxMs, firstMs * 2 ** Math.min(Math.max(times, 0), 30))

/**
 * Milliseconds until the next try after `count` failures of this kind: exponential backoff with jitter (half to all of the delay), so
 * that mail that failed together is not retried together. `random`: from 0 to 1.
 */
export function delayAfter(failure: Failure, count: number, random = Math.random()): number {
  const { firstMs, maxMs } = retries[failure]
  return Math.round(doubled(firstMs, count - 1, maxMs) * (0.5 + random / 2))
}

/** Milliseconds that the whole queue pauses after `inARow` consecutive signs of an outage. A single one causes no pause. */
export const pauseAfter = (inARow: number): number =>
  inARow < 2 ? 0 : doubled(schedule.firstPauseMs, inARow - 2, schedule.maxPauseMs)

/**
 * Rate limit for calls to the mail service, shared by all servers on one database: one call at a time, with an interval between the
 * end of one and the start of the next, because the service may count a call at any moment in between. The stored value is the time before
 * which no call may start: milliseconds since 1970, as text.
 */
const slotKey = 'outbox-next-send'

/** `heldUntil`: the stored value, so that only the holder can release the slot. */
type SendSlot = { heldUntil: string }

/**
 * Reserves the slot for one call without waiting; if it is taken, `waitMs` says when to ask again. `holdMs`: the slot expires after
 * that even if its holder never releases it. A stored time too far in the future comes from a wrong clock and is ignored.
 */
export async function reserveSendSlot(
  intervalMs: number,
  holdMs: number,
): Promise<{ slot: SendSlot } | { slot: null; waitMs: number }> {
  const { db } = await store()
  const time = now().getTime()
  const heldUntil = String(time + holdMs)
  const kept = sql<number>`cast(settings.value as bigint)`
  const taken = await db
    .insertInto('settings')
    .values({ key: slotKey, value: heldUntil, updated_at: utcNow() })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value: heldUntil, updated_at: utcNow() })
        .where(sql<boolean>`${kept} <= ${time} or ${kept} > ${time + Math.max(holdMs, intervalMs) + 1000}`),
    )
    .returning('value')
    .executeTakeFirst()
  if (taken) return { slot: { heldUntil } }
  const row = await db.selectFrom('settings').select('value').where('key', '=', slotKey).executeTakeFirst()
  // The holder may release the slot well before it expires.
  const maxMs = Math.max(20, intervalMs / 4)
  return { slot: null, waitMs: Math.min(maxMs, Math.max(1, Number(row?.value ?? 0) - time)) }
}

/** `called`: false when no call was made after all, so that the next may start at once. */
export async function releaseSendSlot({ heldUntil }: SendSlot, intervalMs: number, called: boolean): Promise<void> {
  const { db } = await store()
  // One extra millisecond, because the clock value is rounded down.
  const next = now().getTime() + (called ? intervalMs + 1 : 0)
  await db
    .updateTable('settings')
    .set({ value: String(next), updated_at: utcNow() })
    .where('key', '=', slotKey)
    .where('value', '=', heldUntil)
    .execute()
}
