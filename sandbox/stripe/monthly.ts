/** Monthly gifts: begun, billed, changed, ended. */
import type Stripe from 'stripe'
import {
  type Checkout,
  declined,
  keep,
  named,
  nowSeconds,
  type Outcome,
  StripeRefusal,
  type SubscriptionParameters,
  validYears,
} from './ledger.ts'
import { charge, newIntent, type Payments } from './payments.ts'

export const newCustomer = (payments: Payments, params: Partial<Stripe.Customer>): Stripe.Customer =>
  keep(payments.ledger.customers, {
    name: null,
    email: null,
    address: {},
    metadata: {},
    ...params,
    id: payments.ledger.nextId('cus'),
    object: 'customer',
  })

export function payMonthly(payments: Payments, { session, params }: Checkout, outcome: Outcome, email: string): void {
  if (typeof outcome === 'object') {
    if (session.amount_total) charge(payments, newIntent(payments, session.amount_total, session), outcome, email)
    return
  }
  const customer = payments.ledger.customers.get(String(session.customer)) ?? newCustomer(payments, { email })
  const now = nowSeconds()
  const trialEnd = Number(params.subscription_data?.trial_end ?? 0)
  const items = params.line_items.map(({ price_data: { unit_amount, recurring }, quantity }) => ({
    id: payments.ledger.nextId('si'),
    current_period_start: now,
    current_period_end: trialEnd || monthAfter(now),
    price: { unit_amount, recurring: recurring ?? null },
    quantity,
  }))
  const subscription = newSubscription(payments, {
    currency: String(session.currency),
    customer: customer.id,
    items,
    metadata: (params.subscription_data?.metadata ?? {}) as Stripe.Metadata,
    status: trialEnd ? 'trialing' : 'active',
  })
  session.customer = customer.id
  session.subscription = subscription.id
  if (!trialEnd) bill(payments, subscription, outcome, now)
}

type NewSubscription = Pick<Stripe.Subscription, 'currency' | 'metadata' | 'status'> & {
  customer: string
  items: object[]
}

const newSubscription = (payments: Payments, { items, ...made }: NewSubscription) =>
  keep(payments.ledger.subscriptions, {
    id: payments.ledger.nextId('sub'),
    object: 'subscription',
    cancel_at: null,
    cancel_at_period_end: false,
    default_payment_method: {
      id: payments.ledger.nextId('pm'),
      card: { exp_month: 12, exp_year: new Date().getUTCFullYear() + validYears },
    },
    ended_at: null,
    items: { data: items },
    pause_collection: null,
    start_date: nowSeconds(),
    ...made,
  })

/** A monthly gift that another site began: without our metadata, and without a payment that is known here. */
export function beginElsewhere(
  payments: Payments,
  { amount, currency, email }: { amount: number; currency: string; email: string },
) {
  const now = nowSeconds()
  const price = { unit_amount: amount, recurring: { interval: 'month', interval_count: 1 } }
  const id = payments.ledger.nextId('si')
  return newSubscription(payments, {
    currency: currency.toLowerCase(),
    customer: newCustomer(payments, { email }).id,
    items: [{ id, current_period_start: now, current_period_end: monthAfter(now), price, quantity: 1 }],
    metadata: {},
    status: 'active',
  })
}

export const cardOf = ({ default_payment_method: method }: Stripe.Subscription) =>
  (method as Stripe.PaymentMethod).card as Stripe.PaymentMethod.Card

/** Charges the invoice of the current period, with a payment of its own: a subscription's metadata does not reach it. */
function bill(payments: Payments, subscription: Stripe.Subscription, outcome: Outcome, at: number): Stripe.Invoice {
  const { currency, customer, id, items, metadata } = subscription
  const { email, name } = named(payments.ledger.customers, customer)
  const amount = items.data.reduce((sum, { price, quantity = 1 }) => sum + (price.unit_amount ?? 0) * quantity, 0)
  const intent = newIntent(payments, amount, subscription)
  const invoice = keep(payments.ledger.invoices, {
    id: payments.ledger.nextId('in'),
    object: 'invoice',
    amount_due: amount,
    amount_paid: 0,
    attempted: true,
    auto_advance: true,
    created: at,
    currency,
    customer_email: email,
    customer_name: name ?? null,
    parent: { subscription_details: { metadata, subscription: id } },
    payments: { data: [{ status: 'open', payment: { payment_intent: intent.id } }] },
    status: 'open',
    status_transitions: { paid_at: null },
  })
  chargeInvoice(payments, invoice, outcome, at)
  return invoice
}

export const intentOf = (payments: Payments, invoice: Stripe.Invoice) =>
  named(payments.ledger.paymentIntents, invoice.payments?.data[0]?.payment.payment_intent)

