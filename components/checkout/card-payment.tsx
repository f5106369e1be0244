'use client'
/** Stripe's embedded page, in ours. Loads Stripe's script only when it is shown, and gives it back when it goes. */
import type { StripeEmbeddedCheckout } from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'react'
import type { CheckoutSession } from './checkout-request.ts'

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${address} could not be loaded`))
    document.head.append(script)
  })
}

async function openCheckout(session: CheckoutSession): Promise<StripeEmbeddedCheckout> {
  // The stand-in defines what Stripe's loader looks for before it fetches anything.
  if (session.scriptUrl && !('Stripe' in window)) await loadScript(session.scriptUrl)
  const { loadStripe } = await import('@stripe/stripe-js/pure')
  const stripe = await loadStripe(session.publishableKey)
  if (!stripe) throw new Error('No Stripe outside a browser')
  return stripe.createEmbeddedCheckoutPage({ fetchClientSecret: async () => session.clientSecret })
}

/** Stripe allows one embedded page at a time, so the next waits for the last to be gone. */
let last: Promise<unknown> = Promise.resolve()

type CardPaymentProps = { session: CheckoutSession; onFailure: () => void }

export function CardPayment({ session, onFailure }: CardPaymentProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [loading, setLoading] = useState(true)

  useEffect(() => {
    let gone = false
    const opened = last.then(() => (gone ? null : openCheckout(session)))
    last = opened
      .then((checkout) => {
        if (!checkout || gone || !frame.current) return
        checkout.mount(frame.current)
        setLoading(false)
      })
      .catch(() => {
        if (!gone) onFailure()
      })
    return () => {
      gone = true
      last = opened.then(
        (checkout) => checkout?.destroy(),
        () => undefined,
      )
    }
  }, [session, onFailure])

  return (
    <>
      {loading && (
        <p role="status" className="rounded-card bg-sand px-5 py-4">
          Opening the secure card form…
        </p>
      )}
      <div ref={frame} className="min-h-96 overflow-hidden rounded-card bg-white" />
    </>
  )
}
