/** Gifts that a donor sends by UPI or by bank. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { siteEnvironment, testPorts } from '../../../scripts/support/sandbox-environment.ts'
import { violations } from '../../support/axe.ts'
import { alive, expect, open, test } from '../../support/browser-test.ts'
import { fillGift, newDonor } from '../../support/donor.ts'
import { runProgram } from '../../support/programs.ts'
import { type SecondSite, startSecondSite } from '../../support/second-site.ts'

// One site for both. The accounts are samples, which only a demo shows.
test.describe.configure({ mode: 'default' })
let site: SecondSite
test.beforeAll(async () => {
  site = await startSecondSite((_, port) => ({
    ...siteEnvironment(testPorts),
    PORT: String(port),
    SITE_URL: `http://localhost:${port}`,
    SAMPLE_NOTICE: '1',
  }))
})
test.use({ expectedNoise: /outside request: http:\/\/localhost:\d+\// })
test.afterAll(() => site?.close())

const ways = (page: Page) => page.getByRole('group', { name: 'How would you like to pay?' })
const choose = (page: Page, way: string) => ways(page).getByRole('radio', { name: way, exact: true }).check()
async function confirm(reference: string): Promise<void> {
  const file = path.join(site.folder, 'statement.csv')
  const line = `05/11/26,UPI-ASHA-${reference},1,05/11/26,,1000.00,1000.00`
  writeFileSync(file, `Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance\n${line}\n`)
  const env = { DATA_DIR: site.folder, DATABASE_URL: '', SAMPLE_NOTICE: '1' }
  const { stdout } = await runProgram('tests/support/confirm-statement.ts', [file], { env })
  expect(stdout).toContain(`${reference} is a gift`)
}

async function expectWaiting(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting for your transfer')
  await expect(page.getByText('Sample account: please send no money.')).toBeVisible()
  const [reference = ''] = /G-\w{4}-\w{4}/.exec((await page.locator('main').textContent()) ?? '') ?? []
  expect(reference).not.toBe('')
  return reference
}

/** Fills in everything, up to the ways to pay. */
async function fillIndia(page: Page, frequency: 'Once' | 'Every month'): Promise<void> {
  const donor = newDonor({ frequency })
  await open(page, `${site.url}/DonateIndia`)
  await fillGift(page, donor)
  await page.getByRole('button', { name: 'Next: how to pay' }).click()
}

test('who chooses every month in India before the form’s script arrives is offered the card first', async ({
  page,
}) => {
  const script = /\/behaviours\/donation-/
  const chosen = Promise.withResolvers<void>()
  await page.route(script, async (route) => {
    await chosen.promise
    await route.continue()
  })
  await page.goto(`${site.url}/DonateIndia`)
  await page.getByRole('radio', { name: 'Every month' }).check()
  chosen.resolve()
  await alive(page)
  await fillGift(page, newDonor({ frequency: 'Every month' }))
  await page.getByRole('button', { name: 'Next: how to pay' }).click()
  await expect(ways(page).getByRole('radio', { name: 'Card', exact: true })).toBeChecked()
})

