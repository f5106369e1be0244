/**
 * The state of the sandbox's Stripe, in memory. Objects have the types of the stripe package, and of their fields those that the site, its
 * tests and the payment pages read.
 */
import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { json, type Reply } from '../http.ts'

/** The parameters with which the site opens a payment page. */
export type SessionParameters = Omit<Stripe.Checkout.SessionCreateParams, 'line_items' | 'expires_at'> & {
  line_items: {
    quantity: number
    price_data: { currency: string; unit_amount: number; product_data: { name: string }; recurring?: object }
  }[]
  expires_at: number
}

/** The parameters with which the site begins a payment by a wallet, form-encoded. */
export type PaymentParameters = {
  amount: string
  currency: string
  description: string
  metadata: Stripe.Metadata
}

/** The parameters with which the site changes a monthly gift, form-encoded. An empty pause ends it. */
export type SubscriptionParameters = {
  cancel_at_period_end?: string
  pause_collection?: '' | { resumes_at: string }
  trial_end?: string
  metadata?: Record<string, string>
  items?: { id: string; price_data: { unit_amount: string } }[]
}

/** Cards of the sandbox are valid for two years, unless a control says otherwise. */
export const validYears = 2

export type Checkout = { session: Stripe.Checkout.Session; params: SessionParameters }

/** An event with every attempt to deliver it; `held`: kept back until it is released. */
export type SentEvent = {
  event: { id: string; object: 'event'; created: number; data: { object: object }; type: Stripe.Event.Type }
  deliveries: Delivery[]
  held: boolean
}
export type Delivery = { status: number | null; error: string | null }

/** Seconds since 1970, as Stripe counts. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)

const randomText = (length: number): string => randomBytes(length).toString('hex').slice(0, length)

export type BalanceItem = Stripe.BalanceTransaction & { payout: string | null }

export type Ledger = ReturnType<typeof createLedger>

export function createLedger() {
  let count = 0
  const maps = {
    checkouts: new Map<string, Checkout>(),
    /** Each with its latest charge inside. */
    paymentIntents: new Map<string, Stripe.PaymentIntent>(),
    customers: new Map<string, Stripe.Customer>(),
    subscriptions: new Map<string, Stripe.Subscription>(),
    invoices: new Map<string, Stripe.Invoice>(),
    refunds: new Map<string, Stripe.Refund>(),
    disputes: new Map<string, Stripe.Dispute>(),
    /** With the payout that they are in. */
    balance: new Map<string, BalanceItem>(),
    payouts: new Map<string, Stripe.Payout>(),
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

type Part<T> = T extends readonly (infer Item)[] ? Part<Item>[] : T extends object ? { [K in keyof T]?: Part<T[K]> } : T

/** Keeps an object that has a part of its type's fields. */
export function keep<T extends { id: string }>(map: Map<string, T>, object: Part<NoInfer<T>> & { id: string }): T {
  map.set(object.id, object as unknown as T)
  return object as unknown as T
}

/** @throws what Stripe says about an id that it does not know. */
export function named<T>(kept: ReadonlyMap<string, T>, id: unknown, param = 'id'): T {
  const found = kept.get(String(id))
  if (found) return found
  throw new StripeRefusal(`No such object: '${id}'`, { status: 404, code: 'resource_missing', param })
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

export type Decline = { message: string }

/** What becomes of a payment; `pending`: the donor's bank decides days later. */
export type Outcome = 'paid' | 'pending' | Decline

/** The methods beside cards, by the name of their buttons and controls. */
export const otherMethods: Readonly<Record<string, { label: string; outcome: Outcome }>> = {
  wallet: { label: 'Pay with a test wallet', outcome: 'paid' },
  bank: { label: 'Pay by test bank debit', outcome: 'pending' },
}

export const declined: Decline = { message: 'Your card was declined.' }

/** https://docs.stripe.com/testing. Any other card is declined, so that nobody uses a real one. */
export const testCards: readonly { number: string; about: string; outcome: Outcome }[] = [
  { number: '4242 4242 4242 4242', about: 'Is paid', outcome: 'paid' },
  { number: '4000 0000 0000 0002', about: 'Is declined', outcome: declined },
]

const digitsOf = (number: string) => number.replace(/\D/g, '')

export const outcomeOf = (number: string): Outcome =>
  testCards.find((card) => digitsOf(card.number) === digitsOf(number))?.outcome ?? declined
