/** Schemas of Stripe's objects and events, with only the fields this site uses, and their interpretation. API 2026-10-28.endive: https://docs.stripe.com/api */
import { z } from 'zod'
import { monthsAfter } from '#lib/platform/dates.ts'
import type { Currency } from '#lib/platform/money.ts'
import type {
  CheckoutSession,
  EventSubject,
  GiftReading,
  PaymentEvent,
  PaymentMethod,
  Payout,
  PayoutItem,
  Settlement,
  SubscriptionReading,
} from '#lib/platform/providers/payments.ts'
import { isReference } from '#lib/platform/reference.ts'

export const id = z.string().min(1)
export const metadataSchema = z
  .record(z.string(), z.string())
  .nullish()
  .transform((found) => found ?? {})
/** The metadata of a customer. */
export const customerMetadata = z.object({ metadata: metadataSchema }).transform((customer) => customer.metadata)
const currency = z.string().transform((code): Currency => code.toUpperCase())
const seconds = z.int().transform((value) => new Date(value * 1000))

const sessionId = z.string().startsWith('cs_')
/** By `uiMode` of the order. */
export const createdSession = {
  hosted: z
    .object({ id: sessionId, url: z.url() })
    .transform((session): CheckoutSession => ({ ...session, clientSecret: null })),
  embedded: z
    .object({ id: sessionId, client_secret: id })
    .transform(({ id, client_secret }): CheckoutSession => ({ id, url: null, clientSecret: client_secret })),
}
/** A payment by a wallet, which has no session. */
export const createdPayment = z.object({ id: z.string().startsWith('pi_'), client_secret: id })
export const createdCustomer = z.object({ id: z.string().startsWith('cus_') }).transform((customer) => customer.id)
export const readableAccount = z
  .object({ charges_enabled: z.boolean() })
  .transform(({ charges_enabled }) => ({ takesPayments: charges_enabled }))
export const readableSession = z.object({
  id,
  mode: z.string(),
  status: z.string().nullable(),
  payment_status: z.string(),
  amount_total: z.int().nullish(),
  currency: currency.nullish(),
  metadata: metadataSchema,
  payment_intent: id.nullish(),
  subscription: id.nullish(),
})
/** https://docs.stripe.com/api/balance_transactions/object */
const booked = z.object({ net: z.int(), fee: z.int(), currency })
const settlementOf = ({ net, fee, currency }: z.output<typeof booked>): Settlement => ({
  net: { amount: net, currency },
  fee,
})
export const readablePayment = z.object({
  id,
  status: z.string(),
  amount: z.int(),
  currency,
  created: seconds,
  metadata: metadataSchema,
  latest_charge: z
    .object({
      amount_refunded: z.int().default(0),
      disputed: z.boolean().default(false),
      billing_details: z.object({ name: z.string().nullish(), email: z.string().nullish() }).nullish(),
      payment_method_details: z.object({ type: z.string() }).nullish(),
      // Null for up to an hour: https://docs.stripe.com/payments/payment-intents/asynchronous-capture
      balance_transaction: booked.transform(settlementOf).nullish().catch(null),
      created: seconds,
    })
    .nullish(),
})
export const readableInvoice = z.object({
  id,
  status: z.string().nullable(),
  amount_due: z.int(),
  amount_paid: z.int(),
  currency,
  created: seconds,
  customer_name: z.string().nullish(),
  customer_email: z.string().nullish(),
  parent: z
    .object({ subscription_details: z.object({ subscription: id, metadata: metadataSchema }).nullish() })
    .nullish(),
  payments: z
    .object({ data: z.array(z.object({ status: z.string(), payment: z.object({ payment_intent: id.nullish() }) })) })
    .nullish(),
  status_transitions: z.object({ paid_at: seconds.nullish() }).nullish(),
})
export const readableSubscription = z.object({
  id,
  status: z.string(),
  customer: z.union([id, z.object({ id }).transform((customer) => customer.id)]),
  currency,
  start_date: seconds,
  cancel_at_period_end: z.boolean(),
  cancel_at: seconds.nullish(),
  ended_at: seconds.nullish(),
  /** https://docs.stripe.com/billing/subscriptions/pause-payment */
  pause_collection: z.object({ resumes_at: seconds.nullish() }).nullish(),
  metadata: metadataSchema,
  items: z.object({
    data: z
      .array(
        z.object({
          quantity: z.int().nullish(),
          current_period_end: seconds,
          price: z.object({
            unit_amount: z.int().nullable(),
            recurring: z.object({ interval: z.string(), interval_count: z.int().default(1) }).nullish(),
          }),
        }),
      )
      .min(1),
  }),
})
/** Expanded, so that the card is known. Of a gift without a card of its own, that of its customer counts. */
const card = z.object({ id, card: z.object({ exp_month: z.int(), exp_year: z.int() }) })
const billedCustomer = z
  .object({ invoice_settings: z.object({ default_payment_method: card.nullable().catch(null) }).nullish() })
  .nullable()
  .catch(null)
