/** A site whose store fails and that takes no cards. */
import { expect, open, test } from '../../support/browser-test.ts'
import { problem } from '../../support/donor.ts'
import { type SecondSite, startSiteWithoutStore } from '../../support/second-site.ts'

test.use({ expectedNoise: /outside request: http:\/\/localhost:\d+\/|status of 503/ })

let site: SecondSite
test.beforeAll(async () => {
  site = await startSiteWithoutStore()
})
test.afterAll(() => site?.close())

test('a visitor whose message cannot be stored is told whom to contact, and it is still there; a sponsor can only ask for an invoice; staff read why', async ({
  page,
}) => {
  await open(page, `${site.url}/EventVolunteers`)
  const message = page.getByRole('textbox', { name: /What would you like to do/ })
  await page.getByRole('textbox', { name: 'First name' }).fill('Asha')
  await page.getByRole('textbox', { name: 'Last name' }).fill("O'Neill-Rao")
  await page.getByRole('textbox', { name: 'Email address' }).fill('asha@example.org')
  await message.fill('I can fold tables in September.')
  await page.getByRole('button', { name: 'Send my application' }).click()
  await expect(problem(page)).toContainText(
    /We could not save your message.*What you typed is still here.*\S+@\S+.*\+1 423 555 0100/,
  )
  await expect(page).toHaveTitle(/^Error: /)
  await expect(message).toHaveValue('I can fold tables in September.')

  const body = new URLSearchParams({ form: 'contact', firstname: 'Amina', email: 'a@example.org', message: 'Hi <b>' })
  const plain = await fetch(`${site.url}/forms/contact`, { method: 'POST', body })
  expect([plain.status, await plain.text()]).toEqual([503, expect.stringContaining('Hi &lt;b&gt;')])

  await page.goto(`${site.url}/Event5kSponsorship`)
  await expect(page.getByText('Online payments are not set up on this site yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send me an invoice' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sponsor/ })).toHaveCount(0)
  await page.goto(`${site.url}/office`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The office cannot use its database')
  await expect(page.getByRole('main')).toContainText(/The database fails\. It .*:/)
})
