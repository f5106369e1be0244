'use client'
/**
 * The browser's side of asking for an invoice: one request at a time, and every answer of the server, and every lack of
 * one, told to the form as a value. The page's own key makes a repetition the same request.
 */
import { useRef, useState } from 'react'
import type { Fault } from '#components/checkout/use-checkout.ts'
import { submitForm } from '#components/forms/submit-form.ts'
import type { SponsorshipEvent } from '#lib/content/sponsorship-events.ts'
import type { Money } from '#lib/money.ts'
import { invoiceThanks } from '#lib/sponsorship/rules.ts'

export const invoiceAction = '/api/sponsorship-invoice'

type Ports = {
  /** Names this view of the form. */
  attemptKey: string
  /** Said when nobody knows whether the request was kept. */
  unreached: string
  tell: (fault: Fault) => void
}

export function useInvoice({ attemptKey, unreached, tell }: Ports) {
  const busy = useRef(false)
  const [asking, setAsking] = useState(false)

  /** @param onTotal called with the right total when the server found another one than `body` claims. */
  async function ask(event: SponsorshipEvent, body: object, onTotal: (total: Money) => void) {
    busy.current = true
    setAsking(true)
    const result = await submitForm(invoiceAction, body, attemptKey)
    busy.current = false
    setAsking(false)
    if (result.kind === 'refused') {
      if (result.total !== undefined) onTotal(result.total)
      return tell(result.errors.length > 0 ? { errors: result.errors } : { sentence: result.sentence })
    }
    const { reference } = result.kind === 'accepted' ? result.body : {}
    if (typeof reference !== 'string') return tell({ sentence: unreached })
    location.assign(invoiceThanks(event, reference))
  }

  return {
    ask,
    /** For handlers, which must not wait for a new picture of the page. */
    isAsking: () => busy.current,
    asking,
  }
}
