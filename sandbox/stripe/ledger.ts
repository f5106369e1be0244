/** Everything that the sandbox's Stripe remembers, in memory and by id, oldest first. */
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
  PortalSession,
  Refund,
  Session,
  Subscription,
} from './objects.ts'
import type { SessionParameters } from './parameters.ts'

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
export function known<T>(map: ReadonlyMap<string, T>, id: string | null | undefined): T {
  const found = map.get(id ?? '')
  if (found === undefined) throw new Error(`The ledger has no ${id}.`)
  return found
}
