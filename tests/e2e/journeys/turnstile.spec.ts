import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Service } from '../../../sandbox/http.ts'
import { startTurnstile, turnstileKeys } from '../../../sandbox/turnstile.ts'
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
    TURNSTILE_SITE_KEY: turnstileKeys.siteKey,
    TURNSTILE_SECRET_KEY: turnstileKeys.secretKey,
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

async function open(page: Page, address: string): Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(cloudflare.url)) asked.push(request.url())
  })
  await page.goto(site.url + address)
  await expect(page.locator('form[data-posted]:not([data-behaves])')).toHaveCount(0)
  return asked
}

async function sign(where: Page | Locator, email: string): Promise<void> {
  await where.getByRole('textbox', { name: 'First name' }).fill('Asha')
  await where.getByRole('textbox', { name: 'Last name' }).fill("O'Neill-Rao")
  await where.getByRole('textbox', { name: 'E-mail address' }).last().fill(email)
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

for (const { kind, address, opener, form, submit } of [
  { kind: 'in a page', address: '/EventVolunteers', form: 'volunteer', submit: 'Send my application' },
  {
    kind: 'in a dialog',
    address: '/CorporateSponsors',
    opener: 'BECOME A PARTNER',
    form: 'partner',
    submit: 'Send to the partnership team',
  },
  { kind: 'on its own page', address: '/forms/contact', form: 'contact', submit: 'Send my message' },
]) {
  test(`a form ${kind} loads nothing until it is used, then sends a valid token`, async ({ page }) => {
    const email = newVisitor()
    const asked = await open(page, address)
    if (opener) await page.getByRole('main').getByRole('link', { name: opener, exact: true }).first().click()
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual([])
    const where = opener ? page.getByRole('dialog') : page.getByRole('main')
    await where.getByRole('textbox', { name: 'First name' }).focus()
    await expect(where.locator('input[name=turnstileToken]').first()).toHaveValue(/./)
    expect(asked.length).toBeGreaterThan(0)
    await takeTime(page)
    await sign(where, email)
    await where.getByRole('button', { name: submit }).click()
    await expectThanks(page)
    expect(site.enquiriesWith(email)).toMatchObject([{ form, state: 'stored', suspicion: null }])
    const { requests } = (await (await fetch(`${cloudflare.url}/_sandbox/requests`)).json()) as {
      requests: { path: string; status: number }[]
    }
    expect(requests).toMatchObject([{ path: '/turnstile/v0/siteverify', status: 200 }])
  })
}

test('a newsletter sign-up sends its own token', async ({ page }) => {
  const email = newVisitor()
  await open(page, '/')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Asha')
  await expect(page.locator('input[name=turnstileToken]')).toHaveValue(/./)
  await page.getByRole('textbox', { name: /mail address/ }).fill(email)
  await takeTime(page)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expectThanks(page)
  expect(site.enquiriesWith(email)).toMatchObject([{ form: 'newsletter', state: 'stored', suspicion: null }])
})

test('an enquiry with an invalid token is thanked like any other, and quarantined', async ({ page }) => {
  const email = newVisitor()
  await control('tokens', { good: false })
  await open(page, '/forms/contact')
  await page.getByRole('textbox', { name: 'First name' }).focus()
  await expect(page.locator('input[name=turnstileToken]')).toHaveValue(/./)
  await sign(page.getByRole('main'), email)
  await page.getByRole('button', { name: 'Send my message' }).click()
  await expectThanks(page)
  expect(site.enquiriesWith(email)).toMatchObject([{ state: 'quarantined' }])
})

for (const address of ['/DonateIndia', '/Donate', '/Event5kSponsorship', '/FatherDaughterSponser'])
  test(`the form that gives at ${address} loads nothing until it is used`, async ({ page }) => {
    const asked = await open(page, address)
    const name = page.getByRole('textbox', { name: /^(First name|Name)$/ }).first()
    await expect(page.locator('form [data-challenge]')).toBeAttached()
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual([])
    await name.focus()
    await expect(page.locator('input[name=turnstileToken]').first()).toHaveValue(/./)
  })

test('a gift is paid with a valid token, and the next try has another one', async ({ page }) => {
  await page.goto(`${site.url}/DonateIndia`)
  await fillGift(page, newDonor())
  await nextButton(page).click()
  await fillAddress(page, newDonor())
  const token = page.locator('input[name=turnstileToken]')
  await expect(token).toHaveValue(/./)
  const first = await token.inputValue()
  const answered = page.waitForResponse(/create-checkout-session$/)
  await page.getByRole('button', { name: /^Give/ }).click()
  const response = await answered
  expect(response.status()).toBe(200)
  expect(response.request().postDataJSON()).toMatchObject({ turnstileToken: first })
  await expect(token).not.toHaveValue(first)
})

test.describe('blocked', () => {
  test.use({ expectedNoise: [/outside request: http:\/\/localhost:\d+\/|Failed to load resource/] })

  test('the form works without the widget', async ({ page }) => {
    const email = newVisitor()
    await page.route(`${cloudflare.url}/**`, (route) => route.abort())
    await open(page, '/forms/contact')
    await sign(page.getByRole('main'), email)
    await takeTime(page)
    await page.getByRole('button', { name: 'Send my message' }).click()
    await expectThanks(page)
    expect(site.enquiriesWith(email)).toMatchObject([{ state: 'stored' }])
  })
})

test('while Turnstile rejects its own tokens, messages are accepted as before', async ({ page }) => {
  const email = newVisitor()
  await open(page, '/forms/contact')
  await sign(page.getByRole('main'), email)
  await expect(page.locator('input[name=turnstileToken]')).toHaveValue(/./)
  await control('behaviour', { mode: 'fail' })
  await takeTime(page)
  await page.getByRole('button', { name: 'Send my message' }).click()
  await expectThanks(page)
  expect(site.enquiriesWith(email)).toMatchObject([{ state: 'stored' }])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a form needs no token', async ({ page }) => {
    const email = newVisitor()
    await page.goto(`${site.url}/EventVolunteers`)
    await sign(page.getByRole('main'), email)
    await page.getByRole('button', { name: 'Send my application' }).click()
    await expect(page.getByText(/We appreciate your kindness/)).toBeVisible()
    expect(site.enquiriesWith(email)).toMatchObject([{ state: 'stored' }])
  })
})
