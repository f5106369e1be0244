import { expect, test } from '../../support/browser-test.ts'
import { cardFrame, cards, fillDonation, newDonor, payBy } from '../../support/donor.ts'
import { attemptsOf, giftsOf } from '../../support/ledger.ts'

const wait = 'Too many payments were tried just now. Please wait a minute and try again. No money was taken.'

test.use({ expectedNoise: [/status of 429/] })

test('after three declined cards the next payment has to wait, and the form keeps everything', async ({ page }) => {
  const donor = newDonor({ frequency: 'Once' })
  await fillDonation(page, donor)
  const give = page.getByRole('button', { name: /^Give ₹/ })
  await give.click()
  for (let time = 0; time < 3; time += 1) {
    // The error of the card before it stays until the answer to this one.
    await Promise.all([page.waitForEvent('framenavigated'), payBy(cards.declined, cardFrame(page))])
    await expect(cardFrame(page).getByRole('link', { name: 'Your card was declined.' })).toBeVisible()
  }
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
