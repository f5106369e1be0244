import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { siteEnvironment, testPorts } from '../../../scripts/support/sandbox-environment.ts'
import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'
import { fillAddress, fillGift, newDonor, nextButton } from '../../support/donor.ts'
import { runProgram } from '../../support/programs.ts'
import { type SecondSite, startSecondSite } from '../../support/second-site.ts'

// The accounts are samples, which only a demo shows.
let site: SecondSite
test.beforeAll(async () => {
  site = await startSecondSite((_, port) => ({
    ...siteEnvironment(testPorts),
    PORT: String(port),
    SITE_URL: `http://localhost:${port}`,
    SAMPLE_NOTICE: '1',
  }))
})
test.use({ expectedNoise: [/outside request: http:\/\/localhost:\d+\//] })
test.afterAll(() => site?.close())

const ways = (page: Page) => page.getByRole('group', { name: 'How would you like to pay?' })
const choose = (page: Page, way: string) => ways(page).getByRole('radio', { name: way, exact: true }).check()
const run = (program: string, ...words: string[]) =>
  runProgram(program, words, { env: { DATA_DIR: site.folder, DATABASE_URL: '', SAMPLE_NOTICE: '1' } })

async function confirm(reference: string): Promise<void> {
  const file = path.join(site.folder, 'statement.csv')
  const line = `05/11/26,UPI-ASHA-${reference},1,05/11/26,,1000.00,1000.00`
  writeFileSync(file, `Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance\n${line}\n`)
  expect((await run('tests/support/confirm-statement.ts', file)).stdout).toContain(`${reference} is a gift`)
}

async function fillIndia(page: Page, changes = {}) {
  await page.goto(`${site.url}/DonateIndia`)
  const donor = newDonor({ frequency: 'Once', ...changes })
  await fillGift(page, donor)
  await nextButton(page).click()
  await fillAddress(page, donor)
  return donor
}

async function expectWaiting(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting for your transfer')
  await expect(page.getByText('Sample account: please send no money.')).toBeVisible()
  const [reference = ''] = /G-\w{4}-\w{4}/.exec((await page.locator('main').textContent()) ?? '') ?? []
  expect(reference).not.toBe('')
  return reference
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'With JavaScript' : 'Without JavaScript', () => {
    test.use({ javaScriptEnabled, expectedNoise: [/status of 422|outside request: http:\/\/localhost:\d+\//] })

    test('a donor in India pays by UPI, and sees the gift once somebody has found it on the statement', async ({
      page,
    }) => {
      const donor = await fillIndia(page)
      await expect(ways(page).getByRole('radio')).toHaveCount(3)
      await expect(ways(page).getByRole('radio').first()).toBeChecked()
      const fees = page.getByRole('checkbox', { name: /for the card fees/ })
      await expect(fees).toBeHidden()
      await choose(page, 'Card')
      await expect(fees).toBeVisible()
      await fees.check()
      await expect(page.getByRole('button', { name: /^Give ₹1,0(?!00)/ })).toBeVisible()
      await choose(page, 'UPI')
      await expect(fees).toBeHidden()
      const send = javaScriptEnabled ? 'Show where to send ₹1,000' : 'Give ₹1,000'
      await page.getByRole('button', { name: send, exact: true }).click()
      const reference = await expectWaiting(page)
      const code = page.getByRole('img', {
        name: `QR code for a UPI payment of ₹1,000 with the reference ${reference}`,
      })
      await expect(code).toBeVisible()
      await page.setViewportSize({ width: 390, height: 844 })
      for (const needed of ['sample.charity@samplebank', '₹1,000', reference])
        await expect(page.locator('dd').getByText(needed, { exact: true }).first()).toBeInViewport({ ratio: 1 })
      const link = await page.getByRole('link', { name: 'Open your UPI app' }).getAttribute('href')
      expect(link).toMatch(
        new RegExp(`^upi://pay\\?pa=sample\\.charity@samplebank&.*am=1000\\.00&cu=INR&tn=${reference}&`),
      )
      await expect(page.locator('main')).toContainText('SAMP0000000')
      // The page may be anybody's who is mailed its address.
      await expect(page.locator('main')).not.toContainText(/Asha|donor-/)
      // The line of demos about samples stands above all landmarks.
      const outside = ['p:has(> a[href="/api/samples"])']
      if (javaScriptEnabled) {
        expect(await violations(page, { outside })).toEqual([])
        const notices = page.locator('[data-sample], p:has(> a[href="/api/samples"])')
        await notices.evaluateAll((all) => all.map((notice) => notice.remove()))
        await expect(code).toBeInViewport({ ratio: 1 })
      }

      await confirm(reference)
      await page.reload()
      await expect(page.getByText('Payment Successful!').first()).toBeVisible()
      await expect(page.locator('main')).toContainText(reference)
      expect((await run('scripts/gifts.ts')).stdout).toContain(donor.email)
    })

    test('a donor in the USA pays by bank transfer', async ({ page }) => {
      await page.goto(`${site.url}/Donate`)
      const [stop, send] = ['You can stop a monthly gift', 'You send the money yourself'].map((text) =>
        page.getByRole('complementary', { name: 'Your gift' }).getByText(text),
      )
      await page.getByRole('radio', { name: 'Every month' }).check()
      for (const [way, shown, hidden] of [
        ['Card', stop, send],
        ['Bank transfer', send, stop],
      ] as const) {
        await choose(page, way)
        await expect(shown as Locator).toBeVisible()
        await expect(hidden as Locator).toBeHidden()
      }
      await page.getByRole('radio', { name: 'Once' }).check()
      await expect(send as Locator).toBeHidden()
      await page.getByRole('radio', { name: '$50', exact: false }).first().check()
      await page.getByRole('textbox', { name: 'First name' }).fill('Ruth')
      await page.getByRole('textbox', { name: 'Email address' }).first().fill(newDonor().email)
      await expect(ways(page).getByRole('radio')).toHaveCount(2)
      await choose(page, 'Bank transfer')
      await page.getByRole('button', { name: javaScriptEnabled ? 'Show where to send $50' : 'Give' }).click()
      await expectWaiting(page)
      await expect(page.locator('main')).toContainText('Routing number (ACH)')
      await expect(page.getByRole('img', { name: /QR code/ })).toHaveCount(0)
    })
  })

test('a donor sends a gift every month by a standing order, ends it by the link of the receipt, and is told who can', async ({
  page,
}) => {
  await fillIndia(page, { frequency: 'Every month' })
  await choose(page, 'UPI')
  await expect(page.getByText('You send the money yourself each month')).toBeVisible()
  await page.getByRole('button', { name: 'Show where to send ₹1,000 a month' }).click()
  const reference = await expectWaiting(page)
  await expect(page.getByRole('heading', { name: 'How to send it every month' })).toBeVisible()
  await expect(page.getByText('Some UPI apps can do this too')).toContainText(reference)
  // The line of demos about samples stands above all landmarks.
  expect(await violations(page, { outside: ['p:has(> a[href="/api/samples"])'] })).toEqual([])
  await confirm(reference)
  await page.reload()
  await page.getByRole('link', { name: 'I have ended it' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('End your monthly gift?')
  await expect(page.getByText('only you can end it, in your bank or app')).toBeVisible()
  await page.getByRole('button', { name: 'I have ended it' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your monthly gift is stopped')
  await expect(page.getByText('If your standing order is still running')).toBeVisible()
})

test('more than banks let through by UPI is refused with a reason', async ({ page }) => {
  await fillIndia(page, { amount: '2,00,000' })
  await choose(page, 'UPI')
  await page.getByRole('button', { name: 'Show where to send ₹2,00,000' }).click()
  await expect(page.getByRole('alert')).toContainText('By UPI you can pay ₹1,00,000 at most.')
  await choose(page, 'Bank transfer')
  await page.getByRole('button', { name: 'Show where to send ₹2,00,000' }).click()
  await expectWaiting(page)
})

test('while the accounts are samples, visitors are offered the card alone', async ({ page }) => {
  await page.goto('/DonateIndia')
  const donor = newDonor({ frequency: 'Once' })
  await fillGift(page, donor)
  await nextButton(page).click()
  await fillAddress(page, donor)
  await expect(page.getByRole('button', { name: 'Give ₹1,000' })).toBeVisible()
  await expect(ways(page)).toHaveCount(0)
})
