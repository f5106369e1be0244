/**
 * The one file that knows Stripe's wire: it asks and answers in the words of lib/giving, and a second provider would
 * stand beside it with the same functions. Turns every failure into a value; never logs or returns what a donor typed.
 * API 2026-10-28.endive: https://docs.stripe.com/api
 */
import 'server-only'
import Stripe from 'stripe'
import { z } from 'zod'
import { env } from '#lib/env.ts'
import type { Frequency } from '#lib/giving/donation.ts'
import type { Currency, Money } from '#lib/giving/money.ts'
import { log } from '#lib/log.ts'
import { isReference } from '#lib/reference.ts'

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
  facts: Record<string, string>
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
  facts: Record<string, string>
}

/**
 * Why a webhook was refused. `wrong-signature`: not signed with STRIPE_WEBHOOK_SECRET. `clock`: signed with it, and by this
 * server's clock `secondsAhead` seconds ago. `no-signature`: not sent by Stripe.
 */
export type EventRefusal =
  | { ok: false; why: 'no-signature' | 'wrong-signature' | 'malformed' }
  | { ok: false; why: 'clock'; secondsAhead: number }
export type EventReading = { ok: true; event: PaymentEvent } | EventRefusal

/** A signed message from Stripe. `concerns` is null when it is about nothing that we record. */
export type PaymentEvent = {
  id: string
  type: string
  objectId: string
  concerns: Concern | null
  /** Of a card that was declined: our reference, where the payment bears it, and the customer's id, where there is one. */
  declined: { reference: string | null; customer: string | null } | null
}
export type Concern = { kind: 'session' | 'payment' | 'invoice' | 'subscription'; id: string }

/** The object that one gift hangs on: a payment intent, or one month's invoice. */
export type GiftPlace = { kind: 'one-off'; objectId: string } | { kind: 'monthly'; objectId: string }

/** A gift as Stripe has it at the moment of asking. */
export type GiftReading = {
  objectId: string
  kind: 'one-off' | 'monthly'
  status: 'paid' | 'pending' | 'failed' | 'refunded' | 'disputed'
  /** What is left of it after a partial refund. */
  money: Money
  facts: Record<string, string>
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
  facts: Record<string, string>
  since: Date
  /** When the next month is charged; null when none is. */
  next: Date | null
  endedAt: Date | null
}

const requestTimeout = 10_000
/** One more try, with the same key; two would keep a visitor waiting half a minute. */
const retries = 1

/** Somebody watches a page load: one try of four seconds, then the page says that it does not know yet. */
const pagePatience = 4000

/** How long a signed message stays fresh, in seconds: https://docs.stripe.com/webhooks#replay-attacks */
const signatureTolerance = 300
/** Has the library check a signature and leave its age to us: the two failures have different causes. */
const anyAge = 0

const id = z.string().min(1)
const facts = z
  .record(z.string(), z.string())
  .nullish()
  .transform((found) => found ?? {})
const taken = z.enum(['INR', 'USD'] satisfies Currency[])
/** Null for a currency that this site does not take. */
const currency = z.string().transform((code): Currency | null => taken.safeParse(code.toUpperCase()).data ?? null)
const seconds = z.int().transform((value) => new Date(value * 1000))

