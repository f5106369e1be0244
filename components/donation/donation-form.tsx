'use client'
/**
 * The donation form in two or three steps, the last of which is the payment service's card form. Without JavaScript it is one form, posted
 * to its page, whose buttons the server responds to with this same page (`intent` next, back or pay); with JavaScript the steps turn here
 * and the card form opens below. Amounts here are for display only: the server computes its own.
 */
import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { CardSection } from '#components/checkout/card-section.tsx'
import { useCheckout } from '#components/checkout/use-checkout.ts'
import { usePaymentForm } from '#components/checkout/use-payment-form.ts'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import { fieldId, fieldsOf } from '#components/forms/field.tsx'
import { Slot } from '#components/islands/island.tsx'
import { ButtonRow, buttonClass } from '#components/ui/button-link.tsx'
import { Text } from '#components/ui/text.tsx'
import { type FormFault, faultIn } from '#lib/contact/forms/form.ts'
import { feeOffered, payLabel, totalOf, wayToPay } from '#lib/giving/donation/amount.ts'
import {
  type DonationTerms,
  type DonationValues,
  describeDonation,
  describeGift,
  hasOneStep,
  stepOf,
} from '#lib/giving/donation/form.ts'
import type { FormStart } from '#lib/giving/orders/form-start.ts'
import { languageField } from '#lib/platform/languages/field.ts'
import { fill } from '#lib/platform/messages/texts.ts'
import { giftInWords, inWholeUnits } from '#lib/platform/money.ts'
import { AddressStep } from './address-step.tsx'
import { type DonationOffer, GiftChoice, GiftStep } from './gift-step.tsx'
import { GiftSummary } from './gift-summary.tsx'
import { Steps, stepOf as stepName } from './steps.tsx'

type Step = 1 | 2

type DonationFormProps = {
  offer: DonationOffer
  /** The address of the form's page. */
  address: string
  start: FormStart<DonationValues>
  heading: string
  /** 2 if the page has its own heading. */
  headingLevel?: 1 | 2
  reassurance: string
} & DonationSlots

/** The parts that only the server renders. */
type DonationSlots = {
  /** The ways to pay and a story, under the heading. */
  intro?: ReactNode
  /** What happened before, above the questions. */
  status?: ReactNode
  picture?: ReactNode
  /** The seam up to each step. */
  seams?: readonly ReactNode[]
  /** Notices below the amounts, or above how to pay. */
  notices?: ReactNode
  /** Where a wallet's button comes, below the amounts. */
  wallet?: ReactNode
  /** Why the answers are kept, and how long. */
  privacy?: ReactNode
  /** The contact for questions, shown from step 2 on, where the rest of the page is hidden. */
  help?: ReactNode
}

const checkoutAction = '/api/create-checkout-session'

/** State and actions of the form: what was chosen, the step that is shown, the faults, and the payment. */
function useDonation({ offer, start }: DonationFormProps) {
  const { terms } = offer
  const { texts } = terms
  const { currency } = terms.minimum
  const top = useRef<HTMLDivElement>(null)
  const sections = { 1: useRef<HTMLElement>(null), 2: useRef<HTMLElement>(null) }
  const isShort = hasOneStep(terms)
  const [step, setStep] = useState<Step>(isShort ? 1 : start.step)
  /** Before, the page cannot follow what is chosen. */
  const [isReady, setReady] = useState(false)
  const description = useMemo(() => describeDonation(terms), [terms])
  const { form, summary, values, setValues, fault, setFault, challenge, read, onInput } =
    usePaymentForm<DonationValues>({
      place: 'donation',
      keptAs: currency,
      description,
      start,
      challenge: offer.challenge,
      error: texts.form.error,
      // A reload stays at the address step if the gift was restored too; otherwise Back would return to it.
      onReady(current) {
        setReady(true)
        if (isShort || history.state?.donationStep !== 2) return
        if (!faultIn(describeGift(terms), current)) setStep(2)
        else history.replaceState({ ...history.state, donationStep: 1 }, '')
      },
    })
  const { pay, isBusy, paying, card, cardFormFailed } = useCheckout({
    address: checkoutAction,
    texts: texts.checkout,
    read,
    report: showFault,
    onClosed: () => showStep(isShort ? 1 : 2),
  })
  /** The frequency for which a way to pay was last proposed. */
  const proposedFor = useRef<string>(undefined)
  // The browser's Back button returns from the address to the gift, with everything kept.
  const turn = useEffectEvent(({ state }: PopStateEvent) => {
    const next = state?.donationStep === 2 ? 2 : 1
    if (isShort) return
    // Clears the errors of the other step. When the card form closes, the step stays.
    if (next !== step) setFault(null)
    setStep(next)
  })
  useEffect(() => {
    const listener = (event: PopStateEvent) => turn(event)
    window.addEventListener('popstate', listener)
    return () => window.removeEventListener('popstate', listener)
  }, [])
  useOtherForm(top, offer, values)

  function proposeWay({ paymenttype }: DonationValues) {
    // Otherwise a donor of every month would have to set up a standing order.
    if (paymenttype === 'monthly' && proposedFor.current !== paymenttype)
      form.current?.querySelector<HTMLInputElement>('[name=paymentMethod][value=card]')?.click()
    proposedFor.current = paymenttype
  }

  function showFault(found: FormFault) {
    setFault(found)
    if (found.errors[0]) setStep(stepOf(description.fields, found.errors[0].field))
  }

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
    const language = terms.language && { [languageField]: terms.language }
    const paymentMethod = wayToPay(current, terms)
    void pay(current, { ...current, paymentMethod, ...total, ...language, ...challenge.answer() }).finally(
      challenge.renew,
    )
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const intent = event.nativeEvent.submitter?.getAttribute('value')
    // Stripe's own page: the form goes to the server as it would without JavaScript.
    if (intent === 'pay' && cardFormFailed) return
    event.preventDefault()
    if (isBusy()) return
    const current = read()
    setValues(current)
    if (intent === 'back') return turnTo(1)
    if (intent === 'pay') return checkAndPay(current)
    const found = faultIn(describeGift(terms), current)
    if (found) return showFault(found)
    proposeWay(current)
    turnTo(2)
  }

  return { top, sections, form, summary, description, values, isReady, step, fault, onInput, submit, paying, card }
}

