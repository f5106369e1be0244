/** What pages send to others once their keys are set: to Cloudflare for its widget, and to Google by way of this site. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { startAnalytics } from '../../../sandbox/analytics.ts'
import type { Service } from '../../../sandbox/http.ts'
import { sandboxKeys } from '../../../sandbox/keys.ts'
import { startTurnstile } from '../../../sandbox/turnstile.ts'
import { siteEnvironment, testPorts } from '../../../scripts/support/sandbox-environment.ts'
import { expect, open, takeTime, test, touch } from '../../support/browser-test.ts'
import { fillAddress, fillGift, newDonor, nextButton } from '../../support/donor.ts'
import { type SecondSite, startSecondSite } from '../../support/second-site.ts'
import { served } from '../../support/served.ts'

// One site for all of them.
test.describe.configure({ mode: 'default' })
test.use({ expectedNoise: /outside request: http:\/\/localhost:\d+\// })

let cloudflare: Service
let google: Awaited<ReturnType<typeof startAnalytics>>
let site: SecondSite
test.beforeAll(async () => {
  cloudflare = await startTurnstile({ port: 0 })
  google = await startAnalytics({ port: 0 })
  site = await startSecondSite((_, port) => ({
    ...siteEnvironment(testPorts),
    PORT: String(port),
    TURNSTILE_SITE_KEY: sandboxKeys.turnstile.siteKey,
    TURNSTILE_SECRET_KEY: sandboxKeys.turnstile.secretKey,
    TURNSTILE_API_BASE: cloudflare.url,
    ANALYTICS_ID: sandboxKeys.analytics.id,
    ANALYTICS_API_SECRET: sandboxKeys.analytics.apiSecret,
    ANALYTICS_API_BASE: google.url,
  }))
})
test.afterAll(async () => {
  await site?.close()
  await google?.close()
  await cloudflare?.close()
})

const tokenIn = (where: Page | Locator) => where.locator('input[name=turnstileToken]').first()
const newVisitor = () => `visitor-${randomUUID().slice(0, 8)}@example.org`

async function write(where: Page | Locator, email: string): Promise<void> {
  await where.getByRole('textbox', { name: 'First name' }).fill('Asha')
  await where.getByRole('textbox', { name: 'Last name' }).fill("O'Neill-Rao")
  await where.getByRole('textbox', { name: 'Email address' }).last().fill(email)
  await where.getByRole('textbox').last().fill('Where is the next camp?')
}

/** Suspected senders see the same. */
const expectThanks = (page: Page) =>
  expect(page.getByRole('dialog', { name: 'Thank you' })).toContainText(/We appreciate your kindness/)

/** The requests of the page to Cloudflare, a list that grows. */
function askedOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(cloudflare.url)) asked.push(request.url())
  })
  return asked
}

