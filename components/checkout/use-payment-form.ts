'use client'
/**
 * What every form with a payment does in the browser: keeps what was typed, follows the answers, reports errors, and shows Turnstile's
 * widget if its keys are set.
 */
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { onFirstTouch, watchEmail } from '#components/behaviours/form-start.ts'
import type { Widget, WidgetOffer } from '#components/behaviours/turnstile.ts'
import { keepEarlyValues, keepValues, restoreValues } from '#components/forms/kept-values.ts'
import { nameOf, readForm } from '#components/forms/submit-form.ts'
import {
  type FormDescription,
  type FormFault,
  type FormValues,
  readValues,
  remainingFault,
} from '#lib/contact/forms/form.ts'
import type { FormStart } from '#lib/giving/checkout/form-start.ts'

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
    const start = `${error} `
    const title = document.title.startsWith(start) ? document.title.slice(start.length) : document.title
    document.title = fault ? start + title : title
    // A visitor who is correcting one answer after another keeps the focus.
    const isLess =
      fault && last.current?.sentence === fault.sentence && fault.errors.length < last.current.errors.length
    if (fault && !isLess) summary.current?.focus()
    last.current = fault
  }, [fault, summary, error])
}

/** The widget is loaded when somebody first touches the form. If it is blocked or fails, the form is sent without a token. */
function useChallenge(form: RefObject<HTMLFormElement | null>, offer: WidgetOffer | null) {
  const widget = useRef<Widget | null>(null)

  useEffect(() => {
    const element = form.current
    if (!element || !offer) return
    const shown = new AbortController()
    const show = async () => {
      const { showWidget } = await import('#components/behaviours/turnstile.ts')
      const drawn = await showWidget(element, offer)
      if (shown.signal.aborted) drawn?.remove()
      else widget.current = drawn
    }
    // The touch that loaded this script has passed.
    if (element.contains(document.activeElement)) void show().catch(() => undefined)
    else onFirstTouch(element, show, shown.signal)
    return () => {
      shown.abort()
      widget.current?.remove()
      widget.current = null
    }
  }, [form, offer])

  return {
    /** The token as a field of the request; empty without one. */
    answer(): Record<string, string> {
      const token = offer && form.current ? new FormData(form.current).get(offer.field) : null
      return offer && typeof token === 'string' && token !== '' ? { [offer.field]: token } : {}
    },
    /** A token is valid once, so this requests another. */
    renew: () => widget.current?.renew(),
  }
}
