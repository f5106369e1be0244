/**
 * The Stripe facade, in domain terms. Every failure is a value; what donors typed is never logged or returned. Stripe's wire format is
 * known only here and in stripe-*.ts.
 */
import Stripe from 'stripe'
import { z } from 'zod'
import { daySeconds } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import type {
  CheckoutOrder,
  EventSubject,
  GiftReading,
  PaymentProvider,
  ProviderResult,
} from '#lib/platform/providers/payments.ts'
import {
  ask,
  askForAll,
  askForOurs,
  clientFor,
  customerParams,
  type Page,
  requestTimeout,
  type StripeSettings,
  sessionParams,
} from '#lib/platform/providers/stripe-calls.ts'
import { inSeconds, monthlyCalls } from '#lib/platform/providers/stripe-monthly.ts'
import {
  createdCustomer,
  createdSession,
  customerMetadata,
  effectOf,
  failedRefund,
  handledEvents,
  type Invoice,
  id,
  listed,
  listedChange,
  listedEvent,
  listedInvoice,
  listedItem,
  listedPayout,
  listedSession,
  metadataSchema,
  methodOf,
  moneyLeft,
  monthlyStatus,
  openedPortal,
  type Payment,
  type PaymentState,
  paidStatuses,
  paymentEvent,
  paymentStatus,
  readableAccount,
  readableDispute,
  readableInvoice,
  readablePayment,
  readableSession,
  receivedEvent,
  subscriptionMetadata,
} from '#lib/platform/providers/stripe-objects.ts'
import { failure, success } from '#lib/platform/result.ts'

export { eventTypes } from '#lib/platform/providers/stripe-objects.ts'

/** For page loads: one attempt of four seconds, then the page says that the state is not known yet. */
const pagePatience = 4000

/** Maximum age of a webhook in seconds: https://docs.stripe.com/webhooks#replay-attacks */
const signatureTolerance = 300
/** Makes the library verify only the signature; the age is checked separately, because the two failures have different causes. */
const anyAge = 0

/** How long after its payment a gift may change: a dispute is decided last. https://docs.stripe.com/disputes/how-disputes-work */
const maxChangeSeconds = 120 * daySeconds

