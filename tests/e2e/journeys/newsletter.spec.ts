import { randomUUID } from 'node:crypto'
import { expect, test } from '../../support/browser-test.ts'
import { enquiriesWith } from '../../support/ledger.ts'

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
      expect(enquiry).toMatchObject({ form: 'newsletter', state: 'stored' })
      await expect(page.getByText(enquiry?.reference ?? 'no reference')).toBeVisible()
      if (!javaScriptEnabled) return
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
    })
  })
