'use client'
import { type ReactNode, type SubmitEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CardSection } from '#components/checkout/card-section.tsx'
import { requestCheckout } from '#components/checkout/checkout-request.ts'
import { useChallenge } from '#components/checkout/use-challenge.ts'
import { useCheckout } from '#components/checkout/use-checkout.ts'
import { useFault } from '#components/checkout/use-fault.ts'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import { fieldId, fieldsOf } from '#components/forms/field.tsx'
import { keepEarlyValues, keepValues, restoreValues } from '#components/forms/kept-values.ts'
import { nameOf, readForm } from '#components/forms/submit-form.ts'
import { watchEmail } from '#components/forms/watch-email.ts'
import { Slot } from '#components/islands/slot.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { type FormFault, faultIn, remainingFault } from '#lib/contact/forms/form.ts'
import { readValues } from '#lib/contact/forms/read-values.ts'
import { feeOffered, payLabel, totalOf, wayToPay } from '#lib/giving/donation/amount.ts'
import {
  type DonationTerms,
  type DonationValues,
  describeDonation,
  describeGift,
  stepOf,
} from '#lib/giving/donation/form.ts'
import { languageField } from '#lib/platform/languages/index.ts'
import { fill } from '#lib/platform/messages/texts.ts'
/**
 * The donation form in three steps, the last of which is the payment service's card form. Without JavaScript it is one form whose buttons
 * the server responds to with this same page (POST /api/create-checkout-session, `intent` next, back or pay); with JavaScript the steps
 * turn here and the card form opens below. Amounts here are for display only: the server computes its own.
 */
import { giftInWords, inWholeUnits } from '#lib/platform/money.ts'
import { AddressStep } from './address-step.tsx'
import { GiftStep } from './gift-step.tsx'
import { GiftSummary } from './gift-summary.tsx'
import type { DonationOffer } from './offer.ts'
import { Steps } from './steps.tsx'

type Step = 1 | 2

type DonationStart = {
  values: DonationValues
  step: Step
  fault: FormFault | null
  suggestion: string | null
  /** Whether the page is the response to the form, which then takes the focus. */
  returned: boolean
}

type DonationFormProps = {
  offer: DonationOffer
  start: DonationStart
  heading: string
  /** 2 if the page has its own heading. */
  headingLevel?: 1 | 2
  reassurance: string
} & DonationSlots

/** The parts that only the server renders. */
type DonationSlots = {
  intro?: ReactNode
  picture?: ReactNode
  /** The seam up to each step. */
  seams?: readonly ReactNode[]
  /** Notices above the questions. */
  notices?: ReactNode
  /** Why the answers are kept, and how long. */
  privacy?: ReactNode
  /** The contact for questions, shown from step 2 on, where the rest of the page is hidden. */
  help?: ReactNode
}

