/** A donor, and the site's giving routes beside a sandbox that sends its events to them over real HTTP. */

import { POST as startSession } from '#app/api/create-checkout-session/route.ts'
import { POST as startSponsorship } from '#app/api/create-checkout-session-usa/route.ts'
import { POST as takeEvent } from '#app/api/stripe/webhook/route.ts'
import { stopToken } from '#lib/giving/receipts/links.ts'
import { orderResult } from '#lib/giving/thanks/order-result.ts'
import { wholeMoney } from '#lib/platform/money.ts'
import { store } from '#lib/platform/store/index.ts'
import { paymentForm } from '#lib/site/content/giving-pages.ts'
import { donationForm, page as findPage, sponsorshipEvents, sponsorshipForm } from '#lib/site/content/index.ts'
import { sandboxKeys } from '#sandbox/keys.ts'
import { signatureHeader } from '#sandbox/stripe/webhooks.ts'
import { isMail, type SentMail } from '#tests/support/mail-text.ts'
import { answerReturnedForms } from '#tests/support/returned-form.ts'
import { mailAccount, sandboxForTests } from '#tests/support/sandbox-for-tests.ts'
import { useFreshStore as inFreshStores, setEnvironment } from '#tests/support/store.ts'

/** US dollars, by the id of the level. The amounts of the forms are the tests' own, so that an editor's new price breaks nothing. */
const levels: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  '5k-run': {
    headliner: 10_000,
    marathon: 5000,
    'participant-pavilion': 2500,
    'cross-country': 1000,
    'running-circle': 500,
    'big-wheel': 750,
  },
  'father-daughter-dance': { headliner: 5000, 'magic-carpet': 2500, 'glass-slipper': 1000, 'million-dreams': 500 },
}
for (const event of sponsorshipEvents())
  for (const level of sponsorshipForm(event).levels)
    Object.assign(level, { price: wholeMoney(levels[event]?.[level.id] ?? 100, 'USD') })
Object.assign(donationForm('INR'), {
  minimum: wholeMoney(50, 'INR'),
  maximum: wholeMoney(500_000, 'INR'),
  mandateAbove: wholeMoney(15_000, 'INR'),
})
Object.assign(donationForm('USD'), { minimum: wholeMoney(5, 'USD'), maximum: wholeMoney(50_000, 'USD') })
for (const currency of ['INR', 'USD'] as const) Object.assign(donationForm(currency), { feePercent: 3, reminder: true })

const name = { firstName: 'Asha', lastName: 'Rao', email: 'asha@example.org', phone: '+91 22 5555 0100' } as const
const address = { line1: '12 Lake Road', city: 'Mumbai', postal_code: '400001', country: 'IN' } as const
const gift = {
  donorType: 1,
  citizen: 'yes',
  reason: 2,
  paymenttype: 'monthly',
  paymentMethod: 'card',
  amount: 100_000,
  money: 1000,
} as const

export const asha = { ...name, ...gift, address }

/** A gift of dollars by a wallet, which names its owner. */
export const byWallet = {
  uiMode: 'wallet',
  currency: 'USD',
  paymenttype: 'once',
  paymentMethod: 'card',
  money: 25,
  amount: 2500,
  reason: 2,
  donorType: 1,
  name: 'Wanda Wallet',
  email: 'wanda@example.org',
} as const

/** The same donor as a form without JavaScript sends it. */
export const ashaForm = {
  ...name,
  ...address,
  org_name: '',
  line2: '',
  state: '',
  ...({
    intent: 'pay',
    paymenttype: 'once',
    money: '1000',
    otherMoney: '',
    reason: '2',
    donorType: '1',
    citizen: 'yes',
  } as const),
}

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

const route = 'http://localhost:3000/api/create-checkout-session'

const jsonOf = (body: unknown, headers: Record<string, string>) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
})

export function postJson(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return startSession(new Request(route, jsonOf(body, headers)))
}

export function postSponsorship(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return startSponsorship(new Request(`${route}-usa`, jsonOf(body, headers)))
}

type Fields = Record<string, string> | string[][]

