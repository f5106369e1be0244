/** What a donor does by mailed links: monthly gifts, statements, data. The pages have no script of their own. */
import type { Browser, Page } from '@playwright/test'
import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'
import { cards, type Donor, fillDonation, newDonor, payBy } from '../../support/donor.ts'
import { giftsOf } from '../../support/ledger.ts'
import { isMail, linksIn } from '../../support/mail-text.ts'
import { mailsTo } from '../../support/sandbox.ts'

const mailed = async (email: string, kind: Parameters<typeof isMail>[0]) => (await mailsTo(email)).filter(isMail(kind))

/** Gives by the form without JavaScript, as the visitor with this address. */
async function giveMonthly(browser: Browser, visitor: string): Promise<Donor> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    extraHTTPHeaders: { 'x-forwarded-for': visitor },
  })
  const page = await context.newPage()
  const donor = newDonor()
  await fillDonation(page, donor)
  await page.getByRole('button', { name: 'Give ₹1,000 a month' }).click()
  await payBy(cards.accepted, page)
  await expect(page.getByText('Payment Successful! Subscription active.').first()).toBeVisible()
  await expect.poll(() => giftsOf(donor.email)).toHaveLength(1)
  await context.close()
  return donor
}

/** How many sheets the page has once its table has `rows` rows, and the address of the charity six more lines. */
async function sheetsWith(page: Page, rows: number, format: string): Promise<number | undefined> {
  await page.locator('main tbody tr').evaluateAll(([one], count) => {
    for (let more = 1; more < count; more += 1) one?.after(one.cloneNode(true))
  }, rows)
  // Registrations are samples, and so not there yet.
  await page
    .locator('main address span')
    .first()
    .evaluate((line) => {
      for (let more = 0; more < 6; more += 1) line.after(line.cloneNode(true))
    })
  return (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
}

test('a donor looks at the link that stops a gift, is mailed one to all gifts, manages and at last stops the gift', async ({
  browser,
  page,
  visitor,
}) => {
  const { email } = await giveMonthly(browser, visitor)
  await expect.poll(() => mailed(email, 'receipt')).toHaveLength(1)
  const stop = linksIn((await mailed(email, 'receipt'))[0])['Stop my monthly gift'] ?? ''
  const found: string[] = []
  const look = async () => void found.push(...(await violations(page)))
  const main = page.getByRole('main')
  const heading = page.getByRole('heading', { level: 1 })
  for (let visits = 0; visits < 2; visits += 1) {
    await page.goto(stop)
    await expect(heading).toHaveText('Stop your monthly gift?')
    await expect(page.getByText('₹1,000 a month')).toBeVisible()
  }
  const expectPrivate = async () => {
    await expect(page.locator('meta[name="robots"]').first()).toHaveAttribute('content', /noindex/)
    await expect(page.locator('meta[name="referrer"]')).toHaveAttribute('content', 'same-origin')
    expect(await page.context().cookies()).toEqual([])
  }
  await expectPrivate()
  await expect(page.locator('body')).not.toContainText(/Asha|Neill/)
  await page.getByRole('button', { name: 'Email me a link to my gifts' }).click()
  await expect(page.getByRole('status')).toContainText(/We are sending a link to .*\S•••@example\.org/)
  await look()
  await expect.poll(() => mailed(email, 'link')).toHaveLength(1)
  await page.goto(linksIn((await mailed(email, 'link'))[0])['See my gifts'] ?? '')
  await expect(heading).toHaveText('Your gifts')
  await expect(main.getByRole('heading', { name: '₹1,000 a month' })).toBeVisible()
  await expectPrivate()
  await look()

  const change = async (amount: string) => {
    await main.getByLabel(/^How much/).fill(amount)
    await main.getByRole('button', { name: 'Change the amount' }).click()
  }
  await main.locator('summary', { hasText: 'Change the amount' }).click()
  await change('1')
  await expect(main.getByRole('alert')).toContainText('The amount was not changed')
  await change('20000')
  await expect(heading).toHaveText('₹20,000 every month')
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(main.getByRole('alert')).toContainText('Nothing was charged')
  await main.locator('summary', { hasText: 'Change the amount' }).click()
  await change('2000')
  await payBy(cards.accepted, page)
  await expect(main.getByRole('status')).toContainText('Once your bank has confirmed')
  await expect(main.getByRole('heading', { name: /a month$/ })).toHaveText('₹2,000 a month')

  await main.locator('summary', { hasText: 'Change the day' }).click()
  const chosen = await main.getByLabel('Day of the month').inputValue()
  await main.getByLabel('Day of the month').selectOption(chosen === '14' ? '15' : '14')
  await main.getByRole('button', { name: 'Show the next payments' }).click()
  await expect(main.getByText(/The next two payments would be on \d+ \w+ 20\d\d and \d+ \w+ 20\d\d\./)).toBeVisible()
  await look()
  await main.getByRole('button', { name: 'Change the day' }).click()
  await expect(main.getByRole('status')).toContainText('The day is changed')

  await main.locator('summary', { hasText: 'Pause' }).click()
  await main.getByLabel('For how long?').selectOption('2')
  await main.getByRole('button', { name: 'Pause my gift' }).click()
  await expect(main.getByText('Paused', { exact: true })).toBeVisible()
  await main.getByRole('button', { name: 'End the pause' }).click()
  await expect(main.getByText('Paused', { exact: true })).toHaveCount(0)

  await main.getByRole('button', { name: 'Email me the receipt' }).click()
  await expect(main.getByRole('status')).toContainText('on its way')
  await expect.poll(() => mailed(email, 'receipt')).toHaveLength(2)
  await main.getByRole('button', { name: 'Change the card' }).click()
  await expect(page.getByRole('heading', { name: 'Your billing' })).toBeVisible()
  await page.getByRole('link', { name: 'Go back' }).click()
  const downloading = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Download my data' }).click()
  expect((await downloading).suggestedFilename()).toBe('my-data.json')

  await main.getByRole('link', { name: /in rupees/ }).click()
  await expect(heading).toContainText('Statement of gifts')
  await expect(main.getByRole('table')).toContainText('₹1,000')
  await look()
  for (const format of ['A4', 'Letter']) {
    expect(await sheetsWith(page, 20, format)).toBe(1)
    await page.reload()
  }
  await page.goBack()

  await main.locator('summary', { hasText: 'Delete my data' }).click()
  await main.getByRole('button', { name: 'Delete for good' }).click()
  await expect(main.getByRole('status')).toContainText('Your data is deleted')
  await main.getByRole('link', { name: 'Stop this gift' }).click()
  await main.getByRole('button', { name: 'Stop my monthly gift' }).press('Enter')
  await expect(heading).toHaveText('Your monthly gift is stopped')
  await expect(main.getByRole('button', { name: 'Stop my monthly gift' })).toHaveCount(0)
  await look()
  await page.goto(stop)
  await expect(heading).toHaveText('This monthly gift is already stopped')
  expect(found).toEqual([])
})

test.describe('by a wrong link or address', () => {
  test.use({ expectedNoise: /status of 404/ })

  test('a visitor reads what to do; who never gave gets the same answer and no mail, in Hindi too', async ({
    page,
  }) => {
    const response = await page.goto('/stop-gift?gift=sub_1.short')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
    await expect(page.locator('meta[name="robots"]').first()).toHaveAttribute('content', /noindex/)
    await expect(page.getByRole('main').getByRole('link', { name: /@example\.org/ })).toBeVisible()
    expect(await violations(page)).toEqual([])

    await page.goto('/hi/ContactUs')
    await page.getByRole('contentinfo').getByRole('link', { name: 'आपके दान' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('आपके दान')
    const { email } = newDonor()
    await page.getByRole('main').getByRole('textbox').fill(email)
    await page.getByRole('main').getByRole('button', { name: 'मुझे लिंक ई-मेल करें' }).click()
    await expect(page.getByRole('main').getByRole('status')).toContainText('अगर उस पते से दान दिया गया है')
    expect(await violations(page)).toEqual([])
    expect(await mailsTo(email)).toEqual([])
  })
})
