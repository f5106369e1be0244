import type Stripe from 'stripe'
import { eventually } from '#tests/support/eventually.ts'
import { embeddedMonthly, gift, hostedOnce, startAfresh, startTestSite, type TestSite } from './support.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())
beforeEach(() => startAfresh(site))
afterEach(() => jest.restoreAllMocks())

const heardTypes = () => site.heard.map(({ type }) => type)
const heardOf = (type: string) => {
  const found = site.heard.findLast((one) => one.type === type)
  if (!found) throw new Error(`${type} was not heard, only ${heardTypes().join(', ')}`)
  return found.event.data.object as unknown as Record<string, unknown>
}

const expand = ['payment_intent.latest_charge', 'line_items']

async function payOnce(): Promise<{ session: Stripe.Checkout.Session; intent: Stripe.PaymentIntent }> {
  const { id } = await site.stripe.checkout.sessions.create(hostedOnce)
  await site.control(`sessions/${id}/pay`, { email: 'asha@example.org' })
  const session = await site.stripe.checkout.sessions.retrieve(id, { expand })
  return { session, intent: session.payment_intent as Stripe.PaymentIntent }
}

async function payMonthly(card = '4242424242424242') {
  const { id } = await site.stripe.checkout.sessions.create(embeddedMonthly)
  await site.control(`sessions/${id}/pay`, { card })
  const session = await site.stripe.checkout.sessions.retrieve(id, { expand: ['subscription', 'invoice.payments'] })
  return {
    session,
    subscription: session.subscription as Stripe.Subscription,
    invoice: session.invoice as Stripe.Invoice,
  }
}

describe('a gift made once', () => {
  test('completes the session, the payment and the charge', async () => {
    const { session, intent } = await payOnce()
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      amount_total: 100_000,
      currency: 'inr',
      metadata: { reference: 'G-1' },
      customer: null,
      customer_details: { email: 'asha@example.org' },
    })
    expect(session.line_items?.data[0]?.description).toBe('Gift for a Cleft-Free World')
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount: 100_000,
      amount_received: 100_000,
      metadata: { reference: 'G-1' },
      latest_charge: { paid: true, refunded: false, disputed: false, billing_details: { email: 'asha@example.org' } },
    })
  })

  test('is told in three events, the session last', async () => {
    const { session } = await payOnce()
    expect(heardTypes()).toEqual(expect.arrayContaining(['charge.succeeded', 'payment_intent.succeeded']))
    expect(heardTypes()).toHaveLength(3)
    expect(heardOf('checkout.session.completed')).toMatchObject({ id: session.id, payment_status: 'paid' })
  })

  test('can be declined and tried again, on the same payment', async () => {
    const { id } = await site.stripe.checkout.sessions.create(hostedOnce)
    const declined = await site.control(`sessions/${id}/pay`, { card: '4000 0000 0000 0002' })
    expect(declined).toMatchObject({ outcome: 'declined', message: 'Your card was declined.' })
    const open = await site.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
    expect(open).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: {
        status: 'requires_payment_method',
        last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' },
      },
    })
    expect(heardTypes().sort()).toEqual(['charge.failed', 'payment_intent.payment_failed'])

    await site.control(`sessions/${id}/pay`, {})
    const paid = await site.stripe.checkout.sessions.retrieve(id)
    expect(paid).toMatchObject({ status: 'complete', payment_intent: (open.payment_intent as Stripe.PaymentIntent).id })
  })

  test('cannot be paid twice', async () => {
    const { session } = await payOnce()
    await expect(site.control(`sessions/${session.id}/pay`, {})).rejects.toThrow('The session is complete.')
  })

  test('refuses a card that is not for tests', async () => {
    const { id } = await site.stripe.checkout.sessions.create(hostedOnce)
    expect(await site.control(`sessions/${id}/pay`, { card: '4111 1111 1111 1111' })).toMatchObject({
      outcome: 'declined',
      message: expect.stringContaining('test mode'),
    })
  })

  test.each([
    ['succeeded', 'checkout.session.async_payment_succeeded', 'paid', 'succeeded'],
    ['failed', 'checkout.session.async_payment_failed', 'unpaid', 'requires_payment_method'],
  ])(
    'by bank debit is complete but unpaid until the bank decides: %s',
    async (outcome, event, paymentStatus, status) => {
      const { id } = await site.stripe.checkout.sessions.create(hostedOnce)
      await site.control(`sessions/${id}/pay`, { method: 'us_bank_account' })
      expect(heardOf('checkout.session.completed')).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
      expect(heardOf('payment_intent.processing')).toMatchObject({ status: 'processing' })

      await site.control(`sessions/${id}/settle`, { outcome })
      expect(heardOf(event)).toMatchObject({ id, payment_status: paymentStatus })
      const session = await site.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
      expect(session.payment_intent).toMatchObject({ status })
      await expect(site.control(`sessions/${id}/settle`, { outcome })).rejects.toThrow('no payment that waits')
    },
  )
})