/** The form in the other currency opens with the same choice: its amount at the same position. */
function useOtherForm(
  top: RefObject<HTMLElement | null>,
  { presets }: DonationOffer,
  { money, paymenttype }: DonationValues,
) {
  useEffect(() => {
    const link = top.current?.querySelector<HTMLAnchorElement>('[data-amounts]')
    const index = presets.findIndex(({ amount }) => String(inWholeUnits(amount)) === money)
    if (!link || !money) return
    const searchParams = new URLSearchParams(link.search)
    const chosen = { amount: link.dataset.amounts?.split(' ')[index], frequency: paymenttype }
    for (const [name, value] of Object.entries(chosen))
      if (value) searchParams.set(name, value)
      else searchParams.delete(name)
    link.search = `${searchParams}`
  }, [top, presets, money, paymenttype])
}

export function DonationForm(props: DonationFormProps) {
  const { offer, address, start } = props
  const { terms } = offer
  const { texts, locale } = terms
  const isShort = hasOneStep(terms)
  const { top, sections, form, summary, description, values, isReady, step, fault, onInput, submit, paying, card } =
    useDonation(props)
  /** The step that a button without JavaScript has led to. */
  const turnedTo = start.returned && !start.fault ? start.step : null
  const field = fieldsOf(description, texts.form, {
    values,
    errors: fault?.errors ?? [],
    suggestion: start.suggestion,
  })

  const second = secondStep(terms)
  const labels = [texts.donation.stepGift, ...(isShort ? [] : [second.label]), texts.donation.stepPayment]
  const nameOf = (number: Step) => `${stepName(number, labels, texts.donation)}: ${labels[number - 1]}`
  const end = <AddressStep terms={terms} values={values} field={field} isShown={isShort || step === 2} />
  const payButton = (
    <button type="submit" name="intent" value="pay" disabled={paying} className={buttonClass()}>
      {paying ? <Text>{texts.checkout.preparing}</Text> : <PayLabel terms={terms} values={values} isReady={isReady} />}
    </button>
  )
  const isHidden = (shown: Step) => card !== null || step !== shown

  return (
    <div
      ref={top}
      data-gift-step={card ? 3 : step}
      className="group/form grid gap-8 lg:grid-cols-[1.15fr_.85fr] lg:gap-14"
    >
      <div className="min-w-0">
        <Text as={props.headingLevel === 2 ? 'h2' : 'h1'} className="gift-title">
          {props.heading}
        </Text>
        <Steps step={card ? labels.length : step} labels={labels} seams={props.seams} texts={texts.donation} />
        <div data-first-step>
          <Slot>{props.intro}</Slot>
        </div>
        <Slot>{props.status}</Slot>
        {fault && (
          <div className="mt-5">
            <ErrorSummary
              ref={summary}
              texts={texts.form}
              message={fault.sentence}
              errors={fault.errors}
              autoFocus={start.returned}
              onFollow={(name) => document.getElementById(fieldId(name))?.focus()}
            />
          </div>
        )}
        <form ref={form} method="post" action={address} noValidate onSubmit={submit} onInput={onInput}>
          <input type="hidden" name="currency" value={terms.minimum.currency} />
          {terms.language && <input type="hidden" name={languageField} value={terms.language} />}
          {terms.ways.length < 2 && <input type="hidden" name="paymentMethod" value={terms.ways[0] ?? 'card'} />}
          <input type="hidden" name="campaign" value={start.values.campaign} />
          <section
            ref={sections[1]}
            tabIndex={-1}
            // biome-ignore lint/a11y/noAutofocus: without JavaScript nothing else can move the focus to the step
            autoFocus={turnedTo === 1}
            className="mb-6 outline-none lg:mb-8"
            hidden={isHidden(1)}
            aria-label={nameOf(1)}
          >
            <div inert={paying}>
              <GiftChoice offer={offer} values={values} field={field} />
            </div>
            <Slot>{props.wallet}</Slot>
          </section>
          <Slot>{props.notices}</Slot>
          <div hidden={isHidden(1)} className="group/pay">
            <div inert={paying} className="grid gap-8">
              <GiftStep offer={offer} values={values} field={field} />
              {isShort && end}
            </div>
            {step === 1 && (
              <div className="mt-8">
                {isShort ? (
                  payButton
                ) : (
                  <button type="submit" name="intent" value="next" className={buttonClass()}>
                    <Text>{second.next}</Text>
                  </button>
                )}
              </div>
            )}
          </div>
          {!isShort && (
            <section
              ref={sections[2]}
              tabIndex={-1}
              // biome-ignore lint/a11y/noAutofocus: without JavaScript nothing else can move the focus to the step
              autoFocus={turnedTo === 2}
              className="group/pay outline-none"
              hidden={isHidden(2)}
              aria-label={nameOf(2)}
            >
              {/* Nothing that affects the payment can change until the card form is open. */}
              <div inert={paying}>{end}</div>
              {step === 2 && (
                <ButtonRow className="mt-8">
                  {payButton}
                  <button type="submit" name="intent" value="back" disabled={paying} className={buttonClass('outline')}>
                    <Text>{texts.donation.back}</Text>
                  </button>
                </ButtonRow>
              )}
            </section>
          )}
          <div data-challenge="giving" className="mt-4 empty:hidden" />
        </form>
        {card && (
          <CardSection
            {...card}
            heading={fill(texts.donation.giveGift, {
              gift: giftInWords(card.session.money, card.session.frequency, texts.money, locale),
            })}
            texts={texts.checkout}
            back={isShort ? texts.donation.back : second.back}
          />
        )}
        <Slot>{props.privacy}</Slot>
        <div hidden={!card && step === 1} className="mt-8 text-soft">
          <Slot>{props.help}</Slot>
        </div>
        <Text as="p" role="status" className="sr-only">
          {paying ? texts.checkout.preparing : ''}
        </Text>
      </div>
      <GiftSummary offer={offer} values={values} picture={props.picture} reassurance={props.reassurance} />
    </div>
  )
}

