'use client'
/**
 * One attempt to pay, for every form with a card form below it: one request at a time; the same answers are the same attempt (a double
 * click or a lost response starts no second one); failures go to `report`.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FormFault } from '#lib/contact/forms/form.ts'
import type { CheckoutTexts } from '#lib/platform/messages/texts.ts'
import { isRecord } from '#lib/platform/narrow.ts'
import type { CheckoutResult, CheckoutSession } from './checkout-request.ts'

type StartedCheckout = { content: string; key: string; session: CheckoutSession | null }

/** The card form is a history entry, so that the browser's Back button returns to the answers. */
const isCardEntry = (state: unknown) => isRecord(state) && state.cardForm === true

/** `onClosed`: the answers are shown again, and take the focus. */
export function useCheckout(
  report: (fault: FormFault) => void,
  onClosed: () => void,
  { formNotOpened, outdated }: CheckoutTexts,
) {
  const attempt = useRef<StartedCheckout | null>(null)
  const busy = useRef(false)
  /** Counts requests and closings of the card form, so that the response to an earlier request opens nothing. */
  const request = useRef(0)
  const [paying, setPaying] = useState(false)
  const [session, setSession] = useState<CheckoutSession | null>(null)
  const [cardFormFailed, setCardFormFailed] = useState(false)
  const isOpen = useRef(false)
  const closed = useRef(onClosed)
  closed.current = onClosed

  const closeCardForm = useCallback(() => {
    isOpen.current = false
    request.current += 1
    if (attempt.current) attempt.current.session = null
    setSession(null)
  }, [])

  useEffect(() => {
    // A reload, or Forward, leads to the entry of a card form that is no longer there.
    const leaveLostForm = () => {
      if (isCardEntry(history.state) && !isOpen.current) history.back()
    }
    const turn = () => {
      leaveLostForm()
      if (isCardEntry(history.state)) return
      const wasOpen = isOpen.current
      flushSync(closeCardForm)
      if (wasOpen) closed.current()
    }
    leaveLostForm()
    window.addEventListener('popstate', turn)
    return () => window.removeEventListener('popstate', turn)
  }, [closeCardForm])

  function openCardForm(opened: CheckoutSession) {
    isOpen.current = true
    setSession(opened)
    if (!isCardEntry(history.state)) history.pushState({ ...history.state, cardForm: true }, '')
  }

  /**
   * @param content all answers as text. @param contentNow the same at the time of the response: a session for other answers would charge
   * an amount that is not shown.
   */
  async function pay(content: string, send: (key: string) => Promise<CheckoutResult>, contentNow: () => string) {
    if (attempt.current?.content !== content) attempt.current = { content, key: crypto.randomUUID(), session: null }
    const { key, session: known } = attempt.current
    if (known) return openCardForm(known)
    busy.current = true
    setPaying(true)
    request.current += 1
    const number = request.current
    const answer = await send(key)
    busy.current = false
    setPaying(false)
    if (answer.kind === 'session') attempt.current = { content, key, session: answer.session }
    if (answer.kind === 'failed' && answer.certain) attempt.current = null
    if (number !== request.current) return
    if (answer.kind === 'failed') return report(answer)
    if (contentNow() !== content) return report({ sentence: outdated, errors: [] })
    if (answer.kind === 'elsewhere') return location.assign(answer.url)
    openCardForm(answer.session)
  }

  const leaveCardForm = useCallback(() => {
    // Closed at once, because the payment frame may have history entries of its own that Back would visit first.
    flushSync(closeCardForm)
    closed.current()
    if (isCardEntry(history.state)) history.back()
  }, [closeCardForm])

  const giveUpCardForm = useCallback(() => {
    isOpen.current = false
    setSession(null)
    setCardFormFailed(true)
    report({ sentence: formNotOpened, errors: [] })
    if (isCardEntry(history.state)) history.back()
  }, [report, formNotOpened])

  return {
    pay,
    /** Whether a request is under way: for handlers, which must not wait for a render. */
    isBusy: () => busy.current,
    paying,
    /** The open card form. */
    session,
    /**
     * Closes it, and prevents a pending one from opening. The next click asks the server again, which returns the same session unless it
     * was closed after many declined cards.
     */
    leaveCardForm,
    /** After this the form goes to the server as it would without JavaScript: Stripe's own page. */
    cardFormFailed,
    giveUpCardForm,
  }
}
