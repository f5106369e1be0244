/** A donor, and the site's giving routes beside a sandbox that sends its events to them over real HTTP. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { POST as startSession } from '#app/api/create-checkout-session/route.ts'
import { POST as startSponsorship } from '#app/api/create-checkout-session-usa/route.ts'
import { POST as takeEvent } from '#app/api/stripe/webhook/route.ts'
import { stopToken } from '#lib/receipts/stop-link.ts'
import { store } from '#lib/store/index.ts'
import { type Sandbox, sandboxKeys, startSandbox } from '#sandbox/index.ts'
import { signatureHeader } from '#sandbox/stripe/webhooks.ts'
import { setTestPrices } from '#tests/support/prices.ts'
import { useFreshStore as inFreshStores, setEnvironment } from '#tests/support/store.ts'

setTestPrices()

export const asha = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@example.org',
  phone: '+91 22 5555 0100',
  donorType: 1,
  reason: 2,
  paymenttype: 'monthly',
  paymentMethod: 'card',
  amount: 100_000,
  money: 1000,
  address: { line1: '12 Lake Road', city: 'Mumbai', postal_code: '400001', country: 'IN' },
} as const

/** The same donor as a form without JavaScript sends it. */
export const ashaForm = {
  intent: 'pay',
  paymenttype: 'once',
  money: '1000',
  otherMoney: '',
  reason: '2',
  donorType: '1',
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@example.org',
  phone: '+91 22 5555 0100',
  org_name: '',
  line1: '12 Lake Road',
  line2: '',
  city: 'Mumbai',
  state: '',
  postal_code: '400001',
  country: 'IN',
} as const

/** A sponsor of the run at two levels. */
export const ruth = {
  event: '5k-run',
  firstName: 'Ruth Lee',
  email: 'ruth@example.org',
  phone: '+1 423 555 0100',
  address: '1 River Street, Chattanooga, TN 37402',
  levels: ['running-circle', 'big-wheel'],
  totalAmount: 1250,
  paymentMethod: 'card',
}

const address = 'http://localhost:3000/api/create-checkout-session'

const jsonOf = (body: unknown, headers: Record<string, string>) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
})

export function postJson(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return startSession(new Request(address, jsonOf(body, headers)))
}

export function postSponsorship(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return startSponsorship(new Request(`${address}-usa`, jsonOf(body, headers)))
}

export function postForm(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return startSession(new Request(address, { method: 'POST', body: new URLSearchParams(fields), headers }))
}

export type Mode = 'ok' | 'fail' | 'stall' | 'garbage' | 'drop' | 'slow' | 'refuse'
type Seen = { method: string; path: string; headers: Record<string, string> }

export type GivingSite = {
  sandbox: Sandbox
  /** What the webhook route answered, in order. */
  answers: number[]
  control<T = Record<string, unknown>>(path: string, body?: unknown): Promise<T>
  behave(behaviour: { mode: Mode; times?: number; garbage?: string; path?: string; method?: string }): Promise<unknown>
  /** Checkout sessions that exist at the sandbox. */
  sessions(): Promise<{ id: string; [field: string]: unknown }[]>
  requests(): Promise<Seen[]>
  /** Sends `body` to the webhook route as Stripe would, signed or not. */
  deliver(body: string, signature: string): Promise<Response>
  /** Has every event that was made come `times` times, all at once. What a busy site asks for again comes again, as from Stripe. */
  replay(times?: number): Promise<void>
}