function chargeInvoice(payments: Payments, invoice: Stripe.Invoice, outcome: Outcome, at: number): void {
  charge(payments, intentOf(payments, invoice), outcome, invoice.customer_email, at)
  if (outcome === 'paid') markPaid(payments, invoice, at)
  else if (outcome !== 'pending') payments.announce('invoice.payment_failed', invoice)
}

export function markPaid(payments: Payments, invoice: Stripe.Invoice, at: number): void {
  for (const payment of invoice.payments?.data ?? []) payment.status = 'paid'
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.auto_advance = false
  invoice.status_transitions.paid_at = at
  payments.announce('invoice.paid', invoice)
}

export const invoicesOf = (payments: Payments, { id }: Stripe.Subscription) =>
  [...payments.ledger.invoices.values()].filter(({ parent }) => parent?.subscription_details?.subscription === id)

/** A month passes: the next invoice is paid or not. Null in a pause. */
export function advance(payments: Payments, subscription: Stripe.Subscription, isPaid: boolean): Stripe.Invoice | null {
  const at = endOfPeriod(subscription)
  for (const item of subscription.items.data)
    Object.assign(item, { current_period_start: at, current_period_end: monthAfter(at) })
  if (Number(subscription.pause_collection?.resumes_at) > at) return null
  subscription.pause_collection = null
  subscription.status = isPaid ? 'active' : 'past_due'
  const invoice = bill(payments, subscription, isPaid ? 'paid' : declined, at)
  payments.announce('customer.subscription.updated', subscription)
  return invoice
}

/** The donor corrects the card, and the month that failed is paid after all. */
export function payOpenInvoice(payments: Payments, invoice: Stripe.Invoice): Stripe.Invoice {
  if (invoice.status !== 'open') throw new StripeRefusal(`The invoice is ${invoice.status}.`)
  const subscription = named(payments.ledger.subscriptions, invoice.parent?.subscription_details?.subscription)
  chargeInvoice(payments, invoice, 'paid', invoice.created)
  if (subscription.status === 'past_due') {
    subscription.status = 'active'
    payments.announce('customer.subscription.updated', subscription)
  }
  return invoice
}

export function change(
  payments: Payments,
  subscription: Stripe.Subscription,
  params: SubscriptionParameters,
): Stripe.Subscription {
  endOfPeriod(subscription)
  // India: new terms of a mandate need the cardholder, who is not there. https://docs.stripe.com/india-recurring-payments
  if (params.items && subscription.currency === 'inr')
    throw new StripeRefusal('The bank has to confirm this.', {
      status: 402,
      code: 'subscription_payment_intent_requires_action',
    })
  const { cancel_at_period_end: ends, pause_collection: pause, trial_end, items, metadata = {} } = params
  // An empty value removes a key: https://docs.stripe.com/api/metadata
  const kept = Object.entries({ ...subscription.metadata, ...metadata }).filter(([, value]) => value !== '')
  subscription.metadata = Object.fromEntries(kept)
  if (ends) subscription.cancel_at_period_end = ends === 'true'
  if (pause !== undefined)
    subscription.pause_collection = pause ? { behavior: 'void', resumes_at: Number(pause.resumes_at) } : null
  for (const item of subscription.items.data) {
    if (trial_end) item.current_period_end = Number(trial_end)
    if (items?.[0]?.id === item.id) item.price.unit_amount = Number(items[0].price_data.unit_amount)
  }
  payments.announce('customer.subscription.updated', subscription)
  return subscription
}

export function cancel(payments: Payments, subscription: Stripe.Subscription): Stripe.Subscription {
  endOfPeriod(subscription)
  subscription.status = 'canceled'
  subscription.ended_at = nowSeconds()
  // Months that could not be charged are not tried again: https://docs.stripe.com/billing/subscriptions/cancel
  for (const invoice of invoicesOf(payments, subscription)) invoice.auto_advance = false
  payments.announce('customer.subscription.deleted', subscription)
  return subscription
}

/** Seconds. Throws Stripe's 404 for a subscription that has ended. */
function endOfPeriod({ status, id, items }: Stripe.Subscription): number {
  const [item] = items.data
  if (status === 'canceled' || !item)
    throw new StripeRefusal(`No such subscription: '${id}'`, { status: 404, code: 'resource_missing', param: 'id' })
  return item.current_period_end
}

/** The same time of day a month later; the last day of a shorter month. Seconds, UTC. */
function monthAfter(seconds: number): number {
  const date = new Date(seconds * 1000)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 0)).getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + 1, Math.min(date.getUTCDate(), lastDay))
  return date.getTime() / 1000
}
