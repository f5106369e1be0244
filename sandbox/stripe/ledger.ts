/** Everything that the sandbox's Stripe remembers, in memory: Stripe's objects with the fields that the site, its tests and the payment pages read, typed by the stripe package. */
import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { longestOpen, type SessionParameters, totalOf } from './parameters.ts'

/** An object as it stands on the wire: ids where Stripe could also put whole objects. */
type Wire<T> = { [Field in keyof T]: string extends T[Field] ? Exclude<T[Field], object> : T[Field] }

/**
 * The given fields, with the types that the stripe package gives them, so that they can change later. A field that the
 * package does not know, or a value of another type, does not compile.
 */
const fieldsOf =
  <T>() =>
  <Fields extends Partial<Wire<T>>>(fields: Fields & Record<Exclude<keyof Fields, keyof T>, never>) =>
    fields as Pick<Wire<T>, keyof Fields & keyof T>

/** `T` with fewer fields in its nested objects. */
type With<T, Nested> = Omit<T, keyof Nested> & Nested

/** Seconds since 1970, as Stripe counts. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)

export const listOf = <T>(data: T[], hasMore = false): Stripe.ApiList<T> => ({
  object: 'list',
  data,
  has_more: hasMore,
  url: '/v1',
})

export type Customer = ReturnType<typeof newCustomer>

export function newCustomer(
  id: string,
  given: { name?: string; email?: string; address?: Stripe.AddressParam; metadata?: Record<string, string> },
) {
  const { name = null, email = null, address = {}, metadata = {} } = given
  const { line1 = null, line2 = null, city = null, state = null, postal_code = null, country = null } = address
  return fieldsOf<With<Stripe.Customer, { name: string | null }>>()({
    id,
    object: 'customer',
    address: { line1, line2, city, state, postal_code, country },
    email,
    metadata,
    name,
  })
}

type Price = { price: { unit_amount: number; recurring: { interval: 'month' } | null } }

export type LineItem = ReturnType<typeof newLineItem>

export function newLineItem(id: string, given: SessionParameters['line_items'][number]) {
  const { currency, product_data, recurring = null, unit_amount } = given.price_data
  return fieldsOf<With<Stripe.LineItem, Price>>()({
    id,
    object: 'item',
    amount_total: unit_amount * given.quantity,
    currency,
    description: product_data.name,
    price: { unit_amount, recurring },
    quantity: given.quantity,
  })
}

type SessionDetails = { customer_details: Pick<Stripe.Checkout.Session.CustomerDetails, 'email' | 'name'> }

export type Session = ReturnType<typeof newSession>

/** `payUrl` is for a session with a page of its own, `clientSecret` for one in a frame. */
export function newSession(
  id: string,
  given: SessionParameters,
  customer: Customer | null,
  { payUrl, clientSecret }: { payUrl: string; clientSecret: string },
) {
  const { line_items: items, payment_intent_data: _, subscription_data: __, ...shown } = given
  const isEmbedded = given.ui_mode === 'embedded_page'
  return fieldsOf<With<Stripe.Checkout.Session, SessionDetails>>()({
    ...shown,
    id,
    object: 'checkout.session',
    amount_total: totalOf(given),
    client_secret: isEmbedded ? clientSecret : null,
    currency: items[0]?.price_data.currency ?? null,
    customer: customer?.id ?? null,
    customer_details: { email: given.customer_email ?? customer?.email ?? null, name: customer?.name ?? null },
    expires_at: given.expires_at ?? nowSeconds() + longestOpen,
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    url: isEmbedded ? null : payUrl,
  })
}

type IntentDetails = {
  last_payment_error: Pick<Stripe.PaymentIntent.LastPaymentError, 'type' | 'code' | 'decline_code' | 'message'> | null
  shipping: NonNullable<SessionParameters['payment_intent_data']>['shipping'] | null
}

export type PaymentIntent = ReturnType<typeof newPaymentIntent>

export const newPaymentIntent = (
  id: string,
  given: { amount: number; currency: string; customer: string | null },
  data: SessionParameters['payment_intent_data'],
) =>
  fieldsOf<With<Stripe.PaymentIntent, IntentDetails>>()({
    ...given,
    id,
    object: 'payment_intent',
    created: nowSeconds(),
    description: data?.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    metadata: data?.metadata ?? {},
    shipping: data?.shipping ?? null,
    status: 'requires_payment_method',
  })

type ChargeDetails = { billing_details: Pick<Stripe.Charge.BillingDetails, 'email' | 'name'> }

export type Charge = ReturnType<typeof newCharge>

export const newCharge = (id: string, intent: PaymentIntent, { email, at }: { email: string | null; at: number }) =>
  fieldsOf<With<Stripe.Charge, ChargeDetails>>()({
    id,
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    billing_details: { email, name: null },
    created: at,
    disputed: false,
    payment_intent: intent.id,
    status: 'pending',
  })

export type Period = Pick<Stripe.SubscriptionItem, 'current_period_start' | 'current_period_end'>