export const billedSubscription = z.object({
  customer: billedCustomer,
  default_payment_method: card.nullable().catch(null),
})
/** A card is valid until the end of its month. */
export function cardOf({ customer, default_payment_method }: z.output<typeof billedSubscription>) {
  const found = default_payment_method ?? customer?.invoice_settings?.default_payment_method
  return found && { cardId: found.id, validUntil: new Date(Date.UTC(found.card.exp_year, found.card.exp_month)) }
}
/** Only the metadata, where createSession put our reference. */
const rawMetadata = z.record(z.string(), z.unknown()).nullable()
export const ownMetadata = z.object({ metadata: rawMetadata }).transform((found) => found.metadata)
export const subscriptionMetadata = z
  .object({ parent: z.object({ subscription_details: z.object({ metadata: rawMetadata }).nullable() }).nullable() })
  .transform(({ parent }) => parent?.subscription_details?.metadata ?? null)
export const openedPortal = z.object({ url: z.url() }).transform((portal) => portal.url)
export const listed = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item) })
export const pageOf = <Item extends z.ZodType>(item: Item) => listed(item).extend({ has_more: z.boolean() })

/** Metadata of a payment without a session. Of all others the session's events tell. */
export const byWallet = { by: 'wallet' } as const
const isByWallet = ({ by }: Readonly<Record<string, unknown>>) => by === byWallet.by

/** Types of the events that are named elsewhere, as they are stored. */
export const eventTypes = {
  pageClosed: 'checkout.session.expired',
  subscriptionEnded: 'customer.subscription.deleted',
  declined: 'payment_intent.payment_failed',
  walletPaid: 'payment_intent.succeeded',
} as const

/** The object an event is about, and where the event has its id. Only ids are used: the state is always fetched again. */
const subjectKinds: Record<string, EventSubject['kind']> = {
  'checkout.session.completed': 'session',
  'checkout.session.async_payment_succeeded': 'session',
  'checkout.session.async_payment_failed': 'session',
  [eventTypes.pageClosed]: 'session',
  'invoice.paid': 'invoice',
  'invoice.payment_failed': 'invoice',
  'customer.subscription.updated': 'subscription',
  [eventTypes.subscriptionEnded]: 'subscription',
  'charge.refunded': 'payment',
  'charge.refund.updated': 'payment',
  'refund.failed': 'payment',
  'charge.dispute.created': 'payment',
  'charge.dispute.closed': 'payment',
}
/** Every event type that the site acts on: the webhook endpoint must subscribe to all of them (docs/payments.md). */
export const handledEvents: readonly string[] = [
  ...Object.keys(subjectKinds),
  eventTypes.declined,
  eventTypes.walletPaid,
]

/** An id, or the id of an expanded object; null for anything else. */
const idIn = z
  .union([id, z.object({ id }).transform((found) => found.id)])
  .nullable()
  .catch(null)
/** Lenient: a webhook endpoint receives every event of the account, in shapes we do not know. */
export const receivedEvent = z.object({
  id,
  type: z.string(),
  data: z
    .object({
      object: z.object({
        id: id.nullable().catch(null),
        payment_intent: idIn,
        customer: idIn,
        subscription: idIn,
        metadata: metadataSchema.catch({}),
        last_payment_error: z.object({ type: z.string() }).nullable().catch(null),
      }),
    })
    .nullable()
    .catch(null),
})

export const listedEvent = receivedEvent.extend({ created: seconds })

/** Objects of lists, and the gift that each is about; null for none of ours. Lenient: the lists hold what other products made. */
const ownReference = z.object({ reference: z.string().refine(isReference) })
export const listedSession = z
  .object({ id, mode: z.string(), payment_intent: idIn, metadata: ownReference.nullable().catch(null) })
  .transform(({ id, mode, payment_intent: payment, metadata }): ListedGift => {
    const isGift = metadata && mode === 'payment' && payment
    return { id, gift: isGift ? { kind: 'payment', id: payment } : null }
  })
export const listedPayment = z
  .object({ id, status: z.string(), metadata: ownReference.loose().nullable().catch(null) })
  .transform(({ id, status, metadata }): ListedGift => {
    const isGift = metadata && isByWallet(metadata) && paidStatuses.includes(status)
    return { id, gift: isGift ? { kind: 'payment', id } : null }
  })
const ownInvoice = z.object({ subscription_details: z.object({ metadata: ownReference }) })
export const listedInvoice = z
  .object({
    id,
    attempted: z.boolean().catch(false),
    status: z.string().nullable(),
    parent: ownInvoice.nullable().catch(null),
  })
  .transform(({ id, attempted, status, parent }): ListedGift => {
    const isGift = parent && (attempted || status === 'paid')
    return { id, gift: isGift ? { kind: 'invoice', id } : null }
  })