/** The words of step 2, which asks how to pay unless there is only one way. */
const secondStep = ({ ways, texts: { donation } }: DonationTerms) =>
  ways.length > 1
    ? { label: donation.stepWay, next: donation.nextWay, back: donation.backToWay }
    : { label: donation.stepAddress, next: donation.nextStep, back: donation.backToAddress }

type PayLabelProps = { terms: DonationTerms; values: DonationValues; isReady: boolean }

/** Names the gift where it can follow it. Without JavaScript the box for the fees changes the amount too. */
function PayLabel({ terms, values, isReady }: PayLabelProps) {
  if (!isReady && hasOneStep(terms)) return <Text>{terms.texts.donation.give}</Text>
  const chosen = isReady ? values : { ...values, paymentMethod: 'card' }
  const label = (coverFees: string) => payLabel({ ...chosen, coverFees }, terms)
  if (!feeOffered(chosen, terms)) return <Text>{label('')}</Text>
  return (
    <>
      <Text className="group-[:has([name=coverFees]:checked):not(:has([value=upi]:checked,[value=bank]:checked))]/pay:hidden">
        {label('')}
      </Text>
      <Text className="hidden group-[:has([name=coverFees]:checked):not(:has([value=upi]:checked,[value=bank]:checked))]/pay:inline">
        {label('yes')}
      </Text>
    </>
  )
}
