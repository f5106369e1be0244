'use client'
/**
 * One attempt to pay, for every form with a card form below it: one request at a time; the same answers are the same attempt (a double
 * click or a lost response starts no second one); failures go to `report`.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { sender } from '#components/forms/browser-form.ts'
import type { FormFault } from '#lib/contact/forms/form.ts'
import type { CheckoutTexts } from '#lib/platform/messages/texts.ts'
import type { Money } from '#lib/platform/money.ts'
import { isRecord } from '#lib/platform/narrow.ts'
import { type CheckoutSession, checkoutResult } from './checkout-result.ts'

/** The card form is a history entry, so that the browser's Back button returns to the answers. */
const isCardEntry = (state: unknown) => isRecord(state) && state.cardForm === true

type Checkout = {
  /** The form's endpoint, such as /api/create-checkout-session. */
  address: string
  texts: CheckoutTexts
  /** The current answers. */
  read: () => object
  /** `total`: the correct one, if the page showed another one. */
  report: (fault: FormFault, total?: Money) => void
  /** The answers are shown again, and take the focus. */
  onClosed: () => void
}

export function useCheckout({ address, texts, read, report, onClosed }: Checkout) {
  /** The session of the answers in `content`, until its card form is closed. */
  const started = useRef<{ content: string; session: CheckoutSession } | null>(null)
  const [{ isBusy, send }] = useState(sender)
  /** Counts requests and closings of the card form, so that the response to an earlier request opens nothing. */
  const request = useRef(0)
  const [paying, setPaying] = useState(false)
  const [session, setSession] = useState<CheckoutSession | null>(null)
  const [cardFormFailed, setCardFormFailed] = useState(false)
  const isOpen = useRef(false)

  function closeCardForm() {
    isOpen.current = false
    request.current += 1
    started.current = null
    setSession(null)
  }

  // A reload, or Forward, leads to the entry of a card form that is no longer there.
  const leaveLostForm = useEffectEvent(() => {
    if (isCardEntry(history.state) && !isOpen.current) history.back()
  })
  const turn = useEffectEvent(() => {
    leaveLostForm()
    if (isCardEntry(history.state)) return
    const wasOpen = isOpen.current
    flushSync(closeCardForm)
    if (wasOpen) onClosed()
  })
  useEffect(() => {
    leaveLostForm()
    const listener = () => turn()
    window.addEventListener('popstate', listener)
    return () => window.removeEventListener('popstate', listener)
  }, [])

  function openCardForm(opened: CheckoutSession) {
    isOpen.current = true
    setSession(opened)
    if (!isCardEntry(history.state)) history.pushState({ ...history.state, cardForm: true }, '')
  }

  /** `body`: of the request, if it is more than the answers. */
  async function pay(answers: object, body: object) {
    const content = JSON.stringify(answers)
    if (started.current?.content === content) return openCardForm(started.current.session)
    setPaying(true)
    request.current += 1
    const number = request.current
    const sent = await send(address, answers, { paymentMethod: 'card', ...body, uiMode: 'embedded' })
    const answer = checkoutResult(sent, texts)
    setPaying(false)
    if (answer.kind === 'session') started.current = { content, session: answer.session }
    if (number !== request.current) return
    if (answer.kind === 'failed') return report(answer, answer.total)
    // A session for other answers would charge an amount that is not shown.
    if (JSON.stringify(read()) !== content) return report({ sentence: texts.outdated, errors: [] })
    if (answer.kind === 'elsewhere') return location.assign(answer.url)
    openCardForm(answer.session)
  }

  return {
    pay,
    /** Whether a request is under way: for handlers, which must not wait for a render. */
    isBusy,
    paying,
    /** After this the form goes to the server as it would without JavaScript: Stripe's own page. */
    cardFormFailed,
    /** The open card form, and what its section calls. */
    card: session && {
      session,
      /**
       * Closes it, and prevents a pending one from opening. The next click asks the server again, which returns the same session unless it
       * was closed after many declined cards.
       */
      onBack() {
        // Closed at once, because the payment frame may have history entries of its own that Back would visit first.
        flushSync(closeCardForm)
        onClosed()
        if (isCardEntry(history.state)) history.back()
      },
      onFailure() {
        isOpen.current = false
        setSession(null)
        setCardFormFailed(true)
        report({ sentence: texts.formNotOpened, errors: [] })
        if (isCardEntry(history.state)) history.back()
      },
    },
  }
}
