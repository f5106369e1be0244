import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'
import { giveMonthly } from '../../support/donor.ts'
import { factsIn, isMail, linksIn } from '../../support/mail-text.ts'
import { mailsTo } from '../../support/sandbox.ts'

// It gives, and waits for two mails.
test.slow()

// The pages have no script, and POST is tested in tests/unit/receipts.
test('a donor has a link to all gifts mailed, and stops the gift only by the button', async ({
  page,
  browser,
  visitor,
}) => {
  const { email } = await giveMonthly(browser, visitor)
  await expect.poll(() => mailsTo(email), { timeout: 60_000 }).toHaveLength(1)
  const [receipt] = await mailsTo(email)
  expect(factsIn(receipt)).toMatchObject({
    Amount: '₹1,000',
    'In words': 'One thousand Indian rupees',
    'How often': 'Every month',
  })
  const link = linksIn(receipt)['Stop my monthly gift'] ?? ''
  const found: string[] = []
  const look = async () => void found.push(...(await violations(page)))
  for (let visits = 0; visits < 2; visits += 1) {
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stop your monthly gift?')
    await expect(page.getByText('₹1,000 a month')).toBeVisible()
  }
  await expect(page.locator('meta[name="robots"]').first()).toHaveAttribute('content', /noindex/)
  await expect(page.locator('meta[name="referrer"]')).toHaveAttribute('content', 'same-origin')
  await expect(page.locator('body')).not.toContainText(/Asha|Neill/)

  await page.getByRole('button', { name: 'Email me a link to my gifts' }).click()
  const status = page.getByRole('status')
  await expect(status).toContainText('We are sending a link to')
  await expect(status).toContainText(/\S•••@example\.org/)
  await look()
  const mailed = async () => (await mailsTo(email)).filter(isMail('link'))
  await expect.poll(mailed, { timeout: 60_000 }).toHaveLength(1)
  const [mail] = await mailed()
  await page.goto(linksIn(mail)['See my gifts'] ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your gifts')
  await page.getByRole('link', { name: 'Stop this gift' }).click()

  await page.getByRole('button', { name: 'Stop my monthly gift' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your monthly gift is stopped')
  await expect(page.getByRole('button', { name: 'Stop my monthly gift' })).toHaveCount(0)
  await look()
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This monthly gift is already stopped')
  expect(found).toEqual([])
})

test.describe('a truncated link', () => {
  test.use({ expectedNoise: [/status of 404/] })

  test('is answered 404 by a page that says what to do', async ({ page }) => {
    const response = await page.goto('/stop-gift?gift=sub_1.short')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
    await expect(page.locator('meta[name="robots"]').first()).toHaveAttribute('content', /noindex/)
    await expect(page.getByRole('main').getByRole('link', { name: /@example\.org/ })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
})
