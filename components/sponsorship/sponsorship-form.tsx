'use client'
/**
 * The sponsorship form, by card or by invoice. Without JavaScript it is a plain form that the server sends on to the payment
 * page or to its thanks, or back with what to mend (POST /api/create-checkout-session-usa, /api/sponsorship-invoice); with
 * JavaScript the total follows the levels and the card form opens below. Amounts shown here are for the eye: the server
 * works out its own.
 */
import { type ReactNode, type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CardSection } from '#components/checkout/card-section.tsx'
import { type CheckoutResult, requestCheckout, sponsorshipBody } from '#components/checkout/checkout-request.ts'
import { useChallenge } from '#components/checkout/use-challenge.ts'
import { type Fault as AnyFault, useCheckout } from '#components/checkout/use-checkout.ts'
import { useFault } from '#components/checkout/use-fault.ts'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { formatMoney, type Money } from '#lib/money.ts'
import {
  checkSponsorship,
  type SponsorshipError,
  type SponsorshipField,
  type SponsorshipValues,
  sponsorLabel,
  sponsorshipFields,
  sponsorshipSummary,
  sponsorshipTotal,
} from '#lib/sponsorship/rules.ts'
import { SponsorFields } from './sponsor-fields.tsx'
import { invoiceAction, useInvoice } from './sponsorship-invoice.ts'
import { SponsorshipLevels } from './sponsorship-levels.tsx'
import type { SponsorshipOffer } from './sponsorship-offer.ts'
import { SponsorshipSummary } from './sponsorship-summary.tsx'

const checkoutAction = '/api/create-checkout-session-usa'

type Fault = AnyFault<SponsorshipError>

export type SponsorshipStart = { values: SponsorshipValues; fault: Fault | null }

type SponsorshipFormProps = {
  offer: SponsorshipOffer
  start: SponsorshipStart
  /** Names this view of the form, so that a second submit without JavaScript is the same attempt. */
  attemptKey: string
  /** Said when a request for an invoice may not have been kept. */
  unreached: string
  /** Fields that people do not see, sent with the others. */
  signs: ReactNode
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

/** The fields of `signs`, as they stand. */
const readSigns = (form: HTMLFormElement) => {
  const data = new FormData(form)
  return { startedAt: data.get('startedAt'), website2: data.get('website2') }
}

const isOurs = (error: { field: string }): error is SponsorshipError =>
  (sponsorshipFields as readonly string[]).includes(error.field)

export function SponsorshipForm(props: SponsorshipFormProps) {
  const { offer, start, attemptKey, unreached, signs, notices, invoice } = props
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const [values, setValues] = useState(start.values)
  const [fault, setFault] = useState(start.fault)
  const [named, setNamed] = useState<{ levels: string; total: Money } | null>(null)
  const { terms, event, cards } = offer
  const showFault = useCallback((found: AnyFault) => {
    setFault('sentence' in found ? found : { errors: found.errors.filter(isOurs) })
  }, [])
  const { pay, isBusy, paying, session, closeCardForm, cardFormFailed, giveUpCardForm } = useCheckout(showFault)
  const challenge = useChallenge(form, offer.challenge)
  const { ask, isAsking, asking } = useInvoice({ attemptKey, unreached, tell: showFault })
  const errors = fault && 'errors' in fault ? fault.errors : []
  const errorOf = (field: SponsorshipField) => errors.find((error) => error.field === field)?.message
  const totalOf = ({ levels }: SponsorshipValues) =>
    named?.levels === levels.join() ? named.total : sponsorshipTotal({ levels }, terms.levels)
  const total = totalOf(values)

  useEffect(() => {
    // What was chosen before this script arrived counts too.
    if (form.current) setValues(readForm(form.current))
  }, [])
  useFault(fault, summary)

  function submit(submission: SubmitEvent<HTMLFormElement>) {
    const byInvoice = !cards || submission.nativeEvent.submitter?.getAttribute('formaction') === invoiceAction
    // Stripe's own page: the form goes to the server as it would without JavaScript.
    if (cardFormFailed && !byInvoice) return
    submission.preventDefault()
    if (isBusy() || isAsking()) return
    const current = readForm(submission.currentTarget)
    setValues(current)
    const found = checkSponsorship(current, terms)
    if (found.length > 0) return setFault({ errors: found })
    setFault(null)
    const body = sponsorshipBody(event, current, totalOf(current))
    // The prices changed after this page was loaded: show and claim the server's total from now on.
    const hearTotal = (serverTotal: Money) => setNamed({ levels: current.levels.join(), total: serverTotal })
    if (byInvoice) {
      const signs = { ...readSigns(submission.currentTarget), ...challenge.answer() }
      return void ask(event, { ...body, ...signs }, hearTotal).finally(challenge.renew)
    }
    const heard = (answer: CheckoutResult) => {
      if (answer.kind === 'failed' && answer.total !== undefined) hearTotal(answer.total)
      return answer
    }
    void pay(
      JSON.stringify(current),
      async (key) => heard(await requestCheckout(checkoutAction, { ...body, ...challenge.answer() }, key)),
      () => JSON.stringify(form.current ? readForm(form.current) : null),
    ).finally(challenge.renew)
  }

  function leaveCardForm() {
    flushSync(closeCardForm)
    form.current?.focus()
    form.current?.scrollIntoView()
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
          action={cards ? checkoutAction : invoiceAction}
          noValidate
          hidden={session !== null}
          tabIndex={-1}
          onSubmit={submit}
          onInput={(input) => setValues(readForm(input.currentTarget))}
          className="grid scroll-mt-6 gap-8 outline-none"
        >
          <input type="hidden" name="event" value={event} />
          <input type="hidden" name="idempotencyKey" value={attemptKey} />
          <input type="hidden" name="paymentMethod" value="card" />
          {/* What is being paid for stands still until the card form is there. */}
          <div inert={paying || asking} className="grid gap-8">
            <SponsorshipLevels offer={offer} chosen={start.values.levels} error={errorOf('levels')} />
            <SponsorFields offer={offer} values={start.values} errorOf={errorOf} />
          </div>
          {signs}
          <div data-challenge="giving" className="empty:hidden" />
          <div className="flex flex-wrap gap-4">
            {cards && (
              <button type="submit" disabled={paying || asking} className={buttonClass()}>
                {paying ? 'Preparing the card form…' : sponsorLabel(total)}
              </button>
            )}
            <button
              type="submit"
              formAction={invoiceAction}
              disabled={paying || asking}
              className={buttonClass(cards ? 'outline' : 'solid')}
            >
              {asking ? 'Sending your request…' : 'Send me an invoice'}
            </button>
          </div>
        </form>
        {session && (
          <CardSection
            heading={`Sponsor with ${formatMoney(session.money)} by card`}
            session={session}
            onFailure={giveUpCardForm}
            back="Back to your sponsorship"
            onBack={leaveCardForm}
          />
        )}
        <p role="status" className="sr-only">
          {paying && 'Preparing the card form'}
          {asking && 'Sending your request'}
        </p>
      </div>
      <SponsorshipSummary offer={offer} values={values} total={total} invoice={invoice} />
    </div>
  )
}