describe('a monthly gift', () => {
  test('starts a subscription whose first invoice is paid', async () => {
    const { session, subscription, invoice } = await payMonthly()
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      mode: 'subscription',
      payment_intent: null,
    })
    expect(subscription).toMatchObject({ status: 'active', metadata: { reference: 'G-2' }, latest_invoice: invoice.id })
    expect(invoice).toMatchObject({
      status: 'paid',
      amount_paid: 100_000,
      currency: 'inr',
      billing_reason: 'subscription_create',
      customer_email: 'asha@example.org',
      parent: { subscription_details: { subscription: subscription.id, metadata: { reference: 'G-2' } } },
      payments: { data: [{ status: 'paid', payment: { type: 'payment_intent' } }] },
    })
  })

  test('is told as Stripe tells it, with the subscription where invoices now keep it', async () => {
    const { subscription } = await payMonthly()
    expect(heardTypes().sort()).toEqual([
      'charge.succeeded',
      'checkout.session.completed',
      'customer.subscription.created',
      'invoice.paid',
      'invoice.payment_succeeded',
      'payment_intent.succeeded',
    ])
    expect(heardOf('invoice.paid')).toMatchObject({
      parent: { subscription_details: { subscription: subscription.id, metadata: { reference: 'G-2' } } },
    })
    expect(heardOf('invoice.paid').subscription).toBeUndefined()
    expect(heardOf('payment_intent.succeeded')).toMatchObject({ metadata: {} })
  })

  test('comes again when a month passes, on its own invoice', async () => {
    const { subscription, invoice } = await payMonthly()
    const start = subscription.items.data[0]?.current_period_end
    const { invoice: next } = await site.control<{ invoice: Stripe.Invoice }>(
      `subscriptions/${subscription.id}/advance`,
      {},
    )
    expect(next.id).not.toBe(invoice.id)
    expect(next).toMatchObject({ status: 'paid', billing_reason: 'subscription_cycle', created: start })
    expect(heardOf('invoice.paid')).toMatchObject({ id: next.id })
    expect(heardOf('customer.subscription.updated')).toMatchObject({ status: 'active' })

    const found = await site.stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: String(heardOf('payment_intent.succeeded').id) },
    })
    expect(found.data.map((one) => one.invoice)).toEqual([next.id])
  })

  test('can fail, be mended, and be told of both', async () => {
    const { subscription } = await payMonthly()
    const { invoice } = await site.control<{ invoice: Stripe.Invoice }>('subscriptions/latest/advance', {
      outcome: 'failed',
    })
    expect(invoice).toMatchObject({ status: 'open', amount_paid: 0, attempt_count: 1 })
    expect(heardOf('invoice.payment_failed')).toMatchObject({ id: invoice.id })
    expect((await site.stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due')

    await site.control(`invoices/${invoice.id}/pay`, {})
    expect(heardOf('invoice.paid')).toMatchObject({ id: invoice.id, status: 'paid' })
    expect((await site.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  })

  test('fails by itself with the card whose later charges fail', async () => {
    const { subscription } = await payMonthly('4000 0000 0000 0341')
    const { invoice } = await site.control<{ invoice: Stripe.Invoice }>(`subscriptions/${subscription.id}/advance`, {})
    expect(invoice.status).toBe('open')
  })

  test('a declined card starts no subscription', async () => {
    const { id } = await site.stripe.checkout.sessions.create(embeddedMonthly)
    await site.control(`sessions/${id}/pay`, { card: '4000000000000002' })
    expect(await site.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open', subscription: null })
    expect(heardTypes()).not.toContain('customer.subscription.created')
  })

  test('ends at once with cancel, and is gone for a second one', async () => {
    const { subscription } = await payMonthly()
    const ended = await site.stripe.subscriptions.cancel(subscription.id, {
      cancellation_details: { comment: 'Asked by letter', feedback: 'other' },
    })
    expect(ended).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'cancellation_requested', comment: 'Asked by letter', feedback: 'other' },
    })
    expect(heardOf('customer.subscription.deleted')).toMatchObject({ id: subscription.id, status: 'canceled' })
    await expect(site.stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ statusCode: 404 })
    await expect(site.control(`subscriptions/${subscription.id}/advance`, {})).rejects.toThrow('No such subscription')
  })

  test('can end after the month that is paid for', async () => {
    const { subscription } = await payMonthly()
    const ending = await site.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    expect(ending).toMatchObject({ status: 'active', cancel_at: subscription.items.data[0]?.current_period_end })
    expect(heardOf('customer.subscription.updated')).toMatchObject({ cancel_at_period_end: true })
    const { invoice } = await site.control<{ invoice: unknown }>(`subscriptions/${subscription.id}/advance`, {})
    expect(invoice).toBeNull()
    expect(heardOf('customer.subscription.deleted')).toMatchObject({ id: subscription.id })
  })

  test('on the 31st comes on the last day of a shorter month', async () => {
    const { addMonths } = await import('#sandbox/stripe/ledger.ts')
    const at = (date: string) => Date.parse(`${date}T10:00:00Z`) / 1000
    expect(addMonths(at('2027-01-31'), 1)).toBe(at('2027-02-28'))
    expect(addMonths(at('2028-01-31'), 1)).toBe(at('2028-02-29'))
    expect(addMonths(at('2026-12-15'), 1)).toBe(at('2027-01-15'))
  })
})

