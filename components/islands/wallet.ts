/**
 * A wallet's button above the fields of a gift (Stripe's Express Checkout Element), for donors who would rather not type. The form's own request records
 * the order, for the server's amount, before the wallet is charged. No React: the form below may never be touched.
 * https://docs.stripe.com/elements/express-checkout-element/accept-a-payment (read November 2026)
 */
import type { StripeExpressCheckoutElementConfirmEvent as Confirmation, StripeElements } from '@stripe/stripe-js'
import { checkoutResult } from '#components/checkout/checkout-result.ts'
import { loadedStripe } from '#components/checkout/stripe-script.ts'
import type { DonationOffer } from '#components/donation/gift-step.tsx'
import { readForm, sender } from '#components/forms/browser-form.ts'
import { faultIn, readValues } from '#lib/contact/forms/form.ts'
import { fitsWallet, totalOf } from '#lib/giving/donation/amount.ts'
import { type DonationValues, describeDonation } from '#lib/giving/donation/form.ts'
import { languageField } from '#lib/platform/languages/field.ts'

const checkoutAction = '/api/create-checkout-session'

/** Before the wallet tells name and address; what was typed is checked. */
const withPayer = (values: DonationValues): DonationValues => ({
  ...values,
  firstName: values.firstName || 'Name',
  email: values.email || 'name@example.org',
})

/** `place`: of the button, within the island `root`. */
export function start(root: HTMLElement, place: HTMLElement): void {
  const form = root.querySelector('form')
  const { offer }: { offer: DonationOffer } = JSON.parse(root.dataset.props ?? '{}')
  const [button, fault] = ['button', 'fault'].map((part) => place.querySelector<HTMLElement>(`[data-wallet-${part}]`))
  if (!form || !button || !fault) return
  const { terms } = offer
  const description = describeDonation(terms)
  const read = () => readValues<DonationValues>(description, readForm(form))
  const { send, isBusy } = sender()
  let begun = false
  let elements: StripeElements | undefined

  const tell = (sentences: string[]) =>
    fault.replaceChildren(
      ...sentences.map((sentence) => Object.assign(document.createElement('p'), { textContent: sentence })),
    )

  const offerButton = async (amount: number) => {
    const { key: publishableKey = '', script: scriptUrl } = place.dataset
    const stripe = await loadedStripe({ publishableKey, scriptUrl })
    const group = stripe.elements({
      mode: 'payment',
      amount,
      currency: terms.minimum.currency.toLowerCase(),
      allowedPaymentMethodTypes: ['card'],
    })
    elements = group
    /** Returns what went wrong. */
    const give = async ({ billingDetails }: Confirmation): Promise<string[]> => {
      const { checkout } = terms.texts
      const values = read()
      const answers = {
        ...values,
        email: values.email || billingDetails?.email || '',
        ...(!values.firstName && { name: billingDetails?.name ?? '' }),
      }
      const submitted = await group.submit()
      if (submitted.error) return [checkout.unsuccessful]
      const language = terms.language && { [languageField]: terms.language }
      const body = { ...answers, ...totalOf(values, terms), ...language, paymentMethod: 'card', uiMode: 'wallet' }
      const { challenge } = offer
      const token = challenge && readForm(form)[challenge.field]
      const answer = await send(checkoutAction, answers, { ...body, ...(token && { [challenge.field]: token }) })
      const result = checkoutResult(answer, checkout)
      if (result.kind === 'failed') return [result.sentence, ...result.errors.map(({ message }) => message)]
      if (result.kind === 'elsewhere' || !result.session.url) return [checkout.unreadable]
      const { clientSecret, url } = result.session
      const confirmParams = { return_url: url }
      const confirmation = { elements: group, clientSecret, confirmParams, redirect: 'if_required' } as const
      // Without a response the thanks know more: they ask the provider.
      const paid = await stripe.confirmPayment(confirmation).catch(() => null)
      if (paid?.error) return [checkout.unsuccessful, checkout.notCharged]
      location.assign(url)
      return []
    }

    const element = group.create('expressCheckout', {
      emailRequired: true,
      // With it the wallet tells the name.
      billingAddressRequired: true,
      buttonType: { applePay: 'donate', googlePay: 'donate' },
      buttonHeight: 48,
      paymentMethods: { link: 'never' },
    })
    element.on('ready', ({ availablePaymentMethods }) => {
      if (availablePaymentMethods) place.querySelector('[hidden]')?.removeAttribute('hidden')
      else place.remove()
    })
    element.on('loaderror', () => place.remove())
    element.on('click', ({ resolve, reject }) => {
      const found = faultIn(description, withPayer(read()))
      tell(found ? [found.sentence, ...found.errors.map(({ message }) => message)] : [])
      if (found || isBusy()) reject()
      else resolve()
    })
    element.on('confirm', async (event) => {
      const sentences = await give(event)
      tell(sentences)
      if (sentences.length > 0) event.paymentFailed({ reason: 'fail' })
    })
    element.mount(button)
  }

  function follow() {
    const values = read()
    const money = fitsWallet(values, terms) ? totalOf(values, terms) : null
    place.hidden = !money
    if (!money) return
    elements?.update({ amount: money.amount })
    if (begun) return
    begun = true
    // Blocked or broken: the form is there.
    offerButton(money.amount).catch(() => place.remove())
  }

  form.addEventListener('input', follow)
  follow()
}
