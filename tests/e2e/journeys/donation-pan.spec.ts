import { expect, test } from '../../support/browser-test.ts'
import { cardFrame, cards, fillAddress, fillGift, newDonor, nextButton, payBy } from '../../support/donor.ts'
import { giftsOf, panOf } from '../../support/ledger.ts'

// Without JavaScript: tests/unit/donation/india-questions.test.ts.
test('a donor gives a PAN for the tax receipt, corrects it, pays, and it is stored encrypted', async ({ page }) => {
  const donor = newDonor({ frequency: 'Once' })
  await page.goto('/DonateIndia')
  await fillGift(page, donor)
  await nextButton(page).click()
  await fillAddress(page, donor)
  const pan = page.getByRole('textbox', { name: 'Your PAN (optional)' })
  await expect(pan).toHaveAccessibleDescription(/^For a tax receipt in India/)
  await pan.fill('abcte 1234 f')
  const give = page.getByRole('button', { name: 'Give ₹1,000' })
  await give.click()
  const told = page.getByRole('alert').filter({ hasText: 'This is the PAN of an organisation.' })
  await expect(told).toBeVisible()
  await expect(pan).toHaveValue('abcte 1234 f')
  await pan.fill('abcpe 1234 f')
  const kept = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
  expect(kept).toContain(donor.email)
  expect(kept).not.toMatch(/abc[pt]e.{0,3}1234/i)
  await give.click()
  await payBy(cards.accepted, cardFrame(page))
  await expect(page.getByText('Payment Successful!').first()).toBeVisible()
  await expect.poll(() => giftsOf(donor.email)).toHaveLength(1)
  expect(panOf(donor.email)).toMatch(/^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]{35}$/)
  expect(page.url()).not.toMatch(/abcpe.{0,3}1234/i)
})
