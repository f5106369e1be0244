/** The state of the sandbox's Stripe, in memory: Stripe's objects with the fields that the site, its tests and the payment pages read. */

import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { json, type Reply } from '../http.ts'

export type Metadata = Record<string, string>
type Person = { email: string | null; name: string | null }
type Purpose = { description?: string; metadata?: Metadata; shipping?: object }

/** The parameters with which the site opens a payment page. */
export type SessionParameters = {
  mode: 'payment' | 'subscription'
  ui_mode?: 'hosted_page' | 'embedded_page'
  line_items: {
    quantity: number
    price_data: { currency: string; unit_amount: number; product_data: { name: string }; recurring?: object }
  }[]
  customer?: string
  customer_email?: string
  expires_at: number
  metadata?: Metadata
  payment_intent_data?: Purpose
  subscription_data?: Purpose
  success_url?: string
  cancel_url?: string
  return_url?: string
}

/** The parameters with which the site changes a monthly gift, form-encoded. An empty pause ends it. */
export type SubscriptionParameters = {
  cancel_at_period_end?: string
  pause_collection?: '' | { resumes_at: string }
  trial_end?: string
  items?: { id: string; price_data: { unit_amount: string } }[]
}

export type Session = Omit<SessionParameters, 'customer' | 'line_items'> & {
  id: string
  object: 'checkout.session'
  amount_total: number
  client_secret: string | null
  currency: string
  customer: string | null
  customer_details: Person
  payment_intent: string | null
  payment_status: 'paid' | 'unpaid'
  status: 'open' | 'complete' | 'expired'
  subscription: string | null
  url: string | null
}
export type Checkout = { session: Session; given: SessionParameters }
export type Customer = Person & { id: string; object: 'customer'; address: object; metadata: Metadata }
export type PaymentIntent = {
  id: string
  object: 'payment_intent'
  amount: number
  created: number
  currency: string
  customer: string | null
  description: string | null
  last_payment_error: { type: 'card_error'; code: string; decline_code: string; message: string } | null
  latest_charge: string | null
  metadata: Metadata
  shipping: object | null
  status: 'requires_payment_method' | 'processing' | 'succeeded'
}
export type Charge = {
  id: string
  object: 'charge'
  amount: number
  amount_refunded: number
  billing_details: Person
  created: number
  disputed: boolean
  payment_intent: string
  status: 'pending' | 'succeeded' | 'failed'
}
type Item = {
  id: string
  price: { unit_amount: number; recurring: object | null }
  quantity: number
  current_period_start: number
  current_period_end: number
}
export type Subscription = {
  id: string
  object: 'subscription'
  cancel_at: number | null
  cancel_at_period_end: boolean
  currency: string
  customer: string
  ended_at: number | null
  items: { data: Item[] }
  metadata: Metadata
  pause_collection: { behavior: 'void'; resumes_at: number } | null
  start_date: number
  status: 'active' | 'past_due' | 'canceled'
}
export type Invoice = {
  id: string
  object: 'invoice'
  amount_due: number
  amount_paid: number
  auto_advance: boolean
  created: number
  currency: string
  customer_email: string | null
  customer_name: string | null
  parent: { subscription_details: { metadata: Metadata; subscription: string } }
  payments: { data: { status: 'open' | 'paid'; payment: { payment_intent: string } }[] }
  status: 'open' | 'paid'
  status_transitions: { paid_at: number | null }
}
export type Refund = {
  id: string
  object: 'refund'
  amount: number
  payment_intent: string
  status: 'succeeded' | 'failed'
}
export type Dispute = { id: string; object: 'dispute'; payment_intent: string; status: string }
type Event = { id: string; object: 'event'; created: number; data: { object: object }; type: Stripe.Event.Type }
export type Delivery = { status: number | null; error: string | null }

/** An event with every attempt to deliver it; `held`: kept back until it is released. */
export type SentEvent = { event: Event; deliveries: Delivery[]; held: boolean }

/** Seconds since 1970, as Stripe counts. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)

const randomText = (length: number): string => randomBytes(length).toString('hex').slice(0, length)

export type Ledger = ReturnType<typeof createLedger>

export function createLedger() {
  let count = 0
  const maps = {
    checkouts: new Map<string, Checkout>(),
    paymentIntents: new Map<string, PaymentIntent>(),
    charges: new Map<string, Charge>(),
    customers: new Map<string, Customer>(),
    subscriptions: new Map<string, Subscription>(),
    invoices: new Map<string, Invoice>(),
    refunds: new Map<string, Refund>(),
    disputes: new Map<string, Dispute>(),
    /** The return address of a portal session. */
    portals: new Map<string, string>(),
    events: new Map<string, SentEvent>(),
  }
  return {
    ...maps,
    /** A counter with a random suffix, so that a site that keeps its gifts never gets the same id twice. */
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

/** @throws a fault of the sandbox: another object names this one. */
export function known<T>(map: ReadonlyMap<string, T>, id: string | null): T {
  const found = map.get(id ?? '')
  if (found === undefined) throw new Error(`The ledger has no ${id}.`)
  return found
}

/** An error as Stripe answers it. https://docs.stripe.com/api/errors */
type Details = {
  status?: number
  type?: 'api_error' | 'idempotency_error' | 'invalid_request_error'
  code?: string | undefined
  param?: string | undefined
}

export class StripeRefusal extends Error {
  private readonly details: Details

  constructor(message: string, details: Details = {}) {
    super(message)
    this.details = details
  }

  reply(): Reply {
    const { status = 400, type = 'invalid_request_error', code, param } = this.details
    return json(status, { error: { type, code, param, message: this.message } })
  }
}

export const noSuch = (what: string, id: string | undefined, param = 'id'): StripeRefusal =>
  new StripeRefusal(`No such ${what}: '${id}'`, { status: 404, code: 'resource_missing', param })

/** What a test donor can pay with: https://docs.stripe.com/testing. Any other card is declined, so that nobody uses a real one. */
export type Decline = { declineCode: string; message: string }

/** What becomes of a payment; `pending`: the donor's bank decides days later. */
export type Outcome = 'paid' | 'pending' | Decline

/** The methods beside cards, by the name of their buttons and controls. */
export const otherMethods = {
  wallet: { label: 'Pay with a test wallet', outcome: 'paid' },
  bank: { label: 'Pay by test bank debit', outcome: 'pending' },
} as const satisfies Record<string, { label: string; outcome: Outcome }>

export const declined: Decline = { declineCode: 'generic_decline', message: 'Your card was declined.' }

export const insufficientFunds: Decline = {
  declineCode: 'insufficient_funds',
  message: "The customer's bank account has insufficient funds.",
}

const realCard: Decline = {
  declineCode: 'test_mode_live_card',
  message: 'Your card was declined. Your request was in test mode, but used a non test card.',
}

export const testCards: readonly { number: string; about: string; outcome: Outcome }[] = [
  { number: '4242 4242 4242 4242', about: 'Is paid', outcome: 'paid' },
  { number: '4000 0000 0000 0002', about: 'Is declined', outcome: declined },
]

const digitsOf = (number: string) => number.replace(/\D/g, '')

export const outcomeOf = (number: string): Outcome =>
  testCards.find((card) => digitsOf(card.number) === digitsOf(number))?.outcome ?? realCard
