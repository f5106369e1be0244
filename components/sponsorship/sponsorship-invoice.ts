'use client'
/**
 * The browser's side of asking for an invoice: one request at a time, and every answer of the server, and every lack of
 * one, told to the form as a value. The page's own key makes a repetition the same request.
 */
import { useRef, useState } from 'react'
import type { FieldError } from '#components/checkout/checkout-request.ts'
import type { Fault } from '#components/checkout/use-checkout.ts'
import type { SponsorshipEvent } from '#lib/content/sponsorship-events.ts'
import { invoiceThanks } from '#lib/sponsorship/rules.ts'

export const invoiceAction = '/api/sponsorship-invoice'

type InvoiceAnswer =
  | { kind: 'kept'; reference: string }
  /** `total`: in dollars, where the server found another one than this page. */
  | { kind: 'failed'; fault: Fault; total?: number | undefined }

type Answered = { reference?: string; title?: string; detail?: string; errors?: FieldError[]; total?: number }

async function request(body: object, key: string, unreached: string): Promise<InvoiceAnswer> {
  try {
    const response = await fetch(invoiceAction, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    })
    const { reference, title, detail, errors, total } = (await response.json()) as Answered
    if (response.ok && reference) return { kind: 'kept', reference }
    if (response.status === 422 && errors?.length) return { kind: 'failed', fault: { errors } }
    const sentence = response.ok ? undefined : (detail ?? title)
    if (sentence) return { kind: 'failed', fault: { sentence }, total }
  } catch {
    // No answer, or a proxy's page of HTML: told below.
  }
  return { kind: 'failed', fault: { sentence: unreached } }
}

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

  /** @param onTotal hears of the right total, in dollars, when the one in `body` disagrees. */
  async function ask(event: SponsorshipEvent, body: object, onTotal: (dollars: number) => void) {
    busy.current = true
    setAsking(true)
    const answer = await request(body, attemptKey, unreached)
    busy.current = false
    setAsking(false)
    if (answer.kind === 'kept') return location.assign(invoiceThanks(event, answer.reference))
    if (answer.total !== undefined) onTotal(answer.total)
    tell(answer.fault)
  }

  return {
    ask,
    /** For handlers, which must not wait for a new picture of the page. */
    isAsking: () => busy.current,
    asking,
  }
}