/** A checkout session of another product in the same Stripe account: a book, in rupees unless `fields` say otherwise. */
export async function openForeignSession(
  site: GivingSite,
  fields: Record<string, string> = {},
): Promise<{ id: string }> {
  const created = await fetch(`${site.sandbox.urls.stripe}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({
      mode: 'payment',
      success_url: 'https://shop.example/',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'inr',
      'line_items[0][price_data][unit_amount]': '100000',
      'line_items[0][price_data][product_data][name]': 'A book',
      ...fields,
    }),
  })
  const session = await created.json()
  if (created.status !== 200) throw new Error(JSON.stringify(session))
  return session
}

/** A monthly gift that was paid once. `token`: of its receipt's link. */
export async function giveMonthly(site: GivingSite): Promise<{ id: string; token: string }> {
  await postJson(asha)
  await site.control('sessions/latest/pay', {})
  const [session] = await site.sessions()
  const id = String(session?.subscription)
  return { id, token: stopToken(id) }
}

/** A mail account at the sandbox, without pauses between two mails. */
export const mailEnvironment = ({ sandbox }: GivingSite) => ({
  EMAILJS_SERVICE_ID: sandboxKeys.emailjs.serviceId,
  EMAILJS_PUBLIC_KEY: sandboxKeys.emailjs.publicKey,
  EMAILJS_PRIVATE_KEY: sandboxKeys.emailjs.privateKey,
  EMAILJS_TEMPLATE_ENQUIRY: 'template_enquiry',
  EMAILJS_TEMPLATE_NEWSLETTER: 'template_newsletter',
  EMAILJS_TEMPLATE_RECEIPT: 'template_receipt',
  EMAILJS_API_BASE: sandbox.urls.emailjs,
  EMAILJS_MIN_INTERVAL_MS: '0',
})

/** In every test of this file or group the site has a new store and a sandbox of its own, which begins empty. */
export function givingSite(haveStore: () => void = inFreshStores): GivingSite {
  let server: Server
  haveStore()
  const deliver = (body: string, signature: string) =>
    takeEvent(
      new Request('http://localhost:3000/api/stripe/webhook', {
        method: 'POST',
        body,
        headers: { 'stripe-signature': signature },
      }),
    )
  const control = async <T>(path: string, body?: unknown): Promise<T> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${site.sandbox.urls.stripe}/_sandbox/${path}`, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${text}`)
    return (text ? JSON.parse(text) : null) as T
  }
  const deliverUntilTaken = async (event: object): Promise<void> => {
    const body = JSON.stringify(event)
    let status = 503
    while (status === 503) {
      const signed = signatureHeader(body, sandboxKeys.stripe.webhookSecret, Math.floor(Date.now() / 1000))
      status = (await deliver(body, signed)).status
    }
    if (status !== 200) throw new Error(`An event was answered ${status}`)
  }
  const site: GivingSite = {
    sandbox: undefined as unknown as Sandbox,
    answers: [],
    deliver,
    async replay(times = 5) {
      const { events } = await control<{ events: { event: object }[] }>('events')
      await Promise.all(
        Array.from({ length: times }, () => events)
          .flat()
          .map(({ event }) => deliverUntilTaken(event)),
      )
    },
    control,
    behave: (behaviour) => control('behaviour', behaviour),
    sessions: async () => (await control<{ sessions: { id: string }[] }>('sessions')).sessions,
    requests: async () => (await control<{ requests: Seen[] }>('requests')).requests,
  }

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', async () => {
        const body = Buffer.concat(chunks).toString('utf8')
        const { status } = await deliver(body, String(request.headers['stripe-signature']))
        site.answers.push(status)
        response.writeHead(status).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    site.sandbox = await startSandbox({
      ports: { camps: 0, stripe: 0, emailjs: 0, ip: 0 },
      siteUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      webhookSecret: sandboxKeys.stripe.webhookSecret,
      retryDelays: [],
    })
  })
  beforeEach(async () => {
    await control('reset', {})
    site.answers.length = 0
    setEnvironment({
      SITE_URL: 'http://localhost:3000',
      STRIPE_SECRET_KEY: sandboxKeys.stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: sandboxKeys.stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: sandboxKeys.stripe.webhookSecret,
      STRIPE_API_BASE: site.sandbox.urls.stripe,
    })
  })
  afterAll(async () => {
    await site.sandbox.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return site
}

export const gifts = async () => (await store()).db.selectFrom('gifts').selectAll().execute()
export const events = async () => (await store()).db.selectFrom('stripe_events').selectAll().execute()
export const attempts = async () => (await store()).db.selectFrom('checkout_attempts').selectAll().execute()
