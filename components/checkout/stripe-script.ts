/** Loads Stripe's script, or the sandbox's stand-in for it. */
import type { Stripe } from '@stripe/stripe-js'
import type { StripeSettings } from './checkout-result.ts'

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${address} could not be loaded`))
    document.head.append(script)
  })
}

/** Rejects if it cannot be loaded. */
export async function loadedStripe({ publishableKey, scriptUrl }: StripeSettings): Promise<Stripe> {
  // The stand-in defines the global that Stripe's loader looks for before it fetches anything.
  if (scriptUrl && !('Stripe' in window)) await loadScript(scriptUrl)
  const { loadStripe } = await import('@stripe/stripe-js/pure')
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('No Stripe outside a browser')
  return stripe
}
