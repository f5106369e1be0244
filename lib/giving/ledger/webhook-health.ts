/**
 * Monitors Stripe's webhooks: gifts are recorded only through them, so a wrong secret or clock must be noticed. Counted per process.
 * Anybody can post to the endpoint, so log lines are limited.
 */
import 'server-only'
import { utcNow } from '#lib/platform/clock.ts'
import { failureStreak, noteOutcome } from '#lib/platform/failure-streak.ts'
import { log } from '#lib/platform/log.ts'
import { metrics } from '#lib/platform/metrics.ts'
import { processState, resetProcessState } from '#lib/platform/process-state.ts'
import type { EventRefusal } from '#lib/platform/providers/stripe.ts'
import { clearWarning, reportWarning } from '#lib/platform/warnings.ts'

type WebhookRefusal = { why: EventRefusal['why'] | 'not-configured'; secondsAhead?: number }

export type WebhookHealth = {
  /** Since this process started. */
  refused: number
  lastRefusedAt: string | null
  lastReason: WebhookRefusal['why'] | null
  lastAcceptedAt: string | null
}

type Shared = WebhookHealth & { minute: number; lines: number; unlogged: number }
const shared = processState(
  'webhook-health',
  (): Shared => ({
    refused: 0,
    lastRefusedAt: null,
    lastReason: null,
    lastAcceptedAt: null,
    minute: 0,
    lines: 0,
    unlogged: 0,
  }),
).get

const linesPerMinute = 10
const warningKey = 'webhooks'
const streakName = 'webhooks'
const daySeconds = 24 * 60 * 60

/** What an operator must do; null for requests that did not come from Stripe. */
function remedy({ why, secondsAhead }: WebhookRefusal): string | null {
  switch (why) {
    case 'wrong-signature':
      return 'Webhooks are rejected because their signature does not match STRIPE_WEBHOOK_SECRET. Compare it with the secret of the endpoint in Stripe’s dashboard: until it matches, paid gifts are not recorded. (If gifts are recorded, somebody else sent these requests.)'
    case 'clock':
      return `Stripe’s webhooks are rejected because they appear to be ${secondsAhead} seconds old. Set this server’s clock: until then, paid gifts are not recorded.`
    case 'not-configured':
      return 'Webhooks arrive but Stripe is not configured. Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, or remove the endpoint in Stripe’s dashboard.'
    default:
      return null
  }
}

/** Counts and logs a rejected webhook, and warns if an operator must act. */
export function recordRefusal(refusal: WebhookRefusal): void {
  const state = shared()
  const { why, secondsAhead } = refusal
  metrics().webhooks.inc({ result: why })
  Object.assign(state, { refused: state.refused + 1, lastRefusedAt: utcNow(), lastReason: why })
  const sentence = remedy(refusal)
  if (sentence) {
    reportWarning(warningKey, sentence, { seconds: daySeconds })
    noteOutcome(streakName, false)
  }
  const minute = Math.floor(performance.now() / 60_000)
  if (minute !== state.minute) Object.assign(state, { minute, lines: 0 })
  if (state.lines >= linesPerMinute) {
    state.unlogged += 1
    return
  }
  log.warn('A webhook was refused', { reason: why, secondsAhead, refused: state.refused, unlogged: state.unlogged })
  state.lines += 1
  state.unlogged = 0
}

/** Counts what became of a valid webhook. */
export function recordResult(result: 'recorded' | 'known' | 'ignored' | 'send-again'): void {
  metrics().webhooks.inc({ result })
  noteOutcome(streakName, result !== 'send-again')
}

/** Since when every webhook was refused for a reason that an operator can mend, or could not be recorded. Null and undefined as in {@link failureStreak}. */
export const webhookStreak = () => failureStreak(streakName)

/** A valid webhook ends the warning. */
export function recordAcceptance(): void {
  shared().lastAcceptedAt = utcNow()
  clearWarning(warningKey)
}

export function webhookHealth(): WebhookHealth {
  const { refused, lastRefusedAt, lastReason, lastAcceptedAt } = shared()
  return { refused, lastRefusedAt, lastReason, lastAcceptedAt }
}

/** For tests. */
export function resetWebhookHealth(): void {
  resetProcessState('webhook-health')
  clearWarning(warningKey)
}