test.describe('an enquiry', () => {
  test.use({ expectedNoise: /outside request: http:\/\/localhost:\d+\/|Failed to load resource/ })

  test('loads the widget once it is used, and sends its token; a browser that blocks the widget sends the form as before', async ({
    page,
  }) => {
    const asked = askedOf(page)
    await open(page, `${site.url}/CorporateSponsors`)
    await page.getByRole('main').getByRole('link', { name: 'BECOME A PARTNER', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    expect(asked).toEqual([])
    const email = newVisitor()
    await write(dialog, email)
    await expect(tokenIn(dialog)).toHaveValue(/./)
    expect(asked.length).toBeGreaterThan(0)
    const token = await tokenIn(dialog).inputValue()
    await takeTime(page)
    await dialog.getByRole('button', { name: 'Send to the partnership team' }).click()
    await expectThanks(page)
    expect(site.enquiriesWith(email)).toMatchObject([{ form: 'partner', state: 'stored', spam_reason: null }])
    const verified = async () => {
      const { requests } = await (await fetch(`${cloudflare.url}/_sandbox/requests`)).json()
      return requests.filter(({ body }: { body: object }) => JSON.stringify(body).includes(token))
    }
    expect(await verified()).toMatchObject([{ path: '/turnstile/v0/siteverify', status: 200 }])

    const other = newVisitor()
    await page.route(`${cloudflare.url}/**`, (route) => route.abort())
    await open(page, `${site.url}/forms/contact`)
    await write(page.getByRole('main'), other)
    await takeTime(page)
    await page.getByRole('button', { name: 'Send my message' }).click()
    await expectThanks(page)
    expect(site.enquiriesWith(other)).toMatchObject([{ state: 'stored' }])
  })
})

// The stand-in for Stripe lets the first site alone frame its pages.
test.describe('a payment form', () => {
  test.use({ expectedNoise: /outside request: http:\/\/localhost:\d+\/|frame-ancestors/ })

  test('loads the widget once it is used; a payment is started with its token, and the next try has another one', async ({
    page,
  }) => {
    const asked = askedOf(page)
    await page.goto(`${site.url}/DonateIndia`)
    await expect(page.locator('form [data-challenge]')).toBeAttached()
    expect(asked).toEqual([])
    await touch(page)
    const donor = newDonor()
    await fillGift(page, donor)
    await nextButton(page).click()
    await fillAddress(page, donor)
    await expect(tokenIn(page)).toHaveValue(/./)
    const first = await tokenIn(page).inputValue()
    const answered = page.waitForResponse(/create-checkout-session$/)
    await page.getByRole('button', { name: /^Give/ }).click()
    const response = await answered
    expect(response.status()).toBe(200)
    expect(response.request().postDataJSON()).toMatchObject({ turnstileToken: first })
    await expect(tokenIn(page)).not.toHaveValue(first)
  })
})

const question = (page: Page) => page.getByRole('region', { name: 'May we count your visits?' })

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

test('a visitor is asked once, and counted only after agreeing: pages, stories, forms that were thanked for, and the question about fees', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/analytics')) asked.push(request.url())
  })
  await open(page, `${site.url}/India`)
  await expect(question(page)).toBeVisible()
  expect(await page.evaluate(() => [Object.keys(localStorage), document.cookie])).toEqual([[], ''])
  expect(asked).toEqual([])
  await question(page).getByRole('button', { name: 'Yes' }).click()
  await expect(question(page)).toBeHidden()
  await expect.poll(() => counted(page)).toEqual([['page_view', '/India']])

  await page.locator('a[data-story]').first().click()
  await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
  const last = async () => (await counted(page)).at(-1)
  await expect.poll(last).toEqual(['select_content', new URL(page.url()).pathname])

  await open(page, `${site.url}/forms/contact`)
  await expect(question(page)).toBeHidden()
  await expect.poll(last).toEqual(['page_view', '/forms/contact'])
  await write(page.getByRole('main'), newVisitor())
  await page.getByRole('button', { name: 'Send my message' }).click()
  await expectThanks(page)
  await expect.poll(last).toEqual(['generate_lead', 'contact'])

  const offers = async () => (await counted(page)).filter(([, what]) => what === 'fees').map(([name]) => name)
  await open(page, `${site.url}/DonateIndia`)
  await fillGift(page, newDonor({ frequency: 'Once' }))
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

  await page.getByRole('button', { name: 'Visitor statistics' }).click()
  await question(page).getByRole('button', { name: 'No' }).click()
  const before = google.counted().length
  await page.goto(`${site.url}/Kenya`)
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => [{ ...localStorage }, sessionStorage.getItem('analytics-session')])).toEqual([
    { analytics: 'no' },
    null,
  ])
  expect(google.counted().slice(before)).toEqual([])
  expect(google.counted().filter(({ params }) => params.promotion_id === 'fees')).toHaveLength(2)
})

test('a browser that sends Global Privacy Control is not asked, and on a site without keys nobody is', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })
  })
  await page.goto(`${site.url}/`)
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[data-behaviour~=analytics]')).toBeAttached()
  await expect(question(page)).toBeHidden()
  expect((await served('/')).html).not.toMatch(/data-behaviour="[^"]*analytics|data-analytics-choice/)
})
