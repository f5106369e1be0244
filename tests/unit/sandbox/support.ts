/** A sandbox on free ports with a site that only hears webhooks, for the tests in this folder. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { type Sandbox, sandboxKeys, startSandbox } from '#sandbox/index.ts'

export type Heard = { body: string; signature: string; type: string; event: Stripe.Event }

export type TestSite = {
  sandbox: Sandbox
  siteUrl: string
  /** Every webhook that reached the site, in order. */
  heard: Heard[]
  /** What the site answers to webhooks; 200 unless changed. */
  answer: { status: number }
  stripe: Stripe
  /** POST or GET of a control of the Stripe service; fails the test when it is refused. */
  control<T = Record<string, unknown>>(path: string, body?: unknown): Promise<T>
  close(): Promise<void>
}

export function stripeAt(url: string, key: string = sandboxKeys.stripe.secretKey): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

export async function startTestSite(): Promise<TestSite> {
  const heard: Heard[] = []
  const answer = { status: 200 }
  const site: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const event = JSON.parse(body) as Stripe.Event
      heard.push({ body, signature: String(request.headers['stripe-signature']), type: event.type, event })
      response.writeHead(answer.status).end()
    })
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`

  const sandbox = await startSandbox({
    ports: { camps: 0, stripe: 0, emailjs: 0, ip: 0 },
    siteUrl,
    webhookSecret: 'whsec_sandbox',
    retryDelays: [5, 5, 5],
  })

  return {
    sandbox,
    siteUrl,
    heard,
    answer,
    stripe: stripeAt(sandbox.urls.stripe),
    async control<T>(path: string, body?: unknown): Promise<T> {
      const response = await fetch(`${sandbox.urls.stripe}/_sandbox/${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const value = await response.json()
      if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
      return value as T
    },
    async close() {
      await sandbox.close()
      site.closeAllConnections()
      await new Promise((resolve) => site.close(resolve))
    },
  }
}

/** Forgets what happened in the test before. */
export async function startAfresh(site: TestSite): Promise<void> {
  await site.control('reset', {})
  site.heard.length = 0
  site.answer.status = 200
}

type Params = Stripe.Checkout.SessionCreateParams

export const gift = {
  currency: 'inr',
  unit_amount: 100_000,
  product_data: { name: 'Gift for a Cleft-Free World' },
} satisfies Stripe.Checkout.SessionCreateParams.LineItem['price_data']

export const hostedOnce: Params = {
  mode: 'payment',
  line_items: [{ price_data: gift, quantity: 1 }],
  success_url: 'http://localhost:3000/thank-you?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:3000/DonateIndia?cancelled=1&step=2',
  metadata: { reference: 'G-1' },
  payment_intent_data: { metadata: { reference: 'G-1' } },
}

export const embeddedMonthly: Params = {
  mode: 'subscription',
  ui_mode: 'embedded_page',
  line_items: [{ price_data: { ...gift, recurring: { interval: 'month' } }, quantity: 1 }],
  return_url: 'http://localhost:3000/thank-you?session_id={CHECKOUT_SESSION_ID}',
  customer_email: 'asha@example.org',
  metadata: { reference: 'G-2' },
  subscription_data: { metadata: { reference: 'G-2' } },
}