const createdSession = z.object({
  id: z.string().startsWith('cs_'),
  url: z.url().nullish(),
  client_secret: id.nullish(),
})
const createdCustomer = z.object({ id: z.string().startsWith('cus_') })
const readableSession = z.object({
  id,
  mode: z.string(),
  status: z.string().nullable(),
  payment_status: z.string(),
  amount_total: z.int().nullish(),
  currency: currency.nullish(),
  metadata: facts,
  payment_intent: id.nullish(),
})
const readablePayment = z.object({
  id,
  status: z.string(),
  amount: z.int(),
  currency,
  created: seconds,
  metadata: facts,
  latest_charge: z
    .object({
      amount_refunded: z.int().default(0),
      disputed: z.boolean().default(false),
      billing_details: z.object({ name: z.string().nullish(), email: z.string().nullish() }).nullish(),
      created: seconds,
    })
    .nullish(),
})
const readableInvoice = z.object({
  id,
  status: z.string().nullable(),
  amount_due: z.int(),
  amount_paid: z.int(),
  currency,
  created: seconds,
  customer_name: z.string().nullish(),
  customer_email: z.string().nullish(),
  parent: z.object({ subscription_details: z.object({ subscription: id, metadata: facts }).nullish() }).nullish(),
  payments: z
    .object({ data: z.array(z.object({ status: z.string(), payment: z.object({ payment_intent: id.nullish() }) })) })
    .nullish(),
  status_transitions: z.object({ paid_at: seconds.nullish() }).nullish(),
})
const readableSubscription = z.object({
  id,
  status: z.string(),
  customer: id,
  currency,
  start_date: seconds,
  cancel_at_period_end: z.boolean(),
  cancel_at: seconds.nullish(),
  ended_at: seconds.nullish(),
  metadata: facts,
  items: z.object({
    data: z
      .array(
        z.object({
          quantity: z.int().nullish(),
          current_period_end: seconds,
          price: z.object({ unit_amount: z.int().nullable() }),
        }),
      )
      .min(1),
  }),
})
/** Reads an object's metadata and nothing else: where createSession put our reference. */
const metadata = z.record(z.string(), z.unknown()).nullable()
const ownMetadata = z.object({ metadata }).transform((found) => found.metadata)
const subscriptionMetadata = z
  .object({ parent: z.object({ subscription_details: z.object({ metadata }).nullable() }).nullable() })
  .transform(({ parent }) => parent?.subscription_details?.metadata ?? null)
const openedPortal = z.object({ url: z.url() })
const listed = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item) })

/** Which object an event is about, and where in the event its id stands. Only ids are believed: the state is asked for again. */
const concernOf: Record<string, Concern['kind']> = {
  'checkout.session.completed': 'session',
  'checkout.session.async_payment_succeeded': 'session',
  'checkout.session.async_payment_failed': 'session',
  'checkout.session.expired': 'session',
  'invoice.paid': 'invoice',
  'invoice.payment_failed': 'invoice',
  'customer.subscription.updated': 'subscription',
  'customer.subscription.deleted': 'subscription',
  'charge.refunded': 'payment',
  'charge.refund.updated': 'payment',
  'refund.failed': 'payment',
  'charge.dispute.created': 'payment',
  'charge.dispute.closed': 'payment',
}
/** An id, or the object of that id; null for anything else. */
const idIn = z
  .union([id, z.object({ id }).transform((found) => found.id)])
  .nullable()
  .catch(null)
/** Lenient: an account's webhook tells of everything in it, in shapes that we do not know. Only what we use is read. */
const receivedEvent = z.object({
  id,
  type: z.string(),
  data: z
    .object({
      object: z.object({
        id: id.nullable().catch(null),
        payment_intent: idIn,
        customer: idIn,
        metadata: facts.catch({}),
        last_payment_error: z.object({ type: z.string() }).nullable().catch(null),
      }),
    })
    .nullable()
    .catch(null),
})

type ReceivedObject = NonNullable<z.output<typeof receivedEvent>['data']>['object']

/** Null for events about nothing that we record. Sessions and subscriptions bear our reference themselves: others are not ours. */
function concernIn(type: string, { id, payment_intent, metadata }: ReceivedObject): Concern | null {
  const kind = Object.hasOwn(concernOf, type) ? concernOf[type] : undefined
  const about = kind === 'payment' ? payment_intent : id
  if (!kind || !about) return null
  const isTagged = kind === 'session' || kind === 'subscription'
  return isTagged && !isReference(metadata.reference) ? null : { kind, id: about }
}

/** Only banks' refusals: who gave up at the bank's question tried no stolen card. */
function declinedCard(
  type: string,
  { metadata, customer, last_payment_error }: ReceivedObject,
): PaymentEvent['declined'] {
  const declined = type === 'payment_intent.payment_failed' && last_payment_error?.type === 'card_error'
  return declined ? { reference: metadata.reference ?? null, customer } : null
}

/** Disputes that took nothing away. https://docs.stripe.com/api/disputes/object#dispute_object-status */
const harmlessDispute = ['won', 'warning_closed', 'prevented']

/** Payments that took money, or are about to. https://docs.stripe.com/payments/paymentintents/lifecycle */
const paidStatuses = ['succeeded', 'processing', 'requires_capture']

/** Refunds whose money stayed with us. https://docs.stripe.com/api/refunds/object#refund_object-status */
const failedRefund = ['failed', 'canceled']