export function DonationForm({ offer, start, ...words }: DonationFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const sections = { 1: useRef<HTMLElement>(null), 2: useRef<HTMLElement>(null) }
  const [values, setValues] = useState(start.values)
  const [step, setStep] = useState<Step>(start.step)
  const shownStep = useRef(step)
  shownStep.current = step
  const [fault, setFault] = useState(start.fault)
  const showFault = useCallback((found: FormFault) => {
    setFault(found)
    if (found.errors[0]) setStep(stepOf(found.errors[0].field))
  }, [])
  const { pay, isBusy, paying, session, leaveCardForm, cardFormFailed, giveUpCardForm } = useCheckout(
    showFault,
    () => showStep(2),
    offer.terms.texts.checkout,
  )
  const challenge = useChallenge(form, offer.challenge)
  const { terms } = offer
  /** The step that a button without JavaScript has led to. */
  const turnedTo = start.returned && !start.fault ? start.step : null
  const { texts, locale } = terms
  const { currency } = terms.minimum
  const description = useMemo(() => describeDonation(terms), [terms])
  const read = useCallback(
    (element: HTMLFormElement) => readValues<DonationValues>(description, readForm(element)),
    [description],
  )
  const field = fieldsOf(description, texts.form, {
    values,
    errors: fault?.errors ?? [],
    suggestion: start.suggestion,
  })

  useEffect(() => {
    // Keeps what was typed before this script arrived, and what an earlier visit left.
    if (form.current) {
      restoreValues('donation', currency, form.current)
      const current = read(form.current)
      setValues(current)
      keepEarlyValues('donation', currency, form.current, current)
      // A reload stays at the address step if the gift was restored too; otherwise Back would return to it.
      if (history.state?.donationStep === 2) {
        if (!faultIn(describeGift(terms), current)) setStep(2)
        else history.replaceState({ ...history.state, donationStep: 1 }, '')
      }
    }
    // The browser's Back button returns from the address to the gift, with everything kept.
    const turn = (event: PopStateEvent) => {
      const next = event.state?.donationStep === 2 ? 2 : 1
      // Clears the errors of the other step. When the card form closes, the step stays.
      if (next !== shownStep.current) setFault(null)
      setStep(next)
    }
    window.addEventListener('popstate', turn)
    return () => window.removeEventListener('popstate', turn)
  }, [currency, read, terms])

  useFault(fault, summary, texts.form.error)
  // The form in the other currency opens with the same choice: its amount at the same position.
  useEffect(() => {
    const link = top.current?.querySelector<HTMLAnchorElement>('a[data-amounts]')
    const index = offer.presets.findIndex(({ amount }) => String(inWholeUnits(amount)) === values.money)
    if (!link || !values.money) return
    const { searchParams, href } = new URL(link.href)
    const chosen = { amount: link.dataset.amounts?.split(' ')[index], frequency: values.paymenttype }
    for (const [name, value] of Object.entries(chosen))
      if (value) searchParams.set(name, value)
      else searchParams.delete(name)
    link.href = `${href.replace(/\?.*/, '')}?${searchParams}`
  }, [offer.presets, values.money, values.paymenttype])
  useEffect(() => {
    if (form.current) watchEmail(form.current)
  }, [])

  function showStep(shown: Step) {
    sections[shown].current?.focus()
    // From step 2 on there is little above the form, so the logo stays in view.
    if (shown === 2) scrollTo(0, 0)
    else top.current?.scrollIntoView()
  }

  function turnTo(next: Step) {
    setFault(null)
    if (next === 1 && history.state?.donationStep === 2) return history.back()
    // After an error led back from the address to the gift, the entry is already there.
    if (next === 2 && history.state?.donationStep !== 2)
      history.pushState({ ...history.state, donationStep: 2 }, '', location.pathname + location.search)
    // The focus follows at once, so that screen readers announce the step.
    flushSync(() => setStep(next))
    showStep(next)
  }

  function checkAndPay(current: DonationValues) {
    const found = faultIn(description, current)
    if (found) return showFault(found)
    const total = totalOf(current, terms)
    if (!total) return
    setFault(null)
    void pay(
      JSON.stringify(current),
      (key) =>
        requestCheckout(
          '/api/create-checkout-session',
          {
            ...current,
            paymentMethod: wayToPay(current, terms),
            ...total,
            ...(terms.language && { [languageField]: terms.language }),
            ...challenge.answer(),
          },
          key,
          texts.checkout,
        ),
      () => JSON.stringify(form.current ? read(form.current) : null),
    ).finally(challenge.renew)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const intent = event.nativeEvent.submitter?.getAttribute('value')
    // Stripe's own page: the form goes to the server as it would without JavaScript.
    if (intent === 'pay' && cardFormFailed) return
    event.preventDefault()
    if (isBusy()) return
    const current = read(event.currentTarget)
    setValues(current)
    if (intent === 'back') return turnTo(1)
    if (intent === 'pay') return checkAndPay(current)
    const found = faultIn(describeGift(terms), current)
    if (found) showFault(found)
    else turnTo(2)
  }

  return (
    <div ref={top} data-gift-step={session ? 3 : step} className="grid gap-8 lg:grid-cols-[1.15fr_.85fr] lg:gap-14">
      <div className="min-w-0">
        {words.headingLevel === 2 ? (
          <h2 className="gift-title text-[clamp(1.9rem,4vw,3rem)]">{words.heading}</h2>
        ) : (
          <h1 className="gift-title text-[clamp(2.2rem,4.6vw,3.6rem)]">{words.heading}</h1>
        )}
        <div data-first-step>
          <Slot>{words.intro}</Slot>
        </div>
        <Steps step={session ? 3 : step} seams={words.seams} texts={texts.donation} />
        <Slot>{words.notices}</Slot>
        {fault && (
          <ErrorSummary
            ref={summary}
            texts={texts.form}
            message={fault.sentence}
            errors={fault.errors}
            autoFocus={start.returned}
            onFollow={(name) => document.getElementById(fieldId(name))?.focus()}
          />
        )}
        <form
          ref={form}
          method="post"
          action="/api/create-checkout-session"
          noValidate
          onSubmit={submit}
          onInput={(event) => {
            const current = read(event.currentTarget)
            setValues(current)
            keepValues('donation', currency, current)
            setFault((shown) => shown && remainingFault(description, shown, current, nameOf(event.target)))
          }}
        >
          <input type="hidden" name="currency" value={currency} />
          {terms.language && <input type="hidden" name={languageField} value={terms.language} />}
          {(terms.ways?.length ?? 1) < 2 && (
            <input type="hidden" name="paymentMethod" value={terms.ways?.[0] ?? 'card'} />
          )}
          <input type="hidden" name="campaign" value={start.values.campaign} />
          <section
            ref={sections[1]}
            tabIndex={-1}
            // biome-ignore lint/a11y/noAutofocus: without JavaScript nothing else can move the focus to the step
            autoFocus={turnedTo === 1}
            className="outline-none"
            hidden={session !== null || step !== 1}
            aria-label={`${fill(texts.donation.step, { step: '1' })}: ${texts.donation.stepGift}`}
          >
            <div inert={paying}>
              <GiftStep offer={offer} values={values} field={field} />
            </div>
            {step === 1 && (
              <button type="submit" name="intent" value="next" className={`${buttonClass()} mt-8`}>
                {texts.donation.nextStep}
              </button>
            )}
          </section>
          <section
            ref={sections[2]}
            tabIndex={-1}
            // biome-ignore lint/a11y/noAutofocus: without JavaScript nothing else can move the focus to the step
            autoFocus={turnedTo === 2}
            className="group/pay outline-none"
            hidden={session !== null || step !== 2}
            aria-label={`${fill(texts.donation.step, { step: '2' })}: ${texts.donation.stepAddress}`}
          >
            {/* Nothing that affects the payment can change until the card form is open. */}
            <div inert={paying}>
              <AddressStep terms={terms} values={values} field={field} isShown={step === 2} />
            </div>
            {step === 2 && (
              <div className="mt-8 flex flex-wrap gap-4">
                <button type="submit" name="intent" value="pay" disabled={paying} className={buttonClass()}>
                  {paying ? texts.checkout.preparing : <PayLabel terms={terms} values={values} />}
                </button>
                <button type="submit" name="intent" value="back" disabled={paying} className={buttonClass('outline')}>
                  {texts.donation.back}
                </button>
              </div>
            )}
          </section>
          <div data-challenge="giving" className="mt-4 empty:hidden" />
        </form>
        {session && (
          <CardSection
            heading={fill(texts.donation.giveGift, {
              gift: giftInWords(session.money, session.frequency, texts.money, locale),
            })}
            texts={texts.checkout}
            session={session}
            onFailure={giveUpCardForm}
            back={texts.donation.backToAddress}
            onBack={leaveCardForm}
          />
        )}
        <Slot>{words.privacy}</Slot>
        <div hidden={!session && step === 1} className="mt-8 text-soft">
          <Slot>{words.help}</Slot>
        </div>
        <p role="status" className="sr-only">
          {paying ? texts.checkout.preparing : ''}
        </p>
      </div>
      <GiftSummary offer={offer} values={values} picture={words.picture} reassurance={words.reassurance} />
    </div>
  )
}

/** Without JavaScript the box for the fees changes the amount too. */
function PayLabel({ terms, values }: { terms: DonationTerms; values: DonationValues }) {
  const label = (coverFees: string) => payLabel({ ...values, coverFees }, terms)
  if (!feeOffered(values, terms)) return label('')
  return (
    <>
      <span className="group-has-[[name=coverFees]:checked]/pay:hidden">{label('')}</span>
      <span className="hidden group-has-[[name=coverFees]:checked]/pay:inline">{label('yes')}</span>
    </>
  )
}