test('a donor in India sends a gift by UPI, and another one every month, sees it once somebody has found it on the statement, and ends it', async ({
  page,
}) => {
  await fillIndia(page, 'Once')
  await expect(ways(page).getByRole('radio')).toHaveCount(3)
  await expect(ways(page).getByRole('radio').first()).toBeChecked()
  const fees = page.getByRole('checkbox', { name: /for the card fees/ })
  await expect(fees).toBeHidden()
  const street = page.getByRole('textbox', { name: 'Street address' })
  await expect(street).toBeHidden()
  await page.getByRole('checkbox', { name: 'I would like a certificate for my tax' }).check()
  await expect(street).toBeVisible()
  await page.getByRole('checkbox', { name: 'I would like a certificate for my tax' }).uncheck()
  await expect(street).toBeHidden()
  await choose(page, 'Card')
  await expect(street).toBeVisible()
  await fees.check()
  await expect(page.getByRole('button', { name: /^Give ₹1,0(?!00)/ })).toBeVisible()
  await choose(page, 'UPI')
  await expect(fees).toBeHidden()
  await page.getByRole('button', { name: 'Show where to send ₹1,000', exact: true }).click()
  const first = await expectWaiting(page)
  const main = page.getByRole('main')
  const code = page.getByRole('img', { name: `QR code for a UPI payment of ₹1,000 with the reference ${first}` })
  await expect(code).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  for (const needed of ['sample.charity@samplebank', '₹1,000', first])
    await expect(page.locator('dd').getByText(needed, { exact: true }).first()).toBeInViewport({ ratio: 1 })
  const link = await page.getByRole('link', { name: 'Open your UPI app' }).getAttribute('href')
  expect(link).toMatch(new RegExp(`^upi://pay\\?pa=sample\\.charity@samplebank&.*am=1000\\.00&cu=INR&tn=${first}&`))
  await expect(main).toContainText('SAMP0000000')
  // The page may be anybody's who is mailed its address.
  await expect(main).not.toContainText(/Asha|donor-/)
  const look = async () => {
    // The line of demos about samples stands above all landmarks.
    expect(await violations(page, { outside: ['p:has(> a[href="/api/samples"])'] })).toEqual([])
  }
  await look()
  const notices = page.locator('[data-sample], p:has(> a[href="/api/samples"])')
  await notices.evaluateAll((all) => all.map((notice) => notice.remove()))
  await expect(code).toBeInViewport({ ratio: 1 })

  await fillIndia(page, 'Every month')
  await expect(ways(page).getByRole('radio', { name: 'Card', exact: true })).toBeChecked()
  await choose(page, 'UPI')
  await expect(page.getByText('You send the money yourself each month')).toBeVisible()
  await page.getByRole('button', { name: 'Show where to send ₹1,000 a month' }).click()
  const reference = await expectWaiting(page)
  await expect(page.getByRole('heading', { name: 'How to send it every month' })).toBeVisible()
  await expect(page.getByText('Some UPI apps can do this too')).toContainText(reference)
  await look()
  await confirm(reference)
  await page.reload()
  await expect(page.getByText('Payment Successful!').first()).toBeVisible()
  await expect(main).toContainText(reference)
  await page.getByRole('link', { name: 'I have ended it' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('End your monthly gift?')
  await expect(page.getByText('only you can end it, in your bank or app')).toBeVisible()
  await page.getByRole('button', { name: 'I have ended it' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your monthly gift is stopped')
  await expect(page.getByText('If your standing order is still running')).toBeVisible()
})

test('a donor in the USA pays by bank transfer', async ({ page }) => {
  await open(page, `${site.url}/Donate`)
  const summary = page.getByRole('complementary', { name: 'Your gift' })
  const stop = summary.getByText('You can stop a monthly gift')
  const send = summary.getByText('You send the money yourself')
  await page.getByRole('radio', { name: 'Every month' }).check()
  await expect(ways(page).getByRole('radio')).toHaveCount(2)
  await choose(page, 'Card')
  await expect(stop).toBeVisible()
  await expect(send).toBeHidden()
  await choose(page, 'Bank transfer')
  await expect(send).toBeVisible()
  await expect(stop).toBeHidden()
  await page.getByRole('radio', { name: 'Once' }).check()
  await expect(send).toBeHidden()
  await page.getByRole('radio', { name: '$50', exact: false }).first().check()
  await page.getByRole('textbox', { name: 'First name' }).fill('Ruth')
  await page.getByRole('textbox', { name: 'Email address' }).first().fill(newDonor().email)
  await page.getByRole('button', { name: 'Show where to send $50' }).click()
  await expectWaiting(page)
  await expect(page.getByRole('main')).toContainText('Routing number (ACH)')
  await expect(page.getByRole('img', { name: /QR code/ })).toHaveCount(0)
})
