'use client'
/**
 * Turns the two steps of the donation form. The second is an entry of the browser's history, so that Back returns from the address to the
 * gift, with everything kept.
 */
import { useEffect, useEffectEvent, useRef } from 'react'
import { flushSync } from 'react-dom'

export type Step = 1 | 2

type Turning = {
  step: Step
  setStep: (step: Step) => void
  /** Whether the first step is the only one. */
  isShort: boolean
  /** Called before another step is shown: removes the errors of this one. */
  onTurn: () => void
}

const isSecondEntry = () => history.state?.donationStep === 2

/** Called after `useCheckout`: at Back the card form closes first. */
export function useSteps({ step, setStep, isShort, onTurn }: Turning) {
  const top = useRef<HTMLDivElement>(null)
  const sections = { 1: useRef<HTMLElement>(null), 2: useRef<HTMLElement>(null) }

  const turn = useEffectEvent(({ state }: PopStateEvent) => {
    const next = state?.donationStep === 2 ? 2 : 1
    if (isShort) return
    // When the card form closes, the step stays.
    if (next !== step) onTurn()
    setStep(next)
  })
  useEffect(() => {
    const listener = (event: PopStateEvent) => turn(event)
    window.addEventListener('popstate', listener)
    return () => window.removeEventListener('popstate', listener)
  }, [])

  function show(shown: Step) {
    sections[shown].current?.focus()
    // From step 2 on there is little above the form, so the logo stays in view.
    if (shown === 2) scrollTo(0, 0)
    else top.current?.scrollIntoView()
  }

  return {
    /** The whole form, and the sections of the steps. */
    top,
    sections,
    show,
    turnTo(next: Step) {
      onTurn()
      if (next === 1 && isSecondEntry()) return history.back()
      // After an error led back from the address to the gift, the entry is already there.
      if (next === 2 && !isSecondEntry())
        history.pushState({ ...history.state, donationStep: 2 }, '', location.pathname + location.search)
      // The focus follows at once, so that screen readers announce the step.
      flushSync(() => setStep(next))
      show(next)
    },
    /** A reload stays at the address step if the gift was restored too; otherwise Back would return to it. */
    afterReload(isGiftThere: () => boolean) {
      if (isShort || !isSecondEntry()) return
      if (isGiftThere()) setStep(2)
      else history.replaceState({ ...history.state, donationStep: 1 }, '')
    },
  }
}
