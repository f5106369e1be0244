import Stripe from 'stripe'
import { signatureHeader } from '#sandbox/stripe/webhooks.ts'
import { eventually } from '#tests/support/eventually.ts'
import { embeddedMonthly, hostedOnce, startAfresh, startTestSite, type TestSite } from './support.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())
beforeEach(() => startAfresh(site))

type Sent = { event: Stripe.Event; held: boolean; deliveries: { status: number | null; error: string | null }[] }
const sent = async () => (await site.control<{ events: Sent[] }>('events')).events

async function pay(): Promise<void> {
  await site.stripe.checkout.sessions.create(hostedOnce)
  await site.control('sessions/latest/pay', {})
}

test('every event passes the check of the stripe package, and none with another secret or a changed body', async () => {
  await pay()
  expect(site.heard).toHaveLength(3)
  for (const { body, signature } of site.heard) {
    const event = site.stripe.webhooks.constructEvent(body, signature, 'whsec_sandbox')
    expect(event).toMatchObject({ object: 'event', api_version: '2026-10-28.endive', livemode: false })
    expect(() => site.stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow(
      Stripe.errors.StripeSignatureVerificationError,
    )
    expect(() =>
      site.stripe.webhooks.constructEvent(body.replace('100000', '100001'), signature, 'whsec_sandbox'),
    ).toThrow(Stripe.errors.StripeSignatureVerificationError)
  }
})

test('the signature is an HMAC over the time and the body, as Stripe documents it', () => {
  expect(signatureHeader('{}', 'whsec_sandbox', 1_700_000_000)).toBe(
    new Stripe('sk_test_sandbox').webhooks.generateTestHeaderString({
      payload: '{}',
      secret: 'whsec_sandbox',
      timestamp: 1_700_000_000,
    }),
  )
})

test('an event can be read again, and stays as it was when it happened', async () => {
  await pay()
  const completed = site.heard.find(({ type }) => type === 'payment_intent.succeeded')
  await site.control('payments/latest/refund', {})
  const event = await site.stripe.events.retrieve(completed?.event.id ?? '')
  expect(event).toEqual(completed?.event)
  expect((await site.stripe.events.list({ type: 'charge.refunded' })).data).toHaveLength(1)
})

test('what is not taken with 2xx comes again until it is, under the same id', async () => {
  site.answer.status = 500
  await site.stripe.checkout.sessions.create(hostedOnce)
  await site.control('webhooks', { retryDelays: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] })
  await site.control('sessions/latest/pay', {})
  await eventually(() => site.heard.filter(({ type }) => type === 'checkout.session.completed').length >= 2)
  site.answer.status = 200
  await eventually(async () => (await sent()).every(({ deliveries }) => deliveries.at(-1)?.status === 200))
  const tries = site.heard.filter(({ type }) => type === 'checkout.session.completed')
  expect(new Set(tries.map(({ event }) => event.id)).size).toBe(1)
})

test('it gives up after the last try', async () => {
  site.answer.status = 400
  await pay()
  await eventually(async () => (await sent()).every(({ deliveries }) => deliveries.length === 4))
  expect(site.heard).toHaveLength(12)
})

test('an address that nobody answers is noted, and the payment goes on', async () => {
  await site.control('webhooks', { url: 'http://127.0.0.1:9/api/stripe/webhook', retryDelays: [] })
  await pay()
  expect((await sent()).map(({ deliveries }) => deliveries)).toEqual(
    Array.from({ length: 3 }, () => [
      expect.objectContaining({ status: null, error: expect.stringContaining('ECONNREFUSED') }),
    ]),
  )
  expect((await site.control<{ sessions: Stripe.Checkout.Session[] }>('sessions')).sessions[0]?.status).toBe('complete')
})

test('held events are kept back and come out in reverse order', async () => {
  await site.control('webhooks', { hold: true })
  await site.stripe.checkout.sessions.create(embeddedMonthly)
  await site.control('sessions/latest/pay', {})
  expect(site.heard).toHaveLength(0)
  expect((await sent()).every(({ held }) => held)).toBe(true)
  const { released } = await site.control<{ released: string[] }>('webhooks/release', { order: 'reverse' })
  expect(released[0]).toBe('checkout.session.completed')
  expect(released.at(-1)).toBe('customer.subscription.created')
  expect(site.heard.map(({ type }) => type)).toEqual(released)
})

test('an event can be sent again many times at once, by its type, its id, or as the latest', async () => {
  await pay()
  const id = site.heard.find(({ type }) => type === 'checkout.session.completed')?.event.id
  for (const name of ['checkout.session.completed', id, 'latest']) {
    site.heard.length = 0
    const { deliveries } = await site.control<{ deliveries: unknown[] }>(`events/${name}/resend`, { times: 8 })
    expect(deliveries).toHaveLength(8)
    expect(site.heard.map(({ event }) => event.id)).toEqual(Array.from({ length: 8 }, () => id))
  }
})

test('what the API made happen names the request that did it', async () => {
  const session = await site.stripe.checkout.sessions.create(hostedOnce)
  const expired = await site.stripe.checkout.sessions.expire(session.id, {}, { idempotencyKey: 'close-it' })
  await eventually(() => site.heard.some(({ type }) => type === 'checkout.session.expired'))
  expect(site.heard[0]?.event.request).toEqual({
    id: expired.lastResponse.requestId,
    idempotency_key: 'close-it',
  })
})

test('the reset stops what would have come again', async () => {
  site.answer.status = 500
  await site.control('webhooks', { retryDelays: [60_000] })
  await pay()
  await startAfresh(site)
  expect(await sent()).toEqual([])
  expect(site.heard).toEqual([])
})
