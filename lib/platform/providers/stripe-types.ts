/** What the site asks of Stripe and receives from it, in domain terms. Types only. */

import type { Frequency, Money } from '#lib/platform/money.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** Another origin for the API, as in the sandbox; null for Stripe's own. */
  apiBase: string | null
  /** Milliseconds per request; ten seconds by default. */
  timeout?: number
}

/** `gift`: nothing that the donor could change. */
export type StripeRefusal = 'card' | 'email' | 'amount-too-small' | 'amount-too-large' | 'gift'

export type StripeFailure =
  /** Timeout, lost connection, invalid response, or the same request still in progress: the outcome is unknown. Retry with the same key. */
  | { why: 'unreachable' }
  /** Temporary error at Stripe (5xx, too many requests), or a key that is not valid. Nothing usable was created. */
  | { why: 'unable' }
  /** Rejected by Stripe, and what of it. */
  | { why: 'refused'; of: StripeRefusal }
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
    /** ISO 3166 code; omitted when unknown. */
    country?: string | undefined
  }
}

export type CheckoutOrder = {
  /** Used as Stripe's idempotency key: one attempt creates at most one session. */
  attemptId: string
  /** Our reference for this attempt, shown to the donor and stored on every resulting Stripe object. */
  reference: string
  /** When the payment page expires: 30 minutes to 24 hours after it is created. The same for every repetition of the attempt. */
  closesAt: Date
  frequency: Frequency
  /** What the payment page calls it; a gift by default. */
  purpose?: 'gift' | 'sponsorship' | undefined
  lines: readonly { name: string; money: Money }[]
  email: string
  /** Stored on the payment, or on the customer of a monthly gift: Indian rules require name and address for payments from abroad. Null when a form does not ask for them. */
  payer?: Payer | null | undefined
  /** Stored on the session and on the payment or subscription. No personal data. */
  metadata: Record<string, string>
  uiMode: 'embedded' | 'hosted'
  /** Absolute addresses on this site. */
  thankYou: string
  cancelled: string
}

/** Exactly one of `url` (hosted) and `clientSecret` (embedded) is set. */
export type CheckoutSession = { id: string; url: string | null; clientSecret: string | null }

export type SessionState = {
  /** `failed`: not paid, and the page is still open. */
  state: 'confirmed' | 'confirming' | 'failed' | 'expired'
  frequency: Frequency
  money: Money | null
  /** As given to createSession. */
  metadata: Record<string, string>
  /** Of a monthly gift, once the session is complete. */
  subscriptionId: string | null
}

/**
 * Why a webhook was rejected. `wrong-signature`: not signed with STRIPE_WEBHOOK_SECRET. `clock`: signed correctly, but `secondsAhead`
 * seconds old by this server's clock (negative: in its future). `no-signature`: not sent by Stripe.
 */
export type EventRefusal =
  | { ok: false; why: 'no-signature' | 'wrong-signature' | 'malformed' }
  | { ok: false; why: 'clock'; secondsAhead: number }
export type EventReading = { ok: true; event: PaymentEvent } | EventRefusal

/** A verified Stripe event. `subject` is null when it is about nothing that we record. */
export type PaymentEvent = {
  id: string
  type: string
  objectId: string
  subject: EventSubject | null
  /** Our reference, for a payment page that closed without a payment. */
  closed: string | null
  /** For a declined card: our reference and the customer's id, when the payment has them. */
  declined: { reference: string | null; customer: string | null } | null
}
export type EventSubject = { kind: 'session' | 'payment' | 'invoice' | 'subscription'; id: string }

/** The Stripe object that identifies a gift: a payment intent, or one month's invoice. */
export type GiftPlace = { kind: 'one-off'; objectId: string } | { kind: 'monthly'; objectId: string }

/** A gift as currently stored at Stripe. */
export type GiftReading = {
  objectId: string
  kind: 'one-off' | 'monthly'
  status: 'paid' | 'pending' | 'failed' | 'refunded' | 'disputed'
  /** The remainder after a partial refund. */
  money: Money
  metadata: Record<string, string>
  subscriptionId: string | null
  /** As typed on the payment page: used only for attempts that we have no record of. */
  donor: { name: string | null; email: string | null }
  occurredAt: Date
}

/** A monthly gift and its next charge. */
export type SubscriptionReading = {
  id: string
  customerId: string
  /** `ending`: at the end of the period, without a further charge. */
  state: 'running' | 'ending' | 'ended'
  /** Monthly amount; null when Stripe has no single sum. */
  money: Money | null
  metadata: Record<string, string>
  since: Date
  /** Next charge; null without one. */
  next: Date | null
  endedAt: Date | null
}
