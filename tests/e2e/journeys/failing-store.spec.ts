/** A site whose store fails and that takes no cards. Both journeys share it. */
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser-test.ts'
import { fillSponsor, newEmail, problem } from '../../support/payment-forms.ts'
import { type SecondSite, startSiteWithoutStore } from '../../support/second-site.ts'

test.describe.configure({ mode: 'default' })

let site: SecondSite
test.beforeAll(async () => {
  site = await startSiteWithoutStore()
})
test.afterAll(() => site?.close())

async function sendMessage(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'First name' }).fill('Asha')
  await page.getByRole('textbox', { name: 'Last name' }).fill("O'Neill-Rao")
  await page.getByRole('textbox', { name: 'Email address' }).fill('asha@example.org')
  await page.getByRole('textbox', { name: /What would you like to do/ }).fill('I can fold tables in September.')
  await page.getByRole('button', { name: 'Send my application' }).click()
}

async function expectNothingLost(page: Page): Promise<void> {
  await expect(problem(page)).toContainText(
    /We could not save your message.*What you typed is still here.*\S+@\S+.*\+1 423 555 0100/,
  )
  await expect(page).toHaveTitle(/^Error: /)
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Asha')
  await expect(page.getByRole('textbox', { name: /What would you like to do/ })).toHaveValue(
    'I can fold tables in September.',
  )
  await expect(page.getByText(/We appreciate your kindness/)).toBeHidden()
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled, expectedNoise: [/outside request: http:\/\/localhost:\d+\/|status of 503/] })

    test('a visitor whose message cannot be stored is told whom to contact, and the message is still there', async ({
      page,
    }) => {
      await page.goto(`${site.url}/EventVolunteers`)
      if (javaScriptEnabled) await expect(page.locator('form[data-posted]:not([data-behaves])')).toHaveCount(0)
      await sendMessage(page)
      // Without JavaScript the answer is the form's own page.
      await expect(page).toHaveURL(javaScriptEnabled ? /\/EventVolunteers$/ : /\/forms\/volunteer$/)
      await expectNothingLost(page)
      await page.getByRole('button', { name: 'Send my application' }).click()
      await expectNothingLost(page)
    })

    test('a sponsor can only request an invoice, is told whom to contact, and the form stays filled in', async ({
      page,
    }) => {
      await page.goto(`${site.url}/Event5kSponsorship`)
      await expect(page.getByText('Online payments are not set up on this site yet.')).toBeVisible()
      await expect(page.getByRole('button', { name: /^Sponsor/ })).toHaveCount(0)
      await page.getByRole('checkbox', { name: /^Cross Country/ }).check()
      await fillSponsor(page, newEmail())
      await page.getByRole('button', { name: 'Send me an invoice' }).click()
      await expect(problem(page)).toContainText(/write to events@example\.org or call \+1 423/)
      await expect(page.getByRole('checkbox', { name: /^Cross Country/ })).toBeChecked()
      await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ruth Lee')
    })
  })

test.describe('the office', () => {
  test.use({ expectedNoise: [/outside request: http:\/\/localhost:\d+\//] })

  test('staff read at the office why the database fails', async ({ page }) => {
    await page.goto(`${site.url}/office`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The office cannot use its database')
    await expect(page.getByRole('main')).toContainText(/The database fails\. It .*:/)
  })
})
