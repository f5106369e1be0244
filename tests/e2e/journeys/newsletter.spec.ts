import { randomUUID } from 'node:crypto'
import { violations } from '../../support/axe.ts'
import { expect, test } from '../../support/browser-test.ts'
import { enquiriesWith } from '../../support/ledger.ts'
import { linksIn } from '../../support/mail-text.ts'
import { mailsAbout, mailsTo } from '../../support/sandbox.ts'

const thanks = /We appreciate your kindness, generosity and support/

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled, expectedNoise: [/status of 422/] })

    test('a sign-up without an address keeps what was typed, and with one is stored before the visitor is thanked', async ({
      page,
    }) => {
      const email = `reader-${randomUUID().slice(0, 8)}@example.org`
      await page.goto('/')
      // Before its script is there, the form is posted as it is without one.
      if (javaScriptEnabled) await expect(page.locator('form[data-posted][data-behaves]')).toBeAttached()
      const name = page.getByRole('textbox', { name: 'Name', exact: true })
      const address = page.getByRole('textbox', { name: /mail address/ })
      await name.fill('Asha')
      await page.getByRole('button', { name: 'Sign up' }).click()
      await expect(page.getByText('Name and Email are required').first()).toBeVisible()
      if (!javaScriptEnabled) await expect(page).toHaveTitle(/^Error: /)
      await expect(name).toHaveValue('Asha')
      await expect(address).toHaveAccessibleDescription(/name@example.org/)
      await address.fill(email)
      // A form completed within a second of its time stamp counts as spam.
      await page.waitForTimeout(1100)
      await page.getByRole('button', { name: 'Sign up' }).click()
      await expect(page.getByText(thanks)).toBeVisible()
      const [enquiry] = enquiriesWith(email)
      expect(enquiry).toMatchObject({ form: 'newsletter', state: 'unconfirmed' })
      await expect(page.getByText(enquiry?.reference ?? 'no reference')).toBeVisible()
      if (!javaScriptEnabled) return
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
    })
  })

test('a reader confirms by the button behind the mailed link, and unsubscribes by the same link', async ({ page }) => {
  const email = `reader-${randomUUID().slice(0, 8)}@example.org`
  await page.request.post('/api/newsletter', { data: { name: 'Asha', email } })
  await expect.poll(() => mailsTo(email), { timeout: 30_000 }).toHaveLength(1)
  const [mail] = await mailsTo(email)
  const found: string[] = []
  const heading = page.getByRole('heading', { level: 1 })
  for (let visits = 0; visits < 2; visits += 1) {
    await page.goto(Object.values(linksIn(mail))[0] ?? '')
    await expect(heading).toHaveText('Do you want our newsletter?')
  }
  await expect(page.locator('body')).not.toContainText(/Asha|reader-/)
  found.push(...(await violations(page)))
  await page.getByRole('button', { name: 'Yes, send me the newsletter' }).click()
  await expect(heading).toHaveText('You are signed up for our newsletter')
  expect(enquiriesWith(email)).toMatchObject([{ state: 'confirmed' }])
  await expect.poll(() => mailsAbout(email), { timeout: 30_000 }).toHaveLength(1)
  found.push(...(await violations(page)))
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(heading).toHaveText('You are not signed up for our newsletter')
  expect(enquiriesWith(email)).toMatchObject([{ state: 'unsubscribed' }])
  expect(found).toEqual([])
})
