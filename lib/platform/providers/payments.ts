/** What checkout, ledger and receipts say to a payment provider, and it to them, in domain terms. Types only. */

import type { Frequency, Money } from '#lib/platform/money.ts'
import type { Result } from '#lib/platform/result.ts'

/** What the donor can correct. `address`: the name or the postal address. */
export type PaymentRefusal = 'card' | 'email' | 'address' | 'amount-too-small' | 'amount-too-large'

/**
 * Why nobody can pay until an operator acts. `key`: it is not valid. `permission`: it is restricted. `account`: it cannot accept payments.
 * `method`: nor in this currency, or by any method. `clock`: this server's. `request`: our parameters.
 */
export const providerFaults = ['key', 'permission', 'account', 'method', 'clock', 'request'] as const
export type ProviderFault = (typeof providerFaults)[number]

export type ProviderFailure =
  /** Timeout, lost connection, invalid response, or the same request still in progress: the outcome is unknown. Retry with the same key. */
  | { kind: 'unreachable' }
  /** Temporary error at the provider (5xx, too many requests). Nothing usable was created. */
  | { kind: 'unable' }
  /** Rejected for a reason that no donor can correct. */
  | { kind: 'misconfigured'; fault: ProviderFault }
  /** Rejected because of `of`; null for anything that the donor cannot correct. */
  | { kind: 'refused'; of: PaymentRefusal | null }
  /** There is no such object. */
  | { kind: 'missing' }

export type ProviderResult<Value> = Result<Value, ProviderFailure>

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
  /** The same for every repetition of the order, so that it has at most one session. */
  idempotencyKey: string
  /** Our reference for this order, shown to the donor and stored on every object that results at the provider. */
  reference: string
  /** When the payment page expires: 30 minutes to 24 hours after it is created. The same for every repetition of the order. */
  closesAt: Date
  frequency: Frequency
  /** Whether something is given in return, so that the button on the payment page does not speak of a donation. */
  isInReturn?: boolean
  lines: readonly { name: string; money: Money }[]
  email: string
  /** Stored on the payment, or on the customer of a monthly gift: Indian rules require name and address for payments from abroad. Null when a form does not ask for them. */
  payer?: Payer | null | undefined
  /** Stored on the session and on the payment or subscription. No personal data. */
  metadata: Record<string, string>
  /** `wallet`: no page; the browser confirms one payment with a wallet. */
  uiMode: 'embedded' | 'hosted' | 'wallet'
  /** For new terms of a monthly gift: its customer, and the first charge by them, at least two days ahead. Nothing is charged before. */
  replaces?: { customerId: string; from: Date } | undefined
  /** Absolute addresses on this site. */
  thankYou: string
  cancelled: string
}

/** `url` (hosted, and every payment without a card form) or `clientSecret` (embedded) is set; for a wallet both, and `url` is the thanks. */
export type CheckoutSession = { id: string; url: string | null; clientSecret: string | null }

export type SessionState = {
  /** `failed`: not paid, and the page is still open. */
  state: 'confirmed' | 'confirming' | 'failed' | 'expired'
  frequency: Frequency
  money: Money | null
  /** As given to createSession. */
  metadata: Record<string, string>
  /** Id of the monthly gift, once the session is complete. */
  subscriptionId: string | null
}

/**
 * Why a webhook was rejected. `wrong-signature`: not signed with our secret. `clock`: signed correctly, but `secondsAhead`
 * seconds old by this server's clock (negative: in its future). `no-signature`: not sent by the provider.
 */
export type EventRefusal =
  | { kind: 'no-signature' | 'wrong-signature' | 'malformed' }
  | { kind: 'clock'; secondsAhead: number }

/** A verified event. `subject`: null if we record nothing about it. */
export type PaymentEvent = {
  id: string
  type: string
  objectId: string
  subject: EventSubject | null
  /** Set when a donor has confirmed new terms of a monthly gift: its id under them. */
  replacedBy: string | null
  /** Our reference, for a payment page that closed without a payment. */
  closed: string | null
  /** For a declined card: our reference and the customer's id, when the payment has them. */
  declined: { reference: string | null; customer: string | null } | null
}
/** An event of the provider's own list. */
export type ListedEvent = PaymentEvent & { createdAt: Date }
export type EventSubject = { kind: 'session' | 'payment' | 'invoice' | 'subscription'; id: string }

/** The provider's object that identifies a gift: a payment, or one month's invoice. */
export type GiftPlace = { kind: 'one-off'; objectId: string } | { kind: 'monthly'; objectId: string }

/** `bank-debit`: from a bank account, confirmed days later. */
export type PaymentMethod = 'card' | 'upi' | 'bank-debit' | 'other'

/** What something brought to the account at the provider, in the currency of its payouts: `net` is left after `fee`, in the smallest unit. */
export type Settlement = { net: Money; fee: number }

/** A transfer of the provider to the organisation's bank account. `day`: when it arrives there, YYYY-MM-DD. */
export type Payout = { id: string; money: Money; day: string; madeAt: Date }

/** What a payout is made of. `payment`: the id of the payment that it is about; null for none. */
export type PayoutItem = {
  id: string
  kind: 'payment' | 'refund' | 'dispute' | 'other'
  payment: string | null
  settlement: Settlement
  at: Date
}

/** A gift as the provider has it now. */
export type GiftReading = {
  objectId: string
  kind: 'one-off' | 'monthly'
  /** `lost`: a dispute that the donor won, so the money is gone. A dispute of a part changes only the amount. */
  status: 'paid' | 'pending' | 'failed' | 'refunded' | 'disputed' | 'lost'
  /** Until when the first dispute can be answered; null if there is none, or none that still can. */
  answerBy: Date | null
  /** The remainder after a refund or dispute of a part; `givenBack`, in the smallest unit, is what went back. */
  money: Money
  givenBack: number
  /** Of the payment alone. Null until the provider has booked it; left out for a gift that exists at no provider. */
  settlement?: Settlement | null
  /** Null until it is paid. For a gift that exists at no provider: how the donor paid. */
  method: PaymentMethod | 'transfer' | 'cheque' | 'cash' | null
  metadata: Record<string, string>
  subscriptionId: string | null
  /** As typed on the payment page: used only for orders that we have no record of. */
  donor: { name: string | null; email: string | null }
  occurredAt: Date
}

/** A monthly gift and its next charge. */
export type SubscriptionReading = {
  id: string
  customerId: string
  /** `ending`: at the end of the period, without a further charge. */
  state: 'running' | 'ending' | 'ended'
  /** Monthly amount; null when the provider has no single sum. */
  money: Money | null
  metadata: Record<string, string>
  since: Date
  /** Next charge, after a pause; null without one. */
  next: Date | null
  paused: boolean
  endedAt: Date | null
}

export type CardInUse = { gift: SubscriptionReading; cardId: string; validUntil: Date }

/** A donor's change to a monthly gift; nothing is charged now. `name`: the name of the new amount, as in an order's line. */
export type SubscriptionChange =
  | { kind: 'amount'; money: Money; name: string }
  | { kind: 'next-charge'; at: Date }
  /** Charges that fall due before `until` are left out; null ends the pause. */
  | { kind: 'pause'; until: Date | null }