export function postForm(fields: Fields, headers: Record<string, string> = {}): Promise<Response> {
  return startSession(new Request(route, { method: 'POST', body: new URLSearchParams(fields), headers }))
}

export function postSponsorshipForm(fields: Fields, headers: Record<string, string> = {}): Promise<Response> {
  return startSponsorship(new Request(`${route}-usa`, { method: 'POST', body: new URLSearchParams(fields), headers }))
}

/** A sponsor's answers as a form without JavaScript sends them: no total, and each level by itself. */
export const formOf = ({ levels, totalAmount: _, ...fields }: typeof ruth): string[][] => [
  ...Object.entries(fields),
  ...levels.map((level) => ['levels', level]),
]

export const key = { 'idempotency-key': 'attempt-0001' }
/** Headers of a visitor with an address of its own. */
export const by = (visitor: number) => ({ 'x-client-address': `203.0.113.${visitor}` })
export const anotherSite = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

export const declinedCard = '4000 0000 0000 0002'

export const noCardPayments = {
  STRIPE_SECRET_KEY: undefined,
  STRIPE_PUBLISHABLE_KEY: undefined,
  STRIPE_WEBHOOK_SECRET: undefined,
  STRIPE_API_BASE: undefined,
  STRIPE_PORTAL: undefined,
}

type Mode = 'ok' | 'fail' | 'stall' | 'garbage' | 'drop' | 'refuse'
type Behaviour = { mode: Mode; times?: number; garbage?: string; path?: string; method?: string }
type Seen = { method: string; path: string; headers: Record<string, string> }
type Event = { id: string; type: string; data: { object: Record<string, unknown> } }
type Session = { id: string; [field: string]: unknown }

export type GivingSite = ReturnType<typeof givingSite>

/** A checkout session of another product in the same Stripe account: a book, in rupees unless `fields` say otherwise. */
export function openForeignSession(site: GivingSite, fields: Record<string, string> = {}): Promise<Session> {
  return site.stripe('checkout/sessions', {
    mode: 'payment',
    success_url: 'https://shop.example/',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'inr',
    'line_items[0][price_data][unit_amount]': '100000',
    'line_items[0][price_data][product_data][name]': 'A book',
    ...fields,
  })
}

/** A monthly gift that was paid once. `token`: of its receipt's link. */
export async function giveMonthly(site: GivingSite, donor: object = asha): Promise<{ id: string; token: string }> {
  await postJson(donor)
  await site.pay()
  const [session] = await site.sessions()
  const id = String(session?.subscription)
  return { id, token: stopToken(id) }
}

/** What became of an order, on the thank-you page of the form at `address`. @param asked the query of its address, or its session. */
export function resultOf(
  asked: string | Parameters<typeof orderResult>[1],
  ports?: Parameters<typeof orderResult>[2],
  address = '/DonateIndia',
) {
  return orderResult(formAt(address), typeof asked === 'string' ? { session_id: asked } : asked, ports)
}

export function formAt(address: string) {
  const page = findPage(address)
  const form = page && paymentForm(page)
  if (!form) throw new Error(`${address} has no form`)
  return { page, form }
}

export const mailEnvironment = (site: GivingSite) => mailAccount(site)