/** Refunds and disputes. */
export const listedChange = z
  .object({ id, payment_intent: idIn })
  .transform(
    ({ id, payment_intent: payment }): ListedGift => ({ id, gift: payment ? { kind: 'payment', id: payment } : null }),
  )
type ListedGift = { id: string; gift: EventSubject | null }

/** https://docs.stripe.com/api/payouts/object#payout_object-arrival_date is midnight UTC of the day at the bank. */
export const listedPayout = z
  .object({
    id,
    amount: z.int(),
    currency,
    arrival_date: seconds,
    created: seconds,
    status: z.string(),
    reconciliation_status: z.string(),
  })
  .transform(({ id, amount, currency, arrival_date, created, status, reconciliation_status }) => ({
    id,
    // Of a manual payout Stripe cannot say what is in it: https://docs.stripe.com/payouts/reconciliation
    isListable: reconciliation_status === 'completed' && !['failed', 'canceled'].includes(status),
    payout: {
      id,
      money: { amount, currency },
      day: arrival_date.toISOString().slice(0, 10),
      madeAt: created,
    } satisfies Payout,
  }))

/** https://docs.stripe.com/reports/reporting-categories */
const itemKinds: Record<string, PayoutItem['kind']> = {
  charge: 'payment',
  charge_failure: 'refund',
  refund: 'refund',
  refund_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
}
export const listedItem = booked
  .extend({
    id,
    created: seconds,
    reporting_category: z.string(),
    source: z.object({ payment_intent: idIn }).nullable().catch(null),
  })
  .transform(({ id, created, reporting_category: category, source, ...amounts }) => ({
    id,
    isPayout: category === 'payout',
    item: {
      id,
      kind: itemKinds[category] ?? 'other',
      payment: source?.payment_intent ?? null,
      settlement: settlementOf(amounts),
      at: created,
    } satisfies PayoutItem,
  }))

type ReceivedObject = NonNullable<z.output<typeof receivedEvent>['data']>['object']

/** Null for events that are not recorded. Sessions and subscriptions carry our reference themselves; others are not ours. */
function eventSubject(type: string, { id, payment_intent, metadata }: ReceivedObject): EventSubject | null {
  if (type === eventTypes.walletPaid)
    return id && isByWallet(metadata) && isReference(metadata.reference) ? { kind: 'payment', id } : null
  const kind = Object.hasOwn(subjectKinds, type) ? subjectKinds[type] : undefined
  const about = kind === 'payment' ? payment_intent : id
  if (!kind || !about) return null
  const isTagged = kind === 'session' || kind === 'subscription'
  return isTagged && !isReference(metadata.reference) ? null : { kind, id: about }
}

/** Our reference. */
const closedPage = (type: string, { metadata }: ReceivedObject): PaymentEvent['closed'] =>
  type === eventTypes.pageClosed && !metadata.terms && isReference(metadata.reference) ? metadata.reference : null

/** Only declines by the bank: abandoning 3-D Secure does not indicate a stolen card. */
function declinedCard(
  type: string,
  { metadata, customer, last_payment_error }: ReceivedObject,
): PaymentEvent['declined'] {
  const declined = type === eventTypes.declined && last_payment_error?.type === 'card_error'
  return declined ? { reference: metadata.reference ?? null, customer } : null
}

/** What an event says, before anything is fetched. */
export function paymentEvent({ id, type, data }: z.output<typeof receivedEvent>): PaymentEvent {
  const event = {
    id,
    type,
    objectId: data?.object.id ?? '',
    subject: null,
    replacedBy: null,
    closed: null,
    declined: null,
  }
  if (!data) return event
  return {
    ...event,
    subject: eventSubject(type, data.object),
    replacedBy: data.object.metadata.terms && type.startsWith('checkout.session.') ? data.object.subscription : null,
    closed: closedPage(type, data.object),
    declined: declinedCard(type, data.object),
  }
}

/** https://docs.stripe.com/api/disputes/object */
export const readableDispute = z.object({
  status: z.string(),
  /** The whole payment or a part of it. */
  amount: z.int().nonnegative(),
  currency,
  evidence_details: z.object({ due_by: seconds.nullish() }).nullish(),
})
type Dispute = z.output<typeof readableDispute>

/**
 * What disputes take from a payment: a part, or all of it in another currency than ours. An inquiry (`warning_…`) takes no money unless it becomes a
 * dispute. https://docs.stripe.com/api/disputes/object#dispute_object-status
 */
