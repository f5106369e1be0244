'use client'
/**
 * The life of one attempt to pay, for every form with a card form below it: one request at a time, the same content is the
 * same attempt (a double click or a lost answer makes no second one), and what went wrong is told to the form.
 */
import { useCallback, useRef, useState } from 'react'
import type { FormFault } from '#lib/forms/form.ts'
import type { CheckoutResult, CheckoutSession } from './checkout-request.ts'

type Attempt = { content: string; key: string; session: CheckoutSession | null }

const cardFormFailure: FormFault = {
  errors: [],
  sentence: 'The card form could not be opened here. Press the button again to pay on the payment service’s own page.',
}

const outdated: FormFault = {
  errors: [],
  sentence: 'Your answers changed while the card form was being prepared. Please press the button again.',
}

export function useCheckout(tell: (fault: FormFault) => void) {
  const attempt = useRef<Attempt | null>(null)
  const busy = useRef(false)
  /** Counts what the visitor wants: an answer to an earlier wish opens nothing. */
  const wish = useRef(0)
  const [paying, setPaying] = useState(false)
  const [session, setSession] = useState<CheckoutSession | null>(null)
  const [cardFormFailed, setCardFormFailed] = useState(false)

  /**
   * @param content everything that was answered, as text.
   * @param contentNow the same as it stands when the answer comes: a session for other answers would charge what nobody sees.
   */
  async function pay(content: string, request: (key: string) => Promise<CheckoutResult>, contentNow: () => string) {
    if (attempt.current?.content !== content) attempt.current = { content, key: crypto.randomUUID(), session: null }
    const { key, session: known } = attempt.current
    if (known) return setSession(known)
    busy.current = true
    setPaying(true)
    wish.current += 1
    const asked = wish.current
    const answer = await request(key)
    busy.current = false
    setPaying(false)
    if (answer.kind === 'session') attempt.current = { content, key, session: answer.session }
    if (answer.kind === 'failed' && answer.certain) attempt.current = null
    if (asked !== wish.current) return
    if (answer.kind === 'failed') return tell(answer)
    if (contentNow() !== content) return tell(outdated)
    if (answer.kind === 'elsewhere') return location.assign(answer.url)
    setSession(answer.session)
  }

  const giveUpCardForm = useCallback(() => {
    setSession(null)
    setCardFormFailed(true)
    tell(cardFormFailure)
  }, [tell])

  return {
    pay,
    /** Whether a request is under way: for handlers, which must not wait for a new picture of the page. */
    isBusy: () => busy.current,
    paying,
    /** The open card form. */
    session,
    /**
     * Closes it, and keeps one that is still being prepared from opening. The next press asks the server again, which has the same
     * session unless that was closed after many declined cards.
     */
    closeCardForm: useCallback(() => {
      wish.current += 1
      if (attempt.current) attempt.current.session = null
      setSession(null)
    }, []),
    /** After this the form goes to the server as it would without JavaScript: Stripe's own page. */
    cardFormFailed,
    giveUpCardForm,
  }
}