/** Sentences for refusals that a donor can do something about; Stripe's own are for programmers. */
const refusals: Record<string, string> = {
  email_invalid: 'The payment service does not accept this e-mail address. Please check it and try again.',
  amount_too_small: 'The payment service does not accept so small an amount. Please choose a larger one.',
  amount_too_large: 'The payment service does not accept so large an amount. Please choose a smaller one.',
}
const otherRefusal = 'The payment service did not accept this gift. No money was taken. Please try again.'

function failureOf(call: string, error: unknown): StripeFailure {
  const known = error instanceof Stripe.errors.StripeError ? error : null
  // Codes and ids only: Stripe's messages repeat what donors typed.
  log.warn('Stripe did not do what was asked', {
    call,
    type: known?.type ?? (error instanceof Error ? error.name : typeof error),
    code: known?.code,
    param: known?.param,
    status: known?.statusCode,
    requestId: known?.requestId,
  })
  if (!known || known instanceof Stripe.errors.StripeConnectionError) return { why: 'unreachable' }
  if (known.statusCode === undefined || known.code === 'idempotency_key_in_use') return { why: 'unreachable' }
  if (known.statusCode >= 500 || known.statusCode === 429) return { why: 'unable' }
  if (known.statusCode === 404 || known.code === 'resource_missing') return { why: 'missing' }
  if (known instanceof Stripe.errors.StripeCardError) return { why: 'refused', reason: known.message, declined: true }
  return { why: 'refused', reason: refusals[known.code ?? ''] ?? otherRefusal, declined: false }
}

/** Asks Stripe, and believes the answer only if it has the expected shape: a proxy's page or half an object is no answer. */
async function ask<Shape extends z.ZodType>(
  call: string,
  shape: Shape,
  request: () => Promise<unknown>,
): Promise<Outcome<z.output<Shape>>> {
  let answer: unknown
  try {
    answer = await request()
  } catch (error) {
    return { ok: false, failure: failureOf(call, error) }
  }
  const read = shape.safeParse(answer)
  if (read.success) return { ok: true, value: read.data }
  log.warn('Stripe answered something unreadable', {
    call,
    fields: read.error.issues.map(({ path }) => path.join('.')),
  })
  return { ok: false, failure: { why: 'unreachable' } }
}

/**
 * As {@link ask}, for objects that are only ours when they bear our reference. `missing` for those of other products in the
 * same account: nothing but their metadata is read, so their currencies and shapes do not matter.
 */
async function askForOurs<Shape extends z.ZodType>(
  call: string,
  shape: Shape,
  request: () => Promise<unknown>,
  readMetadata: z.ZodType<Record<string, unknown> | null> = ownMetadata,
): Promise<Outcome<z.output<Shape>>> {
  const answered = await ask(call, z.unknown(), request)
  if (!answered.ok) return answered
  const found = readMetadata.safeParse(answered.value)
  if (found.success && !isReference(found.data?.reference)) return { ok: false, failure: { why: 'missing' } }
  return ask(call, shape, async () => answered.value)
}

function clientFor({ secretKey, apiBase, timeout = requestTimeout }: StripeSettings): Stripe {
  const elsewhere = apiBase ? new URL(apiBase) : null
  return new Stripe(secretKey, {
    timeout,
    maxNetworkRetries: retries,
    telemetry: false,
    ...(elsewhere && {
      host: elsewhere.hostname,
      port: elsewhere.port || (elsewhere.protocol === 'http:' ? 80 : 443),
      protocol: elsewhere.protocol === 'http:' ? ('http' as const) : ('https' as const),
    }),
  })
}

/** Stripe refuses lines that are empty. */
const givenLines = ({ line1, ...address }: Payer['address']) => ({
  line1,
  ...(Object.fromEntries(Object.entries(address).filter(([, line]) => line)) as Stripe.AddressParam),
})

function customerParams({ email, reference, payer }: CheckoutOrder & { payer: Payer }): Stripe.CustomerCreateParams {
  return {
    name: payer.name,
    ...(email && { email }),
    address: givenLines(payer.address),
    metadata: { reference },
  }
}

/** Of a gift given once: so its payment has name and address without a customer, who would outlive a page that nobody paid on. */
const shippingOf = ({ payer }: CheckoutOrder) =>
  payer?.address.line1 ? { shipping: { name: payer.name, address: givenLines(payer.address) } } : {}

