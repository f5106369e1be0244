import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser-test.ts'
import { cardFrame, cards, payBy } from '../../support/donor.ts'
import { giftsOf } from '../../support/ledger.ts'
import {
  brokenWays,
  newEmail,
  type PaymentForm,
  paymentForms,
  press,
  useUpTheLimit,
} from '../../support/payment-forms.ts'
import { behave, reset, sessionsAtStripe } from '../../support/sandbox.ts'

/** Sandbox modes for 500, 429, a truncated response, no response, and a connection that breaks after Stripe acted. */
const failures = ['fail', 'refuse', 'garbage', 'stall', 'drop'] as const

const sessionsPath = '/v1/checkout/sessions'
const problem = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })

test.beforeEach(() => reset('stripe'))
test.afterEach(() => reset('stripe'))

/** The visitor sees the reason and the filled-in form, and can press again. */
async function expectUsable(page: Page, form: PaymentForm, typed: string, words: string | RegExp) {
  await expect(problem(page)).toContainText(words)
  expect(await form.kept(page)).toBe(typed)
  await expect(form.payButton(page)).toBeEnabled()
}

for (const form of paymentForms) {
  test.describe(form.name, () => {
    test.describe('with JavaScript', () => {
      test.use({ expectedNoise: [/status of (?:409|429|50[23])|ERR_FAILED/] })

      test('says what went wrong for every failure of Stripe, and then creates exactly one session', async ({
        page,
      }) => {
        await form.fill(page, newEmail())
        const typed = await form.kept(page)
        for (const mode of failures) {
          await test.step(mode, async () => {
            await behave('stripe', { mode, path: sessionsPath })
            await press(page, form.payButton(page), form.api)
            await expectUsable(page, form, typed, 'Payment failed! ')
            await expect(problem(page)).toBeFocused()
          })
        }
        expect((await sessionsAtStripe()).length).toBeLessThanOrEqual(1)
        await behave('stripe', { mode: 'ok' })
        await press(page, form.payButton(page), form.api)
        await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
        expect(await sessionsAtStripe()).toHaveLength(1)
      })

      test('says what went wrong when our server cannot be reached, and then creates exactly one session', async ({
        page,
      }) => {
        await form.fill(page, newEmail())
        const typed = await form.kept(page)
        for (const [way, answer] of brokenWays) {
          await test.step(way, async () => {
            await page.route(`**${form.api}`, answer, { times: 1 })
            await form.payButton(page).click()
            await expectUsable(page, form, typed, 'Payment failed! ')
          })
        }
        expect(await sessionsAtStripe()).toHaveLength(1)
        await press(page, form.payButton(page), form.api)
        await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
        expect(await sessionsAtStripe()).toHaveLength(1)
      })

      test('takes another card after one that is declined, on the same session', async ({ page }) => {
        const email = newEmail()
        await form.fill(page, email)
        await form.payButton(page).click()
        await payBy(cards.declined, cardFrame(page))
        await expect(cardFrame(page).getByText('Your card was declined.').first()).toBeVisible()
        expect(giftsOf(email)).toHaveLength(0)
        await payBy(cards.accepted, cardFrame(page))
        await expect(page).toHaveURL(/\/thank-you/)
        await expect.poll(() => giftsOf(email)).toHaveLength(1)
        expect(await sessionsAtStripe()).toHaveLength(1)
      })

      test('reports a different amount, starts no payment, and pays the right one at the next press', async ({
        page,
      }) => {
        await form.fill(page, newEmail())
        const typed = await form.kept(page)
        await page.route(
          `**${form.api}`,
          (route) => route.continue({ postData: JSON.stringify(form.disagreeing(route.request().postDataJSON())) }),
          { times: 1 },
        )
        await press(page, form.payButton(page), form.api)
        await expectUsable(page, form, typed, /do not agree/)
        expect(await sessionsAtStripe()).toEqual([])
        await press(page, form.payButton(page), form.api)
        await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
        expect(await sessionsAtStripe()).toHaveLength(1)
      })

      test('asks a visitor over the limit to wait, and starts no payment', async ({ page }) => {
        await form.fill(page, newEmail())
        const typed = await form.kept(page)
        await useUpTheLimit(page, '/api/create-checkout-session-usa')
        const before = await sessionsAtStripe()
        await press(page, form.payButton(page), form.api)
        await expectUsable(page, form, typed, /Too many payments/)
        expect(await sessionsAtStripe()).toEqual(before)
      })
    })

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false })

      test('comes back filled in with the reason, and then creates exactly one session', async ({ page }) => {
        const email = newEmail()
        await form.fill(page, email)
        const typed = await form.kept(page)
        // The others differ for the server alone, which was seen above.
        for (const mode of ['fail', 'garbage', 'drop'] as const) {
          await test.step(mode, async () => {
            await behave('stripe', { mode, path: sessionsPath })
            await press(page, form.payButton(page), form.api)
            await expectUsable(page, form, typed, 'Payment failed! ')
          })
        }
        await behave('stripe', { mode: 'ok' })
        await press(page, form.payButton(page), form.api)
        expect(await sessionsAtStripe()).toHaveLength(1)
        await payBy(cards.declined, page)
        await expect(page.getByText('Your card was declined.').first()).toBeVisible()
        await payBy(cards.accepted, page)
        await expect(page).toHaveURL(/\/thank-you/)
        await expect.poll(() => giftsOf(email)).toHaveLength(1)
        expect(await sessionsAtStripe()).toHaveLength(1)
      })

      test('asks a visitor over the limit to wait, and the form stays filled in', async ({ page }) => {
        await form.fill(page, newEmail())
        const typed = await form.kept(page)
        await useUpTheLimit(page, '/api/create-checkout-session-usa')
        await press(page, form.payButton(page), form.api)
        await expectUsable(page, form, typed, /Too many payments/)
      })
    })
  })
}

test('a thank-you page whose payment cannot be read says that the gift is not lost', async ({ page }) => {
  await behave('stripe', { mode: 'fail' })
  for (const form of ['DonateIndia', 'Donate', 'Event5kSponsorship', 'FatherDaughterSponser']) {
    await page.goto(`/${form}/thank-you?session_id=cs_test_a1b2c3d4e5f6g7h8`)
    await expect(page.getByText(/is not lost/)).toBeVisible()
  }
})
