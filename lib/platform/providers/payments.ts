/**
 * The interface between this site and payment providers: what checkout, ledger and receipts need, in domain terms. Types only. A further
 * provider is one file that makes a {@link PaymentProvider} (docs/decisions/0025-a-seam-for-payment-providers.md).
 */

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
  uiMode: 'embedded' | 'hosted'
  /** For new terms of a monthly gift: its customer, and the first charge by them, at least two days ahead. Nothing is charged before. */
  replaces?: { customerId: string; from: Date } | undefined
  /** Absolute addresses on this site. */
  thankYou: string
  cancelled: string
}

/** Exactly one of `url` (hosted, and every payment without a card form) and `clientSecret` (embedded) is set. */
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
type GiftPlace = { kind: 'one-off'; objectId: string } | { kind: 'monthly'; objectId: string }

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

/** Every failure is a value, and nothing that donors typed is ever logged or returned. */
export type PaymentProvider = {
  /** Creates the payment page of one order. The same order always gets the same page. */
  createSession(order: CheckoutOrder): Promise<ProviderResult<CheckoutSession>>
  /** Whether an id, which is not trusted, can be that of a payment page of this account and mode. */
  isOwnSession(sessionId: string): boolean
  /** The state of a payment page, for a page load. `missing`: no such session of ours. */
  readSession(sessionId: string): Promise<ProviderResult<SessionState>>
  /** Closes an open payment page. `refused` for one that is not open. */
  expireSession(sessionId: string): Promise<ProviderResult<unknown>>
  /** Verifies the signature of the raw body, then its age. */
  readEvent(rawBody: string, signature: string): Result<PaymentEvent, EventRefusal>
  /** How far back `listEvents` reaches, in days. */
  maxEventDays: number
  /**
   * Events that may be about gifts, oldest first, whether or not they were delivered. `undelivered`: only those that an endpoint did not
   * take, the newest hundred at most.
   */
  listEvents(period: { since: Date; until: Date; undelivered?: boolean }): Promise<ProviderResult<ListedEvent[]>>
  /** Instead of events that the provider no longer keeps: gifts that may have begun since then, and others that may have been returned or disputed. */
  listGifts(since: Date): Promise<ProviderResult<{ begun: EventSubject[]; changed: EventSubject[] }>>
  /** Payouts since then whose items can be listed, oldest first. */
  listPayouts(since: Date): Promise<ProviderResult<Payout[]>>
  /** Their `net` amounts add up to the amount of the payout. */
  listPayoutItems(payoutId: string): Promise<ProviderResult<PayoutItem[]>>
  /** The gift that an event is about; null for none (an abandoned page, a subscription's session, a plan change). */
  locateGift(subject: EventSubject): Promise<ProviderResult<GiftPlace | null>>
  /** The current state of a gift, so that the order of events does not matter. */
  readGift(place: GiftPlace): Promise<ProviderResult<GiftReading | null>>
  /** Gives a part of a gift back, in the smallest unit. The same key is one refund. `refused` also if so much is not left. */
  refund(place: GiftPlace, amount: number, key: string): Promise<ProviderResult<unknown>>
  /** Where staff see a payment at the provider. */
  paymentPage(objectId: string): string
  /** Metadata of a customer that createSession made. */
  customerMetadata(customerId: string): Promise<ProviderResult<Record<string, string>>>
  /**
   * Deletes the customer of an unpaid order, with name, address and e-mail address, found by e-mail address and our reference, so that
   * one whose id we never received is found too. `paid`: there are payments, so nothing was deleted. Idempotent.
   */
  deleteCustomer(email: string, reference: string): Promise<ProviderResult<'deleted' | 'paid'>>
  /** A monthly gift, for a page load: under its latest terms, also by the id that it had under earlier ones. `missing`: no such subscription of ours. */
  readSubscription(subscriptionId: string): Promise<ProviderResult<SubscriptionReading>>
  /** `refused` for a gift of several amounts, of which none can be changed. */
  changeSubscription(subscriptionId: string, change: SubscriptionChange): Promise<ProviderResult<SubscriptionReading>>
  /** Ends a monthly gift immediately, under all its terms. `missing` also when it has ended already. */
  cancelSubscription(subscriptionId: string): Promise<ProviderResult<SubscriptionReading>>
  /** Ends a monthly gift under all terms but the latest. Idempotent, also when called for several terms at once. */
  endEarlierTerms(subscriptionId: string): Promise<ProviderResult<SubscriptionReading>>
  /** Monthly gifts that run and are paid by a card, with the end of its validity and an id of that card. */
  cardsInUse(): Promise<ProviderResult<CardInUse[]>>
  /** Address where a customer changes amount and card; valid for a few minutes. `returnUrl`: absolute. */
  portalSession(customerId: string, returnUrl: string): Promise<ProviderResult<string>>
  /** Whether the account can accept payments, which the provider can suspend. The call also shows whether the provider can be reached (lib/platform/warnings.ts). */
  checkAccount(): Promise<ProviderResult<{ takesPayments: boolean }>>
}