/** @param customer id; only of a monthly gift. */
function sessionParams(order: CheckoutOrder, customer: string | null): Stripe.Checkout.SessionCreateParams {
  const metadata = { ...order.facts, reference: order.reference }
  const description = `${order.lines.map(({ name }) => name).join(', ')} (${order.reference})`
  const monthly = order.frequency === 'monthly'
  return {
    mode: monthly ? 'subscription' : 'payment',
    submit_type: order.purpose === 'sponsorship' ? 'pay' : 'donate',
    allowed_payment_method_types: ['card'],
    line_items: order.lines.map(({ name, money }) => ({
      quantity: 1,
      price_data: {
        currency: money.currency.toLowerCase(),
        unit_amount: money.amount,
        product_data: { name },
        ...(monthly && { recurring: { interval: 'month' as const } }),
      },
    })),
    // Stripe takes one of the two. It refuses an empty address; without one it asks for it.
    ...(customer ? { customer } : order.email && { customer_email: order.email }),
    ...(!monthly && { customer_creation: 'if_required' as const }),
    client_reference_id: order.reference,
    // A session's metadata is not copied to what comes of it.
    metadata,
    ...(monthly
      ? { subscription_data: { description, metadata } }
      : { payment_intent_data: { description, metadata, ...shippingOf(order) } }),
    ...(order.uiMode === 'embedded'
      ? { ui_mode: 'embedded_page', return_url: `${order.thankYou}?session_id={CHECKOUT_SESSION_ID}` }
      : {
          ui_mode: 'hosted_page',
          success_url: `${order.thankYou}?session_id={CHECKOUT_SESSION_ID}`,
          cancel_url: order.cancelled,
        }),
  }
}

type Payment = z.output<typeof readablePayment>
type Invoice = z.output<typeof readableInvoice>

/** A payment, with what its disputes and refunds come to now. */
type PaymentState = { payment: Payment; disputed: boolean; givenBack: number }

function paymentStatus({ payment, disputed, givenBack }: PaymentState): GiftReading['status'] {
  if (payment.status !== 'succeeded') return payment.status === 'processing' ? 'pending' : 'failed'
  if (givenBack >= payment.amount) return 'refunded'
  return disputed ? 'disputed' : 'paid'
}

/** After a partial refund only the rest counts; a gift refunded whole keeps its amount and says so in its status. */
function moneyLeft(amount: number, currency: Currency, { payment, givenBack }: PaymentState): Money {
  return { amount: givenBack >= payment.amount ? amount : amount - givenBack, currency }
}

