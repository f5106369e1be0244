import Stripe from 'stripe'
import { eventually } from '#tests/support/eventually.ts'
import { embeddedMonthly, hostedOnce, startTestSite } from './support.ts'

const site = startTestSite()

type Sent = { event: Stripe.Event; held: boolean; deliveries: { status: number | null }[] }
const sent = async () => (await site.control<{ events: Sent[] }>('events')).events
const types = () => site.received.map(({ event }) => event.type)

async function pay(params: Stripe.Checkout.SessionCreateParams = hostedOnce): Promise<void> {
  await site.stripe.checkout.sessions.create(params)
  await site.control('sessions/latest/pay', {})
}

test('an event has a signature that the stripe package accepts, with its own secret only', async () => {
  await pay()
  const { webhooks } = site.stripe
  for (const { body, signature } of site.received) {
    expect(webhooks.constructEvent(body, signature, 'whsec_sandbox').type).toBe('checkout.session.completed')
    expect(() => webhooks.constructEvent(body, signature, 'whsec_other')).toThrow(
      Stripe.errors.StripeSignatureVerificationError,
    )
  }
  expect(site.received).toHaveLength(1)
})

test('an event that is not answered 2xx is sent again under the same id, until the last attempt', async () => {
  site.status = 500
  await pay()
  await eventually(async () => (await sent())[0]?.deliveries.length === 3)
  expect(new Set(site.received.map(({ event }) => event.id)).size).toBe(1)
})

test('held events are sent when they are released, in the requested order', async () => {
  await site.control('webhooks', { hold: true })
  await pay(embeddedMonthly)
  expect(site.received).toEqual([])
  const made = (await sent()).map(({ event }) => event.type)
  expect(made).toEqual(['invoice.paid', 'checkout.session.completed'])
  await site.control('webhooks/release', {})
  expect(types()).toEqual(made.toReversed())
})
