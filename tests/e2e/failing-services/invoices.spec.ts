import type { Page, Route } from '@playwright/test'
import { expect, test } from '../../support/browser-test.ts'
import { attemptsOf, enquiriesWith } from '../../support/ledger.ts'
import {
  brokenWays,
  fillSponsor,
  newEmail,
  press,
  sponsorshipForms,
  useUpTheLimit,
} from '../../support/payment-forms.ts'
import { type SecondSite, startSiteWithoutStore } from '../../support/second-site.ts'

const api = '/api/sponsorship-invoice'
const invoiceButton = (page: Page) => page.getByRole('button', { name: 'Send me an invoice' })
const problem = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })
const office = /write to events@example\.org or call \+1 423/

for (const form of sponsorshipForms) {
  test.describe(`an invoice for ${form.name}`, () => {
    test.describe('with JavaScript', () => {
      test.use({ expectedNoise: [/status of (?:409|429|50[23])|ERR_FAILED/] })

      test('is requested once, however often the response is lost, and no payment is started', async ({ page }) => {
        const email = newEmail()
        await form.fill(page, email)
        const typed = await form.kept(page)
        const noConnection = ['no connection', (route: Route) => route.abort()] as const
        for (const [way, answer] of [noConnection, ...brokenWays]) {
          await test.step(way, async () => {
            await page.route(`**${api}`, answer, { times: 1 })
            await invoiceButton(page).click()
            await expect(problem(page)).toContainText(office)
            await expect(problem(page)).toBeFocused()
            expect(await form.kept(page)).toBe(typed)
            await expect(invoiceButton(page)).toBeEnabled()
          })
        }
        await invoiceButton(page).click()
        await expect(page).toHaveURL(/\/thank-you\?invoice=E-/)
        expect(enquiriesWith(email)).toHaveLength(1)
        expect(attemptsOf(email)).toEqual([])
      })

      test('with a different total is not stored, and the next press sends the right one', async ({ page }) => {
        const email = newEmail()
        await form.fill(page, email)
        await page.route(
          `**${api}`,
          (route) => route.continue({ postData: JSON.stringify(form.disagreeing(route.request().postDataJSON())) }),
          { times: 1 },
        )
        await press(page, invoiceButton(page), api)
        await expect(problem(page)).toContainText('The amounts do not agree')
        expect(enquiriesWith(email)).toEqual([])
        await invoiceButton(page).click()
        await expect(page).toHaveURL(/\/thank-you\?invoice=E-/)
        expect(enquiriesWith(email)).toHaveLength(1)
      })
    })

    for (const javaScriptEnabled of [true, false]) {
      test.describe(javaScriptEnabled ? 'after too many others' : 'after too many others, without JavaScript', () => {
        test.use({ javaScriptEnabled, expectedNoise: [/status of 429/] })

        test('has to wait, and the form stays filled in', async ({ page }) => {
          const email = newEmail()
          await form.fill(page, email)
          const typed = await form.kept(page)
          await useUpTheLimit(page, api)
          await press(page, invoiceButton(page), api)
          await expect(problem(page)).toContainText('Too many messages came from your connection.')
          expect(await form.kept(page)).toBe(typed)
          await expect(invoiceButton(page)).toBeEnabled()
          expect(enquiriesWith(email)).toEqual([])
        })
      })
    }
  })
}

test.describe('without card payments and with a failing store', () => {
  let site: SecondSite
  test.beforeAll(async () => {
    site = await startSiteWithoutStore()
  })
  test.afterAll(() => site?.close())

  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
      const noise = /outside request: http:\/\/localhost:\d+\/|status of 503/
      test.use({ javaScriptEnabled, expectedNoise: [noise] })

      test('an invoice is the only way, and a sponsor is told whom to contact, and the form stays filled in', async ({
        page,
      }) => {
        await page.goto(`${site.url}/FatherDaughterSponser`)
        await expect(page.getByText('Card payments are not set up on this site yet.')).toBeVisible()
        await expect(page.getByRole('button', { name: /^Sponsor/ })).toHaveCount(0)
        await page.getByRole('radio', { name: /^Glass Slipper/ }).check()
        await fillSponsor(page, newEmail())
        await invoiceButton(page).click()
        await expect(problem(page)).toContainText(office)
        await expect(page.getByRole('radio', { name: /^Glass Slipper/ })).toBeChecked()
        await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ruth Lee')
        await expect(invoiceButton(page)).toBeEnabled()
      })
    })
  }
})
