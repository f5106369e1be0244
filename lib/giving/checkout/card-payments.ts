/** Whether, and how earnestly, this site takes cards. */
import 'server-only'
import { env } from '#lib/platform/env.ts'

/** `test`: Stripe's test mode or the sandbox; no card is charged. `off`: no payment service is set up. */
export function cardPayments(): 'live' | 'test' | 'off' {
  const { stripe } = env()
  if (!stripe) return 'off'
  return /^[sr]k_test_/.test(stripe.secretKey) ? 'test' : 'live'
}
