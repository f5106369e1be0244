import { randomUUID } from 'node:crypto'
import { expect, test } from '../../support/browser-test.ts'
import { enquiriesWith } from '../../support/ledger.ts'

const newReader = () => `reader-${randomUUID().slice(0, 8)}@example.org`
const thanks = /We appreciate your kindness, generosity and support/

test('a sign-up is stored before the visitor is thanked, with its reference', async ({ page }) => {
  const email = newReader()
  await page.goto('/')
  // Before the script is there a click posts the form, as it does without one.
  await expect(page.locator('form[data-posted][data-behaves]')).toBeAttached()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Asha')
  await page.getByRole('textbox', { name: /mail address/ }).fill(email)
  // A second, from the stamp on, is what a person needs at the least.
  await expect(page.locator('input[name=startedAt]')).toBeAttached()
  await page.waitForTimeout(1100)
  await page.getByRole('button', { name: 'Sign up' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(thanks)
  const [enquiry] = enquiriesWith(email)
  expect(enquiry).toMatchObject({ form: 'newsletter', state: 'stored' })
  await expect(dialog).toContainText(enquiry?.reference ?? 'no reference')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})

test.describe('refused', () => {
  test.use({ expectedNoise: [/status of 422/] })

  test('a sign-up without an address says what is required and keeps what was typed', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('form[data-posted][data-behaves]')).toBeAttached()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Asha')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByText('Name and Email are required')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Asha')
    await expect(page.getByRole('textbox', { name: /mail address/ })).toHaveAccessibleDescription(/name@example.org/)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a sign-up is stored and thanked on a page of its own', async ({ page }) => {
    const email = newReader()
    await page.goto('/')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Asha')
    await page.getByRole('textbox', { name: /mail address/ }).fill(email)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByText(thanks)).toBeVisible()
    expect(enquiriesWith(email)).toHaveLength(1)
    await expect(page.getByText(enquiriesWith(email)[0]?.reference ?? 'no reference')).toBeVisible()
  })

  test('errors come back on the form’s own page with what was typed', async ({ page }) => {
    await page.goto('/forms/newsletter')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Asha')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByRole('alert')).toContainText('Name and Email are required')
    await expect(page).toHaveTitle(/^Error: /)
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Asha')
  })
})
