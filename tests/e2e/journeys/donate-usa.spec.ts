import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser-test.ts'
import { cardFrame, cards, fillTribute, nextButton, payBy } from '../../support/donor.ts'
import { giftsOf } from '../../support/ledger.ts'
import { named } from '../../support/names.ts'
import { mailsTo } from '../../support/sandbox.ts'

const newEmail = () => `donor-${randomUUID().slice(0, 8)}@example.org`

async function fillDonor(page: Page, email: string): Promise<void> {
  await page.getByRole('combobox', { name: 'What is your gift for?' }).selectOption('Cleft-Free World')
  await page.getByRole('textbox', { name: 'First name' }).fill('Ruth')
  await page.getByRole('textbox', { name: 'Last name' }).fill('Lee')
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByRole('textbox', { name: 'Telephone' }).fill('+1 423 555 0100')
}

async function fillAddress(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Street address' }).fill('1 River Street')
  await page.getByRole('textbox', { name: 'City' }).fill('Chattanooga')
  await page.getByRole('combobox', { name: 'State' }).selectOption('Tennessee')
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('37402')
}

test('a tier of the monthly circle presets the gift, which is given in dollars by card, in memory of somebody', async ({
  page,
}) => {
  const [email, family] = [newEmail(), newEmail()]
  await page.goto(named('/{founderSlug}ian'))
  await page.getByRole('link', { name: 'Give $50 a month' }).click()
  await expect(page.getByRole('radio', { name: 'Every month' })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^\$50/ })).toBeChecked()
  await fillDonor(page, email)
  await fillTribute(page, family)
  await page.getByRole('textbox', { name: 'Your message' }).fill('See evil.example')
  await page.getByText('in memory of somebody').click()
  await nextButton(page).click()
  await expect(page.getByRole('textbox', { name: 'Your message' })).toHaveAccessibleDescription(/Leave out web/)
  await page.getByRole('link', { name: /Leave out web and email addresses/ }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('She mended all of us.')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Your message' })).toHaveValue('She mended all of us.')
  await nextButton(page).click()
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('US')
  await fillAddress(page)
  await page.getByRole('button', { name: 'Give $50 a month' }).click()
  await payBy(cards.accepted, cardFrame(page))
  await expect(page).toHaveURL(/\/Donate\/thank-you/)
  await expect(page.getByText('Payment Successful! Subscription active.').first()).toBeVisible()
  for (const words of ['In memory of', 'Meera Rao', 'The Rao family', 'Campaign'])
    await expect(page.getByRole('main')).toContainText(words)
  await expect.poll(() => giftsOf(email)).toHaveLength(1)
  expect(giftsOf(email)[0]).toMatchObject({
    kind: 'monthly',
    status: 'paid',
    currency: 'USD',
    amount: 5000,
    reason: 2,
    campaign: 'monthly-circle',
  })
  await expect.poll(() => mailsTo(family)).toHaveLength(1)
})

test.describe('the giving partner’s form', () => {
  test.use({ expectedNoise: [new RegExp(`outside request: ${new URL(named('{link:giving-form-usa}')).origin}/`)] })

  test('opens in a dialog, is loaded only then, and has a plain link beside it', async ({ page }) => {
    const { origin } = new URL(named('{link:giving-form-usa}'))
    await page.route(`${origin}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Give</title><p>Form of the partner</p>' }),
    )
    await page.goto('/Donate?campaign=in-honor')
    await expect(page.locator('iframe')).toHaveCount(0)
    await page.getByRole('link', { name: /partner's form/ }).click()
    const dialog = page.getByRole('dialog', { name: "Our giving partner's form" })
    await expect(dialog).toBeVisible()
    await expect(dialog.locator('iframe')).toHaveAttribute('src', /frequency=monthly&amount=100&campaign=8479$/)
    await expect(page.frameLocator('dialog iframe').getByText('Form of the partner')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Open the form on its own page' })).toHaveAttribute('href', /^https:/)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedNoise: [/status of 422/] })

  test('the partner’s form is a link, and a gift in memory of somebody is given on the payment page', async ({
    page,
  }) => {
    const [email, family] = [newEmail(), newEmail()]
    await page.goto('/Donate?campaign=in-honor')
    await expect(page.getByRole('link', { name: /partner's form/ })).toHaveAttribute('href', /^https:/)
    await page.getByRole('radio', { name: /^\$25/ }).first().check()
    await fillDonor(page, email)
    await fillTribute(page, 'family')
    await nextButton(page).click()
    await expect(page.getByRole('textbox', { name: 'Their email address' })).toHaveAccessibleDescription(/Enter their/)
    await fillTribute(page, family)
    await nextButton(page).click()
    await expect(page.getByText('Step 2 of 3', { exact: true })).toBeVisible()
    await fillAddress(page)
    await page.getByRole('button', { name: 'Give $25' }).click()
    await payBy(cards.accepted, page)
    await expect(page).toHaveURL(/\/Donate\/thank-you/)
    await expect.poll(() => giftsOf(email)).toHaveLength(1)
    expect(giftsOf(email)[0]).toMatchObject({
      kind: 'one-off',
      status: 'paid',
      currency: 'USD',
      amount: 2500,
      campaign: 'in-honor',
    })
    await expect.poll(() => mailsTo(family)).toHaveLength(1)
  })
})

test('the choice of an amount comes along to the form in the other currency', async ({ page }) => {
  await page.goto('/Donate')
  await page.getByRole('radio', { name: 'Every month' }).check()
  await page.getByRole('radio', { name: /^\$50/ }).check()
  await page.getByRole('link', { name: 'Give in rupees' }).first().click()
  await expect(page).toHaveURL(/\/DonateIndia/)
  await expect(page.getByRole('radio', { name: 'Every month' })).toBeChecked()
  const second = page.getByRole('radio', { name: /^₹/ }).nth(1)
  await expect(second).toBeChecked()

  await page.getByRole('radio', { name: 'Other amount' }).check()
  await page.getByRole('link', { name: 'Give in US dollars' }).first().click()
  await expect(page).toHaveURL(/\/Donate\?/)
  await expect(page.getByRole('radio', { name: /^\$/, checked: true })).toHaveCount(0)
})