/** In every test of this file or group the site has a new store and a sandbox of its own, which begins empty. */
export function givingSite(haveStore: () => void = inFreshStores) {
  haveStore()
  answerReturnedForms()
  /** What the webhook route answered, in order. */
  const answers: number[] = []
  const beside = sandboxForTests(async (body, signature) => {
    const { status } = await deliver(body, signature)
    answers.push(status)
    return status
  })
  const { control } = beside
  /** Sends `body` to the webhook route as Stripe would, signed or not. */
  const deliver = (body: string, signature: string) =>
    takeEvent(
      new Request('http://localhost:3000/api/stripe/webhook', {
        method: 'POST',
        body,
        headers: { 'stripe-signature': signature },
      }),
    )
  /** Sends a signed event. */
  const send = (event: object) => {
    const body = JSON.stringify(event)
    return deliver(body, signatureHeader(body, sandboxKeys.stripe.webhookSecret, Math.floor(Date.now() / 1000)))
  }
  /** Events that Stripe made, oldest first. */
  const made = async () => (await control<{ events: { event: Event }[] }>('events')).events.map(({ event }) => event)
  const deliverUntilTaken = async (event: object): Promise<void> => {
    let status = 503
    for (let tries = 0; status === 503 && tries < 20; tries += 1) status = (await send(event)).status
    if (status !== 200) throw new Error(`An event was answered ${status}`)
  }
  const controlMail = <T = unknown>(path: string, body?: unknown) => control<T>(path, body, 'emailjs')
  const mails = async () => (await controlMail<{ mails: SentMail[] }>('mails')).mails
  beforeEach(async () => {
    await Promise.all([control('reset', {}), controlMail('reset', {})])
    answers.length = 0
    setEnvironment({
      SITE_URL: 'http://localhost:3000',
      STRIPE_SECRET_KEY: sandboxKeys.stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: sandboxKeys.stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: sandboxKeys.stripe.webhookSecret,
      STRIPE_API_BASE: beside.sandbox.urls.stripe,
    })
  })
  return Object.assign(beside, {
    answers,
    deliver,
    send,
    made,
    controlMail,
    /** Has every event that was made come `times` times, all at once. What a busy site asks for again comes again, as from Stripe. */
    async replay(times = 5) {
      const events = await made()
      await Promise.all(Array.from({ length: times }, () => events.map(deliverUntilTaken)).flat())
    },
    behave: (behaviour: Behaviour) => control('behaviour', behaviour),
    /** Pays the latest session. */
    pay: (how: { card?: string; method?: 'card' | 'wallet' | 'bank' } = {}) => control('sessions/latest/pay', how),
    /** As the wallet does in the browser. */
    async payByWallet(clientSecret: string, card?: string) {
      const address = `${beside.sandbox.urls.stripe}/wallet/${clientSecret}`
      const response = await fetch(address, { method: 'POST', ...(card && { body: card }) })
      if (!response.ok) throw new Error(`The wallet was answered ${response.status}`)
    },
    /** Holds events back, until they are replayed or released. */
    hold: () => control('webhooks', { hold: true }),
    /** Checkout sessions that exist at the sandbox. */
    sessions: async () => (await control<{ sessions: Session[] }>('sessions')).sessions,
    /** An object of Stripe's, by its path below /v1/; with fields, the answer to a POST. */
    async stripe<T = Record<string, unknown>>(path: string, fields?: Record<string, string>) {
      const response = await fetch(`${beside.sandbox.urls.stripe}/v1/${path}`, {
        headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
        ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
      })
      const found = await response.json()
      if (!response.ok) throw new Error(JSON.stringify(found))
      return found as T
    },
    /** Mail that the mail service took, oldest first. */
    mails,
    /** The same, after what is due was delivered; only those of a kind or with such a subject, if one is named. */
    async sent(which: Parameters<typeof isMail>[0] | RegExp = /^/) {
      const [{ deliverDue }, { mailKinds }] = await Promise.all([
        import('#lib/platform/outbox/deliver.ts'),
        import('#lib/jobs/mail.ts'),
      ])
      await deliverDue(mailKinds)
      const isMeant = typeof which === 'string' ? isMail(which) : ({ subject }: SentMail) => which.test(subject)
      return (await mails()).filter(isMeant)
    },
    requests: async () => (await control<{ requests: Seen[] }>('requests')).requests,
  })
}

export const gifts = async () => (await store()).db.selectFrom('gifts').selectAll().execute()
export const events = async () => (await store()).db.selectFrom('stripe_events').selectAll().execute()
export const attempts = async () => (await store()).db.selectFrom('orders').selectAll().execute()
/** Kinds of the mail that waits or was sent, oldest first. */
export const mailKindsQueued = async () =>
  (await (await store()).db.selectFrom('outbox').select('kind').orderBy('created_at').execute()).map(({ kind }) => kind)

/** What is kept beside orders and erased sooner: `identity`, `card` or `limits`. */
export const secrets = async (kind: 'identity' | 'card' | 'limits') =>
  (await store()).db.selectFrom('order_secrets').selectAll().where('kind', '=', kind).execute()
