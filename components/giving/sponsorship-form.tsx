'use client'
/**
 * The sponsorship form. Without JavaScript it is a plain form that the server sends on to the payment page, or back with
 * what to mend (POST /api/create-checkout-session-usa); with JavaScript the total follows the levels and the card form
 * opens below. Amounts shown here are for the eye: the server works out its own.
 */
import { type FormEvent, lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { formatMoney } from '#lib/giving/money.ts'
import {
  checkSponsorship,
  type SponsorshipError,
  type SponsorshipField,
  type SponsorshipValues,
  sponsorLabel,
  sponsorshipFields,
  sponsorshipSummary,
  sponsorshipTotal,
} from '#lib/giving/sponsorship.ts'
import { requestCheckout, sponsorshipBody } from './checkout-request.ts'
import { SponsorFields } from './sponsor-fields.tsx'
import { SponsorshipLevels } from './sponsorship-levels.tsx'
import type { SponsorshipOffer } from './sponsorship-offer.ts'
import { SponsorshipSummary } from './sponsorship-summary.tsx'
import { type Fault as AnyFault, useCheckout } from './use-checkout.ts'
import { useFault } from './use-fault.ts'

const CardPayment = lazy(() => import('./card-payment.tsx').then((module) => ({ default: module.CardPayment })))

const action = '/api/create-checkout-session-usa'

type Fault = AnyFault<SponsorshipError>

export type SponsorshipStart = { values: SponsorshipValues; fault: Fault | null }

type SponsorshipFormProps = {
  offer: SponsorshipOffer
  start: SponsorshipStart
  /** Names this view of the form, so that a second submit without JavaScript is the same attempt. */
  attemptKey: string
  /** Notices above the questions. */
  notices: ReactNode
  /** How to pay without a card. */
  invoice: ReactNode
}

/** What stands in the form now. */
function readForm(form: HTMLFormElement): SponsorshipValues {
  const data = new FormData(form)
  const text = (field: SponsorshipField) => String(data.get(field) ?? '').trim()
  return {
    levels: data.getAll('levels').map(String),
    firstName: text('firstName'),
    email: text('email'),
    phone: text('phone'),
    website: text('website'),
    address: text('address'),
    contact: text('contact'),
    promotionalItems: data.has('promotionalItems'),
    comments: text('comments'),
  }
}

const isOurs = (error: { field: string }): error is SponsorshipError =>
  (sponsorshipFields as readonly string[]).includes(error.field)

export function SponsorshipForm({ offer, start, attemptKey, notices, invoice }: SponsorshipFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const [values, setValues] = useState(start.values)
  const [fault, setFault] = useState(start.fault)
  const { terms, event } = offer
  const showFault = useCallback((found: AnyFault) => {
    setFault('sentence' in found ? found : { errors: found.errors.filter(isOurs) })
  }, [])
  const { pay, isBusy, paying, session, closeCardForm, cardFormFailed, giveUpCardForm } = useCheckout(showFault)
  const errors = fault && 'errors' in fault ? fault.errors : []
  const errorOf = (field: SponsorshipField) => errors.find((error) => error.field === field)?.message
  const total = sponsorshipTotal(values, terms.levels)

  useEffect(() => {
    // What was chosen before this script arrived counts too.
    if (form.current) setValues(readForm(form.current))
  }, [])
  useFault(fault, summary)

  function submit(submission: FormEvent<HTMLFormElement>) {
    // Stripe's own page: the form goes to the server as it would without JavaScript.
    if (cardFormFailed) return
    submission.preventDefault()
    if (isBusy()) return
    const current = readForm(submission.currentTarget)
    setValues(current)
    const found = checkSponsorship(current, terms)
    if (found.length > 0) return setFault({ errors: found })
    setFault(null)
    const sum = sponsorshipTotal(current, terms.levels)
    void pay(JSON.stringify(current), (key) => requestCheckout(action, sponsorshipBody(event, current, sum), key))
  }

  return (
    <div className="grid gap-8 desk:grid-cols-[1.15fr_.85fr] desk:gap-14">
      <div className="min-w-0">
        {notices}
        {fault && (
          <ErrorSummary
            ref={summary}
            message={'sentence' in fault ? fault.sentence : sponsorshipSummary(values, errors)}
            errors={errors}
          />
        )}
        <form
          ref={form}
          method="post"
          action={action}
          noValidate
          hidden={session !== null}
          onSubmit={submit}
          onInput={(input) => setValues(readForm(input.currentTarget))}
          className="grid gap-8"
        >
          <input type="hidden" name="event" value={event} />
          <input type="hidden" name="idempotencyKey" value={attemptKey} />
          <input type="hidden" name="paymentMethod" value="card" />
          <SponsorshipLevels offer={offer} chosen={start.values.levels} error={errorOf('levels')} />
          <SponsorFields offer={offer} values={start.values} errorOf={errorOf} />
          <div>
            <button type="submit" disabled={paying} className={buttonClass()}>
              {paying ? 'Preparing the card form…' : sponsorLabel(values, terms.levels)}
            </button>
          </div>
        </form>
        {session && (
          <section aria-label="Card payment">
            <h2 className="mb-4 text-[1.6rem]">Sponsor with {formatMoney(total)} by card</h2>
            <Suspense fallback={null}>
              <CardPayment session={session} onFailure={giveUpCardForm} />
            </Suspense>
            <button type="button" className={`${buttonClass('outline')} mt-6`} onClick={closeCardForm}>
              Back to your sponsorship
            </button>
          </section>
        )}
        <p role="status" className="sr-only">
          {paying ? 'Preparing the card form' : ''}
        </p>
      </div>
      <SponsorshipSummary offer={offer} values={values} invoice={invoice} />
    </div>
  )
}