/** All Stripe operations of the site, for one account and one origin. */
function stripeGateway(settings: StripeSettings): PaymentProvider {
  const stripe = clientFor(settings)
  const patience = Math.min(settings.timeout ?? requestTimeout, pagePatience)
  const mode = settings.secretKey.includes('_live_') ? 'live' : 'test'
  const sessionIds = new RegExp(`^cs_${mode}_[A-Za-z0-9]{8,200}$`)

  const readSessionObject = (sessionId: string, options: Stripe.RequestOptions = {}) =>
    askForOurs('read session', readableSession, () => stripe.checkout.sessions.retrieve(sessionId, {}, options))

  const retrievePayment = (paymentId: string) =>
    stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge.balance_transaction'] })

  /** How much of a payment is disputed, lost and refunded. */
  async function stateOf(payment: Payment): Promise<ProviderResult<PaymentState>> {
    const charge = payment.latest_charge
    const state: PaymentState = { payment, disputed: 0, lost: 0, answerBy: null, refunded: 0 }
    if (charge?.disputed) {
      // `disputed` on a charge stays true after the dispute is won.
      const disputes = await ask('list disputes', listed(readableDispute), () =>
        stripe.disputes.list({ payment_intent: payment.id, limit: 100 }),
      )
      if (!disputes.ok) return disputes
      Object.assign(state, effectOf(disputes.value.data, payment))
    }
    if (charge && charge.amount_refunded > 0) {
      // A refund can fail days after the charge has counted it.
      const refunds = await ask(
        'list refunds',
        listed(z.object({ status: z.string().nullable(), amount: z.int() })),
        () => stripe.refunds.list({ payment_intent: payment.id, limit: 100 }),
      )
      if (!refunds.ok) return refunds
      const counting = refunds.value.data.filter(({ status }) => !failedRefund.includes(status ?? ''))
      state.refunded = counting.reduce((sum, { amount }) => sum + amount, 0)
    }
    return success(state)
  }

  async function readOneOff(paymentId: string): Promise<ProviderResult<GiftReading | null>> {
    const read = await askForOurs('read payment', readablePayment, () => retrievePayment(paymentId))
    if (!read.ok) return read
    const payment = read.value
    const state = await stateOf(payment)
    if (!state.ok) return state
    return success({
      objectId: payment.id,
      kind: 'one-off',
      status: paymentStatus(state.value),
      answerBy: state.value.answerBy,
      ...moneyLeft(payment.amount, payment.currency, state.value),
      settlement: payment.latest_charge?.balance_transaction ?? null,
      method: methodOf(payment),
      metadata: payment.metadata,
      subscriptionId: null,
      donor: {
        name: payment.latest_charge?.billing_details?.name ?? null,
        email: payment.latest_charge?.billing_details?.email ?? null,
      },
      occurredAt: payment.latest_charge?.created ?? payment.created,
    })
  }

  function paymentIn(invoice: Invoice) {
    const payments = invoice.payments?.data ?? []
    return (payments.find(({ status }) => status === 'paid') ?? payments[0])?.payment.payment_intent
  }

  /** Null for an invoice without a payment. Payments of a subscription do not carry our metadata. */
  async function invoicePayment(invoice: Invoice): Promise<ProviderResult<PaymentState | null>> {
    const paymentId = paymentIn(invoice)
    if (!paymentId) return success(null)
    const payment = await ask('read payment', readablePayment, () => retrievePayment(paymentId))
    return payment.ok ? stateOf(payment.value) : payment
  }

  const readInvoice = (invoiceId: string) =>
    askForOurs(
      'read invoice',
      readableInvoice,
      () => stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }),
      subscriptionMetadata,
    )

  async function readMonthly(invoiceId: string): Promise<ProviderResult<GiftReading | null>> {
    const read = await readInvoice(invoiceId)
    if (!read.ok) return read
    const invoice = read.value
    const { currency } = invoice
    const subscription = invoice.parent?.subscription_details
    const amount = invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due
    if (!subscription || invoice.status === 'draft' || amount === 0) return success(null)
    const paid = await invoicePayment(invoice)
    if (!paid.ok) return paid
    return success({
      objectId: invoice.id,
      kind: 'monthly',
      status: monthlyStatus(invoice, paid.value),
      answerBy: paid.value?.answerBy ?? null,
      ...(paid.value ? moneyLeft(amount, currency, paid.value) : { money: { amount, currency }, givenBack: 0 }),
      settlement: paid.value?.payment.latest_charge?.balance_transaction ?? null,
      method: paid.value && methodOf(paid.value.payment),
      metadata: subscription.metadata,
      subscriptionId: subscription.subscription,
      donor: { name: invoice.customer_name ?? null, email: invoice.customer_email ?? null },
      occurredAt: invoice.status_transitions?.paid_at ?? invoice.created,
    })
  }

  /** Only for monthly gifts, which need one. A new one for each order: looking up existing customers would reveal whether an address gave before. */
  async function createCustomer({ payer, ...order }: CheckoutOrder): Promise<ProviderResult<string | null>> {
    if (order.replaces) return success(order.replaces.customerId)
    if (!payer || order.frequency !== 'monthly') return success(null)
    return ask(
      'create customer',
      createdCustomer,
      () =>
        stripe.customers.create(customerParams({ ...order, payer }), {
          idempotencyKey: `${order.idempotencyKey}:customer`,
        }),
      { opens: true },
    )
  }

  return {
    /** https://docs.stripe.com/api/idempotent_requests */
    async createSession(order) {
      const customer = await createCustomer(order)
      if (!customer.ok) return customer
      return ask(
        'create session',
        createdSession[order.uiMode],
        () =>
          stripe.checkout.sessions.create(sessionParams(order, customer.value), {
            idempotencyKey: order.idempotencyKey,
          }),
        { opens: true },
      )
    },

    /** A secret key can only read sessions of its own mode. */
    isOwnSession: (sessionId) => sessionIds.test(sessionId),

    async readSession(sessionId) {
      const read = await readSessionObject(sessionId, { timeout: patience, maxNetworkRetries: 0 })
      if (!read.ok) return read
      const { mode, status, payment_status, amount_total, currency, metadata, subscription } = read.value
      const paid = payment_status !== 'unpaid'
      return success({
        state: status === 'complete' ? (paid ? 'confirmed' : 'confirming') : status === 'expired' ? status : 'failed',
        frequency: mode === 'subscription' ? 'monthly' : 'once',
        money: amount_total != null && currency ? { amount: amount_total, currency } : null,
        metadata,
        subscriptionId: subscription ?? null,
      })
    },

    /** https://docs.stripe.com/api/checkout/sessions/expire */
    expireSession: (sessionId) =>
      ask('expire session', z.object({ id }), () => stripe.checkout.sessions.expire(sessionId)),

    /** https://docs.stripe.com/webhooks#verify-manually */
    readEvent(rawBody, signature) {
      const time = Number(/(?:^|,)\s*t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN)
      if (Number.isNaN(time)) return failure({ kind: 'no-signature' })
      let signed: unknown
      try {
        signed = stripe.webhooks.constructEvent(rawBody, signature, settings.webhookSecret, anyAge)
      } catch (error) {
        const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError
        return failure({ kind: isForged ? 'wrong-signature' : 'malformed' })
      }
      const age = Math.floor(Date.now() / 1000) - time
      if (Math.abs(age) > signatureTolerance) return failure({ kind: 'clock', secondsAhead: age })
      const read = receivedEvent.safeParse(signed)
      if (!read.success) return failure({ kind: 'malformed' })
      return success(paymentEvent(read.data))
    },

    /** A customer with payments stays, because deleting it would end a subscription: https://docs.stripe.com/api/customers/delete */
    async deleteCustomer(email, reference) {
      const found = await ask('find customer', z.array(z.object({ id, metadata: metadataSchema })), () =>
        stripe.customers.list({ email, limit: 100 }).autoPagingToArray({ limit: 1000 }),
      )
      if (!found.ok) return found
      for (const customer of found.value.filter(({ metadata }) => metadata.reference === reference)) {
        const payments = await ask('list payments', listed(z.object({ status: z.string() })), () =>
          stripe.paymentIntents.list({ customer: customer.id, limit: 100 }),
        )
        if (!payments.ok) return payments
        if (payments.value.data.some(({ status }) => paidStatuses.includes(status))) return success('paid')
        const deleted = await ask('delete customer', z.object({ deleted: z.literal(true) }), () =>
          stripe.customers.del(customer.id),
        )
        if (!deleted.ok && deleted.failure.kind !== 'missing') return deleted
      }
      return success('deleted')
    },

    customerMetadata: (customerId) =>
      ask('read customer', customerMetadata, () => stripe.customers.retrieve(customerId)),

    async locateGift(subject) {
      if (subject.kind === 'subscription') return success(null)
      if (subject.kind === 'invoice') return success({ kind: 'monthly', objectId: subject.id })
      if (subject.kind === 'session') {
        const session = await readSessionObject(subject.id)
        if (!session.ok) return session
        const { mode, status, payment_intent } = session.value
        // A monthly gift is counted by its invoices: counting its session too would double the first month.
        const paid = mode === 'payment' && status === 'complete' && payment_intent
        return success(paid ? { kind: 'one-off', objectId: payment_intent } : null)
      }
      const invoices = await ask('find invoice', listed(z.object({ invoice: id })), () =>
        stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: subject.id } }),
      )
      if (!invoices.ok) return invoices
      const invoice = invoices.value.data[0]?.invoice
      return success(invoice ? { kind: 'monthly', objectId: invoice } : { kind: 'one-off', objectId: subject.id })
    },

    /** https://docs.stripe.com/api/events/list */
    maxEventDays: 30,
    async listEvents({ since, until, undelivered = false }) {
      const asked = { types: [...handledEvents], created: { gte: inSeconds(since), lte: inSeconds(until) } }
      const found = undelivered
        ? await askForAll(
            'list undelivered events',
            listedEvent,
            (page) =>
              stripe.events.list(
                { ...asked, ...page, delivery_success: false },
                { timeout: patience, maxNetworkRetries: 0 },
              ),
            1,
          )
        : await askForAll('list events', listedEvent, (page) => stripe.events.list({ ...asked, ...page }))
      if (!found.ok) return found
      const events = found.value.map((event) => ({ ...paymentEvent(event), createdAt: event.created }))
      return success(events.filter(({ subject, declined }) => subject || declined).reverse())
    },

    /** https://docs.stripe.com/api/payouts/list */
    async listPayouts(since) {
      const created = { gte: inSeconds(since) }
      const found = await askForAll('list payouts', listedPayout, (page) => stripe.payouts.list({ created, ...page }))
      if (!found.ok) return found
      return success(found.value.flatMap(({ isListable, payout }) => (isListable ? payout : [])).reverse())
    },

    /** https://docs.stripe.com/api/balance_transactions/list */
    async listPayoutItems(payout) {
      const found = await askForAll('list what is in a payout', listedItem, (page) =>
        stripe.balanceTransactions.list({ payout, expand: ['data.source'], ...page }),
      )
      return found.ok ? success(found.value.flatMap(({ isPayout, item }) => (isPayout ? [] : item))) : found
    },

    async listGifts(since) {
      const created = { gte: inSeconds(since) - maxChangeSeconds }
      const { checkout, disputes, invoices, refunds } = stripe
      const complete = (page: Page) => checkout.sessions.list({ created, status: 'complete', ...page })
      const lists = [
        ['begun', 'list sessions', listedSession, complete],
        ['begun', 'list invoices', listedInvoice, (page: Page) => invoices.list({ created, ...page })],
        ['changed', 'list refunds', listedChange, (page: Page) => refunds.list({ created, ...page })],
        ['changed', 'list disputes', listedChange, (page: Page) => disputes.list({ created, ...page })],
      ] as const
      const gifts: { begun: EventSubject[]; changed: EventSubject[] } = { begun: [], changed: [] }
      for (const [what, call, item, list] of lists) {
        const found = await askForAll(call, item, list)
        if (!found.ok) return found
        gifts[what].push(...found.value.flatMap(({ gift }) => gift ?? []))
      }
      return success(gifts)
    },

    /** https://docs.stripe.com/api/accounts/object */
    checkAccount: () =>
      ask('read account', readableAccount, () =>
        stripe.accounts.retrieveCurrent({}, { timeout: patience, maxNetworkRetries: 0 }),
      ),

    /** https://docs.stripe.com/api/refunds/create */
    async refund({ kind, objectId }, amount, idempotencyKey) {
      const invoice = kind === 'monthly' ? await readInvoice(objectId) : null
      if (invoice && !invoice.ok) return invoice
      const payment_intent = invoice ? paymentIn(invoice.value) : objectId
      if (!payment_intent) return failure({ kind: 'missing' })
      return ask('refund', z.object({ id }), () =>
        stripe.refunds.create({ payment_intent, amount, reason: 'requested_by_customer' }, { idempotencyKey }),
      )
    },

    paymentPage: (objectId) =>
      `https://dashboard.stripe.com/${env().stripe?.isLive ? '' : 'test/'}${objectId.startsWith('in_') ? 'invoices' : 'payments'}/${objectId}`,

    ...monthlyCalls(stripe, patience),

    readGift: (place) => (place.kind === 'monthly' ? readMonthly(place.objectId) : readOneOff(place.objectId)),

    portalSession: (customerId, returnUrl) =>
      ask('open portal', openedPortal, () =>
        stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
      ),
  }
}

let kept: { key: string; gateway: PaymentProvider } | null = null

/** The gateway of this site's own account; null when card payments are not configured. */
export function ownStripe(): PaymentProvider | null {
  const { stripe } = env()
  if (!stripe) return null
  const key = JSON.stringify(stripe)
  if (kept?.key !== key) kept = { key, gateway: stripeGateway(stripe) }
  return kept.gateway
}

/** Settings for Stripe's script in the browser; `scriptUrl` only if a stand-in serves its own script. */
export function stripeInBrowser(): { publishableKey: string | null; scriptUrl?: string } {
  const { stripe } = env()
  return {
    publishableKey: stripe?.publishableKey ?? null,
    ...(stripe?.apiBase && { scriptUrl: new URL('/sandbox-stripe.js', stripe.apiBase).href }),
  }
}
