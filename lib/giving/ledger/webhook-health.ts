/**
 * Monitors the provider's webhooks, by which gifts are recorded, so a wrong secret or clock must be noticed. Counted per process. Anybody
 * can post to the endpoint: a refusal alone proves nothing, and only the first in a row and one an hour are logged.
 */

import { lastComparison } from '#lib/giving/ledger/comparison.ts'
import { recordEvent } from '#lib/giving/ledger/record-event.ts'
import type { PaymentProvider } from '#lib/giving/orders/card-payments.ts'
import { giftMetrics } from '#lib/giving/orders/metrics.ts'
import { dayMs, daySeconds, minuteMs, now, utcNow } from '#lib/platform/clock.ts'
import { processState } from '#lib/platform/process-state.ts'
import type { EventRefusal } from '#lib/platform/providers/payments.ts'
import { readSetting, store, writeSetting } from '#lib/platform/store/index.ts'
import {
  clearWarning,
  failureStreak,
  logFailures,
  logOutcome,
  noteOutcome,
  reportWarning,
} from '#lib/platform/warnings.ts'

type WebhookRefusal = { kind: EventRefusal['kind'] | 'not-configured'; secondsAhead?: number }

export type WebhookHealth = {
  /** Since this process started. */
  refused: number
  lastRefusedAt: string | null
  lastReason: WebhookRefusal['kind'] | null
  lastAcceptedAt: string | null
}

type Shared = WebhookHealth & {
  /** When one was last refused for each reason, ISO 8601. */
  refusedAt: Partial<Record<WebhookRefusal['kind'], string>>
  /** When the oldest event happened that did not arrive; null if all do. */
  missingSince: Date | null
  /** Ids of undelivered events that are about no gift of ours. */
  foreign: ReadonlySet<string>
}

const none = { refused: 0, lastRefusedAt: null, lastReason: null, lastAcceptedAt: null }
const shared = processState(
  'webhook-health',
  (): Shared => ({ ...none, refusedAt: {}, missingSince: null, foreign: new Set() }),
).get

const refusedSentence = 'A webhook was refused'
const warningKey = 'webhook-clock'
const streakName = 'webhooks'
/** When a webhook was last accepted, by any server. */
const takenSetting = 'last-webhook'

const clockSentence = (secondsAhead: number) =>
  `The payment provider’s webhooks are rejected because they appear to be ${Math.abs(secondsAhead)} seconds ${secondsAhead < 0 ? 'in the future' : 'old'}. Set this server’s clock: until then, paid gifts are recorded late.`

/** The provider repeats an undelivered webhook after some minutes, and for three days. */
const undeliveredMs = 15 * minuteMs
const repeatedMs = 3 * dayMs

/**
 * Records the events that could not be delivered, and finds out whether webhooks arrive. They do not if an event of ours had to be fetched
 * that is newer than the last webhook. @returns when the oldest of those happened; null if there is none.
 */
export async function checkDelivery(provider: PaymentProvider): Promise<Date | null> {
  const before = (ms: number) => new Date(now().getTime() - ms)
  const listed = await provider.listEvents({
    since: before(repeatedMs),
    until: before(undeliveredMs),
    undelivered: true,
  })
  const state = shared()
  if (!listed.ok) return state.missingSince
  const { db } = await store()
  const ids = listed.value.map(({ id }) => id)
  const rows = await db.selectFrom('stripe_events').select('id').where('id', 'in', ids).execute()
  const known = new Set(rows.map(({ id }) => id))
  const taken = (await readSetting(takenSetting))?.value ?? ''
  // A time that is still to come was written by a clock that was ahead.
  const isNewer = (at: string) => at > taken || taken > utcNow()

  const foreign = new Set<string>()
  const missing: string[] = []
  for (const event of listed.value) {
    const at = event.createdAt.toISOString()
    const isForeign =
      state.foreign.has(event.id) || (!known.has(event.id) && (await recordEvent(event, provider)).kind === 'ignored')
    if (isForeign) foreign.add(event.id)
    else if (isNewer(at)) missing.push(at)
  }
  // An endpoint that is turned off leaves no undelivered events.
  const compared = (await lastComparison())?.newest
  if (compared && isNewer(compared)) missing.push(compared)

  const [oldest] = missing.sort()
  if (oldest) noteOutcome(streakName, false)
  else if (state.missingSince) noteOutcome(streakName, true)
  Object.assign(state, { foreign, missingSince: oldest ? new Date(oldest) : null })
  return state.missingSince
}

/**
 * Why webhooks do not arrive. `wrong-signature` and `clock`: this server rejects them. `silent`: none arrives.
 * `unrecorded`: it accepts them, and cannot record them.
 */
type WebhookCause = 'wrong-signature' | 'clock' | 'silent' | 'unrecorded'

/** Null while webhooks arrive. */
export function webhookCause(): WebhookCause | null {
  const { missingSince, refusedAt } = shared()
  const since = missingSince ?? failureStreak(streakName)?.since
  if (!since) return null
  const refusal = (['clock', 'wrong-signature'] as const).find((why) => (refusedAt[why] ?? '') >= since.toISOString())
  return refusal ?? (missingSince ? 'silent' : 'unrecorded')
}

/** Counts and logs a rejected webhook. Warns only of one that the provider signed. */
export function recordRefusal(refusal: WebhookRefusal): void {
  const state = shared()
  const { kind, secondsAhead } = refusal
  giftMetrics().webhooks.inc({ result: kind })
  Object.assign(state, { refused: state.refused + 1, lastRefusedAt: utcNow(), lastReason: kind })
  state.refusedAt[kind] = utcNow()
  if (secondsAhead !== undefined) {
    reportWarning(warningKey, clockSentence(secondsAhead), { seconds: daySeconds })
    noteOutcome(streakName, false)
  }
  logOutcome(refusedSentence, { reason: kind, secondsAhead })
}

/** Counts the result of a valid webhook. Never throws. */
export async function recordResult(result: 'recorded' | 'known' | 'ignored' | 'send-again'): Promise<void> {
  giftMetrics().webhooks.inc({ result })
  noteOutcome(streakName, result !== 'send-again')
  if (result === 'send-again') return
  const note = () => writeSetting(takenSetting, utcNow())
  await logFailures('The time of the last webhook could not be stored', note).catch(() => undefined)
}

/** Since when webhooks that the provider signed were refused, could not be recorded, or did not arrive. Null and undefined as in {@link failureStreak}. */
export const webhookStreak = () => failureStreak(streakName)

/** A valid webhook ends the warning. */
export function recordAcceptance(): void {
  shared().lastAcceptedAt = utcNow()
  logOutcome(refusedSentence, null)
  clearWarning(warningKey)
}

export function webhookHealth(): WebhookHealth {
  const { refused, lastRefusedAt, lastReason, lastAcceptedAt } = shared()
  return { refused, lastRefusedAt, lastReason, lastAcceptedAt }
}