describe('a gift that does not stay', () => {
  test('is given back in parts and then whole, and never more', async () => {
    const { intent } = await payOnce()
    const first = await site.stripe.refunds.create({ payment_intent: intent.id, amount: 40_000 })
    expect(first).toMatchObject({ status: 'succeeded', amount: 40_000, payment_intent: intent.id })
    expect(heardOf('charge.refunded')).toMatchObject({ amount_refunded: 40_000, refunded: false })
    await expect(site.stripe.refunds.create({ payment_intent: intent.id, amount: 60_001 })).rejects.toMatchObject({
      message: 'Refund amount (₹600.01) is greater than unrefunded amount on charge (₹600.00)',
    })
    await site.control(`payments/${intent.id}/refund`, {})
    expect(heardOf('charge.refunded')).toMatchObject({ amount_refunded: 100_000, refunded: true })
    await expect(site.stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
    expect((await site.stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(2)
  })

  test('needs to say which gift', async () => {
    await expect(site.stripe.refunds.create({})).rejects.toMatchObject({
      message: 'One of the following params should be provided for this request: payment_intent or charge.',
    })
  })

  test('can be disputed, and the dispute won', async () => {
    const { intent } = await payOnce()
    const dispute = await site.control<Stripe.Dispute>('payments/latest/dispute', {})
    expect(heardOf('charge.dispute.created')).toMatchObject({
      payment_intent: intent.id,
      amount: 100_000,
      status: 'needs_response',
    })
    await expect(site.stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_disputed',
    })
    await site.control(`disputes/${dispute.id}/close`, { status: 'won' })
    expect(heardOf('charge.dispute.closed')).toMatchObject({ id: dispute.id, status: 'won' })
    const listed = await site.stripe.disputes.list({ payment_intent: intent.id })
    expect(listed.data.map(({ status }) => status)).toEqual(['won'])
  })
})

describe('a session', () => {
  test('can be expired while it is open, and only then', async () => {
    const { id } = await site.stripe.checkout.sessions.create(hostedOnce)
    expect(await site.stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null })
    await eventually(() => heardTypes().includes('checkout.session.expired'))
    expect(heardOf('checkout.session.expired')).toMatchObject({ id })
    await expect(site.stripe.checkout.sessions.expire(id)).rejects.toMatchObject({
      message: expect.stringContaining('This Checkout Session has a status of `expired`.'),
    })
  })

  test('expires by itself when its time is over', async () => {
    const soon = Math.floor(Date.now() / 1000) + 31 * 60
    const { id } = await site.stripe.checkout.sessions.create({ ...hostedOnce, expires_at: soon })
    jest.spyOn(Date, 'now').mockReturnValue((soon + 1) * 1000)
    expect((await site.stripe.checkout.sessions.retrieve(id)).status).toBe('expired')
  })

  test('is found by its payment, and lists what it is for', async () => {
    const { session, intent } = await payOnce()
    await site.stripe.checkout.sessions.create(hostedOnce)
    const found = await site.stripe.checkout.sessions.list({ payment_intent: intent.id })
    expect(found.data.map(({ id }) => id)).toEqual([session.id])
    const lines = await site.stripe.checkout.sessions.listLineItems(session.id)
    expect(lines.data).toMatchObject([{ amount_total: 100_000, price: { unit_amount: 100_000 } }])
  })

  test('adds its lines up', async () => {
    const session = await site.stripe.checkout.sessions.create({
      ...hostedOnce,
      line_items: [
        { price_data: { ...gift, unit_amount: 5000 }, quantity: 3 },
        { price_data: { ...gift, unit_amount: 250 }, quantity: 1 },
      ],
    })
    expect(session.amount_total).toBe(15_250)
  })

  test('pages through long lists as the stripe package does', async () => {
    for (let made = 0; made < 12; made += 1) await site.stripe.checkout.sessions.create(hostedOnce)
    const all = await site.stripe.checkout.sessions.list({ limit: 5 }).autoPagingToArray({ limit: 100 })
    expect(new Set(all.map(({ id }) => id)).size).toBe(12)
  })
})
