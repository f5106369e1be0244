'use client'
/**
 * The sponsorship form, by card or by invoice. Without JavaScript it is a plain form that the server redirects to the payment page or to
 * its thank-you page, or returns with errors (POST /api/create-checkout-session-usa, /api/sponsorship-invoice); with JavaScript the total
 * follows the levels and the card form opens below. Amounts here are for display only: the server computes its own.
 */
import { type ReactNode, type SubmitEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { addStartedAt } from '#components/behaviours/form-start.ts'
import { CardSection } from '#components/checkout/card-section.tsx'
import { type CheckoutResult, requestCheckout } from '#components/checkout/checkout-request.ts'
import { useChallenge } from '#components/checkout/use-challenge.ts'
import { useCheckout } from '#components/checkout/use-checkout.ts'
import { useFault } from '#components/checkout/use-fault.ts'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import { fieldsOf } from '#components/forms/field.tsx'
import { forgetValues, keepEarlyValues, keepValues, restoreValues } from '#components/forms/kept-values.ts'
import { nameOf, readForm, submitForm } from '#components/forms/submit-form.ts'
import { watchEmail } from '#components/forms/watch-email.ts'
import { Slot } from '#components/islands/slot.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { type FormFault, faultIn, remainingFault } from '#lib/contact/forms/form.ts'
import { readValues } from '#lib/contact/forms/read-values.ts'
import {
  describeSponsorship,
  invoiceThanks,
  type SponsorshipValues,
  sponsorLabel,
  sponsorshipTotal,
} from '#lib/giving/sponsorship/form.ts'
import { formatMoney, inWholeUnits, type Money, wholeMoney } from '#lib/platform/money.ts'
import { SponsorFields } from './sponsor-fields.tsx'
import { SponsorshipLevels, SponsorshipSummary } from './sponsorship-levels.tsx'
import type { SponsorshipOffer } from './sponsorship-offer.ts'

const invoiceAction = '/api/sponsorship-invoice'
const checkoutAction = '/api/create-checkout-session-usa'

type SponsorshipStart = {
  values: SponsorshipValues
  fault: FormFault | null
  suggestion: string | null
  returned: boolean
}

type SponsorshipFormProps = {
  offer: SponsorshipOffer
  start: SponsorshipStart
  /** Shown if a request for an invoice may not have been stored. */
  unreached: string
} & SponsorshipSlots

/** The parts that only the server renders. */
type SponsorshipSlots = {
  /** Hidden fields. */
  spamSignals?: ReactNode
  notices?: ReactNode
  /** Why the answers are kept, and how long. */
  privacy?: ReactNode
  /** How to pay without a card. */
  invoice?: ReactNode
}

export function SponsorshipForm(props: SponsorshipFormProps) {
  const { offer, start, unreached, spamSignals, notices, privacy, invoice } = props
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const [values, setValues] = useState(start.values)
  const [fault, setFault] = useState(start.fault)
  const [named, setNamed] = useState<{ levels: string; total: Money } | null>(null)
  const { terms, event, cards } = offer
  const { texts } = terms
  const description = useMemo(() => describeSponsorship(terms), [terms])
  const read = useCallback(
    (element: HTMLFormElement) => readValues<SponsorshipValues>(description, readForm(element)),
    [description],
  )
  const { pay, isBusy, paying, session, leaveCardForm, cardFormFailed, giveUpCardForm } = useCheckout(
    setFault,
    () => {
      form.current?.focus()
      form.current?.scrollIntoView()
    },
    texts.checkout,
  )
  const challenge = useChallenge(form, offer.challenge)
  const isAsking = useRef(false)
  const invoiceKey = useRef('')
  const [asking, setAsking] = useState(false)
  const field = fieldsOf(description, texts.form, {
    values: start.values,
    errors: fault?.errors ?? [],
    suggestion: start.suggestion,
  })
  const totalOf = ({ levels }: SponsorshipValues) =>
    named?.levels === levels.join() ? named.total : sponsorshipTotal({ levels }, terms.levels)
  const total = totalOf(values)

  useEffect(() => {
    // Keeps what was chosen before this script arrived, and what an earlier visit left.
    if (!form.current) return
    restoreValues('sponsorship', event, form.current)
    void addStartedAt(form.current)
    const current = read(form.current)
    setValues(current)
    keepEarlyValues('sponsorship', event, form.current, current)
  }, [event, read])
  useFault(fault, summary, texts.form.error)
  useEffect(() => {
    if (form.current) watchEmail(form.current)
  }, [])

  function submit(submission: SubmitEvent<HTMLFormElement>) {
    const byInvoice = !cards || submission.nativeEvent.submitter?.getAttribute('formaction') === invoiceAction
    // Stripe's own page: the form goes to the server as it would without JavaScript.
    if (cardFormFailed && !byInvoice) return
    submission.preventDefault()
    if (isBusy() || isAsking.current) return
    const posted = readForm(submission.currentTarget)
    const current = read(submission.currentTarget)
    setValues(current)
    const found = faultIn(description, current)
    setFault(found)
    if (found) return
    const { language } = posted
    const body = {
      ...current,
      event,
      day: terms.day ?? '',
      totalAmount: inWholeUnits(totalOf(current)),
      ...challenge.answer(),
      language,
    }
    // The prices changed after this page was loaded: show and claim the server's total from now on.
    const showTotal = (whole: number | undefined) => {
      if (whole !== undefined) setNamed({ levels: current.levels.join(), total: wholeMoney(whole, total.currency) })
    }
    if (byInvoice) {
      const signals = { startedAt: posted.startedAt, website2: posted.website2 }
      return void askForInvoice({ ...body, ...signals }, showTotal).finally(challenge.renew)
    }
    const request = async (key: string): Promise<CheckoutResult> => {
      const result = await requestCheckout(checkoutAction, body, key, texts.checkout)
      if (result.kind === 'failed') showTotal(result.total)
      return result
    }
    const contentNow = () => JSON.stringify(form.current ? read(form.current) : null)
    void pay(JSON.stringify(current), request, contentNow).finally(challenge.renew)
  }

  /** One key makes a repeated request the same one. */
  async function askForInvoice(body: { levels: readonly string[] }, showTotal: (whole: number | undefined) => void) {
    isAsking.current = true
    invoiceKey.current ||= crypto.randomUUID()
    setAsking(true)
    const result = await submitForm(invoiceAction, body, invoiceKey.current)
    isAsking.current = false
    setAsking(false)
    if (result.kind === 'refused') {
      showTotal(result.total)
      return setFault(result)
    }
    const { reference } = result.kind === 'accepted' ? result.body : {}
    if (typeof reference !== 'string') return setFault({ sentence: unreached, errors: [] })
    forgetValues('sponsorship')
    location.assign(invoiceThanks(offer.thankYou, reference, body.levels))
  }

  return (
    <div className="grid gap-8 lg:grid-cols-[1.15fr_.85fr] lg:gap-14">
      <div className="min-w-0">
        <Slot>{notices}</Slot>
        {fault && (
          <ErrorSummary
            ref={summary}
            texts={texts.form}
            message={fault.sentence}
            errors={fault.errors}
            autoFocus={start.returned}
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
          onInput={(event) => {
            const current = read(event.currentTarget)
            setValues(current)
            keepValues('sponsorship', offer.event, current)
            setFault((shown) => shown && remainingFault(description, shown, current, nameOf(event.target)))
          }}
          className="grid scroll-mt-6 gap-8 outline-none"
        >
          <input type="hidden" name="event" value={event} />
          <input type="hidden" name="day" value={terms.day ?? ''} />
          <input type="hidden" name="paymentMethod" value="card" />
          {/* Nothing that affects the payment can change until the card form is open. */}
          <div inert={paying || asking} className="grid gap-8">
            <SponsorshipLevels offer={offer} field={field('levels')} />
            {/* The summary with the total is far below on a phone. */}
            {total.amount > 0 && (
              <p
                aria-hidden="true"
                className="total-bar sticky top-0 z-1 -mx-2 flex items-baseline justify-between rounded-b-[14px] border border-line bg-card px-4 py-2 font-[650] shadow-md lg:hidden"
              >
                {texts.sponsorship.total} <span className="figure text-[1.4rem]">{formatMoney(total)}</span>
              </p>
            )}
            <SponsorFields offer={offer} field={field} />
          </div>
          <Slot>{spamSignals}</Slot>
          <div data-challenge="giving" className="empty:hidden" />
          <div className="flex flex-wrap gap-4">
            {cards && (
              <button type="submit" disabled={paying || asking} className={buttonClass()}>
                {paying ? texts.checkout.preparing : sponsorLabel(total, texts.sponsorship)}
              </button>
            )}
            <button
              type="submit"
              formAction={invoiceAction}
              disabled={paying || asking}
              className={buttonClass(cards ? 'outline' : 'solid')}
            >
              {asking ? texts.sponsorship.sendingRequest : texts.sponsorship.sendInvoice}
            </button>
          </div>
          <Slot>{privacy}</Slot>
        </form>
        {session && (
          <CardSection
            heading={sponsorLabel(session.money, texts.sponsorship)}
            texts={texts.checkout}
            session={session}
            onFailure={giveUpCardForm}
            back={texts.sponsorship.back}
            onBack={leaveCardForm}
          />
        )}
        <p role="status" className="sr-only">
          {paying && texts.checkout.preparing}
          {asking && texts.sponsorship.sendingRequest}
        </p>
      </div>
      <SponsorshipSummary offer={offer} values={values} total={total} invoice={invoice} />
    </div>
  )
}
