/**
 * Who takes cards for this site, and how earnestly: the one file of lib/giving that names a vendor. Everything else of checkout, ledger
 * and receipts uses {@link PaymentProvider} (docs/decisions/0035-a-seam-for-payment-providers.md).
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

/** What the provider's script needs in the browser. */
export const cardFormInBrowser = stripeInBrowser
