/**
 * State changes of sessions, payments and monthly gifts: paid, declined, decided later by a bank, billed, refunded, disputed, ended.
 * Charges nobody.
 */
import {
  type Charge,
  type Checkout,
  type Customer,
  type Decline,
  type Dispute,
  declined,
  type Invoice,
  insufficientFunds,
  keep,
  known,
  type Ledger,
  noSuch,
  nowSeconds,
  type Outcome,
  type PaymentIntent,
  type Refund,
  type Session,
  type SessionParameters,
  StripeRefusal,
  type Subscription,
  type SubscriptionParameters,
} from './ledger.ts'
import type { Webhooks } from './webhooks.ts'

export type Payments = ReturnType<typeof createPayments>

/** `origin`: of the payment pages, known once the service listens. */
export function createPayments(ledger: Ledger, { announce }: Webhooks, origin: () => string) {
  const newIntent = (
    { amount_total, currency, customer }: Pick<Session, 'amount_total' | 'currency' | 'customer'>,
    data?: SessionParameters['payment_intent_data'],
  ): PaymentIntent =>
    keep(ledger.paymentIntents, {
      id: ledger.nextId('pi'),
      object: 'payment_intent',
      amount: amount_total,
      created: nowSeconds(),
      currency,
      customer,
      description: data?.description ?? null,
      last_payment_error: null,
      latest_charge: null,
      metadata: data?.metadata ?? {},
      shipping: data?.shipping ?? null,
      status: 'requires_payment_method',
    })

  function newCustomer(given: Partial<Record<string, unknown>>): Customer {
    const { name = null, email = null, address = {}, metadata = {} } = given as Partial<Customer>
    return keep(ledger.customers, { id: ledger.nextId('cus'), object: 'customer', address, email, metadata, name })
  }

  function conclude(intent: PaymentIntent, outcome: Outcome): void {
    const charge = known(ledger.charges, intent.latest_charge)
    if (outcome === 'paid' || outcome === 'pending') {
      intent.status = outcome === 'paid' ? 'succeeded' : 'processing'
      intent.last_payment_error = null
      charge.status = outcome === 'paid' ? 'succeeded' : 'pending'
      return
    }
    const { declineCode: decline_code, message } = outcome
    charge.status = 'failed'
    intent.status = 'requires_payment_method'
    intent.last_payment_error = { type: 'card_error', code: 'card_declined', decline_code, message }
    announce('payment_intent.payment_failed', intent)
  }

  /** Every attempt makes a charge. `at`: seconds. */
  function charge(intent: PaymentIntent, outcome: Outcome, email: string | null, at = nowSeconds()): void {
    intent.latest_charge = keep(ledger.charges, {
      id: ledger.nextId('ch'),
      object: 'charge',
      amount: intent.amount,
      amount_refunded: 0,
      billing_details: { email, name: null },
      created: at,
      disputed: false,
      payment_intent: intent.id,
      status: 'pending',
    }).id
    conclude(intent, outcome)
  }

  /** The donor's bank decides about a pending payment. */
  function decide(intent: PaymentIntent | undefined, isPaid: boolean): void {
    if (intent?.status !== 'processing') throw new StripeRefusal('No payment of this session waits for a bank.')
    conclude(intent, isPaid ? 'paid' : insufficientFunds)
  }

  function complete(session: Session, isPaid: boolean): void {
    session.status = 'complete'
    session.url = null
    session.payment_status = isPaid ? 'paid' : 'unpaid'
    announce('checkout.session.completed', session)
  }

  function payOnce({ session, given }: Checkout, outcome: Outcome, email: string): void {
    const intent =
      ledger.paymentIntents.get(String(session.payment_intent)) ?? newIntent(session, given.payment_intent_data)
    session.payment_intent = intent.id
    charge(intent, outcome, email)
  }

  function payMonthly({ session, given }: Checkout, outcome: Outcome, email: string): void {
    if (typeof outcome === 'object') {
      charge(newIntent(session), outcome, email)
      return
    }
    const customer = ledger.customers.get(String(session.customer)) ?? newCustomer({ email })
    const now = nowSeconds()
    const period = { current_period_start: now, current_period_end: monthAfter(now) }
    const subscription: Subscription = {
      id: ledger.nextId('sub'),
      object: 'subscription',
      cancel_at: null,
      cancel_at_period_end: false,
      currency: session.currency,
      customer: customer.id,
      ended_at: null,
      items: {
        data: given.line_items.map(({ price_data: { unit_amount, recurring = null }, quantity }) => ({
          id: ledger.nextId('si'),
          ...period,
          price: { unit_amount, recurring },
          quantity,
        })),
      },
      metadata: given.subscription_data?.metadata ?? {},
      pause_collection: null,
      start_date: now,
      status: 'active',
    }
    keep(ledger.subscriptions, subscription)
    session.customer = customer.id
    session.subscription = subscription.id
    bill(subscription, outcome, now)
  }

  /** Charges the invoice of the current period, with a payment of its own: a subscription's metadata does not reach it. */
  function bill(subscription: Subscription, outcome: Outcome, at: number): Invoice {
    const { currency, customer, id, items, metadata } = subscription
    const { email, name } = known(ledger.customers, customer)
    const amount_total = items.data.reduce((sum, item) => sum + item.price.unit_amount * item.quantity, 0)
    const invoice = keep(ledger.invoices, {
      id: ledger.nextId('in'),
      object: 'invoice',
      amount_due: amount_total,
      amount_paid: 0,
      auto_advance: true,
      created: at,
      currency,
      customer_email: email,
      customer_name: name,
      parent: { subscription_details: { metadata, subscription: id } },
      payments: {
        data: [{ status: 'open', payment: { payment_intent: newIntent({ amount_total, currency, customer }).id } }],
      },
      status: 'open',
      status_transitions: { paid_at: null },
    })
    chargeInvoice(invoice, outcome, at)
    return invoice
  }

  const intentOf = ({ payments }: Invoice) =>
    known(ledger.paymentIntents, payments.data[0]?.payment.payment_intent ?? null)

  function chargeInvoice(invoice: Invoice, outcome: Outcome, at: number): void {
    charge(intentOf(invoice), outcome, invoice.customer_email, at)
    if (outcome === 'paid') markPaid(invoice, at)
    else if (outcome !== 'pending') announce('invoice.payment_failed', invoice)
  }

  function markPaid(invoice: Invoice, at: number): void {
    for (const payment of invoice.payments.data) payment.status = 'paid'
    invoice.status = 'paid'
    invoice.amount_paid = invoice.amount_due
    invoice.auto_advance = false
    invoice.status_transitions.paid_at = at
    announce('invoice.paid', invoice)
  }

  const invoicesOf = ({ id }: Subscription) =>
    [...ledger.invoices.values()].filter(({ parent }) => parent.subscription_details.subscription === id)

  function end(subscription: Subscription, at: number): void {
    subscription.status = 'canceled'
    subscription.ended_at = at
    // Months that could not be charged are not tried again: https://docs.stripe.com/billing/subscriptions/cancel
    for (const invoice of invoicesOf(subscription)) invoice.auto_advance = false
    announce('customer.subscription.deleted', subscription)
  }

  /** The bank decides about the first month. */
  function settleFirst(subscription: Subscription, isPaid: boolean): void {
    const [invoice] = invoicesOf(subscription)
    if (!invoice) throw new Error(`${subscription.id} has no invoice.`)
    decide(intentOf(invoice), isPaid)
    if (isPaid) markPaid(invoice, nowSeconds())
    else {
      subscription.status = 'past_due'
      announce('invoice.payment_failed', invoice)
    }
  }

  function expire({ session }: Checkout): Session {
    if (session.status !== 'open') throw new StripeRefusal(`The session is ${session.status}.`)
    session.status = 'expired'
    session.url = null
    announce('checkout.session.expired', session)
    return session
  }

  return {
    newCustomer,

    open(given: SessionParameters): Session {
      const customer = ledger.customers.get(given.customer ?? '') ?? null
      if (given.customer !== undefined && !customer) throw noSuch('customer', given.customer, 'customer')
      const id = ledger.nextId('cs_test')
      const { line_items: lines, payment_intent_data: _, subscription_data: __, ...shown } = given
      const isEmbedded = given.ui_mode === 'embedded_page'
      const session: Session = {
        ui_mode: 'hosted_page',
        metadata: {},
        ...shown,
        id,
        object: 'checkout.session',
        amount_total: lines.reduce((sum, { price_data, quantity }) => sum + price_data.unit_amount * quantity, 0),
        client_secret: isEmbedded ? ledger.nextSecret(id) : null,
        currency: lines[0]?.price_data.currency ?? '',
        customer: customer?.id ?? null,
        customer_details: { email: given.customer_email ?? customer?.email ?? null, name: customer?.name ?? null },
        payment_intent: null,
        payment_status: 'unpaid',
        status: 'open',
        subscription: null,
        url: isEmbedded ? null : `${origin()}/pay/${id}`,
      }
      const checkout = { session, given }
      ledger.checkouts.set(id, checkout)
      const expireOpen = () => {
        if (ledger.checkouts.get(id) === checkout && session.status === 'open') expire(checkout)
      }
      setTimeout(expireOpen, (session.expires_at - nowSeconds()) * 1000).unref()
      return session
    },

    /** The reason why the donor's card was declined, or null. `typedEmail` counts where the session has no address. */
    pay(checkout: Checkout, outcome: Outcome, typedEmail: string): Decline | null {
      const { session } = checkout
      if (session.status !== 'open') throw new StripeRefusal(`The session is ${session.status}.`)
      const email = session.customer_details.email ?? typedEmail
      if (session.mode === 'payment') payOnce(checkout, outcome, email)
      else payMonthly(checkout, outcome, email)
      if (typeof outcome === 'object') return outcome
      complete(session, outcome === 'paid')
      return null
    },

    /** The bank decides about a payment that is pending. */
    settle({ session }: Checkout, isPaid: boolean): Session {
      if (session.subscription) settleFirst(known(ledger.subscriptions, session.subscription), isPaid)
      else decide(ledger.paymentIntents.get(String(session.payment_intent)), isPaid)
      if (isPaid) session.payment_status = 'paid'
      announce(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session)
      return session
    },

    expire,

    /** Without an amount, all that is left. */
    refund(charge: Charge, given?: number): Refund {
      const left = charge.status === 'succeeded' && !charge.disputed ? charge.amount - charge.amount_refunded : 0
      const amount = given ?? left
      if (left === 0 || amount > left) throw new StripeRefusal(`Of this charge ${left} can be refunded.`)
      const { payment_intent } = charge
      const id = ledger.nextId('re')
      const refund = keep(ledger.refunds, { id, object: 'refund', amount, payment_intent, status: 'succeeded' })
      charge.amount_refunded += amount
      announce('charge.refunded', charge)
      return refund
    },

    /** The donor's bank rejects the refund. The charge still counts it, as at Stripe, so the site must check the refund itself. */
    failRefund(refund: Refund): Refund {
      refund.status = 'failed'
      announce('charge.refund.updated', refund)
      announce('refund.failed', refund)
      return refund
    },

    /** The donor's bank takes the money back until the dispute is closed. */
    dispute(charge: Charge): Dispute {
      if (charge.status !== 'succeeded') throw new StripeRefusal(`The charge is ${charge.status}.`)
      const { payment_intent } = charge
      const id = ledger.nextId('du')
      const dispute = keep(ledger.disputes, { id, object: 'dispute', payment_intent, status: 'needs_response' })
      charge.disputed = true
      announce('charge.dispute.created', dispute)
      return dispute
    },

    /** The charge stays `disputed`, as at Stripe. */
    closeDispute(dispute: Dispute, status: string): Dispute {
      dispute.status = status
      announce('charge.dispute.closed', dispute)
      return dispute
    },

    /** A month passes: the next invoice is paid or not. Null in a pause. */
    advance(subscription: Subscription, outcome: 'paid' | 'failed'): Invoice | null {
      const at = endOfPeriod(subscription)
      for (const item of subscription.items.data)
        Object.assign(item, { current_period_start: at, current_period_end: monthAfter(at) })
      if (subscription.pause_collection && subscription.pause_collection.resumes_at > at) return null
      subscription.pause_collection = null
      subscription.status = outcome === 'paid' ? 'active' : 'past_due'
      const invoice = bill(subscription, outcome === 'paid' ? outcome : declined, at)
      announce('customer.subscription.updated', subscription)
      return invoice
    },

    /** The donor corrects the card, and the month that failed is paid after all. */
    payOpenInvoice(invoice: Invoice): Invoice {
      if (invoice.status !== 'open') throw new StripeRefusal(`The invoice is ${invoice.status}.`)
      const subscription = known(ledger.subscriptions, invoice.parent.subscription_details.subscription)
      chargeInvoice(invoice, 'paid', invoice.created)
      if (subscription.status === 'past_due') {
        subscription.status = 'active'
        announce('customer.subscription.updated', subscription)
      }
      return invoice
    },

    change(subscription: Subscription, given: SubscriptionParameters): Subscription {
      endOfPeriod(subscription)
      const { cancel_at_period_end: ends, pause_collection: pause, trial_end, items } = given
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

    cancel(subscription: Subscription): Subscription {
      endOfPeriod(subscription)
      end(subscription, nowSeconds())
      return subscription
    },
  }
}

/** Seconds. Throws Stripe's 404 for a subscription that has ended. */
function endOfPeriod({ status, id, items }: Subscription): number {
  const [item] = items.data
  if (status === 'canceled' || !item) throw noSuch('subscription', id)
  return item.current_period_end
}

/** The same time of day a month later; the last day of a shorter month. Seconds, UTC. */
function monthAfter(seconds: number): number {
  const date = new Date(seconds * 1000)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 0)).getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + 1, Math.min(date.getUTCDate(), lastDay))
  return date.getTime() / 1000
}
