'use client'
/**
 * The donation form in two or three steps, the last of which is the payment service's card form. Without JavaScript it is one form, posted
 * to its page, whose buttons the server responds to with this same page (`intent` next, back or pay); with JavaScript the steps turn here
 * and the card form opens below. Amounts here are for display only: the server computes its own.
 */
import type { ReactNode } from 'react'
import { CardSection } from '#components/checkout/card-section.tsx'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import { fieldId } from '#components/forms/field.tsx'
import { Slot } from '#components/islands/island.tsx'
import { ButtonRow, buttonClass } from '#components/ui/button-link.tsx'
import { Text } from '#components/ui/text.tsx'
import { feeOffered, payLabel } from '#lib/giving/donation/amount.ts'
import { type DonationTerms, type DonationValues, hasOneStep } from '#lib/giving/donation/form.ts'
import type { FormStart } from '#lib/giving/orders/form-start.ts'
import { languageField } from '#lib/platform/languages/field.ts'
import { fill } from '#lib/platform/messages/texts.ts'
import { giftInWords } from '#lib/platform/money.ts'
import { AddressStep } from './address-step.tsx'
import { type DonationOffer, GiftChoice, GiftStep } from './gift-step.tsx'
import { GiftSummary } from './gift-summary.tsx'
import { Steps, stepOf } from './steps.tsx'
import { useDonationForm } from './use-donation-form.ts'
import type { Step } from './use-steps.ts'

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

export function DonationForm({ offer, address, start, ...props }: DonationFormProps) {
  const { terms } = offer
  const { texts } = terms
  const state = useDonationForm(offer, start)
  const { isShort, step, card, fault, values } = state
  const second = secondStep(terms)
  const labels = [texts.donation.stepGift, ...(isShort ? [] : [second.label]), texts.donation.stepPayment]

  return (
    <div
      ref={state.top}
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
              ref={state.summary}
              texts={texts.form}
              message={fault.sentence}
              errors={fault.errors}
              autoFocus={start.returned}
              onFollow={(name) => document.getElementById(fieldId(name))?.focus()}
            />
          </div>
        )}
        <form {...state.formProps} method="post" action={address} noValidate>
          <input type="hidden" name="currency" value={terms.minimum.currency} />
          {terms.language && <input type="hidden" name={languageField} value={terms.language} />}
          {terms.ways.length < 2 && <input type="hidden" name="paymentMethod" value={terms.ways[0] ?? 'card'} />}
          <input type="hidden" name="campaign" value={start.values.campaign} />
          <Questions offer={offer} start={start} state={state} labels={labels} {...props} />
          <div data-challenge="giving" className="mt-4 empty:hidden" />
        </form>
        {card && (
          <CardSection
            {...card}
            heading={fill(texts.donation.giveGift, {
              gift: giftInWords(card.session.money, card.session.frequency, texts.money, terms.locale),
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
          {state.paying ? texts.checkout.preparing : ''}
        </Text>
      </div>
      <GiftSummary offer={offer} values={values} picture={props.picture} reassurance={props.reassurance} />
    </div>
  )
}

type QuestionsProps = Pick<DonationFormProps, 'offer' | 'start' | 'wallet' | 'notices'> & {
  state: ReturnType<typeof useDonationForm>
  labels: readonly string[]
}

/** Both steps with their buttons, of which one is shown; none beside the card form. */
function Questions({ offer, start, state, labels, wallet, notices }: QuestionsProps) {
  const { terms } = offer
  const { texts } = terms
  const { isShort, step, sections, values, field, paying } = state
  const payButton = (
    <button type="submit" name="intent" value="pay" disabled={paying} className={buttonClass()}>
      {paying ? (
        <Text>{texts.checkout.preparing}</Text>
      ) : (
        <PayLabel terms={terms} values={values} isReady={state.isReady} />
      )}
    </button>
  )
  const end = <AddressStep terms={terms} values={values} field={field} isShown={isShort || step === 2} />
  /** The step that a button without JavaScript has led to. */
  const turnedTo = start.returned && !start.fault ? start.step : null
  const isHidden = (number: Step) => state.card !== null || step !== number
  const section = (number: Step, className: string) => ({
    ref: sections[number],
    tabIndex: -1,
    // Without JavaScript nothing else can move the focus to the step.
    autoFocus: turnedTo === number,
    className,
    hidden: isHidden(number),
    'aria-label': `${stepOf(number, labels, texts.donation)}: ${labels[number - 1]}`,
  })
  return (
    <>
      <section {...section(1, 'mb-6 outline-none lg:mb-8')}>
        <div inert={paying}>
          <GiftChoice offer={offer} values={values} field={field} />
        </div>
        <Slot>{wallet}</Slot>
      </section>
      <Slot>{notices}</Slot>
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
                <Text>{secondStep(terms).next}</Text>
              </button>
            )}
          </div>
        )}
      </div>
      {!isShort && (
        <section {...section(2, 'group/pay outline-none')}>
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
    </>
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
