'use client'
/**
 * The donation form in two steps. Without JavaScript it is one form whose buttons are answered by the server
 * (POST /api/create-checkout-session, `intent` next, back or pay) with this same page; with JavaScript the steps turn
 * here and the card form opens below. Amounts shown here are for the eye: the server works out its own.
 */
import { type FormEvent, lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import { fieldId } from '#components/forms/field.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import {
  checkDetails,
  checkDonation,
  chosenMoney,
  type DonationField,
  type DonationValues,
  donationFields,
  type FieldError,
  frequencyOf,
  giftInWords,
  payLabel,
  stepOf,
  summaryLine,
} from '#lib/giving/donation.ts'
import { AddressStep } from './address-step.tsx'
import { type CheckoutSession, requestCheckout } from './checkout-request.ts'
import { GiftStep } from './gift-step.tsx'
import { GiftSummary } from './gift-summary.tsx'
import { keepValues, keptValues } from './kept-values.ts'
import type { DonationOffer } from './offer.ts'
import { Steps } from './steps.tsx'

const CardPayment = lazy(() => import('./card-payment.tsx').then((module) => ({ default: module.CardPayment })))

type Step = 1 | 2

/** What is wrong: with fields, or with the form as a whole, such as a payment service that is away. */
export type Fault = { errors: readonly FieldError[] } | { sentence: string }

export type DonationStart = { values: DonationValues; step: Step; fault: Fault | null }

type DonationFormProps = {
  offer: DonationOffer
  start: DonationStart
  /** Names this view of the form, so that a second submit without JavaScript is the same attempt. */
  attemptKey: string
  heading: string
  intro: string
  reassurance: string
  picture: ReactNode
  seams: readonly [ReactNode, ReactNode]
  /** Notices above the questions. */
  notices: ReactNode
}

/** What stands in the form now. */
function readForm(form: HTMLFormElement): DonationValues {
  const data = new FormData(form)
  return Object.fromEntries(donationFields.map((field) => [field, String(data.get(field) ?? '')]))
}

function writeForm(form: HTMLFormElement, values: DonationValues) {
  for (const [name, value] of Object.entries(values)) {
    const control = form.elements.namedItem(name)
    const empty = control instanceof RadioNodeList || (control && 'value' in control && control.value === '')
    if (control && 'value' in control && empty && value) control.value = value
  }
}

/** One attempt to pay: the same content is the same attempt, so that a double click or a lost answer makes no second one. */
type Attempt = { content: string; key: string; session: CheckoutSession | null }

