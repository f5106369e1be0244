/**
 * The card provider of this site and its mode: the only file of lib/giving that names a vendor. All other code of checkout, ledger and
 * receipts uses {@link PaymentProvider} (docs/decisions/0035-a-seam-for-payment-providers.md).
 */
import 'server-only'
import { env } from '#lib/platform/env.ts'
import type { PaymentProvider } from '#lib/platform/providers/payments.ts'
import { ownStripe, stripeInBrowser } from '#lib/platform/providers/stripe.ts'

/** Null while no payment service is set up. */
export const cardProvider = (): PaymentProvider | null => ownStripe()

/** `test`: the provider's test mode or the sandbox; no card is charged. `off`: no payment service is set up. */
export function cardPayments(): 'live' | 'test' | 'off' {
  const { stripe } = env()
  if (!stripe) return 'off'
  return stripe.isLive ? 'live' : 'test'
}

/** Whether donors can change a monthly gift at the provider, by a mailed link. */
export const hasCustomerPortal = (): boolean => env().stripe?.portal ?? false

/** Settings for the provider's script in the browser. */
export const cardFormInBrowser = stripeInBrowser
