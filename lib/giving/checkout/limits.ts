/**
 * Whether this visitor may start a payment now: rate limits, Turnstile if its keys are set, and earlier declined cards. A browser without
 * JavaScript sends no token, so a missing one means a tighter limit, not a refusal.
 */
import 'server-only'
import { verifyChallenge } from '#lib/contact/forms/challenge.ts'
import type { RateLimitKeys } from '#lib/giving/checkout/attempts.ts'
import { secondsToWait } from '#lib/giving/checkout/declines.ts'
import { limitRequest } from '#lib/platform/http/limits/index.ts'
import { emailKey } from '#lib/platform/http/limits/visitor.ts'

/** The widget's action on every form that gives. */
export const givingAction = 'giving'

/** `retryAfter` in whole seconds. `failed-challenge`: Turnstile rejected the token. */
export type CheckoutVerdict =
  | { kind: 'allowed'; rateLimitKeys: RateLimitKeys }
  | { kind: 'limited'; retryAfter: number }
  | { kind: 'failed-challenge' }

/** @param data the request's body, untrusted. Never throws: a request that cannot be counted or checked is allowed. */
export async function limitCheckout(
  request: Request,
  data: Readonly<Record<string, unknown>>,
  email: string,
): Promise<CheckoutVerdict> {
  const { headers } = request
  const verdict = await limitRequest(headers, 'checkout', { email })
  if (!verdict.ok) return { kind: 'limited', retryAfter: verdict.retryAfter }

  const challenge = await verifyChallenge(request, data, givingAction)
  if (challenge === 'failed') return { kind: 'failed-challenge' }
  if (challenge === 'missing' || challenge === 'unknown') {
    const unproven = await limitRequest(headers, 'checkout-unproven')
    if (!unproven.ok) return { kind: 'limited', retryAfter: unproven.retryAfter }
  }

  const rateLimitKeys = { visitor: verdict.visitor, email: emailKey(email) }
  const wait = await secondsToWait(rateLimitKeys, { isPerson: challenge === 'passed' })
  return wait > 0 ? { kind: 'limited', retryAfter: wait } : { kind: 'allowed', rateLimitKeys }
}
