import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser-test.ts'
import { type SecondSite, startSiteWithoutStore } from '../../support/second-site.ts'

let site: SecondSite
test.beforeAll(async () => {
  site = await startSiteWithoutStore()
})
test.afterAll(() => site?.close())

const noise = /outside request: http:\/\/localhost:\d+\/|status of 503/
const instead = /We could not keep your message.*What you typed is still here.*\S+@\S+.*\+1 423 555 0100/

async function writeMessage(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'First name' }).fill('Asha')
  await page.getByRole('textbox', { name: 'Last name' }).fill("O'Neill-Rao")
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('asha@example.org')
  await page.getByRole('textbox', { name: /What would you like to do/ }).fill('I can fold tables in September.')
  await page.getByRole('button', { name: 'Send my application' }).click()
}

async function expectNothingLost(page: Page): Promise<void> {
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toContainText(instead)
  await expect(page).toHaveTitle(/^Error: /)
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Asha')
  await expect(page.getByRole('textbox', { name: /What would you like to do/ })).toHaveValue(
    'I can fold tables in September.',
  )
  await expect(page.getByText(/We appreciate your kindness/)).toBeHidden()
}

test.describe('with JavaScript', () => {
  test.use({ expectedNoise: [noise] })

  test('a visitor whose message cannot be stored is told whom to contact, and the message is still there', async ({
    page,
  }) => {
    await page.goto(`${site.url}/EventVolunteers`)
    await expect(page.locator('form[data-posted]:not([data-behaves])')).toHaveCount(0)
    await writeMessage(page)
    await expectNothingLost(page)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedNoise: [noise] })

  test('a visitor whose message cannot be stored is told whom to contact, and the message is still there', async ({
    page,
  }) => {
    await page.goto(`${site.url}/EventVolunteers`)
    await writeMessage(page)
    // The answer is the form itself: no other server could open a draft while the secret is in the store.
    await expect(page).toHaveURL(/\/api\/enquiries$/)
    await expectNothingLost(page)
    await page.getByRole('button', { name: 'Send my application' }).click()
    await expectNothingLost(page)
  })
})
