/** The payment forms, filled in by its visible labels, for tests of failures. */
import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { enquiryLimit } from '#lib/contact/forms/limits.ts'
import { checkoutLimit } from '#lib/giving/checkout/limits.ts'
import { windowSeconds } from '#lib/platform/http/limit.ts'
import { fillDonation, newDonor, nextButton } from './donor.ts'

export type PaymentForm = {
  name: string
  /** Where its payments start. */
  api: string
  /** Fills in everything, up to the button that pays. */
  fill(page: Page, email: string): Promise<void>
  /** Opens the form's page by its plain address, and turns to the button that pays. */
  reopen(page: Page): Promise<unknown>
  payButton(page: Page): Locator
  /** A value of the last step, which must be kept after a failure. */
  kept(page: Page): Promise<string>
  /** The request body of an outdated page: its total differs from the server's. */
  disagreeing(body: Record<string, number>): Record<string, number>
}

/** Network failures: an error page of a proxy, a truncated response, and a response lost after the server acted. */
export const brokenWays: readonly (readonly [string, (route: Route) => Promise<void>])[] = [
  ['a proxy’s page', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502</h1>' })],
  ['half an answer', (route) => route.fulfill({ contentType: 'application/json', body: '{"reference": "G-' })],
  [
    'an answer that is lost',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
  ],
]

export const newEmail = () => `payer-${randomUUID().slice(0, 8)}@example.org`

export async function fillSponsor(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ruth Lee')
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByRole('textbox', { name: 'Telephone' }).fill('+1 423 555 0100')
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('1 River Street, Chattanooga, TN 37402')
}

/** The sponsorship of the run. */
export const runForm: PaymentForm = {
  name: 'the sponsorship of the run',
  api: '/api/create-checkout-session-usa',
  reopen: (page) => page.goto('/Event5kSponsorship'),
  async fill(page, email) {
    await page.goto('/Event5kSponsorship')
    await page.getByRole('checkbox', { name: /^Big Wheel/ }).check()
    await page.getByRole('checkbox', { name: /^Running Circle/ }).check()
    await fillSponsor(page, email)
  },
  payButton: (page) => page.getByRole('button', { name: /^Sponsor (?:with|online)/ }),
  kept: (page) => page.getByRole('textbox', { name: 'Address', exact: true }).inputValue(),
  disagreeing: (body) => ({ ...body, amount: (body.amount ?? 0) - 25_000 }),
}

/** The form for gifts in rupees. That for dollars has the same script, and another address. */
export const rupeeForm: PaymentForm = {
  name: 'the form for gifts in rupees',
  api: '/api/create-checkout-session',
  async reopen(page) {
    await page.goto('/DonateIndia')
    await nextButton(page).click()
  },
  fill: (page, email) => fillDonation(page, newDonor({ email, frequency: 'Once' })),
  payButton: (page) => page.getByRole('button', { name: 'Give ₹1,000' }),
  kept: (page) => page.getByRole('textbox', { name: 'Street address' }).inputValue(),
  disagreeing: (body) => ({ ...body, money: (body.money ?? 0) + 1 }),
}

export const problem = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })

/** The visitor sees the reason and the filled-in form, and can press again. */
export async function expectUsable(page: Page, form: PaymentForm, typed: string, words: string | RegExp) {
  await expect(problem(page)).toContainText(words)
  expect(await form.kept(page)).toBe(typed)
  await expect(form.payButton(page)).toBeEnabled()
}

/** Presses the button, and waits for the response: that of `api` with JavaScript, else that of the page, and of one it leads to. */
export async function press(page: Page, button: Locator, api: string): Promise<void> {
  const before = page.url()
  const asked = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      [api, new URL(before).pathname].includes(new URL(response.url()).pathname),
  )
  await button.click()
  const response = await asked
  if (response.status() === 303) await page.waitForURL((url) => url.href !== before)
}

/** Uses up one visitor's limit at `api` by repeating one attempt. */
export async function useUpTheLimit(page: Page, api: string): Promise<void> {
  // A new window would start the count anew.
  const secondsLeft = windowSeconds - (Math.floor(Date.now() / 1000) % windowSeconds)
  if (secondsLeft < 20) await page.waitForTimeout(secondsLeft * 1000)
  for (let count = 0; count < Math.max(checkoutLimit.address, enquiryLimit.address); count += 1) {
    await page.request.post(api, {
      data: {
        event: '5k-run',
        firstName: 'Ruth Lee',
        // A different email address each time, because its limit is tighter.
        email: `ruth${count}@example.org`,
        phone: '+1 423 555 0100',
        address: '1 River Street',
        levels: ['big-wheel'],
      },
      headers: { 'idempotency-key': 'the-same-attempt' },
    })
  }
}
