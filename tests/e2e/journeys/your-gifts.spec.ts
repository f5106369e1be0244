import type { Page } from '@playwright/test'
import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'
import { giveMonthly, newDonor } from '../../support/donor.ts'
import { isMail, linksIn } from '../../support/mail-text.ts'
import { mailsTo } from '../../support/sandbox.ts'

// Each gives, and waits for mails.
test.slow()

const linksTo = async (email: string) => (await mailsTo(email)).filter(isMail('link'))

/** Asks for the link on the page that the footer names, and returns it. */
async function askForLink(page: Page, email: string, path = '/ContactUs'): Promise<string> {
  await page.goto(path)
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /^(Your gifts|आपके दान)$/ })
    .click()
  await page.getByRole('textbox', { name: /Email|ई-मेल/ }).fill(email)
  await page.getByRole('main').getByRole('button').last().click()
  await expect(page.getByRole('main').getByRole('status').first()).toBeVisible()
  await expect.poll(() => linksTo(email), { timeout: 60_000 }).not.toHaveLength(0)
  return linksIn((await linksTo(email)).at(-1))['See my gifts'] ?? ''
}

for (const javaScriptEnabled of [true, false]) {
  test(`a donor ${javaScriptEnabled ? 'with' : 'without'} JavaScript asks for the link, and manages a monthly gift`, async ({
    browser,
    visitor,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled, extraHTTPHeaders: { 'x-forwarded-for': visitor } })
    const page = await context.newPage()
    const { email } = await giveMonthly(browser, visitor)
    const found: string[] = []
    const look = async () => {
      if (javaScriptEnabled) found.push(...(await violations(page)))
    }

    const link = await askForLink(page, email)
    await look()
    await page.goto(link)
    const main = page.getByRole('main')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your gifts')
    await expect(main.getByRole('heading', { name: '₹1,000 a month' })).toBeVisible()
    await expect(page.locator('meta[name="robots"]').first()).toHaveAttribute('content', /noindex/)
    await expect(page.locator('meta[name="referrer"]')).toHaveAttribute('content', 'same-origin')
    expect(await context.cookies()).toEqual([])
    await look()

    await main.locator('summary', { hasText: 'Change the amount' }).click()
    await main.getByLabel(/^How much/).fill('1')
    await main.getByRole('button', { name: 'Change the amount' }).click()
    await expect(main.getByRole('alert')).toContainText('The amount was not changed')
    await expect(main.getByText('Your bank has to confirm a new amount')).toBeVisible()
    await main.getByLabel(/^How much/).fill('20000')
    await main.getByRole('button', { name: 'Change the amount' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('₹20,000 every month')
    await page.getByRole('link', { name: 'Go back' }).click()
    await expect(main.getByRole('alert')).toContainText('Nothing was charged')
    await expect(main.getByRole('heading', { name: '₹1,000 a month' })).toBeVisible()
    await main.locator('summary', { hasText: 'Change the amount' }).click()
    await main.getByLabel(/^How much/).fill('2000')
    await main.getByRole('button', { name: 'Change the amount' }).click()
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByLabel('Expiry date').fill('12/34')
    await page.getByLabel('CVC').fill('123')
    await page.getByRole('button', { name: /^Pay ₹2,000/ }).click()
    await expect(main.getByRole('status')).toContainText('Once your bank has confirmed')
    await expect(main.getByRole('heading', { name: /a month$/ })).toHaveText('₹2,000 a month')
    await look()

    await main.locator('summary', { hasText: 'Change the day' }).click()
    const chosen = await main.getByLabel('Day of the month').inputValue()
    const other = chosen === '14' ? '15' : '14'
    await main.getByLabel('Day of the month').selectOption(other)
    await main.getByRole('button', { name: 'Show the next payments' }).click()
    await expect(main.getByText(/The next two payments would be on \d+ \w+ 20\d\d and \d+ \w+ 20\d\d\./)).toBeVisible()
    await look()
    await main.getByRole('link', { name: 'Leave it as it is' }).click()
    await main.locator('summary', { hasText: 'Change the day' }).click()
    await main.getByLabel('Day of the month').selectOption(other)
    await main.getByRole('button', { name: 'Show the next payments' }).click()
    await main.getByRole('button', { name: 'Change the day' }).click()
    await expect(main.getByRole('status')).toContainText('The day is changed')

    await main.locator('summary', { hasText: 'Pause' }).click()
    await main.getByLabel('For how long?').selectOption('2')
    await main.getByRole('button', { name: 'Pause my gift' }).click()
    await expect(main.getByText('Paused', { exact: true })).toBeVisible()
    await look()
    await main.getByRole('button', { name: 'End the pause' }).click()
    await expect(main.getByText('Paused', { exact: true })).toHaveCount(0)

    await main.getByRole('button', { name: 'Email me the receipt' }).click()
    await expect(main.getByRole('status')).toContainText('on its way')
    const receipts = async () => (await mailsTo(email)).filter(isMail('receipt'))
    await expect.poll(receipts, { timeout: 60_000 }).toHaveLength(2)
    expect(linksIn((await receipts())[0])['All your gifts and yearly statements']).toContain('/your-gifts')

    await main.getByRole('button', { name: 'Change the card' }).click()
    await expect(page.getByRole('heading', { name: 'Your billing' })).toBeVisible()
    await page.getByRole('link', { name: 'Go back' }).click()

    const downloading = page.waitForEvent('download')
    await main.getByRole('button', { name: 'Download my data' }).click()
    expect((await downloading).suggestedFilename()).toBe('my-data.json')

    await main.getByRole('link', { name: /in rupees/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Statement of gifts')
    await expect(main.getByRole('table')).toContainText('₹1,000')
    await look()
    await page.goBack()

    await main.locator('summary', { hasText: 'Delete my data' }).click()
    await main.getByRole('button', { name: 'Delete for good' }).click()
    await expect(main.getByRole('status')).toContainText('Your data is deleted')

    await main.getByRole('link', { name: 'Stop this gift' }).click()
    await main.getByRole('button', { name: 'Stop my monthly gift' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your monthly gift is stopped')
    await page.goto(link)
    await expect(main.getByRole('heading', { name: 'Monthly gifts' })).toHaveCount(0)
    expect(found).toEqual([])
    await context.close()
  })
}

test('an address that never gave gets the same answer and no mail; the page is in Hindi too', async ({ page }) => {
  await page.goto('/hi/ContactUs')
  await page.getByRole('contentinfo').getByRole('link', { name: 'आपके दान' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('आपके दान')
  const { email } = newDonor()
  await page.getByRole('main').getByRole('textbox').fill(email)
  await page.getByRole('main').getByRole('button', { name: 'मुझे लिंक ई-मेल करें' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('अगर उस पते से दान दिया गया है')
  expect(await violations(page)).toEqual([])
  expect(await linksTo(email)).toEqual([])
})

test('a statement of a year with many gifts prints on one sheet', async ({ page, browser, visitor }) => {
  const donor = await giveMonthly(browser, visitor)
  await page.goto(await askForLink(page, donor.email))
  await page.getByRole('link', { name: /in rupees/ }).click()
  const row = page.getByRole('main').locator('tbody tr')
  await expect(row).toHaveCount(1)
  await row.evaluate((one) => {
    for (let more = 1; more < 20; more += 1) one.after(one.cloneNode(true))
  })
  // Registrations are samples, and so not there yet.
  await page
    .getByRole('main')
    .locator('address span')
    .first()
    .evaluate((line) => {
      for (let more = 0; more < 6; more += 1) line.after(line.cloneNode(true))
    })
  for (const format of ['A4', 'Letter']) {
    const pdf = await page.pdf({ format })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  }
})
