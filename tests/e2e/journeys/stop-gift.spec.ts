import type { Page } from '@playwright/test'
import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'
import { cards, fillDonation, newDonor, payBy } from '../../support/donor.ts'
import { giftsOf } from '../../support/ledger.ts'
import { mailsTo } from '../../support/sandbox.ts'

// Receipts go out one a second, after those of every other test.
test.slow()

/** The e-mail address for each link. */
const donorOf = new Map<string, string>()

/** Gives with the form without JavaScript, and returns the link in the receipt. */
async function giveMonthly(page: Page): Promise<string> {
  const donor = newDonor()
  await fillDonation(page, donor)
  await page.getByRole('button', { name: 'Give ₹1,000 a month' }).click()
  await payBy(cards.accepted, page)
  await expect(page.getByText('Payment Successful! Subscription active.').first()).toBeVisible()
  await expect.poll(() => giftsOf(donor.email)).toHaveLength(1)
  await expect.poll(() => mailsTo(donor.email), { timeout: 60_000 }).toHaveLength(1)
  const [receipt] = await mailsTo(donor.email)
  expect(receipt).toMatchObject({
    template: 'template_receipt',
    params: { amount: '₹1,000', amount_in_words: 'One thousand Indian rupees', frequency: 'Every month' },
  })
  const link = /http:\S+/.exec(receipt?.params.stop ?? '')?.[0] ?? ''
  donorOf.set(link, donor.email)
  return link
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a donor stops a monthly gift by the link of the receipt, and only by the button', async ({ page }) => {
    const link = await giveMonthly(page)
    for (let visits = 0; visits < 2; visits += 1) {
      await page.goto(link)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stop your monthly gift?')
      await expect(page.getByText('₹1,000 a month')).toBeVisible()
    }
    await expect(page.locator('meta[name="robots"]').first()).toHaveAttribute('content', /noindex/)
    await expect(page.locator('meta[name="referrer"]')).toHaveAttribute('content', 'same-origin')
    await expect(page.locator('body')).not.toContainText(/Asha|Neill/)

    await page.getByRole('button', { name: 'Stop my monthly gift' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your monthly gift is stopped')
    await expect(page.getByRole('button', { name: 'Stop my monthly gift' })).toHaveCount(0)
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This monthly gift is already stopped')
  })

  test('a donor has a link mailed for another amount or card', async ({ page }) => {
    await changeGift(page, await giveMonthly(page), { look: false })
  })
})

test('with JavaScript the same, and axe finds no problems in either state', async ({ page, browser, visitor }) => {
  const plain = await browser.newContext({ javaScriptEnabled: false, extraHTTPHeaders: { 'x-forwarded-for': visitor } })
  const link = await giveMonthly(await plain.newPage())
  await plain.close()

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stop your monthly gift?')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Stop my monthly gift' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your monthly gift is stopped')
  expect(await violations(page)).toEqual([])
})

test('a donor opens the payment service’s page for amount and card, and returns to an active gift', async ({
  page,
  browser,
  visitor,
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false, extraHTTPHeaders: { 'x-forwarded-for': visitor } })
  const link = await giveMonthly(await plain.newPage())
  await plain.close()

  expect(await changeGift(page, link)).toEqual([])
})

/** From the receipt's link through the mailed one to the payment service and back. Returns axe's findings. */
async function changeGift(page: Page, link: string, { look = true } = {}): Promise<unknown[]> {
  const found: unknown[] = []
  const lookAround = async () => {
    if (look) found.push(...(await violations(page)))
  }
  await page.goto(link)
  await page.getByRole('button', { name: 'E-mail me a link to change my card or amount' }).click()
  const status = page.getByRole('status')
  await expect(status).toContainText('We are sending a link to')
  await expect(status).toContainText(/\S•••@example\.org/)
  await lookAround()
  const mailed = async () =>
    (await mailsTo(donorOf.get(link) ?? '')).filter(({ template }) => template === 'template_link')
  await expect.poll(mailed, { timeout: 60_000 }).toHaveLength(1)
  const [mail] = await mailed()
  await page.goto(mail?.params.link ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change your monthly gift')
  await lookAround()
  await page.getByRole('button', { name: 'Change the amount or card' }).click()
  await expect(page.getByRole('heading', { name: 'Your billing' })).toBeVisible()
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stop your monthly gift?')
  return found
}

test.describe('a truncated link', () => {
  test.use({ expectedNoise: [/status of 404/] })

  test('is answered 404 by a page that says what to do', async ({ page }) => {
    const answer = await page.goto('/stop-gift?gift=sub_1.short')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
    await expect(page.locator('meta[name="robots"]').first()).toHaveAttribute('content', /noindex/)
    await expect(page.getByRole('main').getByRole('link', { name: /@example\.org/ })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  test('is not in the sitemap', async ({ request }) => {
    expect(await (await request.get('/sitemap.xml')).text()).not.toContain('stop-gift')
  })
})
