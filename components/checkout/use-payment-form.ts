'use client'
/**
 * What every form with a payment does in the browser: keeps what was typed, follows the answers, reports errors, and shows Turnstile's
 * widget if its keys are set.
 */
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { WidgetOffer } from '#components/behaviours/turnstile.ts'
import { markTitle, nameOf, prepareOnTouch, readForm, watchEmail } from '#components/forms/browser-form.ts'
import { keepEarlyValues, keepValues, restoreValues } from '#components/forms/kept-values.ts'
import {
  type FormDescription,
  type FormFault,
  type FormValues,
  readValues,
  remainingFault,
} from '#lib/contact/forms/form.ts'
import type { FormStart } from '#lib/giving/orders/form-start.ts'

type PaymentForm<Values> = {
  /** Shared by forms that ask the same questions, and what distinguishes them: where answers are kept. */
  place: string
  keptAs: string
  description: FormDescription
  start: Pick<FormStart<Values>, 'values' | 'fault'>
  /** Null without keys. */
  challenge: WidgetOffer | null
  /** What the page's title begins with after an error, "Error:". */
  error: string
  /** After kept answers were restored. */
  onReady?: (values: Values) => void
}

export function usePaymentForm<Values extends FormValues>(options: PaymentForm<Values>) {
  const { place, keptAs, description, start, challenge: offer, error } = options
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const [values, setValues] = useState(start.values)
  const [fault, setFault] = useState(start.fault)
  const challenge = useChallenge(form, offer)
  const read = (element: HTMLFormElement) => readValues<Values>(description, readForm(element))

  // Keeps what was typed before this script arrived, and what an earlier visit left.
  const begin = useEffectEvent(() => {
    if (!form.current) return
    restoreValues(place, keptAs, form.current)
    const current = read(form.current)
    setValues(current)
    keepEarlyValues(place, keptAs, form.current, current)
    watchEmail(form.current)
    options.onReady?.(current)
  })
  useEffect(() => begin(), [])
  useFault(fault, summary, error)

  return {
    form,
    summary,
    values,
    setValues,
    fault,
    setFault,
    challenge,
    /** The current answers, which browsers may know before React does. */
    read: () => (form.current ? read(form.current) : values),
    onInput(event: FormEvent<HTMLFormElement>) {
      const current = read(event.currentTarget)
      setValues(current)
      keepValues(place, keptAs, current)
      setFault((shown) => shown && remainingFault(description, shown, current, nameOf(event.target)))
    },
  }
}

/** Reports form errors: in the page's title, and by moving the focus to the summary (WCAG 3.3.1). */
function useFault(fault: FormFault | null, summary: RefObject<HTMLElement | null>, error: string): void {
  const last = useRef<FormFault>(null)

  useEffect(() => {
    markTitle(`${error} `, fault !== null)
    // A visitor who is correcting one answer after another keeps the focus.
    const isLess =
      fault && last.current?.sentence === fault.sentence && fault.errors.length < last.current.errors.length
    if (fault && !isLess) summary.current?.focus()
    last.current = fault
  }, [fault, summary, error])
}

/** Turnstile's token: `answer` is a field of the request, empty without one; `renew` requests another. */
function useChallenge(form: RefObject<HTMLFormElement | null>, offer: WidgetOffer | null) {
  const renew = useRef<() => void>(undefined)

  useEffect(() => {
    if (form.current && offer) renew.current ??= prepareOnTouch(form.current, offer)
  }, [form, offer])

  return {
    answer(): Record<string, string> {
      const token = offer && form.current ? new FormData(form.current).get(offer.field) : null
      return offer && typeof token === 'string' && token !== '' ? { [offer.field]: token } : {}
    },
    renew: () => renew.current?.(),
  }
}
