import type Stripe from 'stripe'
import { eventually } from '#tests/support/eventually.ts'
import { embeddedMonthly, hostedOnce, price, startTestSite } from './support.ts'

const site = startTestSite()

type Params = Stripe.Checkout.SessionCreateParams

const open = (params: Params = hostedOnce) => site.stripe.checkout.sessions.create(params)
const pay = (how: object = {}) => site.control('sessions/latest/pay', how)

async function startSubscription(): Promise<Stripe.Subscription> {
  const { id } = await open(embeddedMonthly)
  await pay()
  const { subscription } = await site.stripe.checkout.sessions.retrieve(id)
  return site.stripe.subscriptions.retrieve(String(subscription))
}

const priced = (changes: object): Params => ({
  ...hostedOnce,
  line_items: [{ price_data: { ...price, ...changes }, quantity: 1 }],
})

test.each<[string, Params, object]>([
  ['an email address that is none', { ...hostedOnce, customer_email: 'asha' }, { code: 'email_invalid' }],
  ['too little', priced({ unit_amount: 4999 }), { code: 'amount_too_small' }],
  ['a customer of nobody', { ...hostedOnce, customer: 'cus_x' }, { code: 'resource_missing', param: 'customer' }],
])('Stripe refuses %s', async (_, params, refusal) => {
  await expect(open(params)).rejects.toMatchObject({ type: 'StripeInvalidRequestError', ...refusal })
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
})

test('an event that is not answered 2xx is sent again under the same id, until the last attempt', async () => {
  site.status = 500
  await open()
  await pay()
  await eventually(() => site.received.length === 3)
  expect(new Set(site.received.map(({ event }) => event.id)).size).toBe(1)
})