export function effectOf(
  disputes: readonly Dispute[],
  payment: Payment,
): Pick<PaymentState, 'disputed' | 'lost' | 'answerBy'> {
  const costly = disputes.filter(({ status }) => !/^(?:won|prevented|warning_.*)$/.test(status))
  const taken = costly.map(({ status, ...dispute }) => ({
    isLost: status === 'lost',
    amount: dispute.currency === payment.currency ? dispute.amount : payment.amount,
  }))
  const sum = (isLost: boolean) =>
    taken.filter((each) => each.isLost === isLost).reduce((total, { amount }) => total + amount, 0)
  const answerBy = costly
    .flatMap(({ status, evidence_details }) => (status === 'needs_response' && evidence_details?.due_by) || [])
    .sort((a, b) => a.getTime() - b.getTime())
  return { disputed: sum(false), lost: sum(true), answerBy: answerBy[0] ?? null }
}

/** Payments that have taken money or will. https://docs.stripe.com/payments/paymentintents/lifecycle */
export const paidStatuses = ['succeeded', 'processing', 'requires_capture']

/** Refunds whose money was not returned to the donor. https://docs.stripe.com/api/refunds/object#refund_object-status */
export const failedRefund = ['failed', 'canceled']

export type Payment = z.output<typeof readablePayment>
export type Invoice = z.output<typeof readableInvoice>

/** A payment with what was refunded and what open and lost disputes took, in its smallest unit. */
export type PaymentState = {
  payment: Payment
  disputed: number
  lost: number
  answerBy: Date | null
  refunded: number
}

export function paymentStatus({ payment, disputed, lost, refunded }: PaymentState): GiftReading['status'] {
  if (payment.status !== 'succeeded') return payment.status === 'processing' ? 'pending' : 'failed'
  if (refunded >= payment.amount) return 'refunded'
  if (refunded + lost >= payment.amount) return 'lost'
  return refunded + lost + disputed >= payment.amount ? 'disputed' : 'paid'
}

/**
 * `amount`: of the gift. After a refund or a dispute of a part only the rest counts. A gift of which nothing is left keeps what the last of them
 * took, or all if it was refunded; its status says so.
 */
export function moneyLeft(
  amount: number,
  currency: Currency,
  state: PaymentState,
): Pick<GiftReading, 'money' | 'givenBack'> {
  const { disputed, lost, refunded } = state
  const status = paymentStatus(state)
  if (status === 'refunded') return { money: { amount, currency }, givenBack: refunded }
  const givenBack = refunded + (status === 'lost' ? 0 : lost) + (status === 'disputed' ? 0 : disputed)
  return { money: { amount: amount - givenBack, currency }, givenBack }
}

const bankDebits = ['us_bank_account', 'sepa_debit', 'bacs_debit', 'acss_debit', 'au_becs_debit', 'nz_bank_account']

/** https://docs.stripe.com/api/charges/object#charge_object-payment_method_details-type */
export function methodOf({ latest_charge: charge }: Payment): PaymentMethod | null {
  const type = charge?.payment_method_details?.type
  if (type === undefined) return null
  if (type === 'card' || type === 'upi') return type
  return bankDebits.includes(type) ? 'bank-debit' : 'other'
}

/** https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
const endedStatuses = ['canceled', 'incomplete_expired']

export function subscriptionReading(subscription: z.output<typeof readableSubscription>): SubscriptionReading {
  const { id, status, customer, currency, start_date, cancel_at_period_end, cancel_at, ended_at } = subscription
  const { items, pause_collection: pause } = subscription
  const ended = endedStatuses.includes(status)
  const ending = cancel_at_period_end || Boolean(cancel_at)
  const sums = items.data.map(({ price, quantity }) =>
    price.unit_amount === null ? Number.NaN : price.unit_amount * (quantity ?? 1),
  )
  const amount = sums.reduce((sum, next) => sum + next, 0)
  return {
    id,
    customerId: customer,
    state: ended ? 'ended' : ending ? 'ending' : 'running',
    money: Number.isSafeInteger(amount) && currency ? { amount, currency } : null,
    metadata: subscription.metadata,
    since: start_date,
    next: ended || ending ? null : chargeAfter(items.data[0]?.current_period_end, pause),
    paused: Boolean(pause),
    endedAt: ended ? (ended_at ?? null) : null,
  }
}

/** The invoices of a pause are void, month by month. Null for a pause without an end. */
function chargeAfter(
  due: Date | undefined,
  pause: { resumes_at?: Date | null | undefined } | null | undefined,
): Date | null {
  if (!due || !pause) return due ?? null
  const { resumes_at: end } = pause
  if (!end) return null
  let months = 0
  while (monthsAfter(due, months) < end) months += 1
  return monthsAfter(due, months)
}

export function monthlyStatus(invoice: Invoice, paid: PaymentState | null): GiftReading['status'] {
  if (invoice.status !== 'paid') return paid?.payment.status === 'processing' ? 'pending' : 'failed'
  return paid ? paymentStatus(paid) : 'paid'
}