/** https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
const endedStatuses = ['canceled', 'incomplete_expired']

function subscriptionReading(subscription: z.output<typeof readableSubscription>): SubscriptionReading {
  const { id, status, customer, currency, start_date, cancel_at_period_end, cancel_at, ended_at, items } = subscription
  const ended = endedStatuses.includes(status)
  const ending = cancel_at_period_end || Boolean(cancel_at)
  const sums = items.data.map(({ price, quantity }) =>
    price.unit_amount === null ? Number.NaN : price.unit_amount * (quantity ?? 1),
  )
  const amount = sums.reduce((sum, one) => sum + one, 0)
  return {
    id,
    customerId: customer,
    state: ended ? 'ended' : ending ? 'ending' : 'running',
    money: Number.isSafeInteger(amount) && currency ? { amount, currency } : null,
    facts: subscription.metadata,
    since: start_date,
    next: ended || ending ? null : (items.data[0]?.current_period_end ?? null),
    endedAt: ended ? (ended_at ?? null) : null,
  }
}

/** Everything the site asks of Stripe, over one account and one origin. */
export function stripeGateway(settings: StripeSettings) {
  const stripe = clientFor(settings)
  const patience = Math.min(settings.timeout ?? requestTimeout, pagePatience)

  async function askForSubscription(
    call: string,
    request: () => Promise<unknown>,
  ): Promise<Outcome<SubscriptionReading>> {
    const read = await askForOurs(call, readableSubscription, request)
    return read.ok ? { ok: true, value: subscriptionReading(read.value) } : read
  }

  const readSessionObject = (sessionId: string, options: Stripe.RequestOptions = {}) =>
    askForOurs('read session', readableSession, () => stripe.checkout.sessions.retrieve(sessionId, {}, options))

  const retrievePayment = (paymentId: string) =>
    stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] })

  /** Whether the money of a payment is in dispute, and how much of it was given back. */
  async function stateOf(payment: Payment): Promise<Outcome<PaymentState>> {
    const charge = payment.latest_charge
    const state: PaymentState = { payment, disputed: false, givenBack: 0 }
    if (charge?.disputed) {
      // `disputed` on a charge stays true after the dispute is won.
      const disputes = await ask('list disputes', listed(z.object({ status: z.string() })), () =>
        stripe.disputes.list({ payment_intent: payment.id, limit: 100 }),
      )
      if (!disputes.ok) return disputes
      state.disputed = disputes.value.data.some(({ status }) => !harmlessDispute.includes(status))
    }
    if (charge && charge.amount_refunded > 0) {
      // Refunds can fail days after the charge has counted them.
      const refunds = await ask(
        'list refunds',
        listed(z.object({ status: z.string().nullable(), amount: z.int() })),
        () => stripe.refunds.list({ payment_intent: payment.id, limit: 100 }),
      )
      if (!refunds.ok) return refunds
      const counting = refunds.value.data.filter(({ status }) => !failedRefund.includes(status ?? ''))
      state.givenBack = counting.reduce((sum, { amount }) => sum + amount, 0)
    }
    return { ok: true, value: state }
  }

  /** `null` where the site does not take the currency: somebody wrote our reference on another payment by hand. */
  function unknownCurrency(objectId: string): Outcome<null> {
    log.error('A payment with our reference is in a currency that this site does not take', { payment: objectId })
    return { ok: true, value: null }
  }

  async function readOneOff(paymentId: string): Promise<Outcome<GiftReading | null>> {
    const read = await askForOurs('read payment', readablePayment, () => retrievePayment(paymentId))
    if (!read.ok) return read
    const payment = read.value
    if (!payment.currency) return unknownCurrency(payment.id)
    const state = await stateOf(payment)
    if (!state.ok) return state
    return {
      ok: true,
      value: {
        objectId: payment.id,
        kind: 'one-off',
        status: paymentStatus(state.value),
        money: moneyLeft(payment.amount, payment.currency, state.value),
        facts: payment.metadata,
        subscriptionId: null,
        donor: {
          name: payment.latest_charge?.billing_details?.name ?? null,
          email: payment.latest_charge?.billing_details?.email ?? null,
        },
        occurredAt: payment.latest_charge?.created ?? payment.created,
      },
    }
  }

  /** Null for an invoice without a payment. The payments of a subscription bear no metadata of ours. */
  async function invoicePayment(invoice: Invoice): Promise<Outcome<PaymentState | null>> {
    const payments = invoice.payments?.data ?? []
    const paymentId = (payments.find(({ status }) => status === 'paid') ?? payments[0])?.payment.payment_intent
    if (!paymentId) return { ok: true, value: null }
    const payment = await ask('read payment', readablePayment, () => retrievePayment(paymentId))
    return payment.ok ? stateOf(payment.value) : payment
  }

  async function readMonthly(invoiceId: string): Promise<Outcome<GiftReading | null>> {
    const read = await askForOurs(
      'read invoice',
      readableInvoice,
      () => stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }),
      subscriptionMetadata,
    )
    if (!read.ok) return read
    const invoice = read.value
    const { currency } = invoice
    const subscription = invoice.parent?.subscription_details
    const amount = invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due
    if (!subscription || invoice.status === 'draft' || amount === 0) return { ok: true, value: null }
    if (!currency) return unknownCurrency(invoice.id)
    const paid = await invoicePayment(invoice)
    if (!paid.ok) return paid
    return {
      ok: true,
      value: {
        objectId: invoice.id,
        kind: 'monthly',
        status: monthlyStatus(invoice, paid.value),
        money: paid.value ? moneyLeft(amount, currency, paid.value) : { amount, currency },
        facts: subscription.metadata,
        subscriptionId: subscription.subscription,
        donor: { name: invoice.customer_name ?? null, email: invoice.customer_email ?? null },
        occurredAt: invoice.status_transitions?.paid_at ?? invoice.created,
      },
    }
  }

  /** Only for a monthly gift, which needs one. One for each attempt: who pays again is not looked up, so that nobody learns from us whether an address gave before. */
  async function createCustomer({ payer, ...order }: CheckoutOrder): Promise<Outcome<string | null>> {
    if (!payer || order.frequency !== 'monthly') return { ok: true, value: null }
    const created = await ask('create customer', createdCustomer, () =>
      stripe.customers.create(customerParams({ ...order, payer }), { idempotencyKey: `${order.attemptId}:customer` }),
    )
    return created.ok ? { ok: true, value: created.value.id } : created
  }

  return {
    /** Makes the payment page for one attempt. The same attempt always gets the same session: https://docs.stripe.com/api/idempotent_requests */
    async createSession(order: CheckoutOrder): Promise<Outcome<CheckoutSession>> {
      const customer = await createCustomer(order)
      if (!customer.ok) return customer
      const created = await ask('create session', createdSession, () =>
        stripe.checkout.sessions.create(sessionParams(order, customer.value), { idempotencyKey: order.attemptId }),
      )
      if (!created.ok) return created
      const url = order.uiMode === 'hosted' ? (created.value.url ?? null) : null
      const clientSecret = order.uiMode === 'embedded' ? (created.value.client_secret ?? null) : null
      if (!url && !clientSecret) return { ok: false, failure: { why: 'unreachable' } }
      return { ok: true, value: { id: created.value.id, url, clientSecret } }
    },

    /** What became of a session, for a page that somebody waits for. `missing`: Stripe knows no such session of ours. */
    async readSession(sessionId: string): Promise<Outcome<SessionState>> {
      const read = await readSessionObject(sessionId, { timeout: patience, maxNetworkRetries: 0 })
      if (!read.ok) return read
      const { mode, status, payment_status, amount_total, currency, metadata } = read.value
      const paid = payment_status !== 'unpaid'
      return {
        ok: true,
        value: {
          state: status === 'complete' ? (paid ? 'confirmed' : 'confirming') : 'failed',
          frequency: mode === 'subscription' ? 'monthly' : 'once',
          money: amount_total != null && currency ? { amount: amount_total, currency } : null,
          facts: metadata,
        },
      }
    },

    /** Closes a payment page, which then says that it expired. `refused` for one that is not open: https://docs.stripe.com/api/checkout/sessions/expire */
    async expireSession(sessionId: string): Promise<Outcome<null>> {
      const expired = await ask('expire session', z.object({ id }), () => stripe.checkout.sessions.expire(sessionId))
      return expired.ok ? { ok: true, value: null } : expired
    },

    /** Checks the signature over the raw body, and then its age. https://docs.stripe.com/webhooks#verify-manually */
    readEvent(rawBody: string, signature: string): EventReading {
      const time = Number(/(?:^|,)\s*t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN)
      if (Number.isNaN(time)) return { ok: false, why: 'no-signature' }
      let signed: unknown
      try {
        signed = stripe.webhooks.constructEvent(rawBody, signature, settings.webhookSecret, anyAge)
      } catch (error) {
        const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError
        return { ok: false, why: isForged ? 'wrong-signature' : 'malformed' }
      }
      const age = Math.floor(Date.now() / 1000) - time
      if (age > signatureTolerance) return { ok: false, why: 'clock', secondsAhead: age }
      const read = receivedEvent.safeParse(signed)
      if (!read.success) return { ok: false, why: 'malformed' }
      const { id, type, data } = read.data
      const event = { id, type, objectId: data?.object.id ?? '', concerns: null, declined: null }
      if (!data) return { ok: true, event }
      return {
        ok: true,
        event: { ...event, concerns: concernIn(type, data.object), declined: declinedCard(type, data.object) },
      }
    },

    /**
     * Deletes the customer of an attempt that was never paid, with name, address and e-mail address. Found by the e-mail address
     * and our reference, so that one is deleted, too, whose id we never learned. `paid`: there are payments, so nothing was deleted,
     * because that would end a subscription (https://docs.stripe.com/api/customers/delete). Idempotent.
     */
    async deleteCustomer(email: string, reference: string): Promise<Outcome<'deleted' | 'paid'>> {
      const found = await ask('find customer', z.array(z.object({ id, metadata: facts })), () =>
        stripe.customers.list({ email, limit: 100 }).autoPagingToArray({ limit: 1000 }),
      )
      if (!found.ok) return found
      for (const customer of found.value.filter(({ metadata }) => metadata.reference === reference)) {
        const payments = await ask('list payments', listed(z.object({ status: z.string() })), () =>
          stripe.paymentIntents.list({ customer: customer.id, limit: 100 }),
        )
        if (!payments.ok) return payments
        if (payments.value.data.some(({ status }) => paidStatuses.includes(status))) return { ok: true, value: 'paid' }
        const deleted = await ask('delete customer', z.object({ deleted: z.literal(true) }), () =>
          stripe.customers.del(customer.id),
        )
        if (!deleted.ok && deleted.failure.why !== 'missing') return deleted
      }
      return { ok: true, value: 'deleted' }
    },

    /** What stands on a customer that createSession made. */
    async customerFacts(customerId: string): Promise<Outcome<Record<string, string>>> {
      const read = await ask('read customer', z.object({ metadata: facts }), () =>
        stripe.customers.retrieve(customerId),
      )
      return read.ok ? { ok: true, value: read.value.metadata } : read
    },

    /** The gift that an event is about; null when it is about none (an abandoned page, a subscription's session, a change of plan). */
    async locateGift(concern: Concern): Promise<Outcome<GiftPlace | null>> {
      if (concern.kind === 'subscription') return { ok: true, value: null }
      if (concern.kind === 'invoice') return { ok: true, value: { kind: 'monthly', objectId: concern.id } }
      if (concern.kind === 'session') {
        const session = await readSessionObject(concern.id)
        if (!session.ok) return session
        const { mode, status, payment_intent } = session.value
        // A monthly gift is counted by its invoices: counting its session too would double the first month.
        const given = mode === 'payment' && status === 'complete' && payment_intent
        return { ok: true, value: given ? { kind: 'one-off', objectId: payment_intent } : null }
      }
      const invoices = await ask('find invoice', listed(z.object({ invoice: id })), () =>
        stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: concern.id } }),
      )
      if (!invoices.ok) return invoices
      const invoice = invoices.value.data[0]?.invoice
      return {
        ok: true,
        value: invoice ? { kind: 'monthly', objectId: invoice } : { kind: 'one-off', objectId: concern.id },
      }
    },

    /** The gift as it stands now, so that the order of events does not matter. */
    readGift: (place: GiftPlace): Promise<Outcome<GiftReading | null>> =>
      place.kind === 'monthly' ? readMonthly(place.objectId) : readOneOff(place.objectId),

    /** A monthly gift, for a page that somebody waits for. `missing`: Stripe knows no such subscription of ours. */
    readSubscription: (subscriptionId: string): Promise<Outcome<SubscriptionReading>> =>
      askForSubscription('read subscription', () =>
        stripe.subscriptions.retrieve(subscriptionId, {}, { timeout: patience, maxNetworkRetries: 0 }),
      ),

    /** Ends a monthly gift at once. `missing` also for one that has ended: https://docs.stripe.com/api/subscriptions/cancel */
    cancelSubscription: (subscriptionId: string): Promise<Outcome<SubscriptionReading>> =>
      askForSubscription('cancel subscription', () => stripe.subscriptions.cancel(subscriptionId)),

    /** The address at Stripe where a customer changes what is charged, and by which card; good for a few minutes. `returnUrl`: absolute. */
    async portalSession(customerId: string, returnUrl: string): Promise<Outcome<string>> {
      const opened = await ask('open portal', openedPortal, () =>
        stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
      )
      return opened.ok ? { ok: true, value: opened.value.url } : opened
    },
  }
}

function monthlyStatus(invoice: Invoice, paid: PaymentState | null): GiftReading['status'] {
  if (invoice.status !== 'paid') return paid?.payment.status === 'processing' ? 'pending' : 'failed'
  return paid ? paymentStatus(paid) : 'paid'
}

export type StripeGateway = ReturnType<typeof stripeGateway>

let kept: { key: string; gateway: StripeGateway } | null = null

/** The gateway of this site's own account; null while card payments are not set up. */
export function ownStripe(): StripeGateway | null {
  const { stripe } = env()
  if (!stripe) return null
  const key = JSON.stringify(stripe)
  if (kept?.key !== key) kept = { key, gateway: stripeGateway(stripe) }
  return kept.gateway
}

/** What Stripe's script needs in the browser; `scriptUrl` only where a stand-in serves a script of its own. */
export function stripeInBrowser(): { publishableKey: string | null; scriptUrl?: string } {
  const { stripe } = env()
  return {
    publishableKey: stripe?.publishableKey ?? null,
    ...(stripe?.apiBase && { scriptUrl: new URL('/sandbox-stripe.js', stripe.apiBase).href }),
  }
}
