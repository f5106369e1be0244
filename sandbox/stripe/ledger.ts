/** Everything that the sandbox's Stripe remembers, in memory and by id. Decides nothing. */
import { randomBytes } from 'node:crypto'
import type {
  Charge,
  Customer,
  Dispute,
  Event,
  Invoice,
  InvoicePayment,
  LineItem,
  PaymentIntent,
  PaymentMethod,
  PortalSession,
  Price,
  Product,
  Refund,
  Session,
  Subscription,
} from './objects.ts'
import type { SessionParameters } from './session-parameters.ts'

/** A session with what it was asked to do once it is paid. */
export type Checkout = {
  session: Session
  lines: LineItem[]
  asked: SessionParameters
  /** Whom the session was opened for, where the site made a customer first. */
  customer: Customer | null
}

/** What the payment page need not ask for. */
export const knownEmail = ({ asked, customer }: Checkout): string | undefined =>
  asked.customer_email ?? customer?.email ?? undefined

export type Ledger = ReturnType<typeof createLedger>

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function randomText(length: number): string {
  return [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('')
}

export function createLedger() {
  let count = 0
  return {
    checkouts: new Map<string, Checkout>(),
    paymentIntents: new Map<string, PaymentIntent>(),
    paymentMethods: new Map<string, PaymentMethod>(),
    charges: new Map<string, Charge>(),
    customers: new Map<string, Customer>(),
    subscriptions: new Map<string, Subscription>(),
    /** The lines of a subscription that come back every period. */
    subscriptionLines: new Map<string, LineItem[]>(),
    invoices: new Map<string, Invoice>(),
    invoicePayments: new Map<string, InvoicePayment>(),
    products: new Map<string, Product>(),
    prices: new Map<string, Price>(),
    refunds: new Map<string, Refund>(),
    disputes: new Map<string, Dispute>(),
    portals: new Map<string, PortalSession>(),
    events: new Map<string, Event>(),
    /** Counts up, and ends at random, so that a site that remembers gifts never meets the same id twice. */
    nextId(prefix: string): string {
      count += 1
      return `${prefix}_${prefix === 'cs_test' ? 'a1' : '1S'}${String(count).padStart(6, '0')}${randomText(prefix === 'cs_test' ? 50 : 16)}`
    },
  }
}

/** Seconds since 1970, as Stripe counts. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** The same time of day `months` later; the last day of a shorter month. UTC. */
export function addMonths(seconds: number, months: number): number {
  const date = new Date(seconds * 1000)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return Math.floor(date.getTime() / 1000)
}
