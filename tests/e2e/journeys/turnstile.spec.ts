import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Service } from '../../../sandbox/http.ts'
import { sandboxKeys } from '../../../sandbox/keys.ts'
import { startTurnstile } from '../../../sandbox/turnstile.ts'
import { siteEnvironment, testPorts } from '../../../scripts/support/sandbox-environment.ts'
import { expect, test } from '../../support/browser-test.ts'
import { fillAddress, fillGift, newDonor, nextButton } from '../../support/donor.ts'
import { type SecondSite, startSecondSite } from '../../support/second-site.ts'

// One site for all of them, whose widget is told to misbehave.
test.describe.configure({ mode: 'serial' })
test.use({ expectedNoise: [/outside request: http:\/\/localhost:\d+\//] })

let cloudflare: Service
let site: SecondSite
test.beforeAll(async () => {
  cloudflare = await startTurnstile({ port: 0 })
  site = await startSecondSite(() => ({
    TURNSTILE_SITE_KEY: sandboxKeys.turnstile.siteKey,
    TURNSTILE_SECRET_KEY: sandboxKeys.turnstile.secretKey,
    TURNSTILE_API_BASE: cloudflare.url,
    ...Object.fromEntries(Object.entries(siteEnvironment(testPorts)).filter(([name]) => name.startsWith('STRIPE_'))),
  }))
})
test.afterAll(async () => {
  await site?.close()
  await cloudflare?.close()
})
const control = (path: string, body: unknown = {}) =>
  fetch(`${cloudflare.url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) })
test.afterEach(() => control('reset'))

const newVisitor = () => `visitor-${randomUUID().slice(0, 8)}@example.org`
const tokenIn = (where: Page | Locator) => where.locator('input[name=turnstileToken]').first()

/** Returns the list of requests to the widget's service, which grows. */
async function open(page: Page, address: string): Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(cloudflare.url)) asked.push(request.url())
  })
  await page.goto(site.url + address)
  await expect(page.locator('form[data-posted]:not([data-behaves])')).toHaveCount(0)
  return asked
}

async function write(where: Page | Locator, email: string): Promise<void> {
  await where.getByRole('textbox', { name: 'First name' }).fill('Asha')
  await where.getByRole('textbox', { name: 'Last name' }).fill("O'Neill-Rao")
  await where.getByRole('textbox', { name: 'Email address' }).last().fill(email)
  await where.getByRole('textbox').last().fill('Where is the next camp?')
}

/** Suspected senders see the same thank-you page. */
async function expectThanks(page: Page): Promise<void> {
  await expect(page.getByRole('dialog', { name: 'Thank you' })).toContainText(/We appreciate your kindness/)
}

/** A form completed within a second of its time stamp counts as spam. */
async function takeTime(page: Page): Promise<void> {
  await expect(page.locator('input[name=startedAt]').first()).toBeAttached()
  await page.waitForTimeout(1100)
}

test('a form in a dialog loads nothing until it is used, then sends a valid token', async ({ page }) => {
  const email = newVisitor()
  const asked = await open(page, '/CorporateSponsors')
  await page.getByRole('main').getByRole('link', { name: 'BECOME A PARTNER', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  expect(asked).toEqual([])
  await dialog.getByRole('textbox', { name: 'First name' }).focus()
  await expect(tokenIn(dialog)).toHaveValue(/./)
  expect(asked.length).toBeGreaterThan(0)
  await takeTime(page)
  await write(dialog, email)
  await dialog.getByRole('button', { name: 'Send to the partnership team' }).click()
  await expectThanks(page)
  expect(site.enquiriesWith(email)).toMatchObject([{ form: 'partner', state: 'stored', spam_reason: null }])
  const { requests } = (await (await fetch(`${cloudflare.url}/_sandbox/requests`)).json()) as {
    requests: { path: string; status: number }[]
  }
  expect(requests).toMatchObject([{ path: '/turnstile/v0/siteverify', status: 200 }])
})

test('a newsletter sign-up sends its own token', async ({ page }) => {
  const email = newVisitor()
  await open(page, '/')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Asha')
  await expect(tokenIn(page)).toHaveValue(/./)
  await page.getByRole('textbox', { name: /mail address/ }).fill(email)
  await takeTime(page)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expectThanks(page)
  expect(site.enquiriesWith(email)).toMatchObject([{ form: 'newsletter', state: 'stored', spam_reason: null }])
})

test('an enquiry with an invalid token is thanked like any other and quarantined; while Turnstile rejects its own tokens, it is stored', async ({
  page,
}) => {
  for (const state of ['quarantined', 'stored']) {
    const email = newVisitor()
    if (state === 'quarantined') await control('tokens', { good: false })
    await open(page, '/forms/contact')
    await write(page.getByRole('main'), email)
    await expect(tokenIn(page)).toHaveValue(/./)
    if (state === 'stored') await control('behaviour', { mode: 'fail' })
    await takeTime(page)
    await page.getByRole('button', { name: 'Send my message' }).click()
    await expectThanks(page)
    expect(site.enquiriesWith(email)).toMatchObject([{ state }])
    await control('reset')
  }
})

test('a payment form loads nothing until it is used; a gift is paid with a valid token, and the next try has another one', async ({
  page,
}) => {
  const sponsorship = await open(page, '/Event5kSponsorship')
  await expect(page.locator('form [data-challenge]')).toBeAttached()
  expect(sponsorship).toEqual([])
  await page.getByRole('textbox', { name: 'Name', exact: true }).focus()
  await expect(tokenIn(page)).toHaveValue(/./)

  const donation = await open(page, '/DonateIndia')
  await expect(page.locator('form [data-challenge]')).toBeAttached()
  expect(donation).toEqual([])
  await fillGift(page, newDonor())
  await nextButton(page).click()
  await fillAddress(page, newDonor())
  await expect(tokenIn(page)).toHaveValue(/./)
  const first = await tokenIn(page).inputValue()
  const answered = page.waitForResponse(/create-checkout-session$/)
  await page.getByRole('button', { name: /^Give/ }).click()
  const response = await answered
  expect(response.status()).toBe(200)
  expect(response.request().postDataJSON()).toMatchObject({ turnstileToken: first })
  await expect(tokenIn(page)).not.toHaveValue(first)
})

test.describe('without the widget', () => {
  test.use({ expectedNoise: [/outside request: http:\/\/localhost:\d+\/|Failed to load resource/] })

  for (const javaScriptEnabled of [true, false])
    test.describe(javaScriptEnabled ? 'because it is blocked' : 'because there is no JavaScript', () => {
      test.use({ javaScriptEnabled })

      test('a form is sent as before', async ({ page }) => {
        const email = newVisitor()
        await page.route(`${cloudflare.url}/**`, (route) => route.abort())
        await page.goto(`${site.url}/forms/contact`)
        if (javaScriptEnabled) await expect(page.locator('form[data-posted]:not([data-behaves])')).toHaveCount(0)
        await write(page.getByRole('main'), email)
        if (javaScriptEnabled) await takeTime(page)
        else await page.waitForTimeout(1100)
        await page.getByRole('button', { name: 'Send my message' }).click()
        await expect(page.getByText(/We appreciate your kindness/).first()).toBeVisible()
        expect(site.enquiriesWith(email)).toMatchObject([{ state: 'stored' }])
      })
    })
})