export function DonationForm({ offer, start, attemptKey, ...words }: DonationFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const sections = { 1: useRef<HTMLElement>(null), 2: useRef<HTMLElement>(null) }
  const attempt = useRef<Attempt | null>(null)
  const busy = useRef(false)
  const [values, setValues] = useState(start.values)
  const [step, setStep] = useState<Step>(start.step)
  const [fault, setFault] = useState(start.fault)
  const [paying, setPaying] = useState(false)
  const [session, setSession] = useState<CheckoutSession | null>(null)
  const [cardFormFailed, setCardFormFailed] = useState(false)
  const money = chosenMoney(values)
  const errors = fault && 'errors' in fault ? fault.errors : []

  useEffect(() => {
    // What was typed before this script arrived, and what an earlier visit left, both count.
    if (form.current) {
      writeForm(form.current, keptValues())
      setValues(readForm(form.current))
    }
    // The browser's own Back leads from the address to the gift, with everything kept.
    const turn = (event: PopStateEvent) => {
      setFault(null)
      setSession(null)
      setStep(event.state?.donationStep === 2 ? 2 : 1)
    }
    window.addEventListener('popstate', turn)
    return () => window.removeEventListener('popstate', turn)
  }, [])

  useEffect(() => {
    const title = document.title.replace(/^Error: /, '')
    document.title = fault ? `Error: ${title}` : title
    if (fault) summary.current?.focus()
  }, [fault])

  function turnTo(next: Step) {
    setFault(null)
    if (next === 1 && history.state?.donationStep === 2) return history.back()
    if (next === 2) history.pushState({ ...history.state, donationStep: 2 }, '', location.pathname + location.search)
    // The focus follows at once, so that a reader who cannot see the change hears the step's name.
    flushSync(() => setStep(next))
    sections[next].current?.focus()
    window.scrollTo({ top: 0 })
  }

  function showErrors(found: readonly FieldError[]) {
    setFault({ errors: found })
    if (found[0]) setStep(stepOf(found[0].field))
  }

  async function pay(current: DonationValues) {
    const found = checkDonation(current, offer.limits)
    const total = chosenMoney(current)
    if (found.length > 0 || !total) return showErrors(found)
    const content = JSON.stringify(current)
    if (attempt.current?.content !== content) attempt.current = { content, key: crypto.randomUUID(), session: null }
    const { key, session: known } = attempt.current
    setFault(null)
    if (known) return setSession(known)
    busy.current = true
    setPaying(true)
    const answer = await requestCheckout(current, total, key)
    busy.current = false
    setPaying(false)
    switch (answer.kind) {
      case 'session':
        attempt.current = { content, key, session: answer.session }
        return setSession(answer.session)
      case 'elsewhere':
        return location.assign(answer.url)
      case 'invalid':
        attempt.current = null
        return showErrors(answer.errors)
      case 'failed':
        if (answer.certain) attempt.current = null
        return setFault({ sentence: answer.sentence })
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent
    const intent = (submitter as HTMLButtonElement | null)?.value
    // Stripe's own page: the form goes to the server as it would without JavaScript.
    if (intent === 'pay' && cardFormFailed) return
    event.preventDefault()
    if (busy.current) return
    const current = readForm(event.currentTarget)
    setValues(current)
    if (intent === 'back') return turnTo(1)
    if (intent === 'pay') return void pay(current)
    const found = checkDetails(current, offer.limits)
    if (found.length > 0) showErrors(found)
    else turnTo(2)
  }

  const giveUpCardForm = useCallback(() => {
    setSession(null)
    setCardFormFailed(true)
    setFault({
      sentence:
        'The card form could not be opened here. Press the button again to pay on the payment service’s own page.',
    })
  }, [])

  const errorOf = (field: DonationField) => errors.find((error) => error.field === field)?.message

  return (
    <div className="grid gap-8 desk:grid-cols-[1.15fr_.85fr] desk:gap-14">
      <div className="min-w-0">
        <h1 className="text-[clamp(2.2rem,4.6vw,3.6rem)]">{words.heading}</h1>
        <p className="mt-4 max-w-measure text-[1.125rem]">{words.intro}</p>
        <Steps step={step} seams={words.seams} />
        {words.notices}
        {fault && (
          <ErrorSummary
            ref={summary}
            message={'sentence' in fault ? fault.sentence : summaryLine(values, errors)}
            errors={errors}
            onFollow={(field) => document.getElementById(fieldId(field))?.focus()}
          />
        )}
        <form
          ref={form}
          method="post"
          action="/api/create-checkout-session"
          noValidate
          onSubmit={submit}
          onInput={(event) => {
            const current = readForm(event.currentTarget)
            setValues(current)
            keepValues(current)
          }}
        >
          <input type="hidden" name="idempotencyKey" value={attemptKey} />
          <input type="hidden" name="paymentMethod" value="card" />
          <section
            ref={sections[1]}
            tabIndex={-1}
            className="outline-none"
            hidden={session !== null || step !== 1}
            aria-label="Step 1 of 2: your gift"
          >
            <GiftStep offer={offer} values={values} errorOf={errorOf} />
            {step === 1 && (
              <button type="submit" name="intent" value="next" className={`${buttonClass()} mt-8`}>
                Next: your address
              </button>
            )}
          </section>
          <section
            ref={sections[2]}
            tabIndex={-1}
            className="outline-none"
            hidden={session !== null || step !== 2}
            aria-label="Step 2 of 2: your address"
          >
            <AddressStep values={values} errorOf={errorOf} />
            {step === 2 && (
              <div className="mt-8 flex flex-wrap gap-4">
                <button type="submit" name="intent" value="pay" disabled={paying} className={buttonClass()}>
                  {paying ? 'Preparing the card form…' : payLabel(values)}
                </button>
                <button type="submit" name="intent" value="back" disabled={paying} className={buttonClass('outline')}>
                  Back
                </button>
              </div>
            )}
          </section>
        </form>
        {session && money && (
          <section aria-label="Card payment">
            <h2 className="mb-4 text-[1.6rem]">Give {giftInWords(money, frequencyOf(values) ?? 'once')} by card</h2>
            <Suspense fallback={null}>
              <CardPayment session={session} onFailure={giveUpCardForm} />
            </Suspense>
            <button type="button" className={`${buttonClass('outline')} mt-6`} onClick={() => setSession(null)}>
              Back to your address
            </button>
          </section>
        )}
        <p role="status" className="sr-only">
          {paying ? 'Preparing the card form' : ''}
        </p>
      </div>
      <GiftSummary offer={offer} values={values} picture={words.picture} reassurance={words.reassurance} />
    </div>
  )
}
