/** What a payment form or an invoice request meets between the browser and this site. tests/e2e/failing-services has what happens at Stripe. */
import type { Route } from '@playwright/test'
import { expect, test } from '../../support/browser-test.ts'
import { attemptsOf, enquiriesWith } from '../../support/ledger.ts'
import {
  brokenWays,
  expectUsable,
  newEmail,
  type PaymentForm,
  paymentForms,
  press,
  problem,
  useUpTheLimit,
} from '../../support/payment-forms.ts'

const [rupees, dollars, run] = paymentForms as [PaymentForm, PaymentForm, PaymentForm]

const invoice = (form: PaymentForm): PaymentForm => ({
  ...form,
  name: `an invoice for ${form.name}`,
  api: '/api/sponsorship-invoice',
  payButton: (page) => page.getByRole('button', { name: 'Send me an invoice' }),
})

/** Sends the total of an outdated page once. */
const disagree = (form: PaymentForm) => (route: Route) =>
  route.continue({ postData: JSON.stringify(form.disagreeing(route.request().postDataJSON())) })

for (const form of [rupees, run, invoice(run)]) {
  const isInvoice = form.api.endsWith('invoice')

  test.describe(form.name, () => {
    test.use({ expectedNoise: [/status of (?:409|429|50[23])|ERR_FAILED/] })

    test('keeps the form through a wrong total, lost responses and the limit of payments, and starts one payment at most', async ({
      page,
    }) => {
      const email = newEmail()
      const started = () => (isInvoice ? enquiriesWith(email) : attemptsOf(email))
      await form.fill(page, email)
      const typed = await form.kept(page)
      await page.route(`**${form.api}`, disagree(form), { times: 1 })
      await press(page, form.payButton(page), form.api)
      await expectUsable(page, form, typed, /do not agree/)
      expect(started()).toEqual([])
      const noConnection = ['no connection', (route: Route) => route.abort()] as const
      for (const [way, answer] of [noConnection, ...brokenWays]) {
        await test.step(way, async () => {
          await page.route(`**${form.api}`, answer, { times: 1 })
          await form.payButton(page).click()
          const words = isInvoice ? /write to events@example\.org or call \+1 423/ : 'Payment failed! '
          await expectUsable(page, form, typed, words)
          await expect(problem(page)).toBeFocused()
        })
      }
      expect(started()).toHaveLength(1)
      await useUpTheLimit(page, isInvoice ? form.api : '/api/create-checkout-session-usa')
      await press(page, form.payButton(page), form.api)
      await expectUsable(page, form, typed, /Too many (?:payments|messages)/)
      expect(started()).toHaveLength(1)
      if (isInvoice) expect(attemptsOf(email)).toEqual([])
    })
  })
}

for (const form of [dollars, invoice(run)])
  test.describe(`${form.name}, without JavaScript`, () => {
    test.use({ javaScriptEnabled: false })

    test('asks a visitor over the limit to wait, and the form stays filled in', async ({ page }) => {
      const email = newEmail()
      await form.fill(page, email)
      const typed = await form.kept(page)
      await useUpTheLimit(page, form.api.endsWith('invoice') ? form.api : '/api/create-checkout-session-usa')
      await press(page, form.payButton(page), form.api)
      await expectUsable(page, form, typed, /Too many (?:payments|messages)/)
      expect([...attemptsOf(email), ...enquiriesWith(email)]).toEqual([])
    })
  })
