/** What the site asks of Stripe, and hears from it, in the words of the domain. Types only. */

import type { Frequency, Money } from '#lib/money.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** Another origin for the API, as in the sandbox; null: Stripe's own. */
  apiBase: string | null
  /** Milliseconds that one request may take; ten seconds unless said. */
  timeout?: number
}

export type StripeFailure =
  /** Time-out, lost connection, unreadable answer, or the same request still under way: nobody knows whether Stripe acted. Ask again with the same key. */
  | { why: 'unreachable' }
  /** Stripe answered that it cannot just now (5xx, too many requests). Nothing usable was made. */
  | { why: 'unable' }
  /** Stripe will not do this. `reason` is a sentence for the donor. `declined`: because of the card. */
  | { why: 'refused'; reason: string; declined: boolean }
  /** There is no such object. */
  | { why: 'missing' }

export type Outcome<Value> = { ok: true; value: Value } | { ok: false; failure: StripeFailure }

export type Payer = {
  name: string
  address: {
    line1: string
    line2?: string | undefined
    city: string
    state?: string | undefined
    postal_code: string
    /** ISO 3166 code; left out where nobody knows it. */
    country?: string | undefined
  }
}

export type CheckoutOrder = {
  /** Stripe's idempotency key: one attempt makes at most one session. */
  attemptId: string
  /** What we and the donor call this attempt; stands on every object of Stripe's that comes of it. */
  reference: string
  frequency: Frequency
  /** What the payment page calls it; a gift unless said. */
  purpose?: 'gift' | 'sponsorship' | undefined
  lines: readonly { name: string; money: Money }[]
  email: string
  /** Stands on the payment, or on the customer of a monthly gift: Indian rules ask for the name and the address behind a payment from abroad. Null where a form asks for none. */
  payer?: Payer | null | undefined
  /** Kept on the session and on the payment or the subscription. Nothing personal. */
  metadata: Record<string, string>
  uiMode: 'embedded' | 'hosted'
  /** Absolute addresses on this site. */
  thankYou: string
  cancelled: string
}

/** Exactly one of `url` (hosted) and `clientSecret` (embedded) is there. */
export type CheckoutSession = { id: string; url: string | null; clientSecret: string | null }

export type SessionState = {
  state: 'confirmed' | 'confirming' | 'failed'
  frequency: Frequency
  money: Money | null
  /** What createSession was given. */
  metadata: Record<string, string>
}

/**
 * Why a webhook was refused. `wrong-signature`: not signed with STRIPE_WEBHOOK_SECRET. `clock`: signed with it, and by this
 * server's clock `secondsAhead` seconds ago. `no-signature`: not sent by Stripe.
 */
export type EventRefusal =
  | { ok: false; why: 'no-signature' | 'wrong-signature' | 'malformed' }
  | { ok: false; why: 'clock'; secondsAhead: number }
export type EventReading = { ok: true; event: PaymentEvent } | EventRefusal

/** A signed message from Stripe. `subject` is null when it is about nothing that we record. */
export type PaymentEvent = {
  id: string
  type: string
  objectId: string
  subject: EventSubject | null
  /** Of a card that was declined: our reference, where the payment bears it, and the customer's id, where there is one. */
  declined: { reference: string | null; customer: string | null } | null
}
export type EventSubject = { kind: 'session' | 'payment' | 'invoice' | 'subscription'; id: string }

/** The object that one gift hangs on: a payment intent, or one month's invoice. */
export type GiftPlace = { kind: 'one-off'; objectId: string } | { kind: 'monthly'; objectId: string }

/** A gift as Stripe has it at the moment of asking. */
export type GiftReading = {
  objectId: string
  kind: 'one-off' | 'monthly'
  status: 'paid' | 'pending' | 'failed' | 'refunded' | 'disputed'
  /** What is left of it after a partial refund. */
  money: Money
  metadata: Record<string, string>
  subscriptionId: string | null
  /** As typed on the payment page: only for attempts of which we know nothing ourselves. */
  donor: { name: string | null; email: string | null }
  occurredAt: Date
}

/** A monthly gift, as Stripe will go on with it. */
export type SubscriptionReading = {
  id: string
  customerId: string
  /** `ending`: by itself, with no further month. */
  state: 'running' | 'ending' | 'ended'
  /** What each month takes; null where Stripe does not say it as one sum. */
  money: Money | null
  metadata: Record<string, string>
  since: Date
  /** When the next month is charged; null when none is. */
  next: Date | null
  endedAt: Date | null
}
