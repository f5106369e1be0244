/**
 * State changes of sessions, payments and monthly gifts: paid, declined, decided later by a bank, billed, refunded, disputed, ended.
 * Charges nobody.
 */
import type Stripe from 'stripe'
import {
  type BalanceItem,
  type Checkout,
  type Decline,
  declined,
  keep,
  type Ledger,
  named,
  nowSeconds,
  type Outcome,
  type SessionParameters,
  StripeRefusal,
  type SubscriptionParameters,
  validYears,
} from './ledger.ts'
import type { Webhooks } from './webhooks.ts'

export type Payments = ReturnType<typeof createPayments>

/** The latest charge of a payment. */
export function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge {
  if (!charge || typeof charge === 'string') throw new StripeRefusal('Nothing was charged.')
  return charge
}

export const withChargeId = (intent: Stripe.PaymentIntent) => ({
  ...intent,
  latest_charge: intent.latest_charge && chargeOf(intent).id,
})

/** Stripe's fee for a card, and for a dispute, in the smallest unit of the currency that is paid out. */
const cardFee = (amount: number) => Math.round(amount * 0.029) + 30
const disputeFee = 1500
/** What a unit of another currency is worth, when everything is paid out in one. */
const rate = 1 / 80

const totalOf = (lines: SessionParameters['line_items']) =>
  lines.reduce((sum, { price_data, quantity }) => sum + price_data.unit_amount * quantity, 0)

