/** What a payment form or an invoice request meets between the browser and this site. tests/e2e/failing-services has what happens at Stripe. */
import type { Page, Route } from '@playwright/test'
import { expect, test } from '../../support/browser-test.ts'
import { cardFrame } from '../../support/donor.ts'
import { attemptsOf, enquiriesWith } from '../../support/ledger.ts'
import {
  brokenWays,
  expectUsable,
  newEmail,
  type PaymentForm,
  press,
  problem,
  runForm,
  rupeeForm,
  useUpTheLimit,
} from '../../support/payment-forms.ts'

const invoice = (form: PaymentForm): PaymentForm => ({
  ...form,
  name: `an invoice for ${form.name}`,
  api: '/api/sponsorship-invoice',
  payButton: (page) => page.getByRole('button', { name: 'Send me an invoice' }),
})

/** Sends the total of an outdated page once. */
const disagree = (form: PaymentForm) => (route: Route) =>
  route.continue({ postData: JSON.stringify(form.disagreeing(route.request().postDataJSON())) })

// The payment of the run shares the script of its invoice; tests/e2e/failing-services has it.
for (const form of [rupeeForm, invoice(runForm)]) {
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
      await expectUsable(page, form, typed, /do not match/)
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

// The forms for gifts share their script: one of them stands for both.
for (const form of [rupeeForm, runForm])
  test(`${form.name}: Back, Forward and a reload lead from the card form to the answers, and a look around keeps them`, async ({
    page,
  }) => {
    const card = page.getByRole('region', { name: 'Secure payment' })
    await form.fill(page, newEmail())
    const typed = await form.kept(page)
    const button = form.payButton(page)
    const label = (await button.textContent()) ?? ''
    const expectAnswers = async () => {
      await expect(button).toHaveText(label)
      await expect(card).toBeHidden()
      expect(await form.kept(page)).toBe(typed)
    }
    const length = await historyLength(page)
    const back = [
      ['the browser’s Back', () => page.goBack()],
      ['the button', () => card.getByRole('button', { name: /^Back/ }).click()],
    ] as const
    for (const [way, leave] of back)
      await test.step(way, async () => {
        await button.click()
        await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
        await leave()
        await expectAnswers()
      })
    await page.goForward()
    await expectAnswers()
    await button.click()
    await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
    await page.reload()
    await expectAnswers()
    expect(await historyLength(page)).toBe(length + 1)
    await page.goto('/PrivacyPolicy')
    await form.reopen(page)
    await expectAnswers()
  })

const historyLength = (page: Page) => page.evaluate(() => history.length)

test.describe('without the card form’s script', () => {
  test.use({ expectedNoise: [/ERR_FAILED|ChunkLoadError|Failed to load/] })

  test('a card form whose script is lost leaves the answers, and the way to the payment service’s own page', async ({
    page,
  }) => {
    await rupeeForm.fill(page, newEmail())
    const typed = await rupeeForm.kept(page)
    await page.route('**/behaviours/card-payment-*', (route) => route.abort())
    await rupeeForm.payButton(page).click()
    await expectUsable(page, rupeeForm, typed, /could not be opened here/)
    await rupeeForm.payButton(page).click()
    await expect(page).not.toHaveURL(/DonateIndia/)
  })
})
