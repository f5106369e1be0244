/**
 * Monitors the provider's webhooks: gifts are recorded only through them, so a wrong secret or clock must be noticed. Counted per process.
 * Anybody can post to the endpoint, so only the first refusal in a row and one an hour are logged.
 */
import 'server-only'
import { utcNow } from '#lib/platform/clock.ts'
import { metrics } from '#lib/platform/metrics.ts'
import { processState, resetProcessState } from '#lib/platform/process-state.ts'
import type { EventRefusal, PaymentProvider } from '#lib/platform/providers/payments.ts'
import { store } from '#lib/platform/store/index.ts'
import { clearWarning, failureStreak, logOutcome, noteOutcome, reportWarning } from '#lib/platform/warnings.ts'

type WebhookRefusal = { why: EventRefusal['why'] | 'not-configured'; secondsAhead?: number }

export type WebhookHealth = {
  /** Since this process started. */
  refused: number
  lastRefusedAt: string | null
  lastReason: WebhookRefusal['why'] | null
  lastAcceptedAt: string | null
}

const none = { refused: 0, lastRefusedAt: null, lastReason: null, lastAcceptedAt: null }
const shared = processState('webhook-health', (): WebhookHealth & { undelivered: boolean } => ({
  ...none,
  undelivered: false,
})).get

const refusedSentence = 'A webhook was refused'
const warningKey = 'webhooks'
const streakName = 'webhooks'
const daySeconds = 24 * 60 * 60

const clockSentence = (secondsAhead: number) =>
  `The payment provider’s webhooks are rejected because they appear to be ${Math.abs(secondsAhead)} seconds ${secondsAhead < 0 ? 'in the future' : 'old'}. Set this server’s clock: until then, paid gifts are not recorded.`
const undeliveredSentence =
  'The payment provider could not deliver webhooks for more than a quarter of an hour: until it can, paid gifts are not recorded. Compare the signing secret in the environment with that of the endpoint in the provider’s dashboard, which also says what this server answered.'
/** The provider repeats an undelivered webhook after some minutes. */
const undeliveredMinutes = 15

/** Anybody can post without a signature, so only the provider's own list of undelivered events is a reason to warn. */
export async function checkDelivery(provider: Pick<PaymentProvider, 'undeliveredEvents'>): Promise<void> {
  const listed = await provider.undeliveredEvents(undeliveredMinutes)
  if (!listed.ok) return
  const { db } = await store()
  const known = await db
    .selectFrom('stripe_events')
    .select('id')
    .where('id', 'in', ['', ...listed.value])
    .execute()
  const isMissing = known.length < listed.value.length
  const state = shared()
  if (isMissing) {
    reportWarning(warningKey, undeliveredSentence, { seconds: daySeconds })
    noteOutcome(streakName, false)
  } else if (state.undelivered) {
    clearWarning(warningKey)
    noteOutcome(streakName, true)
  }
  state.undelivered = isMissing
}

/** Counts and logs a rejected webhook. Warns only of one that the provider signed. */
export function recordRefusal(refusal: WebhookRefusal): void {
  const state = shared()
  const { why, secondsAhead } = refusal
  metrics().webhooks.inc({ result: why })
  Object.assign(state, { refused: state.refused + 1, lastRefusedAt: utcNow(), lastReason: why })
  if (secondsAhead !== undefined) {
    reportWarning(warningKey, clockSentence(secondsAhead), { seconds: daySeconds })
    noteOutcome(streakName, false)
  }
  logOutcome(refusedSentence, { reason: why, secondsAhead })
}

/** Counts the result of a valid webhook. */
export function recordResult(result: 'recorded' | 'known' | 'ignored' | 'send-again'): void {
  metrics().webhooks.inc({ result })
  noteOutcome(streakName, result !== 'send-again')
}

/** Since when webhooks that the provider signed were refused, could not be recorded, or could not be delivered. Null and undefined as in {@link failureStreak}. */
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

/** For tests. */
export function resetWebhookHealth(): void {
  resetProcessState('webhook-health')
  logOutcome(refusedSentence, null)
  clearWarning(warningKey)
}
