'use client'
/**
 * Turnstile's widget in a payment form, if its keys are set: loaded when somebody first touches the form. If it is blocked or fails, the
 * form is sent without a token.
 */
import { type RefObject, useEffect, useRef } from 'react'
import { onFirstTouch } from '#components/behaviours/first-touch.ts'
import type { Widget, WidgetOffer } from '#components/behaviours/turnstile.ts'

/** `offer`: null without keys. The form holds an empty element with `data-challenge`. */
export function useChallenge(form: RefObject<HTMLFormElement | null>, offer: WidgetOffer | null) {
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
