/** A sandbox with a site that only records webhooks, for the tests in this folder. */
import Stripe from 'stripe'
import { sandboxKeys } from '#sandbox/index.ts'
import { sandboxForTests } from '#tests/support/sandbox-for-tests.ts'

/** Starts both before the tests of a file, empties the sandbox before each, and stops both at the end. */
export function startTestSite() {
  const state = {
    /** Every webhook that reached the site, in order. */
    received: [] as { body: string; signature: string; event: Stripe.Event }[],
    /** What the site answers to webhooks; 200 at the start of every test. */
    status: 200,
    stripe: undefined as unknown as Stripe,
  }
  const take = async (body: string, signature: string) => {
    site.received.push({ body, signature, event: JSON.parse(body) })
    return site.status
  }
  const site = Object.assign(sandboxForTests(take, [5, 5]), state)
  beforeAll(() => {
    const { hostname: host, port } = new URL(site.sandbox.urls.stripe)
    const config = { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false } as const
    site.stripe = new Stripe(sandboxKeys.stripe.secretKey, config)
  })
  beforeEach(async () => {
    await site.control('reset', {})
    await site.control('reset', {}, 'camps')
    site.received.length = 0
    site.status = 200
  })
  return site
}

type Params = Stripe.Checkout.SessionCreateParams

export const price = { currency: 'inr', unit_amount: 100_000, product_data: { name: 'Gift for a Cleft-Free World' } }

export const hostedOnce: Params = {
  mode: 'payment',
  line_items: [{ price_data: price, quantity: 1 }],
  success_url: 'http://localhost:3000/thank-you?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:3000/DonateIndia?cancelled=1',
  metadata: { reference: 'G-1' },
  payment_intent_data: { metadata: { reference: 'G-1' } },
}

export const embeddedMonthly: Params = {
  mode: 'subscription',
  ui_mode: 'embedded_page',
  line_items: [{ price_data: { ...price, recurring: { interval: 'month' } }, quantity: 1 }],
  return_url: 'http://localhost:3000/thank-you?session_id={CHECKOUT_SESSION_ID}',
  customer_email: 'asha@example.org',
  metadata: { reference: 'G-2' },
  subscription_data: { metadata: { reference: 'G-2' } },
}
