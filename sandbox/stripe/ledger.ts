/** Everything that the sandbox's Stripe remembers, in memory: Stripe's objects with the fields that the site, its tests and the payment pages read, typed by the stripe package. */
import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { SessionParameters } from './parameters.ts'

/** Some fields of an object as they stand on the wire: ids where Stripe could also put whole objects. */
type Fields<T, Names extends keyof T> = {
  [Name in Names | (keyof T & ('id' | 'object'))]: string extends T[Name] ? Exclude<T[Name], object> : T[Name]
}
type Price = { price: { unit_amount: number; recurring: { interval: 'month' } | null } }
type Person<T extends { email: unknown; name: unknown }> = Pick<T, 'email' | 'name'>
export type Period = Pick<Stripe.SubscriptionItem, 'current_period_start' | 'current_period_end'>

export type Customer = Fields<Stripe.Customer, 'address' | 'email' | 'metadata'> & { name: string | null }
export type LineItem = Fields<Stripe.LineItem, 'amount_total' | 'currency' | 'description' | 'quantity'> & Price
export type Session = Omit<SessionParameters, 'customer' | 'line_items' | 'payment_intent_data' | 'subscription_data'> &
  Fields<
    Stripe.Checkout.Session,
    | ('amount_total' | 'client_secret' | 'currency' | 'customer' | 'expires_at' | 'payment_intent')
    | ('payment_status' | 'status' | 'subscription' | 'url')
  > & { customer_details: Person<Stripe.Checkout.Session.CustomerDetails> }
export type PaymentIntent = Fields<
  Stripe.PaymentIntent,
  'amount' | 'created' | 'currency' | 'customer' | 'description' | 'latest_charge' | 'metadata' | 'status'
> & {
  last_payment_error: Pick<Stripe.PaymentIntent.LastPaymentError, 'type' | 'code' | 'decline_code' | 'message'> | null
  shipping: NonNullable<SessionParameters['payment_intent_data']>['shipping'] | null
}
export type Charge = Fields<
  Stripe.Charge,
  'amount' | 'amount_refunded' | 'created' | 'disputed' | 'payment_intent' | 'status'
> & { billing_details: Person<Stripe.Charge.BillingDetails> }
export type Subscription = Fields<
  Stripe.Subscription,
  'cancel_at' | 'cancel_at_period_end' | 'currency' | 'ended_at' | 'metadata' | 'start_date' | 'status'
> & { customer: string; items: Stripe.ApiList<Period & Price & { quantity: number | null }> }
export type Invoice = Fields<
  Stripe.Invoice,
  | ('amount_due' | 'amount_paid' | 'auto_advance' | 'created' | 'currency')
  | ('customer_email' | 'customer_name' | 'status')
> & {
  parent: { subscription_details: { metadata: Stripe.Metadata; subscription: string } }
  status_transitions: { paid_at: number | null }
}
export type InvoicePayment = Fields<Stripe.InvoicePayment, 'status'> & {
  invoice: string
  payment: { type: 'payment_intent'; payment_intent: string }
}
export type Refund = Fields<Stripe.Refund, 'amount' | 'payment_intent' | 'status'>
export type Dispute = Fields<Stripe.Dispute, 'payment_intent' | 'status'>
type PortalSession = Fields<Stripe.BillingPortal.Session, 'customer' | 'return_url' | 'url'>
type Event = { id: string; object: 'event'; created: number; data: { object: object }; type: Stripe.Event.Type }

export type Checkout = { session: Session; lines: LineItem[]; given: SessionParameters }

export type Delivery = { status: number | null; error: string | null }

/** An event with every attempt to deliver it; `held`: kept back until it is released. */
export type SentEvent = { event: Event; deliveries: Delivery[]; held: boolean }

/** Seconds since 1970, as Stripe counts. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)

export const listOf = <T>(data: T[], hasMore = false): Stripe.ApiList<T> => ({
  object: 'list',
  data,
  has_more: hasMore,
  url: '/v1',
})

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

export function keep<T extends { id: string }>(map: Map<string, T>, object: NoInfer<T>): T {
  map.set(object.id, object)
  return object
}

/** What must be in the ledger, since another object names it. */
export function known<T>(map: ReadonlyMap<string, T>, id: string | null): T {
  const found = map.get(id ?? '')
  if (found === undefined) throw new Error(`The ledger has no ${id}.`)
  return found
}
