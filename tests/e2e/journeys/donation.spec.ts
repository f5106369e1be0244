import type { Page } from '@playwright/test'
import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'
import {
  cardFrame,
  cards,
  type Donor,
  fillAddress,
  fillDonation,
  fillGift,
  newDonor,
  nextButton,
  payBy,
} from '../../support/donor.ts'
import { attemptsOf, giftsOf } from '../../support/ledger.ts'
import { settle } from '../../support/sandbox.ts'

async function reachPayment(page: Page, donor: Donor, button: string | RegExp) {
  await fillDonation(page, donor)
  await page.getByRole('button', { name: button }).click()
}

test('a visitor lands on Home, reads a story and gives 1,000 rupees a month, once in spite of a double click', async ({
  page,
}) => {
  const donor = newDonor()
  await page.goto('/')
  await page.getByRole('navigation').getByText('Countries').click()
  await page.getByRole('navigation').getByRole('link', { name: 'India', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'India' })).toBeVisible()
  await page
    .getByRole('link', { name: /READ FULL STORY/ })
    .first()
    .click()
  const story = page.getByRole('dialog')
  await expect(story).toBeVisible()
  await story.getByRole('button', { name: 'Close' }).first().click()
  await expect(story).toBeHidden()
  // Closing goes back in the history, which would abort the next navigation.
  await expect(page).toHaveURL('/India')

  await fillDonation(page, donor)
  await page.getByRole('button', { name: 'Give ₹1,000 a month' }).dblclick()
  await payBy(cards.accepted, cardFrame(page))
  await expect(page).toHaveURL(/\/DonateIndia\/thank-you/)
  await expect(page.getByText('Payment Successful! Subscription active.').first()).toBeVisible()
  await expect(page.getByText('₹1,000 a month', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Asha')
  expect(await violations(page)).toEqual([])
  await expect.poll(() => giftsOf(donor.email)).toHaveLength(1)
  expect(attemptsOf(donor.email)).toHaveLength(1)
  expect(giftsOf(donor.email)[0]).toMatchObject({
    kind: 'monthly',
    status: 'paid',
    currency: 'INR',
    amount: 100_000,
    reason: 2,
  })
  const [whatsApp] = await page.getByRole('link', { name: /WhatsApp/ }).all()
  expect(await whatsApp?.getAttribute('href')).not.toContain('cs_test_')

  await page.goBack()
  await expect(page.getByText('You gave ₹1,000 a month just now. Give again?')).toBeVisible()
  await page.getByRole('link', { name: 'see its confirmation' }).click()
  await page.getByRole('link', { name: /stop this gift/ }).click()
  await page.getByRole('button', { name: 'Stop my monthly gift' }).click()
  await page.goto('/DonateIndia')
  await page.getByRole('link', { name: 'see its confirmation' }).click()
  await expect(page.getByText('Your monthly gift is stopped.')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('region', { name: 'Who was paid' })).toBeVisible()
  await expect(page.getByRole('main').locator('button:visible, .pill:visible')).toHaveCount(0)
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(sheets).toHaveLength(1)
})

test('a bank debit is confirmed later, and the page then says so by itself', async ({ page }) => {
  const donor = newDonor({ frequency: 'Once' })
  await page.clock.install()
  await reachPayment(page, donor, 'Give ₹1,000')
  await cardFrame(page).getByRole('button', { name: 'Pay by test bank debit' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We are confirming your gift')
  expect(await violations(page)).toEqual([])
  expect(giftsOf(donor.email)).toMatchObject([{ status: 'pending' }])
  await settle(new URL(page.url()).searchParams.get('session_id') ?? '', 'succeeded')
  // The page looks every twenty seconds.
  await page.clock.fastForward(20_000)
  await expect(page.getByText('Payment Successful!')).toBeVisible()
})

test('errors are shown beside each field and summarised, then a gift of any other amount, once, for an organisation, is recorded once', async ({
  page,
}) => {
  const donor = newDonor({
    frequency: 'Once',
    amount: '1,23,456',
    reason: 'Project Butterfly',
    organisation: 'Lotus Trust',
  })
  await page.goto('/DonateIndia')
  await page.getByRole('textbox', { name: 'Last name' }).fill('Rao')
  // A form that is sent before React has taken over is answered by the server.
  await expect(page.locator('[data-hydrated]')).toBeAttached()
  await nextButton(page).click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('Please fill out all the required fields.')
  await expect(page).toHaveTitle(/^Error: /)
  await summary.getByRole('link', { name: 'Enter your first name' }).click()
  const firstName = page.getByRole('textbox', { name: 'First name' })
  await expect(firstName).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Last name' })).toHaveValue('Rao')
  await expect(firstName).toHaveAccessibleDescription(/Enter your first name/)
  await firstName.fill('Asha')
  await expect(firstName).not.toHaveAccessibleDescription(/Enter your first name/)
  await expect(firstName).toBeFocused()
  await fillGift(page, { ...donor, amount: '49' })
  await nextButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: '₹50 and ₹5,00,000' })).toBeVisible()
  await fillGift(page, donor)
  await nextButton(page).click()
  await fillAddress(page, donor)
  await page.getByRole('button', { name: 'Give ₹1,23,456' }).click()
  await payBy(cards.accepted, cardFrame(page))
  await expect(page.getByText('Payment Successful!').first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await expect.poll(() => giftsOf(donor.email)).toHaveLength(1)
  expect(giftsOf(donor.email)[0]).toMatchObject({ kind: 'one-off', status: 'paid', amount: 12_345_600, reason: 6 })
})

test('Back keeps everything, by the button and by the browser, and payment continues with one session', async ({
  page,
}) => {
  const donor = newDonor({ frequency: 'Once' })
  await reachPayment(page, donor, 'Give ₹1,000')
  await expect(page.getByRole('region', { name: 'Secure payment' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Give ₹1,000' })).toBeInViewport()
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('region', { name: /^Step 2 of 3/ })).toBeFocused()
  await page.getByRole('button', { name: 'Give ₹1,000' }).click()
  await expect(page.getByText('Step 3 of 3')).toBeVisible()
  await page.getByRole('button', { name: 'Back to your address' }).click()
  await expect(page.getByRole('region', { name: /^Step 2 of 3/ })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Street address' })).toHaveValue('12 Lake Road')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Asha')
  await expect(page.getByRole('radio', { name: '₹1,000' })).toBeChecked()
  await nextButton(page).click()
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveValue(donor.email)
  await nextButton(page).click()
  await page.getByRole('button', { name: 'Give ₹1,000' }).click()
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
  expect(attemptsOf(donor.email)).toHaveLength(1)
})

test('a reload keeps the step and what was typed, and a link that presets a gift overrides an earlier one', async ({
  page,
}) => {
  const donor = newDonor({ amount: '16000', reason: 'Project Butterfly' })
  await page.goto('/DonateIndia?reason=7')
  await expect(page.getByRole('combobox', { name: 'What is your gift for?' })).toHaveValue('7')
  await page.getByRole('textbox', { name: 'Telephone' }).fill('12345')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Telephone' })).toHaveValue('12345')
  await fillGift(page, donor)
  await nextButton(page).click()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Street address' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Give ₹16,000 a month' })).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Other amount, in rupees' })).toHaveValue('16000')
  await expect(page.getByRole('combobox', { name: 'What is your gift for?' })).toHaveValue('6')

  await page.goto('/Donate')
  await page.getByRole('radio', { name: 'Once' }).check()
  await page.getByRole('radio', { name: '$50' }).check()
  await page.goto('/DonateIndia?frequency=monthly&amount=2000')
  await expect(page.getByRole('radio', { name: 'Every month' })).toBeChecked()
  await expect(page.getByRole('radio', { name: '₹2,000' })).toBeChecked()
  await page.reload()
  await expect(page.getByRole('radio', { name: '₹2,000' })).toBeChecked()
})

