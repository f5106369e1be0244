import { paymentResult } from '#lib/ledger/payment-result.ts'
import { ownStripe } from '#lib/providers/stripe.ts'
import { store } from '#lib/store/index.ts'
import { signatureHeader } from '#sandbox/stripe/webhooks.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { asha, events, gifts, givingSite, openForeignSession, postJson } from '../checkout/support.ts'

const site = givingSite()

const pay = (how: Record<string, unknown> = {}) => site.control('sessions/latest/pay', how)

const send = (event: object) => {
  const body = JSON.stringify(event)
  return site.deliver(body, signatureHeader(body, 'whsec_sandbox', Math.floor(Date.now() / 1000)))
}

const inEuros = { 'line_items[0][price_data][currency]': 'eur', 'line_items[0][price_data][unit_amount]': '4200' }
const openSession = (fields: Record<string, string> = {}) => openForeignSession(site, { ...inEuros, ...fields })

const monthly = { mode: 'subscription', 'line_items[0][price_data][recurring][interval]': 'month' }

/** Metadata of a shop's payments. */
const shopMetadata = {
  'metadata[reference]': 'ORDER-1001',
  'payment_intent_data[metadata][reference]': 'ORDER-1001',
  'payment_intent_data[metadata][form]': 'india',
}

describe('the payments of other products in the same Stripe account are answered 200 and not recorded', () => {
  test.each([
    ['in euros', {}],
    ['in pounds', { 'line_items[0][price_data][currency]': 'gbp' }],
    ['in rupees', { 'line_items[0][price_data][currency]': 'inr', 'line_items[0][price_data][unit_amount]': '100000' }],
    ['with metadata of their own', shopMetadata],
  ])('%s, paid once, refunded and disputed', async (_, fields) => {
    await openSession(fields)
    await pay()
    await site.control('payments/latest/refund', { amount: 1000 })
    await site.control('payments/latest/dispute', {})
    await site.control('disputes/latest/close', { status: 'lost' })
    expect(new Set(site.answers)).toEqual(new Set([200]))
    expect(await gifts()).toEqual([])
  })

  test.each(['eur', 'usd'])('every month, in %s, until the subscription ends', async (currency) => {
    await openSession({ ...monthly, 'line_items[0][price_data][currency]': currency })
    await pay()
    await site.control('subscriptions/latest/advance', { outcome: 'failed' })
    await site.control('subscriptions/latest/cancel', {})
    expect(new Set(site.answers)).toEqual(new Set([200]))
    expect(await gifts()).toEqual([])
  })

  test('with a declined card and an expired page', async () => {
    await openSession()
    await pay({ card: '4000 0000 0000 0002' })
    await site.control('sessions/latest/expire', {})
    expect(new Set(site.answers)).toEqual(new Set([200]))
  })

  test('even while Stripe does not respond, because the event shows that it is not ours', async () => {
    const { id } = await openSession()
    await site.behave({ mode: 'fail' })
    const response = await send({
      id: 'evt_shop',
      type: 'checkout.session.completed',
      data: { object: { id, currency: 'eur', metadata: { reference: 'ORDER-1001' } } },
    })
    expect([response.status, await response.json()]).toEqual([200, { received: 'ignored' }])
  })
})

test('the thank-you page does not show a payment of another product, whatever its currency', async () => {
  const { id } = await openSession()
  await pay()
  expect(await paymentResult(id)).toMatchObject({ money: null, reason: null })
  expect(await ownStripe()?.readSession(id)).toEqual({ ok: false, failure: { why: 'missing' } })
})

test('a payment with our reference in a currency we do not take is logged and answered 200', async () => {
  const lines: string[] = []
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  setEnvironment({ LOG_LEVEL: 'error' })
  const ours = { 'payment_intent_data[metadata][reference]': 'G-7KQM-2X9D', 'metadata[reference]': 'G-7KQM-2X9D' }
  await openSession(ours)
  await pay()
  write.mockRestore()
  expect(new Set(site.answers)).toEqual(new Set([200]))
  expect(await gifts()).toEqual([])
  expect(lines.join('')).toContain('has an unsupported currency')
})

describe('an event with missing fields is answered 200', () => {
  test.each([
    ['an unknown type', { type: 'account.updated', data: { object: { id: 'acct_1' } } }],
    ['a type that is a property of every object', { type: 'constructor', data: { object: {} } }],
    ['no object', { type: 'invoice.paid' }],
    ['an object without an id', { type: 'checkout.session.completed', data: { object: {} } }],
    ['an id that is no text', { type: 'invoice.paid', data: { object: { id: 7 } } }],
    ['a charge without a payment intent', { type: 'charge.refunded', data: { object: { id: 'ch_1' } } }],
    ['metadata that is no table', { type: 'checkout.session.expired', data: { object: { id: 'cs_1', metadata: [] } } }],
    ['a declined payment with nothing else', { type: 'payment_intent.payment_failed', data: { object: {} } }],
    [
      'a declined payment of a deleted customer',
      {
        type: 'payment_intent.payment_failed',
        data: { object: { id: 'pi_1', customer: 'cus_gone', last_payment_error: { type: 'card_error' } } },
      },
    ],
  ])('%s', async (_, event) => {
    const response = await send({ id: 'evt_1', ...event })
    expect([response.status, await response.json()]).toEqual([200, { received: 'ignored' }])
    expect(await events()).toEqual([])
  })

  test('an expanded payment intent is read like its id', async () => {
    await site.control('webhooks', { hold: true })
    await postJson({ ...asha, paymenttype: 'once' })
    await pay()
    const [session] = await site.sessions()
    const response = await send({
      id: 'evt_1',
      type: 'charge.refunded',
      data: { object: { id: 'ch_1', payment_intent: { id: session?.payment_intent } } },
    })
    expect(response.status).toBe(200)
    expect(await gifts()).toHaveLength(1)
  })
})

test('payments of other products are not stored', async () => {
  await openSession()
  await pay()
  const { db } = await store()
  expect(await db.selectFrom('stripe_events').selectAll().where('type', 'like', 'checkout.%').execute()).toEqual([])
})
