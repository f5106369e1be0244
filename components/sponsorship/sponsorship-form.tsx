'use client'
/**
 * The sponsorship form, by card or by invoice. Without JavaScript it is a plain form, posted to its page, that the server redirects to the
 * payment page or to its thank-you page, or returns with errors; with JavaScript the total follows the levels and the card form opens below.
 * Amounts here are for display only: the server computes its own.
 */
import { type ReactNode, type SubmitEvent, useMemo, useState } from 'react'
import { CardSection } from '#components/checkout/card-section.tsx'
import { totalIn } from '#components/checkout/checkout-result.ts'
import { useCheckout } from '#components/checkout/use-checkout.ts'
import { usePaymentForm } from '#components/checkout/use-payment-form.ts'
import { readForm, sender } from '#components/forms/browser-form.ts'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import { FieldGroup, type FieldProps, FormField, fieldId, fieldsOf, TickField } from '#components/forms/field.tsx'
import { addStartedAt } from '#components/forms/first-touch.ts'
import { forgetValues } from '#components/forms/kept-values.ts'
import { Slot } from '#components/islands/island.tsx'
import { ButtonRow, buttonClass } from '#components/ui/button-link.tsx'
import { Notice } from '#components/ui/card.tsx'
import { Text } from '#components/ui/text.tsx'
import { faultIn } from '#lib/contact/forms/form.ts'
import type { FormStart } from '#lib/giving/orders/form-start.ts'
import {
  describeSponsorship,
  invoiceField,
  invoiceThanks,
  type SponsorshipField,
  type SponsorshipTerms,
  type SponsorshipValues,
  sponsorLabel,
  sponsorshipTotal,
} from '#lib/giving/sponsorship/form.ts'
import { formatMoney, type Money } from '#lib/platform/money.ts'
import { SponsorshipLevels, type SponsorshipOffer, SponsorshipSummary } from './sponsorship-levels.tsx'

const invoiceAction = '/api/sponsorship-invoice'
const checkoutAction = '/api/create-checkout-session-usa'