test('Back leads to the gift at once, also after an error there', async ({ page }) => {
  const donor = newDonor()
  await fillDonation(page, donor)
  await page.locator('[name=firstName]').evaluate((field: HTMLInputElement) => {
    field.value = ''
  })
  await page.getByRole('button', { name: 'Give ₹1,000 a month' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Enter your first name' })).toBeVisible()
  await page.getByRole('textbox', { name: 'First name' }).fill('Asha')
  await nextButton(page).click()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(nextButton(page)).toBeVisible()
})

test('a donor reaches the card form with the keyboard alone', async ({ page }) => {
  const donor = newDonor({ frequency: 'Once' })
  await page.goto('/DonateIndia')
  await page.getByRole('radio', { name: 'Once' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: '₹500' })).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '₹1,000' })).toBeChecked()
  // Past the link to the other form.
  for (let stop = 0; stop < 2; stop++) await page.keyboard.press('Tab')
  await page.keyboard.type('Cleft-Free')
  // Past the folded tribute and the kind of donor, to the citizenship.
  for (let stop = 0; stop < 3; stop++) await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  for (const words of ['Asha', 'Rao', donor.email, '+91 22 5555 0100']) {
    await page.keyboard.type(words)
    await page.keyboard.press('Tab')
  }
  await expect(nextButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Step 2 of 3: your address' })).toBeFocused()
  await page.keyboard.press('Tab')
  for (const words of ['12 Lake Road', 'Mumbai', '', '400001', '']) {
    await page.keyboard.type(words)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: /for the card fees/ })).toBeChecked()
  for (let stop = 0; stop < 2; stop++) await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Give ₹1,030' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
})