type SubscriptionDetails = {
  customer: string
  items: Stripe.ApiList<Period & Price & { quantity: number | null }>
}

export type Subscription = ReturnType<typeof newSubscription>

export function newSubscription(
  id: string,
  customer: Customer,
  { lines, data, period }: { lines: LineItem[]; data: SessionParameters['subscription_data']; period: Period },
) {
  const items = lines.map(({ price, quantity }) => ({ ...period, price, quantity }))
  return fieldsOf<With<Stripe.Subscription, SubscriptionDetails>>()({
    id,
    object: 'subscription',
    cancel_at: null,
    cancel_at_period_end: false,
    currency: lines[0]?.currency ?? 'usd',
    customer: customer.id,
    ended_at: null,
    items: listOf(items),
    metadata: data?.metadata ?? {},
    start_date: period.current_period_start,
    status: 'active',
  })
}

type InvoiceDetails = {
  parent: { subscription_details: { metadata: Stripe.Metadata; subscription: string } }
  status_transitions: { paid_at: number | null }
}

export type Invoice = ReturnType<typeof newInvoice>

/** For the next period of a subscription. */
export const newInvoice = (id: string, subscription: Subscription, customer: Customer, at: number) =>
  fieldsOf<With<Stripe.Invoice, InvoiceDetails>>()({
    id,
    object: 'invoice',
    amount_due: subscription.items.data.reduce((sum, item) => sum + item.price.unit_amount * (item.quantity ?? 1), 0),
    amount_paid: 0,
    auto_advance: true,
    created: at,
    currency: subscription.currency,
    customer_email: customer.email,
    customer_name: customer.name,
    parent: { subscription_details: { metadata: subscription.metadata, subscription: subscription.id } },
    status: 'open',
    status_transitions: { paid_at: null },
  })

type InvoicePaymentDetails = { invoice: string; payment: { type: 'payment_intent'; payment_intent: string } }

export type InvoicePayment = ReturnType<typeof newInvoicePayment>

export const newInvoicePayment = (id: string, invoice: Invoice, intent: PaymentIntent) =>
  fieldsOf<With<Stripe.InvoicePayment, InvoicePaymentDetails>>()({
    id,
    object: 'invoice_payment',
    invoice: invoice.id,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
  })

export type Refund = ReturnType<typeof newRefund>

export const newRefund = (id: string, { payment_intent }: Charge, amount: number) =>
  fieldsOf<Stripe.Refund>()({ id, object: 'refund', amount, payment_intent, status: 'succeeded' })

export type Dispute = ReturnType<typeof newDispute>

export const newDispute = (id: string, { payment_intent }: Charge) =>
  fieldsOf<Stripe.Dispute>()({ id, object: 'dispute', payment_intent, status: 'needs_response' })

export type PortalSession = ReturnType<typeof newPortalSession>

export const newPortalSession = (id: string, url: string, given: { customer: string; return_url?: string }) =>
  fieldsOf<Stripe.BillingPortal.Session>()({
    id,
    object: 'billing_portal.session',
    customer: given.customer,
    return_url: given.return_url ?? null,
    url,
  })

export type Event = { id: string; object: 'event'; created: number; data: { object: object }; type: Stripe.Event.Type }

export type Checkout = { session: Session; lines: LineItem[]; given: SessionParameters }

export type Delivery = { status: number | null; error: string | null }

/** An event with every attempt to deliver it; `held`: kept back until it is released. */
export type SentEvent = { event: Event; deliveries: Delivery[]; held: boolean }

export type Ledger = ReturnType<typeof createLedger>

const randomText = (length: number): string => randomBytes(length).toString('hex').slice(0, length)

export function createLedger() {
  let count = 0
  const maps = {
    checkouts: new Map<string, Checkout>(),
    paymentIntents: new Map<string, PaymentIntent>(),
    charges: new Map<string, Charge>(),
    customers: new Map<string, Customer>(),
    subscriptions: new Map<string, Subscription>(),
    invoices: new Map<string, Invoice>(),
    /** By their invoice. */
    invoicePayments: new Map<string, InvoicePayment>(),
    refunds: new Map<string, Refund>(),
    disputes: new Map<string, Dispute>(),
    portals: new Map<string, PortalSession>(),
    events: new Map<string, SentEvent>(),
  }
  return {
    ...maps,
    /** Counts up, and ends at random, so that a site that remembers gifts never meets the same id twice. */
    nextId(prefix: string): string {
      count += 1
      return `${prefix}_${String(count).padStart(6, '0')}${randomText(24)}`
    },
    nextSecret: (id: string): string => `${id}_secret_${randomText(32)}`,
    clear() {
      for (const map of Object.values(maps)) map.clear()
    },
  }
}

export function keep<T extends { id: string }>(map: Map<string, T>, object: T): T {
  map.set(object.id, object)
  return object
}

/** What must be in the ledger, since another object names it. */
export function known<T>(map: ReadonlyMap<string, T>, id: string | null): T {
  const found = map.get(id ?? '')
  if (found === undefined) throw new Error(`The ledger has no ${id}.`)
  return found
}