type SponsorshipFormProps = {
  offer: SponsorshipOffer
  start: FormStart<SponsorshipValues>
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

/** State and actions of the form: what was chosen and its total, the faults, and the two ways to send it. */
function useSponsorship({ offer, start, unreached }: SponsorshipFormProps) {
  const { terms, event, cards } = offer
  const { texts } = terms
  const [named, setNamed] = useState<{ levels: string; total: Money } | null>(null)
  const description = useMemo(() => describeSponsorship(terms), [terms])
  const { form, summary, values, setValues, fault, setFault, challenge, read, onInput } =
    usePaymentForm<SponsorshipValues>({
      place: 'sponsorship',
      keptAs: event,
      description,
      start,
      challenge: offer.challenge,
      error: texts.form.error,
      onReady: () => form.current && void addStartedAt(form.current),
    })
  const { pay, isBusy, paying, card, cardFormFailed } = useCheckout({
    address: checkoutAction,
    texts: texts.checkout,
    read,
    report(found, correct) {
      setFault(found)
      showTotal(correct)
    },
    onClosed() {
      form.current?.focus()
      form.current?.scrollIntoView()
    },
  })
  const [invoiceSender] = useState(sender)
  const [asking, setAsking] = useState(false)
  const totalOf = ({ levels }: SponsorshipValues) =>
    named?.levels === levels.join() ? named.total : sponsorshipTotal({ levels }, terms.levels)

  /** The prices changed after this page was loaded: shows and sends the server's total from now on. */
  function showTotal(total: Money | undefined) {
    if (total) setNamed({ levels: read().levels.join(), total })
  }

  function submit(submission: SubmitEvent<HTMLFormElement>) {
    const isByInvoice = !cards || Boolean(submission.nativeEvent.submitter?.hasAttribute('formaction'))
    // Stripe's own page: the form goes to the server as it would without JavaScript.
    if (cardFormFailed && !isByInvoice) return
    submission.preventDefault()
    if (isBusy() || invoiceSender.isBusy()) return
    const { language, startedAt, website2 } = readForm(submission.currentTarget)
    const current = read()
    setValues(current)
    const found = faultIn(description, current)
    setFault(found)
    if (found) return
    const day = terms.day ?? ''
    const body = { ...current, event, day, ...totalOf(current), ...challenge.answer(), language }
    const sent = isByInvoice ? askForInvoice(current, { ...body, startedAt, website2 }) : pay(current, body)
    void sent.finally(challenge.renew)
  }

  async function askForInvoice(current: SponsorshipValues, body: object) {
    setAsking(true)
    const result = await invoiceSender.send(invoiceAction, current, body)
    setAsking(false)
    if (result.kind === 'refused') {
      showTotal(totalIn(result.body))
      return setFault(result)
    }
    const { reference } = result.kind === 'accepted' ? result.body : {}
    if (typeof reference !== 'string') return setFault({ sentence: unreached, errors: [] })
    forgetValues('sponsorship')
    // Back shows the page as it was left, perhaps to the next person at this computer.
    form.current?.reset()
    setValues(read())
    location.assign(invoiceThanks(offer.thankYou, reference, current.levels))
  }

  const total = totalOf(values)
  return { form, summary, description, values, total, fault, onInput, submit, paying, asking, card }
}

export function SponsorshipForm(props: SponsorshipFormProps) {
  const { offer, start, spamSignals, notices, privacy, invoice } = props
  const { terms, event, cards } = offer
  const { texts } = terms
  const { form, summary, description, values, total, fault, onInput, submit, paying, asking, card } =
    useSponsorship(props)
  const field = fieldsOf(description, texts.form, {
    values: start.values,
    errors: fault?.errors ?? [],
    suggestion: start.suggestion,
  })
  const byInvoice = `${offer.page}?${invoiceField}=1`

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
          action={cards ? offer.page : byInvoice}
          noValidate
          hidden={card !== null}
          tabIndex={-1}
          onSubmit={submit}
          onInput={onInput}
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
                className="total-bar sticky top-0 z-1 -mx-2 flex items-baseline justify-between rounded-b-field border border-line bg-card px-4 py-2 font-bold shadow-md lg:hidden"
              >
                <Text>{texts.sponsorship.total}</Text>
                <Text className="figure text-h3">{formatMoney(total, terms.locale)}</Text>
              </p>
            )}
            <SponsorFields terms={terms} field={field} />
          </div>
          <Slot>{spamSignals}</Slot>
          <div data-challenge="giving" className="empty:hidden" />
          <ButtonRow>
            {cards && (
              <button type="submit" disabled={paying || asking} className={buttonClass()}>
                <Text>{paying ? texts.checkout.preparing : sponsorLabel(total, terms)}</Text>
              </button>
            )}
            <button
              type="submit"
              formAction={byInvoice}
              disabled={paying || asking}
              className={buttonClass(cards ? 'outline' : 'solid')}
            >
              <Text>{asking ? texts.sponsorship.sendingRequest : texts.sponsorship.sendInvoice}</Text>
            </button>
          </ButtonRow>
          <Slot>{privacy}</Slot>
        </form>
        {card && (
          <CardSection
            {...card}
            heading={sponsorLabel(card.session.money, terms)}
            texts={texts.checkout}
            back={texts.sponsorship.back}
          />
        )}
        <Text as="p" role="status" className="sr-only">
          {paying ? texts.checkout.preparing : asking ? texts.sponsorship.sendingRequest : ''}
        </Text>
      </div>
      <SponsorshipSummary offer={offer} values={values} total={total} invoice={invoice} />
    </div>
  )
}

/** The questions about the sponsor, and the comments. */
function SponsorFields({ terms, field }: { terms: SponsorshipTerms; field: (name: SponsorshipField) => FieldProps }) {
  return (
    <>
      <FieldGroup legend={terms.texts.form.aboutYou}>
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <FormField {...field('firstName')} />
          <FormField {...field('email')} />
          <FormField {...field('phone')} />
          <FormField {...field('website')} />
        </div>
        <div className="mt-4 grid gap-4">
          <FormField {...field('address')} />
          <FormField {...field('contact')} />
        </div>
      </FieldGroup>
      <FieldGroup legend={terms.texts.sponsorship.anythingElse}>
        <PromotionalItems terms={terms} field={field('promotionalItems')} />
        <div className="mt-4">
          <FormField {...field('comments')} />
        </div>
      </FieldGroup>
    </>
  )
}

/** After the deadline they are not offered, and the page says so. */
function PromotionalItems({ terms, field }: { terms: SponsorshipTerms; field: FieldProps }) {
  if (!terms.itemsOpen) {
    return (
      <Notice id={fieldId(field.name)} tabIndex={-1} className="">
        <Text className="font-semibold">{`${terms.texts.sponsorship.itemsForBags} `}</Text>
        <Text>{terms.itemsClosed}</Text>
      </Notice>
    )
  }
  return <TickField {...field} label={terms.itemsLabel} hint={terms.itemsUntil} />
}
