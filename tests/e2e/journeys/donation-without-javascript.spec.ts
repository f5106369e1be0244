import { expect, test } from '../../support/browser-test.ts'
import { cards, fillAddress, fillDonation, fillGift, newDonor, nextButton, payBy } from '../../support/donor.ts'
import { giftsOf } from '../../support/ledger.ts'

test.use({ javaScriptEnabled: false, expectedNoise: [/status of 422/] })

test('without JavaScript a visitor reads a story, corrects the form and gives 1,000 rupees a month', async ({
  page,
}) => {
  const donor = newDonor()
  await page.goto('/')
  await page.getByRole('navigation').getByText('Countries').click()
  await page.getByRole('navigation').getByRole('link', { name: 'India', exact: true }).click()
  await page
    .getByRole('link', { name: /READ FULL STORY/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/India\/stories\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto('/DonateIndia?reason=2')
  const gift = page.getByRole('complementary', { name: 'Your gift' })
  const stop = gift.getByText(/^You can stop a monthly gift/)
  await expect(stop).toBeHidden()
  await page.getByRole('radio', { name: 'Every month' }).check()
  await expect(stop).toBeVisible()
  await page.getByRole('textbox', { name: 'First name' }).fill('Asha')
  await page.getByRole('textbox', { name: 'Email address' }).fill('asha at home')
  await nextButton(page).click()
  await expect(page).toHaveURL('/DonateIndia')
  await expect(page).toHaveTitle(/^Error: /)
  await expect(page.getByRole('alert')).toContainText('Please fill out all the required fields.')
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Asha')
  await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveValue('asha at home')
  await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveAccessibleDescription(/name@example.org/)
  await fillGift(page, donor)
  await nextButton(page).click()
  await expect(page).toHaveURL('/DonateIndia')
  await expect(gift).toContainText(/Every month\s*₹1,000/, { useInnerText: true })
  await fillAddress(page, donor)
  await page.getByRole('button', { name: 'Give ₹1,000 a month' }).click()
  await payBy(cards.accepted, page)
  await expect(page).toHaveURL(/\/DonateIndia\/thank-you/)
  await expect(page.getByText('Payment Successful! Subscription active.').first()).toBeVisible()
  await expect.poll(() => giftsOf(donor.email)).toHaveLength(1)
  await page.goto('/DonateIndia')
  await expect(page.getByText('You gave ₹1,000 a month just now. Give again?')).toBeVisible()
})

test('without JavaScript Back keeps both steps, and returning from the payment page shows the filled-in form and says that no money was taken', async ({
  page,
}) => {
  const donor = newDonor({ frequency: 'Once', organisation: 'Lotus Trust' })
  await fillDonation(page, donor)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Asha')
  await nextButton(page).click()
  await expect(page.getByRole('textbox', { name: 'Street address' })).toHaveValue('12 Lake Road')
  await page.getByRole('button', { name: 'Give ₹1,000' }).click()
  await page.getByRole('link', { name: /back/i }).click()
  await expect(page.getByText('You came back without paying. No money was taken.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Street address' })).toHaveValue('12 Lake Road')
  await expect(page.getByRole('button', { name: 'Give ₹1,000' })).toBeVisible()
  expect(giftsOf(donor.email)).toHaveLength(0)
})

test('who has given once asks to hear what it did, and is asked once, by a link that leads into the form, to give every month', async ({
  page,
}) => {
  await fillDonation(page, newDonor({ frequency: 'Once' }))
  await page.getByRole('button', { name: 'Give ₹1,000' }).click()
  await payBy(cards.accepted, page)
  await expect(page.getByText('Payment Successful!').first()).toBeVisible()
  await page.getByRole('checkbox', { name: /^Yes, mail me these reports/ }).check()
  await page.getByRole('button', { name: 'Mail me the reports' }).click()
  await expect(page).toHaveURL(/\/DonateIndia\/thank-you\?session_id=\w+#hear$/)
  await expect(page.getByText('We mail you the report of each camp')).toBeVisible()
  await page.getByRole('link', { name: 'Make it monthly: ₹250' }).click()
  await expect(page.getByRole('radio', { name: 'Every month' })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Other amount' })).toHaveValue('250')
})
