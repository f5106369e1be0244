/** Payment pages: opened, paid, declined, expired. */
import type Stripe from 'stripe'
import {
  type Checkout,
  type Decline,
  declined,
  named,
  nowSeconds,
  type Outcome,
  type SessionParameters,
  StripeRefusal,
} from './ledger.ts'
import { intentOf, invoicesOf, markPaid, payMonthly } from './monthly.ts'
import { charge, conclude, newIntent, type Payments } from './payments.ts'

export const totalOf = (lines: SessionParameters['line_items']) =>
  lines.reduce((sum, { price_data, quantity }) => sum + price_data.unit_amount * quantity, 0)

export function expire(payments: Payments, { session }: Checkout): Stripe.Checkout.Session {
  if (session.status !== 'open') throw new StripeRefusal(`The session is ${session.status}.`)
  session.status = 'expired'
  session.url = null
  payments.announce('checkout.session.expired', session)
  return session
}

export function open(payments: Payments, params: SessionParameters): Stripe.Checkout.Session {
  const customer = params.customer === undefined ? null : named(payments.ledger.customers, params.customer, 'customer')
  const id = payments.ledger.nextId('cs_test')
  const { line_items: lines, payment_intent_data: _, subscription_data: __, ...shown } = params
  const isEmbedded = params.ui_mode === 'embedded_page'
  const session = {
    ui_mode: 'hosted_page',
    metadata: {},
    ...shown,
    id,
    object: 'checkout.session',
    created: nowSeconds(),
    amount_total: params.subscription_data?.trial_end ? 0 : totalOf(lines),
    client_secret: isEmbedded ? payments.ledger.nextSecret(id) : null,
    currency: lines[0]?.price_data.currency ?? '',
    customer: customer?.id ?? null,
    customer_details: { email: params.customer_email ?? customer?.email ?? null, name: customer?.name ?? null },
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    url: isEmbedded ? null : `${payments.origin}/pay/${id}`,
  } as unknown as Stripe.Checkout.Session
  const checkout = { session, params }
  payments.ledger.checkouts.set(id, checkout)
  const expireOpen = () => {
    if (payments.ledger.checkouts.get(id) === checkout && session.status === 'open') expire(payments, checkout)
  }
  setTimeout(expireOpen, (session.expires_at - nowSeconds()) * 1000).unref()
  return session
}

/** The reason why the donor's card was declined, or null. `typedEmail` counts where the session has no address. */
export function pay(payments: Payments, checkout: Checkout, outcome: Outcome, typedEmail: string): Decline | null {
  const { session, params } = checkout
  if (session.status !== 'open') throw new StripeRefusal(`The session is ${session.status}.`)
  const email = session.customer_details?.email ?? typedEmail
  if (session.mode === 'payment') {
    const earlier = payments.ledger.paymentIntents.get(String(session.payment_intent))
    const intent = earlier ?? newIntent(payments, session.amount_total ?? 0, session, params.payment_intent_data)
    session.payment_intent = intent.id
    charge(payments, intent, outcome, email)
  } else payMonthly(payments, checkout, outcome, email)
  if (typeof outcome === 'object') return outcome
  session.status = 'complete'
  session.url = null
  session.payment_status = outcome !== 'paid' ? 'unpaid' : session.amount_total ? 'paid' : 'no_payment_required'
  payments.announce('checkout.session.completed', session)
  return null
}

/** The donor's bank decides about a payment that is pending. */
export function settle(payments: Payments, { session }: Checkout, isPaid: boolean): Stripe.Checkout.Session {
  const subscription = session.subscription ? named(payments.ledger.subscriptions, session.subscription) : undefined
  const [invoice] = subscription ? invoicesOf(payments, subscription) : []
  const intent = invoice
    ? intentOf(payments, invoice)
    : payments.ledger.paymentIntents.get(String(session.payment_intent))
  if (intent?.status !== 'processing') throw new StripeRefusal('No payment of this session waits for a bank.')
  conclude(payments, intent, isPaid ? 'paid' : declined)
  if (isPaid) session.payment_status = 'paid'
  if (invoice && isPaid) markPaid(payments, invoice, nowSeconds())
  if (subscription && invoice && !isPaid) {
    subscription.status = 'past_due'
    payments.announce('invoice.payment_failed', invoice)
  }
  payments.announce(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session)
  return session
}
