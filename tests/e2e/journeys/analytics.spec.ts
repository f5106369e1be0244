import type { Page } from '@playwright/test'
import { startAnalytics } from '../../../sandbox/analytics.ts'
import { sandboxKeys } from '../../../sandbox/keys.ts'
import { siteEnvironment, testPorts } from '../../../scripts/support/sandbox-environment.ts'
import { expect, test } from '../../support/browser-test.ts'
import { fillGift, newDonor, nextButton } from '../../support/donor.ts'
import { type SecondSite, startSecondSite } from '../../support/second-site.ts'

// One site for all of them.
test.describe.configure({ mode: 'default' })
test.use({ expectedNoise: [/outside request: http:\/\/localhost:\d+\//] })

let google: Awaited<ReturnType<typeof startAnalytics>>
let site: SecondSite
test.beforeAll(async () => {
  google = await startAnalytics({ port: 0 })
  site = await startSecondSite((_, port) => ({
    ...siteEnvironment(testPorts),
    PORT: String(port),
    ANALYTICS_ID: sandboxKeys.analytics.id,
    ANALYTICS_API_SECRET: sandboxKeys.analytics.apiSecret,
    ANALYTICS_API_BASE: google.url,
  }))
})
test.afterAll(async () => {
  await site?.close()
  await google?.close()
})

const question = (page: Page) => page.getByRole('region', { name: 'May we count your visits?' })
const stored = (page: Page) => page.evaluate(() => [Object.keys(localStorage), document.cookie])

/** The events of this page's visitor. */
async function counted(page: Page): Promise<[string, unknown][]> {
  const visitor = await page.evaluate(() => localStorage.getItem('analytics'))
  return google
    .counted()
    .filter(({ client_id }) => client_id === visitor)
    .map(({ name, params }) => [
      name,
      params.content_id ?? params.form_id ?? params.promotion_id ?? new URL(String(params.page_location)).pathname,
    ])
}

test('a visitor is asked once, and counted only after agreeing', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/analytics')) asked.push(request.url())
  })
  await page.goto(`${site.url}/India`)
  await expect(question(page)).toBeVisible()
  expect(await stored(page)).toEqual([[], ''])
  expect(asked).toEqual([])

  await question(page).getByRole('button', { name: 'Yes' }).click()
  await expect(question(page)).toBeHidden()
  await expect.poll(() => counted(page)).toEqual([['page_view', '/India']])

  await page.locator('a[data-story]').first().click()
  await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
  const story = new URL(page.url()).pathname
  await expect
    .poll(() => counted(page))
    .toEqual([
      ['page_view', '/India'],
      ['select_content', story],
    ])

  await page.goto(`${site.url}/search?q=asha`)
  await expect(question(page)).toBeHidden()
  await expect.poll(async () => (await counted(page)).at(-1)).toEqual(['page_view', '/search'])

  await page.getByRole('button', { name: 'Visitor statistics' }).click()
  await question(page).getByRole('button', { name: 'No' }).click()
  const before = google.counted().length
  await page.goto(`${site.url}/Kenya`)
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => [{ ...localStorage }, sessionStorage.getItem('analytics-session')])).toEqual([
    { analytics: 'no' },
    null,
  ])
  expect(google.counted()).toHaveLength(before)
})

test('a form counts when its thanks are shown', async ({ page }) => {
  await page.goto(`${site.url}/forms/contact`)
  await question(page).getByRole('button', { name: 'Yes' }).click()
  const form = page.getByRole('main')
  await form.getByRole('textbox', { name: 'First name' }).fill('Asha')
  await form.getByRole('textbox', { name: 'Last name' }).fill('Rao')
  await form.getByRole('textbox', { name: 'Email address' }).last().fill('asha@example.org')
  await form.getByRole('textbox').last().fill('Where is the next camp?')
  await form.getByRole('button', { name: 'Send my message' }).click()
  await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible()
  await expect.poll(async () => (await counted(page)).at(-1)).toEqual(['generate_lead', 'contact'])
})

test('the question about fees counts when it is seen, and when it is ticked', async ({ page }) => {
  await page.goto(`${site.url}/DonateIndia`)
  await question(page).getByRole('button', { name: 'Yes' }).click()
  const offers = async () => (await counted(page)).filter(([, what]) => what === 'fees').map(([name]) => name)
  const donor = newDonor({ frequency: 'Once' })
  await fillGift(page, donor)
  expect(await offers()).toEqual([])
  await nextButton(page).click()
  await expect.poll(offers).toEqual(['view_promotion'])
  const fees = page.getByRole('checkbox', { name: /for the card fees/ })
  await fees.check()
  await expect.poll(offers).toEqual(['view_promotion', 'select_promotion'])
  await fees.uncheck()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await nextButton(page).click()
  await expect(fees).toBeVisible()
  expect(await offers()).toEqual(['view_promotion', 'select_promotion'])
})

test('a browser that sends Global Privacy Control is not asked', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })
  })
  await page.goto(`${site.url}/`)
  await page.waitForLoadState('networkidle')
  await expect(question(page)).toBeHidden()
})

test('a site without ANALYTICS_ID asks nobody', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('[data-behaviour=analytics], [data-analytics-choice]')).toHaveCount(0)
})
