'use client'
/** Stripe's embedded page. Loads Stripe's script only when it is shown, and destroys it when it is closed. */
import type { StripeEmbeddedCheckout, StripeEmbeddedCheckoutOptions } from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Notice } from '#components/ui/card.tsx'
import { Text } from '#components/ui/text.tsx'
import type { CheckoutTexts } from '#lib/platform/messages/texts.ts'
import type { CheckoutSession } from './checkout-result.ts'
import { loadedStripe } from './stripe-script.ts'

type OnEvent = NonNullable<StripeEmbeddedCheckoutOptions['onAnalyticsEvent']>

async function openCheckout(session: CheckoutSession, onAnalyticsEvent: OnEvent): Promise<StripeEmbeddedCheckout> {
  const stripe = await loadedStripe(session)
  return stripe.createEmbeddedCheckoutPage({ fetchClientSecret: async () => session.clientSecret, onAnalyticsEvent })
}

/** Stripe allows one embedded page at a time, so the next waits for the last to be gone. */
let last: Promise<unknown> = Promise.resolve()

/** Failures that the donor did not cause: https://docs.stripe.com/payments/checkout/analyze-conversion-funnel */
const failures: readonly string[] = ['api_error', 'unexpected']

type CardPaymentProps = { session: CheckoutSession; texts: CheckoutTexts; onFailure: () => void }

export function CardPayment({ session, texts, onFailure }: CardPaymentProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [loading, setLoading] = useState(true)
  const [failed, setFailed] = useState(false)
  const giveUp = useEffectEvent(onFailure)

  useEffect(() => {
    let gone = false
    const hear: OnEvent = (event) => {
      if (gone) return
      if (event.eventType === 'checkoutSubmitted') setFailed(false)
      if (event.eventType === 'checkoutSubmitFailed') setFailed(failures.includes(event.details.failureReason))
    }
    const opened = last.then(() => (gone ? null : openCheckout(session, hear)))
    last = opened
      .then((checkout) => {
        if (!checkout || gone || !frame.current) return
        checkout.mount(frame.current)
        setLoading(false)
      })
      .catch(() => {
        if (!gone) giveUp()
      })
    return () => {
      gone = true
      last = opened.then(
        (checkout) => checkout?.destroy(),
        () => undefined,
      )
    }
  }, [session])

  return (
    <>
      {loading && (
        <Notice role="status">
          <Text>{texts.opening}</Text>
        </Notice>
      )}
      <Notice role="alert" look="bad" className="mb-4 empty:hidden">
        {failed && (
          <>
            <Text as="strong" className="block">
              {texts.unsuccessful}
            </Text>
            <Text>{texts.notCharged}</Text>
          </>
        )}
      </Notice>
      <div ref={frame} className="min-h-96 overflow-hidden rounded-card bg-white" />
    </>
  )
}
