import type { FrameLocator, Page } from '@playwright/test'
import { expect, test } from '../../support/browser-test.ts'
import { cardFrame, cards, type Donor, fillDonation, newDonor, payBy } from '../../support/donor.ts'
import { attemptsOf, giftsOf } from '../../support/ledger.ts'

const wait = 'Too many payments were tried just now. Please wait a minute and try again. No money was taken.'

async function reachTheLastButton(page: Page, donor: Donor) {
  await fillDonation(page, donor)
  return page.getByRole('button', { name: /^Give ₹/ })
}

async function declineThreeTimes(where: Page | FrameLocator) {
  for (let time = 0; time < 3; time += 1) {
    await payBy(cards.declined, where)
    await expect(where.getByRole('link', { name: 'Your card was declined.' })).toBeVisible()
  }
}

test.describe('with JavaScript', () => {
  test.use({ expectedNoise: [/status of 429/] })

  test('after three declined cards the next payment has to wait, and the form keeps everything', async ({ page }) => {
    const donor = newDonor({ frequency: 'Once' })
    const give = await reachTheLastButton(page, donor)
    await give.click()
    await declineThreeTimes(cardFrame(page))
    await page.getByRole('button', { name: 'Back to your address' }).click()
    await page.getByRole('textbox', { name: 'Address line 1' }).fill('13 Lake Road')
    await give.click()
    const told = page.getByRole('alert').filter({ hasText: wait })
    await expect(told).toBeVisible()
    await expect(told).toBeFocused()
    await expect(page).toHaveTitle(/^Error: /)
    await expect(give).toBeEnabled()
    await expect(page.getByRole('textbox', { name: 'Address line 1' })).toHaveValue('13 Lake Road')
    expect(attemptsOf(donor.email)).toHaveLength(1)
    expect(giftsOf(donor.email)).toHaveLength(0)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('after three declined cards the form comes back with everything and says how long to wait', async ({ page }) => {
    const donor = newDonor()
    const give = await reachTheLastButton(page, donor)
    await give.click()
    await declineThreeTimes(page)
    await page.getByRole('link', { name: /back/i }).click()
    await (await reachTheLastButton(page, donor)).click()
    await expect(page.getByRole('alert')).toContainText(wait)
    await expect(page.getByRole('textbox', { name: 'Address line 1' })).toHaveValue('12 Lake Road')
    expect(attemptsOf(donor.email)).toHaveLength(1)
  })
})
