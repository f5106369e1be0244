'use client'
/**
 * The card form below the answers, and the way back to them. It opens far from the button that opens it, so focus and scroll position move
 * to it.
 */
import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { buttonClass } from '#components/ui/button-link.tsx'
import { Text } from '#components/ui/text.tsx'
import type { CheckoutTexts } from '#lib/platform/messages/texts.ts'
import type { CheckoutSession } from './checkout-result.ts'

const CardPayment = lazy<ComponentType<Pick<CardSectionProps, 'session' | 'onFailure' | 'texts'>>>(() =>
  import('./card-payment.tsx').then(
    (module) => ({ default: module.CardPayment }),
    // Offline just now, or a new version was published.
    () => ({ default: Unavailable }),
  ),
)

function Unavailable({ onFailure }: Pick<CardSectionProps, 'onFailure'>) {
  const fail = useEffectEvent(onFailure)
  useEffect(() => fail(), [])
  return null
}

type CardSectionProps = {
  heading: string
  session: CheckoutSession
  texts: CheckoutTexts
  onFailure: () => void
  back: string
  onBack: () => void
}

export function CardSection({ heading, session, texts, onFailure, back, onBack }: CardSectionProps) {
  const section = useRef<HTMLElement>(null)

  useEffect(() => {
    section.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView()
  }, [])

  return (
    <section ref={section} tabIndex={-1} className="scroll-mt-6 outline-none" aria-label={texts.securePayment}>
      <Text as="h2" className="mb-4 text-h3">
        {heading}
      </Text>
      <Suspense fallback={null}>
        <CardPayment session={session} texts={texts} onFailure={onFailure} />
      </Suspense>
      <button type="button" className={`${buttonClass('outline')} mt-6`} onClick={onBack}>
        <Text>{back}</Text>
      </button>
    </section>
  )
}