/** `origin`: of the payment pages, known once the service listens. */
export function createPayments(ledger: Ledger, { announce }: Webhooks, origin: () => string) {
  const newIntent = (
    amount: number,
    { currency, customer }: { currency: string | null; customer: unknown },
    data: SessionParameters['payment_intent_data'] = {},
  ): Stripe.PaymentIntent =>
    keep(ledger.paymentIntents, {
      id: ledger.nextId('pi'),
      object: 'payment_intent',
      amount,
      created: nowSeconds(),
      currency: String(currency),
      customer: customer === null ? null : String(customer),
      description: data.description ?? null,
      last_payment_error: null,
      latest_charge: null,
      metadata: (data.metadata ?? {}) as Stripe.Metadata,
      shipping: (data.shipping ?? null) as Stripe.PaymentIntent.Shipping | null,
      status: 'requires_payment_method',
    })

  const newCustomer = (params: Partial<Stripe.Customer>): Stripe.Customer =>
    keep(ledger.customers, {
      name: null,
      email: null,
      address: {},
      metadata: {},
      ...params,
      id: ledger.nextId('cus'),
      object: 'customer',
    })

  /** Null: each currency is paid out by itself. */
  let settledIn: string | null = null

  /** Every movement of money makes a balance transaction. `amount`: in the currency of the payment. */
  function book(
    category: string,
    amount: number,
    source: { id: string; payment_intent?: unknown },
    feeOf: (settled: number) => number = () => 0,
  ): BalanceItem {
    const own = named(ledger.paymentIntents, source.payment_intent).currency
    const settled = settledIn && settledIn !== own ? Math.round(amount * rate) : amount
    const fee = feeOf(settled)
    return keep(ledger.balance, {
      id: ledger.nextId('txn'),
      object: 'balance_transaction',
      amount: settled,
      fee,
      net: settled - fee,
      currency: settledIn ?? own,
      created: nowSeconds(),
      reporting_category: category,
      payout: null,
      source: { id: source.id, payment_intent: source.payment_intent } as Stripe.Charge,
    })
  }

  function conclude(intent: Stripe.PaymentIntent, outcome: Outcome): void {
    const charge = chargeOf(intent)
    if (outcome === 'paid') charge.balance_transaction = book('charge', charge.amount, charge, cardFee)
    if (outcome === 'paid' || outcome === 'pending') {
      intent.status = outcome === 'paid' ? 'succeeded' : 'processing'
      intent.last_payment_error = null
      charge.status = outcome === 'paid' ? 'succeeded' : 'pending'
      return
    }
    charge.status = 'failed'
    intent.status = 'requires_payment_method'
    const error = { type: 'card_error', code: 'card_declined', message: outcome.message }
    intent.last_payment_error = error as Stripe.PaymentIntent.LastPaymentError
    announce('payment_intent.payment_failed', withChargeId(intent))
  }

  /** Every attempt makes a charge. `at`: seconds. */
  function charge(intent: Stripe.PaymentIntent, outcome: Outcome, email: string | null, at = nowSeconds()): void {
    intent.latest_charge = {
      id: ledger.nextId('ch'),
      object: 'charge',
      amount: intent.amount,
      amount_refunded: 0,
      billing_details: { email, name: null },
      created: at,
      disputed: false,
      payment_intent: intent.id,
      payment_method_details: { type: outcome === 'pending' ? 'us_bank_account' : 'card' },
      status: 'pending',
    } as Stripe.Charge
    conclude(intent, outcome)
  }

  function payMonthly({ session, params }: Checkout, outcome: Outcome, email: string): void {
    if (typeof outcome === 'object') {
      if (session.amount_total) charge(newIntent(session.amount_total, session), outcome, email)
      return
    }
    const customer = ledger.customers.get(String(session.customer)) ?? newCustomer({ email })
    const now = nowSeconds()
    const trialEnd = Number(params.subscription_data?.trial_end ?? 0)
    const items = params.line_items.map(({ price_data: { unit_amount, recurring }, quantity }) => ({
      id: ledger.nextId('si'),
      current_period_start: now,
      current_period_end: trialEnd || monthAfter(now),
      price: { unit_amount, recurring: recurring ?? null },
      quantity,
    }))
    const subscription = keep(ledger.subscriptions, {
      id: ledger.nextId('sub'),
      object: 'subscription',
      cancel_at: null,
      cancel_at_period_end: false,
      currency: String(session.currency),
      customer: customer.id,
      default_payment_method: {
        id: ledger.nextId('pm'),
        card: { exp_month: 12, exp_year: new Date().getUTCFullYear() + validYears },
      },
      ended_at: null,
      items: { data: items },
      metadata: (params.subscription_data?.metadata ?? {}) as Stripe.Metadata,
      pause_collection: null,
      start_date: now,
      status: trialEnd ? 'trialing' : 'active',
    })
    session.customer = customer.id
    session.subscription = subscription.id
    if (!trialEnd) bill(subscription, outcome, now)
  }

  const cardOf = ({ default_payment_method: method }: Stripe.Subscription) =>
    (method as Stripe.PaymentMethod).card as Stripe.PaymentMethod.Card

  /** Charges the invoice of the current period, with a payment of its own: a subscription's metadata does not reach it. */
  function bill(subscription: Stripe.Subscription, outcome: Outcome, at: number): Stripe.Invoice {
    const { currency, customer, id, items, metadata } = subscription
    const { email, name } = named(ledger.customers, customer)
    const amount = items.data.reduce((sum, { price, quantity = 1 }) => sum + (price.unit_amount ?? 0) * quantity, 0)
    const intent = newIntent(amount, subscription)
    const invoice = keep(ledger.invoices, {
      id: ledger.nextId('in'),
      object: 'invoice',
      amount_due: amount,
      amount_paid: 0,
      attempted: true,
      auto_advance: true,
      created: at,
      currency,
      customer_email: email,
      customer_name: name ?? null,
      parent: { subscription_details: { metadata, subscription: id } },
      payments: { data: [{ status: 'open', payment: { payment_intent: intent.id } }] },
      status: 'open',
      status_transitions: { paid_at: null },
    })
    chargeInvoice(invoice, outcome, at)
    return invoice
  }

  const intentOf = ({ payments }: Stripe.Invoice) =>
    named(ledger.paymentIntents, payments?.data[0]?.payment.payment_intent)

  function chargeInvoice(invoice: Stripe.Invoice, outcome: Outcome, at: number): void {
    charge(intentOf(invoice), outcome, invoice.customer_email, at)
    if (outcome === 'paid') markPaid(invoice, at)
    else if (outcome !== 'pending') announce('invoice.payment_failed', invoice)
  }

  function markPaid(invoice: Stripe.Invoice, at: number): void {
    for (const payment of invoice.payments?.data ?? []) payment.status = 'paid'
    invoice.status = 'paid'
    invoice.amount_paid = invoice.amount_due
    invoice.auto_advance = false
    invoice.status_transitions.paid_at = at
    announce('invoice.paid', invoice)
  }

  const invoicesOf = ({ id }: Stripe.Subscription) =>
    [...ledger.invoices.values()].filter(({ parent }) => parent?.subscription_details?.subscription === id)

  /** The requested part of what is left of a charge, neither refunded nor disputed; without a request, all of it. */
  function partOf(charge: Stripe.Charge, requested: number | undefined, becomes: string) {
    const payment_intent = String(charge.payment_intent)
    const disputed = [...ledger.disputes.values()]
      .filter((dispute) => dispute.payment_intent === payment_intent && !/^(?:won|warning_.*)$/.test(dispute.status))
      .reduce((sum, { amount }) => sum + amount, 0)
    const left = charge.status === 'succeeded' ? charge.amount - charge.amount_refunded - disputed : 0
    const amount = requested ?? left
    if (left <= 0 || amount <= 0 || amount > left)
      throw new StripeRefusal(`Only ${left} of this charge can be ${becomes}.`)
    return { amount, payment_intent }
  }

  function expire({ session }: Checkout): Stripe.Checkout.Session {
    if (session.status !== 'open') throw new StripeRefusal(`The session is ${session.status}.`)
    session.status = 'expired'
    session.url = null
    announce('checkout.session.expired', session)
    return session
  }

  return {
    newCustomer,
    expire,
    cardOf,

    open(params: SessionParameters): Stripe.Checkout.Session {
      const customer = params.customer === undefined ? null : named(ledger.customers, params.customer, 'customer')
      const id = ledger.nextId('cs_test')
      const { line_items: lines, payment_intent_data: _, subscription_data: __, ...shown } = params
      const isEmbedded = params.ui_mode === 'embedded_page'
      const session = {
        ui_mode: 'hosted_page',
        metadata: {},
        ...shown,
        id,
        object: 'checkout.session',
        created: nowSeconds(),
        amount_total: params.subscription_data?.trial_end ? 0 : totalOf(lines),
        client_secret: isEmbedded ? ledger.nextSecret(id) : null,
        currency: lines[0]?.price_data.currency ?? '',
        customer: customer?.id ?? null,
        customer_details: { email: params.customer_email ?? customer?.email ?? null, name: customer?.name ?? null },
        payment_intent: null,
        payment_status: 'unpaid',
        status: 'open',
        subscription: null,
        url: isEmbedded ? null : `${origin()}/pay/${id}`,
      } as unknown as Stripe.Checkout.Session
      const checkout = { session, params }
      ledger.checkouts.set(id, checkout)
      const expireOpen = () => {
        if (ledger.checkouts.get(id) === checkout && session.status === 'open') expire(checkout)
      }
      setTimeout(expireOpen, (session.expires_at - nowSeconds()) * 1000).unref()
      return session
    },

    /** The reason why the donor's card was declined, or null. `typedEmail` counts where the session has no address. */
    pay(checkout: Checkout, outcome: Outcome, typedEmail: string): Decline | null {
      const { session, params } = checkout
      if (session.status !== 'open') throw new StripeRefusal(`The session is ${session.status}.`)
      const email = session.customer_details?.email ?? typedEmail
      if (session.mode === 'payment') {
        const earlier = ledger.paymentIntents.get(String(session.payment_intent))
        const intent = earlier ?? newIntent(session.amount_total ?? 0, session, params.payment_intent_data)
        session.payment_intent = intent.id
        charge(intent, outcome, email)
      } else payMonthly(checkout, outcome, email)
      if (typeof outcome === 'object') return outcome
      session.status = 'complete'
      session.url = null
      session.payment_status = outcome !== 'paid' ? 'unpaid' : session.amount_total ? 'paid' : 'no_payment_required'
      announce('checkout.session.completed', session)
      return null
    },

    /** The donor's bank decides about a payment that is pending. */
    settle({ session }: Checkout, isPaid: boolean): Stripe.Checkout.Session {
      const subscription = session.subscription ? named(ledger.subscriptions, session.subscription) : undefined
      const [invoice] = subscription ? invoicesOf(subscription) : []
      const intent = invoice ? intentOf(invoice) : ledger.paymentIntents.get(String(session.payment_intent))
      if (intent?.status !== 'processing') throw new StripeRefusal('No payment of this session waits for a bank.')
      conclude(intent, isPaid ? 'paid' : declined)
      if (isPaid) session.payment_status = 'paid'
      if (invoice && isPaid) markPaid(invoice, nowSeconds())
      if (subscription && invoice && !isPaid) {
        subscription.status = 'past_due'
        announce('invoice.payment_failed', invoice)
      }
      announce(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session)
      return session
    },

    /** Without an amount, all that is left. */
    refund(charge: Stripe.Charge, requested?: number): Stripe.Refund {
      const { amount, payment_intent } = partOf(charge, requested, 'refunded')
      const id = ledger.nextId('re')
      const refund = keep(ledger.refunds, {
        id,
        object: 'refund',
        amount,
        created: nowSeconds(),
        payment_intent,
        status: 'succeeded',
      })
      charge.amount_refunded += amount
      book('refund', -amount, refund)
      announce('charge.refunded', charge)
      return refund
    },

    /** The donor's bank rejects the refund. The charge still counts it, as at Stripe, so the site must check the refund itself. */
    failRefund(refund: Stripe.Refund): Stripe.Refund {
      refund.status = 'failed'
      book('refund_failure', refund.amount, refund)
      announce('charge.refund.updated', refund)
      announce('refund.failed', refund)
      return refund
    },

    /** The donor's bank takes the money back until the dispute is closed: an amount, or all that is left. */
    dispute(charge: Stripe.Charge, requested?: number): Stripe.Dispute {
      const { amount, payment_intent } = partOf(charge, requested, 'disputed')
      const id = ledger.nextId('du')
      const dispute = keep(ledger.disputes, {
        id,
        object: 'dispute',
        amount,
        currency: named(ledger.paymentIntents, payment_intent).currency,
        created: nowSeconds(),
        payment_intent,
        status: 'needs_response',
        evidence_details: { due_by: nowSeconds() + 7 * 24 * 3600 } as Stripe.Dispute.EvidenceDetails,
      })
      charge.disputed = true
      book('dispute', -amount, dispute, () => disputeFee)
      announce('charge.dispute.created', dispute)
      return dispute
    },

    /** The charge stays `disputed`, as at Stripe, which keeps its fee. */
    closeDispute(dispute: Stripe.Dispute, status: Stripe.Dispute.Status): Stripe.Dispute {
      dispute.status = status
      if (status !== 'lost') book('dispute_reversal', dispute.amount, dispute)
      announce('charge.dispute.closed', dispute)
      return dispute
    },

    /** From now on everything is paid out in this currency; null: each by itself. */
    settleIn(currency: string | null) {
      settledIn = currency
      return { currency }
    },

    /** Pays out all that has not been paid out, on a day at the bank (YYYY-MM-DD): one payout for each currency. */
    payOut(day: string): Stripe.Payout[] {
      const open = [...ledger.balance.values()].filter(({ payout }) => payout === null)
      return [...Map.groupBy(open, ({ currency }) => currency)].map(([currency, items]) => {
        const amount = items.reduce((sum, { net }) => sum + net, 0)
        const payout = keep(ledger.payouts, {
          id: ledger.nextId('po'),
          object: 'payout',
          amount,
          currency,
          automatic: true,
          created: nowSeconds(),
          arrival_date: Date.parse(day) / 1000,
          status: 'paid',
          reconciliation_status: 'completed',
        })
        const id = ledger.nextId('txn')
        const whole = { object: 'balance_transaction', amount: -amount, fee: 0, net: -amount, currency } as const
        const made = { created: payout.created, reporting_category: 'payout', source: payout.id, payout: payout.id }
        keep(ledger.balance, { id, ...whole, ...made })
        for (const item of items) item.payout = payout.id
        return payout
      })
    },

    /** A month passes: the next invoice is paid or not. Null in a pause. */
    advance(subscription: Stripe.Subscription, isPaid: boolean): Stripe.Invoice | null {
      const at = endOfPeriod(subscription)
      for (const item of subscription.items.data)
        Object.assign(item, { current_period_start: at, current_period_end: monthAfter(at) })
      if (Number(subscription.pause_collection?.resumes_at) > at) return null
      subscription.pause_collection = null
      subscription.status = isPaid ? 'active' : 'past_due'
      const invoice = bill(subscription, isPaid ? 'paid' : declined, at)
      announce('customer.subscription.updated', subscription)
      return invoice
    },

    /** The donor corrects the card, and the month that failed is paid after all. */
    payOpenInvoice(invoice: Stripe.Invoice): Stripe.Invoice {
      if (invoice.status !== 'open') throw new StripeRefusal(`The invoice is ${invoice.status}.`)
      const subscription = named(ledger.subscriptions, invoice.parent?.subscription_details?.subscription)
      chargeInvoice(invoice, 'paid', invoice.created)
      if (subscription.status === 'past_due') {
        subscription.status = 'active'
        announce('customer.subscription.updated', subscription)
      }
      return invoice
    },

    change(subscription: Stripe.Subscription, params: SubscriptionParameters): Stripe.Subscription {
      endOfPeriod(subscription)
      // India: new terms of a mandate need the cardholder, who is not there. https://docs.stripe.com/india-recurring-payments
      if (params.items && subscription.currency === 'inr')
        throw new StripeRefusal('The bank has to confirm this.', {
          status: 402,
          code: 'subscription_payment_intent_requires_action',
        })
      const { cancel_at_period_end: ends, pause_collection: pause, trial_end, items } = params
      if (ends) subscription.cancel_at_period_end = ends === 'true'
      if (pause !== undefined)
        subscription.pause_collection = pause ? { behavior: 'void', resumes_at: Number(pause.resumes_at) } : null
      for (const item of subscription.items.data) {
        if (trial_end) item.current_period_end = Number(trial_end)
        if (items?.[0]?.id === item.id) item.price.unit_amount = Number(items[0].price_data.unit_amount)
      }
      announce('customer.subscription.updated', subscription)
      return subscription
    },

    cancel(subscription: Stripe.Subscription): Stripe.Subscription {
      endOfPeriod(subscription)
      subscription.status = 'canceled'
      subscription.ended_at = nowSeconds()
      // Months that could not be charged are not tried again: https://docs.stripe.com/billing/subscriptions/cancel
      for (const invoice of invoicesOf(subscription)) invoice.auto_advance = false
      announce('customer.subscription.deleted', subscription)
      return subscription
    },
  }
}

/** Seconds. Throws Stripe's 404 for a subscription that has ended. */
function endOfPeriod({ status, id, items }: Stripe.Subscription): number {
  const [item] = items.data
  if (status === 'canceled' || !item)
    throw new StripeRefusal(`No such subscription: '${id}'`, { status: 404, code: 'resource_missing', param: 'id' })
  return item.current_period_end
}

/** The same time of day a month later; the last day of a shorter month. Seconds, UTC. */
function monthAfter(seconds: number): number {
  const date = new Date(seconds * 1000)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 0)).getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + 1, Math.min(date.getUTCDate(), lastDay))
  return date.getTime() / 1000
}
