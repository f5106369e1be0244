/**
 * Whether Stripe's webhooks arrive: gifts are recorded by nothing else, so a wrong secret or a wrong clock must not pass in silence.
 * Counted per process. Anybody can send rubbish to the address, so log lines are bounded.
 */
import 'server-only'
import { utcNow } from '#lib/clock.ts'
import { log } from '#lib/log.ts'
import { processState, resetProcessState } from '#lib/process-state.ts'
import type { EventRefusal } from '#lib/providers/stripe.ts'
import { clearWarning, reportWarning } from '#lib/warnings.ts'

export type WebhookRefusal = { why: EventRefusal['why'] | 'not-configured'; secondsAhead?: number }

export type WebhookHealth = {
  /** Since the start of this process. */
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
const daySeconds = 24 * 60 * 60

/** What an operator must do; null for what a stranger sends and Stripe never does. */
function remedy({ why, secondsAhead }: WebhookRefusal): string | null {
  switch (why) {
    case 'wrong-signature':
      return 'Webhooks are refused because their signature does not fit STRIPE_WEBHOOK_SECRET. Compare it with the secret of the endpoint in Stripe’s dashboard: until it fits, paid gifts are not recorded. (If gifts are recorded, a stranger sent them.)'
    case 'clock':
      return `Stripe’s webhooks are refused because they look ${secondsAhead} seconds old. Set this server’s clock: until then, paid gifts are not recorded.`
    case 'not-configured':
      return 'Webhooks arrive and Stripe is not set up here. Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, or remove the endpoint in Stripe’s dashboard.'
    default:
      return null
  }
}

/** Counts and logs a webhook that was not taken, and warns of what only an operator can mend. */
export function noteRefused(refusal: WebhookRefusal): void {
  const state = shared()
  const { why, secondsAhead } = refusal
  Object.assign(state, { refused: state.refused + 1, lastRefusedAt: utcNow(), lastReason: why })
  const sentence = remedy(refusal)
  if (sentence) reportWarning(warningKey, sentence, { seconds: daySeconds })
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

/** Stripe signed it and the clock agrees: what was wrong is mended. */
export function noteAccepted(): void {
  shared().lastAcceptedAt = utcNow()
  clearWarning(warningKey)
}

export function webhookHealth(): WebhookHealth {
  const { refused, lastRefusedAt, lastReason, lastAcceptedAt } = shared()
  return { refused, lastRefusedAt, lastReason, lastAcceptedAt }
}

/** For tests: as after a start. */
export function forgetWebhooks(): void {
  resetProcessState('webhook-health')
  clearWarning(warningKey)
}
