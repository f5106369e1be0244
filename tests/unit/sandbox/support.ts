/** A sandbox on free ports with a site that only records webhooks, for the tests in this folder. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { type Sandbox, sandboxKeys, startSandbox } from '#sandbox/index.ts'

export type TestSite = {
  sandbox: Sandbox
  url: string
  /** Every webhook that reached the site, in order. */
  received: { body: string; signature: string; event: Stripe.Event }[]
  /** What the site answers to webhooks; 200 at the start of every test. */
  status: number
  /** Awaited before each answer to a webhook. */
  beforeAnswer: () => Promise<void> | undefined
  stripe: Stripe
  /** A control of a service, Stripe's unless another is named; fails the test when it is refused. */
  control<T = Record<string, unknown>>(name: string, body?: unknown, service?: keyof Sandbox['urls']): Promise<T>
}

/** Starts both before the tests of a file, empties the sandbox before each, and stops both at the end. */
export function startTestSite(): TestSite {
  const site: TestSite = {
    sandbox: undefined as unknown as Sandbox,
    url: '',
    received: [],
    status: 200,
    beforeAnswer: () => undefined,
    stripe: undefined as unknown as Stripe,
    async control<T>(name: string, body?: unknown, service: keyof Sandbox['urls'] = 'stripe'): Promise<T> {
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      const response = await fetch(`${site.sandbox.urls[service]}/_sandbox/${name}`, init)
      const value = await response.json()
      if (!response.ok) throw new Error(`${name}: ${JSON.stringify(value)}`)
      return value as T
    },
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = await request.toArray()
    const body = Buffer.concat(chunks).toString('utf8')
    site.received.push({ body, signature: String(request.headers['stripe-signature']), event: JSON.parse(body) })
    await site.beforeAnswer()
    response.writeHead(site.status).end()
  })

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    site.sandbox = await startSandbox({
      ports: { camps: 0, stripe: 0, emailjs: 0, ip: 0 },
      siteUrl: site.url,
      webhookSecret: sandboxKeys.stripe.webhookSecret,
      retryDelays: [5, 5],
      mailIntervalMs: 0,
    })
    const { hostname: host, port } = new URL(site.sandbox.urls.stripe)
    const config = { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false } as const
    site.stripe = new Stripe(sandboxKeys.stripe.secretKey, config)
  })
  beforeEach(async () => {
    await site.control('reset', {})
    await site.control('reset', {}, 'camps')
    site.received.length = 0
    site.status = 200
    site.beforeAnswer = () => undefined
  })
  afterAll(async () => {
    await site.sandbox.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
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
