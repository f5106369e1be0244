'use client'
/** What the donation form knows and does: its answers, its step, what is wrong, and the payment. */
import { type RefObject, type SubmitEvent, useEffect, useMemo, useState } from 'react'
import { useCheckout } from '#components/checkout/use-checkout.ts'
import { usePaymentForm } from '#components/checkout/use-payment-form.ts'
import { fieldsOf } from '#components/forms/field.tsx'
import { type FormFault, faultIn } from '#lib/contact/forms/form.ts'
import { totalOf, wayToPay } from '#lib/giving/donation/amount.ts'
import { type DonationValues, describeDonation, describeGift, hasOneStep, stepOf } from '#lib/giving/donation/form.ts'
import type { FormStart } from '#lib/giving/orders/form-start.ts'
import { languageField } from '#lib/platform/languages/field.ts'
import { inWholeUnits } from '#lib/platform/money.ts'
import type { DonationOffer } from './gift-step.tsx'
import { type Step, useSteps } from './use-steps.ts'

const checkoutAction = '/api/create-checkout-session'

export function useDonationForm(offer: DonationOffer, start: FormStart<DonationValues>) {
  const { terms } = offer
  const { texts } = terms
  const isShort = hasOneStep(terms)
  const [step, setStep] = useState<Step>(isShort ? 1 : start.step)
  const [isReady, setReady] = useState(false)
  const description = useMemo(() => describeDonation(terms), [terms])
  const { form, summary, values, setValues, fault, setFault, challenge, read, onInput } =
    usePaymentForm<DonationValues>({
      place: 'donation',
      keptAs: terms.minimum.currency,
      description,
      start,
      challenge: offer.challenge,
      error: texts.form.error,
      onReady(current) {
        setReady(true)
        steps.afterReload(() => !faultIn(describeGift(terms), current))
      },
    })
  const { pay, isBusy, paying, card, cardFormFailed } = useCheckout({
    address: checkoutAction,
    texts: texts.checkout,
    read,
    report: showFault,
    onClosed: () => steps.show(isShort ? 1 : 2),
  })
  const steps = useSteps({ step, setStep, isShort, onTurn: () => setFault(null) })
  useOtherCurrency(steps.top, offer, values)

  function showFault(found: FormFault) {
    setFault(found)
    if (found.errors[0]) setStep(stepOf(description.fields, found.errors[0].field))
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

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const intent = event.nativeEvent.submitter?.getAttribute('value')
    // Stripe's own page: the form goes to the server as it would without JavaScript.
    if (intent === 'pay' && cardFormFailed) return
    event.preventDefault()
    if (isBusy()) return
    const current = read()
    setValues(current)
    if (intent === 'back') return steps.turnTo(1)
    if (intent === 'pay') return checkAndPay(current)
    const found = faultIn(describeGift(terms), current)
    if (found) showFault(found)
    else steps.turnTo(2)
  }

  return {
    isShort,
    step,
    top: steps.top,
    sections: steps.sections,
    /** Before, the page cannot follow what is chosen. */
    isReady,
    values,
    /** What every field shows. */
    field: fieldsOf(description, texts.form, { values, errors: fault?.errors ?? [], suggestion: start.suggestion }),
    fault,
    summary,
    /** While it is so, nothing that affects the payment can change. */
    paying,
    /** The open card form. */
    card,
    formProps: { ref: form, onSubmit, onInput },
  }
}

/** The link to the form in the other currency opens it with the same choice: its amount at the same position. */
function useOtherCurrency(
  top: RefObject<HTMLElement | null>,
  { presets }: DonationOffer,
  { money, paymenttype }: DonationValues,
) {
  useEffect(() => {
    const link = top.current?.querySelector<HTMLAnchorElement>('a[data-amounts]')
    const index = presets.findIndex(({ amount }) => String(inWholeUnits(amount)) === money)
    if (!link || !money) return
    const { searchParams, href } = new URL(link.href)
    const chosen = { amount: link.dataset.amounts?.split(' ')[index], frequency: paymenttype }
    for (const [name, value] of Object.entries(chosen))
      if (value) searchParams.set(name, value)
      else searchParams.delete(name)
    link.href = `${href.replace(/\?.*/, '')}?${searchParams}`
  }, [top, presets, money, paymenttype])
}
