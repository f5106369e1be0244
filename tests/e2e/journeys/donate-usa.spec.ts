import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser-test.ts'
import { cardFrame, cards, fillTribute, payBy } from '../../support/donor.ts'
import { giftsOf } from '../../support/ledger.ts'
import { named } from '../../support/names.ts'
import { mailsTo } from '../../support/sandbox.ts'

const newEmail = () => `donor-${randomUUID().slice(0, 8)}@example.org`

async function fillDonor(page: Page, email: string): Promise<void> {
  await page.getByRole('combobox', { name: 'What is your gift for?' }).selectOption('Cleft-Free World')
  await page.getByRole('textbox', { name: 'First name' }).fill('Ruth')
  await page.getByRole('textbox', { name: 'Last name' }).fill('Lee')
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
}

/** Its label names the amount once the script knows it. */
const give = (page: Page) => page.getByRole('button', { name: /^Give/ })

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
  await page.getByRole('button', { name: 'Give $50 a month' }).click()
  await expect(page.getByRole('textbox', { name: 'Your message' })).toHaveAccessibleDescription(/Leave out web/)
  await page.getByRole('link', { name: /Leave out web and email addresses/ }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('She mended all of us.')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Your message' })).toHaveValue('She mended all of us.')
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
    await expect(page.getByRole('radio', { name: 'Every month' })).toBeChecked()
    await page.getByRole('radio', { name: 'Once' }).check()
    await page.getByRole('radio', { name: 'Other amount' }).check()
    await page.getByRole('textbox', { name: 'Other amount' }).fill('5000')
    await fillDonor(page, email)
    await fillTribute(page, 'family')
    await give(page).click()
    await expect(page.getByRole('textbox', { name: 'Their email address' })).toHaveAccessibleDescription(/Enter their/)
    await expect(page.getByText(/Form 990/)).toBeVisible()
    await expect(page).toHaveURL('/Donate')
    await fillTribute(page, family)
    await page.getByRole('radio', { name: /^\$25/ }).first().check()
    await expect(page.getByRole('complementary', { name: 'Your gift' })).toContainText(/Once\s*\$25/, {
      useInnerText: true,
    })
    await give(page).click()
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

test('on a phone the amounts begin in the first 500 px, with one chosen, below the ways to pay', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [address, chosen, ways] of [
    ['/Donate', /^\$100/, 'Ways to pay: Card · Apple Pay · Google Pay · Link'],
    ['/DonateIndia', /^₹1,000/, 'Ways to pay: Card'],
  ] as const) {
    await page.goto(address)
    const amount = page.getByRole('radio', { name: chosen })
    await expect(amount).toBeChecked()
    await expect(page.getByText(ways, { exact: true })).toBeInViewport()
    const first = await page
      .locator('label', { has: page.locator('[name=money]') })
      .first()
      .boundingBox()
    expect(first?.y).toBeLessThan(500)
    const pays = await page.locator('label', { has: page.locator('[data-preset]') }).allInnerTexts()
    expect(new Set(pays.map((text) => text.replace(/^\S+/, ''))).size).toBe(4)
  }
})

test('a visitor in India is shown the circle in rupees, and a tier comes along to the form', async ({ page }) => {
  await page.route('**/api/visitor-country', (route) => route.fulfill({ json: { country: 'IN' } }))
  await page.goto(named('/{founderSlug}ian'))
  const tiers = page.getByRole('link', { name: /^Give ₹[\d,]+ a month$/ })
  await expect(tiers).toHaveCount(4)
  await tiers.nth(2).click()
  await expect(page).toHaveURL(/\/DonateIndia\?frequency=monthly&amount=2000&reason=\d&campaign=monthly-circle/)
  await expect(page.getByRole('radio', { name: '₹2,000' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Every month' })).toBeChecked()
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
  await expect(page.getByRole('radio', { name: 'Every month' })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^\$100/ })).toBeChecked()
})
