import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser-test.ts'
import { cardFrame, cards, fillAddress, fillGift, newDonor, nextButton, payBy } from '../../support/donor.ts'
import { attemptsOf, giftsOf } from '../../support/ledger.ts'
import { behave, reset } from '../../support/sandbox.ts'

test.afterEach(() => reset('stripe'))

async function reachTheLastButton(page: Page, email: string) {
  const donor = newDonor({ email, frequency: 'Once' })
  await page.goto('/DonateIndia')
  await fillGift(page, donor)
  await nextButton(page).click()
  await fillAddress(page, donor)
  return page.getByRole('button', { name: 'Give ₹1,000' })
}

test.describe('with JavaScript', () => {
  test.use({ expectedNoise: [/status of 50[23]/] })

  for (const mode of ['fail', 'garbage', 'refuse'] as const) {
    test(`when Stripe answers with ${mode}, the donor is told, keeps everything and can pay once it is back`, async ({
      page,
    }) => {
      const { email } = newDonor()
      const give = await reachTheLastButton(page, email)
      await behave('stripe', { mode, path: '/v1/checkout/sessions' })
      await give.click()
      const summary = page.getByRole('alert').filter({ hasText: 'Payment failed!' })
      await expect(summary).toBeVisible({ timeout: 40_000 })
      await expect(page.getByRole('textbox', { name: 'Address line 1' })).toHaveValue('12 Lake Road')
      await reset('stripe')
      await expect(give).toBeEnabled()
      await give.click()
      await payBy(cards.accepted, cardFrame(page))
      await expect(page.getByText('Payment Successful!').first()).toBeVisible()
      await expect.poll(() => giftsOf(email)).toHaveLength(1)
    })
  }

  test('when the answer is lost after Stripe acted, trying again uses the same session', async ({ page }) => {
    const { email } = newDonor()
    const give = await reachTheLastButton(page, email)
    await behave('stripe', { mode: 'drop', path: '/v1/checkout/sessions', times: 4 })
    await give.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Payment failed!' })).toBeVisible({ timeout: 40_000 })
    await behave('stripe', { mode: 'ok' })
    await give.click()
    await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
    expect(attemptsOf(email)).toHaveLength(1)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('when Stripe is away, the form comes back with everything and the reason', async ({ page }) => {
    const { email } = newDonor()
    const give = await reachTheLastButton(page, email)
    await behave('stripe', { mode: 'fail', path: '/v1/checkout/sessions' })
    await give.click()
    await expect(page.getByRole('alert')).toContainText('Payment failed!', { timeout: 40_000 })
    await expect(page.getByRole('textbox', { name: 'Address line 1' })).toHaveValue('12 Lake Road')
  })
})

test('a thank-you page whose payment cannot be read says that the gift is not lost', async ({ page }) => {
  await behave('stripe', { mode: 'fail' })
  await page.goto('/DonateIndia/thank-you?session_id=cs_test_a1b2c3d4e5f6g7h8')
  await expect(page.getByText(/your gift is not lost/)).toBeVisible()
})
