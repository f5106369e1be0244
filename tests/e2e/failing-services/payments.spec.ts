import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser-test.ts'
import { cardFrame, cards, payBy } from '../../support/donor.ts'
import { giftsOf } from '../../support/ledger.ts'
import { expectUsable, newEmail, press, problem, runForm, rupeeForm } from '../../support/payment-forms.ts'
import { behave, control, reset, sessionsAtStripe } from '../../support/sandbox.ts'

test.beforeEach(() => reset('stripe'))
test.afterEach(() => reset('stripe'))

/** Sandbox modes for 500, 429, a truncated response, no response, and a connection that breaks after Stripe acted. */
const everyFailure = ['fail', 'refuse', 'garbage', 'stall', 'drop'] as const

async function expectPaid(page: Page, email: string) {
  await expect(page).toHaveURL(/\/thank-you/)
  await expect.poll(() => giftsOf(email)).toHaveLength(1)
  expect(await sessionsAtStripe()).toHaveLength(1)
}

async function expectOtherWays(page: Page) {
  await runForm.fill(page, newEmail())
  const typed = await runForm.kept(page)
  await control('stripe', 'account', { chargesEnabled: false })
  await press(page, runForm.payButton(page), runForm.api)
  await expectUsable(
    page,
    runForm,
    typed,
    'Paying by card does not work just now. No money was taken. Please ask for an invoice',
  )
}

test.describe('with JavaScript', () => {
  test.use({ expectedNoise: [/status of 50[23]/] })

  for (const form of [rupeeForm, runForm])
    test(`${form.name} says what went wrong while Stripe fails, then pays on one session, by another card after one that is declined`, async ({
      page,
    }) => {
      // The forms share their use case: one of them meets every failure.
      const failures = form === rupeeForm ? everyFailure : (['drop'] as const)
      const email = newEmail()
      await form.fill(page, email)
      const typed = await form.kept(page)
      for (const mode of failures) {
        await test.step(mode, async () => {
          await behave('stripe', { mode, path: '/v1/checkout/sessions' })
          await press(page, form.payButton(page), form.api)
          await expectUsable(page, form, typed, 'Payment failed! ')
          await expect(problem(page)).toBeFocused()
        })
      }
      expect((await sessionsAtStripe()).length).toBeLessThanOrEqual(1)
      await behave('stripe', { mode: 'ok' })
      await press(page, form.payButton(page), form.api)
      await payBy(cards.declined, cardFrame(page))
      await expect(cardFrame(page).getByText('Your card was declined.').first()).toBeVisible()
      await expect(page.getByRole('alert').filter({ hasText: 'Payment unsuccessful!' })).toBeVisible()
      expect(giftsOf(email)).toHaveLength(0)
      await payBy(cards.accepted, cardFrame(page))
      await expectPaid(page, email)
    })

  test('a form says what to do instead while the account is suspended', async ({ page }) => {
    await expectOtherWays(page)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedNoise: [/status of 503/] })

  // tests/unit/checkout/plain-form.test.ts has every form.
  test('a form comes back filled in with the reason, then pays on one session', async ({ page }) => {
    const email = newEmail()
    await rupeeForm.fill(page, email)
    const typed = await rupeeForm.kept(page)
    await behave('stripe', { mode: 'drop', path: '/v1/checkout/sessions' })
    await press(page, rupeeForm.payButton(page), rupeeForm.api)
    await expectUsable(page, rupeeForm, typed, 'Payment failed! ')
    await behave('stripe', { mode: 'ok' })
    await press(page, rupeeForm.payButton(page), rupeeForm.api)
    await payBy(cards.declined, page)
    await expect(page.getByText('Your card was declined.').first()).toBeVisible()
    await payBy(cards.accepted, page)
    await expectPaid(page, email)
  })

  test('a form says what to do instead while the account is suspended', async ({ page }) => {
    await expectOtherWays(page)
  })
})

test('a thank-you page whose payment cannot be read says that the gift is not lost', async ({ page }) => {
  await behave('stripe', { mode: 'fail' })
  await page.goto('/DonateIndia/thank-you?session_id=cs_test_a1b2c3d4e5f6g7h8')
  await expect(page.getByText(/is not lost/)).toBeVisible()
})
