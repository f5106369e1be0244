import type Stripe from 'stripe'
import { embeddedMonthly, hostedOnce, price, startTestSite } from './support.ts'

const site = startTestSite()

type Params = Stripe.Checkout.SessionCreateParams

const open = (params: Params = hostedOnce, idempotencyKey?: string) =>
  site.stripe.checkout.sessions.create(params, idempotencyKey ? { idempotencyKey } : {})
const pay = (how: object = {}) => site.control('sessions/latest/pay', how)
const types = () => site.received.map(({ event }) => event.type)
const sessionCount = async () => (await site.control<{ sessions: unknown[] }>('sessions')).sessions.length

async function startSubscription(): Promise<Stripe.Subscription> {
  const { id } = await open(embeddedMonthly)
  await pay()
  const { subscription } = await site.stripe.checkout.sessions.retrieve(id)
  return site.stripe.subscriptions.retrieve(String(subscription))
}

describe('A session', () => {
  test('that is paid by an accepted card is complete, and so is its payment', async () => {
    const { id } = await open()
    expect(await pay()).toMatchObject({ outcome: 'complete' })
    const session = await site.stripe.checkout.sessions.retrieve(id)
    expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', metadata: { reference: 'G-1' } })
    const intent = await site.stripe.paymentIntents.retrieve(String(session.payment_intent), {
      expand: ['latest_charge'],
    })
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount: 100_000,
      metadata: { reference: 'G-1' },
      latest_charge: { amount_refunded: 0, disputed: false, billing_details: { email: 'donor@example.org' } },
    })
    expect(types()).toEqual(['checkout.session.completed'])
    await expect(pay()).rejects.toThrow('The session is complete.')
  })

  test.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['5555 5555 5555 4444', 'used a non test card'],
  ])('whose card %s is declined stays open, and takes another card for the same payment', async (card, message) => {
    const { id } = await open()
    expect(await pay({ card })).toMatchObject({ outcome: 'declined', message: expect.stringContaining(message) })
    expect(types()).toEqual(['payment_intent.payment_failed'])
    const { payment_intent } = await site.stripe.checkout.sessions.retrieve(id)
    expect(await site.stripe.paymentIntents.retrieve(String(payment_intent))).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { type: 'card_error' },
    })
    await pay()
    expect(await site.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'complete', payment_intent })
  })

  test.each([
    ['succeeded', 'paid'],
    ['failed', 'unpaid'],
  ] as const)('that is paid by bank debit is unpaid until the bank decides: %s', async (outcome, payment_status) => {
    for (const params of [hostedOnce, embeddedMonthly]) {
      const { id } = await open(params)
      await pay({ method: 'bank' })
      const unpaid = { status: 'complete', payment_status: 'unpaid' }
      expect(await site.stripe.checkout.sessions.retrieve(id)).toMatchObject(unpaid)
      await site.control('sessions/latest/settle', { outcome })
      expect(await site.stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status })
      expect(types()).toContain(`checkout.session.async_payment_${outcome}`)
    }
    expect(types()).toContain(outcome === 'succeeded' ? 'invoice.paid' : 'invoice.payment_failed')
  })
})

const priced = (changes: object): Params => ({
  ...hostedOnce,
  line_items: [{ price_data: { ...price, ...changes }, quantity: 1 }],
})
/** What the compiler would not let the site send. */
const untyped = (changes: object) => ({ ...hostedOnce, ...changes }) as Params

test.each<[string, Params, object]>([
  ['a name that Stripe does not know', untyped({ colour: 'red' }), { code: 'parameter_unknown', param: 'colour' }],
  ['one inside an object', priced({ colour: 'red' }), { param: 'line_items[0][price_data][colour]' }],
  ['a missing parameter', untyped({ mode: undefined }), { param: 'mode' }],
  ['an e-mail address that is none', untyped({ customer_email: 'asha' }), { code: 'email_invalid' }],
  ['half a rupee', priced({ unit_amount: 5000.5 }), { param: 'line_items[0][price_data][unit_amount]' }],
  [
    'a page of less than half an hour',
    untyped({ expires_at: Math.floor(Date.now() / 1000) + 600 }),
    { param: 'expires_at' },
  ],
  ['too little', priced({ unit_amount: 4999 }), { code: 'amount_too_small' }],
  ['a recurring price for one payment', priced({ recurring: { interval: 'month' } }), { param: 'mode' }],
  ['a customer of nobody', untyped({ customer: 'cus_x' }), { code: 'resource_missing', param: 'customer' }],
])('Stripe’s check of parameters refuses %s', async (_, params, refusal) => {
  await expect(open(params)).rejects.toMatchObject({ type: 'StripeInvalidRequestError', ...refusal })
})

describe('An idempotency key', () => {
  test('gets the same session for the same request, also for ten at once', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => open(hostedOnce, 'key')))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(await sessionCount()).toBe(1)
  })

  test('is refused for another request', async () => {
    await open(hostedOnce, 'key')
    await expect(open(embeddedMonthly, 'key')).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  })

  test('is free again after a refusal of the parameters, and after a failure that did nothing', async () => {
    await expect(open(priced({ unit_amount: 1 }), 'key')).rejects.toMatchObject({ code: 'amount_too_small' })
    await site.control('behaviour', { mode: 'fail', times: 1 })
    await expect(open(hostedOnce, 'key')).rejects.toMatchObject({ statusCode: 500 })
    expect((await open(hostedOnce, 'key')).status).toBe('open')
  })
})

describe('A subscription', () => {
  test('is billed at once and every month, on the same day or the last one', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2027-01-31T10:00:00Z'))
    const { id } = await startSubscription()
    await site.control('subscriptions/latest/advance', { outcome: 'paid' })
    jest.restoreAllMocks()
    const { data } = await site.stripe.invoices.list()
    const days = data.map(({ created }) => new Date(created * 1000).toISOString().slice(0, 10))
    expect(days).toEqual(['2027-02-28', '2027-01-31'])
    const [invoice] = data
    expect(await site.stripe.invoices.retrieve(invoice?.id ?? '', { expand: ['payments'] })).toMatchObject({
      status: 'paid',
      amount_paid: 100_000,
      customer_email: 'asha@example.org',
      parent: { subscription_details: { subscription: id, metadata: { reference: 'G-2' } } },
      payments: { data: [{ status: 'paid' }] },
    })
  })

  test('ends with the paid month when it was cancelled for then', async () => {
    const { id } = await startSubscription()
    await site.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await site.control('subscriptions/latest/advance', { outcome: 'paid' })
    expect((await site.stripe.subscriptions.retrieve(id)).status).toBe('canceled')
    expect((await site.stripe.invoices.list()).data).toHaveLength(1)
  })
})

describe('The payment page', () => {
  const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', email: 'asha@example.org' }
  async function visit(address: string | null, typed: Record<string, string>) {
    const body = new URLSearchParams(typed)
    const response = await fetch(address ?? '', { redirect: 'manual', method: 'POST', body })
    return { status: response.status, location: response.headers.get('location'), page: await response.text() }
  }

  test('shows a refused card again without its number, and escapes what the site sends', async () => {
    const { url } = await open(priced({ product_data: { name: '<img src=x>' } }))
    const { status, page } = await visit(url, { ...card, number: '5555555555554444' })
    expect(status).toBe(200)
    expect(page).toMatch(/class="problem"[^>]*>[^<]*used a non test card/)
    expect(page).not.toContain('5555')
    expect(page).toContain('&lt;img src=x&gt;')
  })
})
