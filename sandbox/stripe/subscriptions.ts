/** Monthly gifts: how a subscription starts, is billed, fails, is mended and ends. */
import { type Decline, genericDecline, renewalOutcome } from './cards.ts'
import { type Cause, type Charging, known, noCause } from './charging.ts'
import { noSuch, StripeRefusal } from './errors.ts'
import { addMonths, type Ledger, nowSeconds } from './ledger.ts'
import {
  type Customer,
  type Invoice,
  type InvoicePayment,
  type LineItem,
  newInvoice,
  newInvoicePayment,
  newSubscription,
  type PaymentIntent,
  type PaymentMethod,
  type Subscription,
} from './objects.ts'

/** Why it ends, as the donor or the site says. */
export type CancelReasons = { comment?: string | undefined; feedback?: string | undefined }

export type Subscriptions = ReturnType<typeof createSubscriptions>

export function createSubscriptions(ledger: Ledger, charging: Charging) {
  const { announce, keepIntent, startCharge, succeed, markFailed } = charging

  /** Starts and bills the first period; `lines` may hold things that are paid once besides those that recur. */
  function start(options: {
    customer: Customer
    method: PaymentMethod
    lines: readonly LineItem[]
    description: string | null
    metadata: Record<string, string>
  }): { subscription: Subscription; invoice: Invoice } {
    const { customer, method, lines } = options
    const now = nowSeconds()
    customer.invoice_settings.default_payment_method = method.id
    const recurring = lines.filter((line) => line.price.recurring !== null)
    const subscription = newSubscription(ledger.nextId('sub'), now, {
      customer: customer.id,
      description: options.description,
      metadata: options.metadata,
      paymentMethod: method.id,
      lines: recurring,
      itemIds: recurring.map(() => ledger.nextId('si')),
      periodEnd: nextPeriodEnd(now, recurring[0]?.price.recurring ?? null),
    })
    ledger.subscriptions.set(subscription.id, subscription)
    ledger.subscriptionLines.set(subscription.id, recurring)
    const invoice = bill(subscription, lines, 'subscription_create', now, periodOf(subscription))
    void announce('customer.subscription.created', subscription)
    void payInvoice(invoice, method, now)
    return { subscription, invoice }
  }

  function intentForInvoice(
    amount: number,
    currency: string,
    customer: string | null,
    description: string,
  ): PaymentIntent {
    return keepIntent({
      amount,
      currency,
      customer,
      description,
      // A subscription's metadata reaches its invoices, but not their payments.
      metadata: {},
      methods: ['card'],
      receiptEmail: null,
      statementDescriptor: null,
      statementDescriptorSuffix: null,
      setupFutureUsage: 'off_session',
    })
  }

  function bill(
    subscription: Subscription,
    lines: readonly LineItem[],
    reason: 'subscription_create' | 'subscription_cycle',
    at: number,
    period: { start: number; end: number },
  ): Invoice {
    const customer = known(ledger.customers.get(subscription.customer))
    const invoice = newInvoice(ledger.nextId('in'), at, {
      number: `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`,
      customer,
      subscription,
      lines,
      lineIds: lines.map(() => ledger.nextId('il')),
      reason,
      period,
    })
    customer.next_invoice_sequence = (customer.next_invoice_sequence ?? 1) + 1
    ledger.invoices.set(invoice.id, invoice)
    subscription.latest_invoice = invoice.id
    const intent = intentForInvoice(
      invoice.amount_due,
      invoice.currency,
      customer.id,
      reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    )
    const payment = newInvoicePayment(ledger.nextId('inpay'), at, invoice, intent)
    ledger.invoicePayments.set(payment.id, payment)
    return invoice
  }

  function paymentOf(invoice: Invoice): { payment: InvoicePayment; intent: PaymentIntent } {
    const payment = known([...ledger.invoicePayments.values()].find((one) => one.invoice === invoice.id))
    return { payment, intent: known(ledger.paymentIntents.get(payment.payment.payment_intent)) }
  }

  function payInvoice(invoice: Invoice, method: PaymentMethod, at: number): Promise<unknown> {
    const { payment, intent } = paymentOf(invoice)
    succeed(intent, startCharge(intent, method, at))
    payment.status = 'paid'
    payment.amount_paid = invoice.amount_due
    payment.status_transitions.paid_at = at
    invoice.status = 'paid'
    invoice.amount_paid = invoice.amount_due
    invoice.amount_remaining = 0
    invoice.attempted = true
    invoice.attempt_count += 1
    invoice.auto_advance = false
    invoice.next_payment_attempt = null
    invoice.status_transitions.paid_at = at
    return Promise.all([announce('invoice.paid', invoice), announce('invoice.payment_succeeded', invoice)])
  }

  function failInvoice(invoice: Invoice, method: PaymentMethod, decline: Decline, at: number): Promise<unknown> {
    const { intent } = paymentOf(invoice)
    markFailed(intent, startCharge(intent, method, at), method, decline)
    invoice.attempted = true
    invoice.attempt_count += 1
    invoice.next_payment_attempt = at + 3 * 24 * 3600
    return announce('invoice.payment_failed', invoice)
  }

  /** Lets one period pass: the next invoice comes and is paid or not; without an outcome, as the card has it. */
  async function advance(subscription: Subscription, wanted?: 'paid' | 'failed'): Promise<Invoice | null> {
    refuseCancelled(subscription)
    const { end: at } = periodOf(subscription)
    if (subscription.cancel_at_period_end) {
      await endSubscription(subscription, at, noCause)
      return null
    }
    const lines = ledger.subscriptionLines.get(subscription.id) ?? []
    const end = nextPeriodEnd(at, lines[0]?.price.recurring ?? null)
    for (const item of subscription.items.data) {
      item.current_period_start = at
      item.current_period_end = end
    }
    const invoice = bill(subscription, lines, 'subscription_cycle', at, { start: at, end })
    const method = known(ledger.paymentMethods.get(String(subscription.default_payment_method)))
    const byCard = renewalOutcome(method.card?.last4 ?? '')
    const outcome = wanted === 'paid' ? 'paid' : byCard === 'paid' && wanted === 'failed' ? genericDecline : byCard
    subscription.status = outcome === 'paid' ? 'active' : 'past_due'
    await Promise.all([
      outcome === 'paid' ? payInvoice(invoice, method, at) : failInvoice(invoice, method, outcome, at),
      announce('customer.subscription.updated', subscription),
    ])
    return invoice
  }

  /** The donor mends the card, and the month that failed is paid after all. */
  async function payOpenInvoice(invoice: Invoice): Promise<Invoice> {
    if (invoice.status !== 'open') throw new StripeRefusal(`Invoice is ${invoice.status}, not open.`)
    const details = known(invoice.parent?.subscription_details ?? undefined)
    const subscription = known(ledger.subscriptions.get(String(details.subscription)))
    const method = known(ledger.paymentMethods.get(String(subscription.default_payment_method)))
    const wasActive = subscription.status === 'active'
    if (subscription.status === 'past_due') subscription.status = 'active'
    await Promise.all([
      payInvoice(invoice, method, invoice.created),
      wasActive ? null : announce('customer.subscription.updated', subscription),
    ])
    return invoice
  }

  function endSubscription(subscription: Subscription, at: number, cause: Cause): Promise<void> {
    subscription.status = 'canceled'
    subscription.canceled_at ??= at
    subscription.ended_at = at
    if (subscription.cancellation_details) subscription.cancellation_details.reason ??= 'cancellation_requested'
    stopCollecting(subscription)
    return announce('customer.subscription.deleted', subscription, cause)
  }

  /** Months that could not be charged are not tried again: https://docs.stripe.com/billing/subscriptions/cancel */
  function stopCollecting({ id }: Subscription): void {
    for (const invoice of ledger.invoices.values()) {
      if (invoice.status !== 'open' || invoice.parent?.subscription_details?.subscription !== id) continue
      invoice.auto_advance = false
      invoice.next_payment_attempt = null
    }
  }

  async function cancel(
    subscription: Subscription,
    details: CancelReasons,
    cause: Cause = noCause,
  ): Promise<Subscription> {
    refuseCancelled(subscription)
    noteReasons(subscription, details)
    await endSubscription(subscription, nowSeconds(), cause)
    return subscription
  }

  /** Stops at the end of the month that is paid for, or goes on after all. */
  async function cancelAtPeriodEnd(
    subscription: Subscription,
    wanted: boolean,
    details: CancelReasons,
    cause: Cause,
  ): Promise<Subscription> {
    refuseCancelled(subscription)
    const previous = { cancel_at_period_end: subscription.cancel_at_period_end, cancel_at: subscription.cancel_at }
    noteReasons(subscription, details)
    subscription.cancel_at_period_end = wanted
    subscription.cancel_at = wanted ? periodOf(subscription).end : null
    subscription.canceled_at = wanted ? nowSeconds() : null
    if (subscription.cancellation_details) {
      subscription.cancellation_details.reason = wanted ? 'cancellation_requested' : null
    }
    await announce('customer.subscription.updated', subscription, cause, previous)
    return subscription
  }

  return { start, intentForInvoice, advance, payOpenInvoice, cancel, cancelAtPeriodEnd }
}

function refuseCancelled(subscription: Subscription): void {
  if (subscription.status !== 'canceled') return
  throw noSuch('subscription', subscription.id, 'id')
}

function noteReasons(subscription: Subscription, details: CancelReasons): void {
  const kept = subscription.cancellation_details
  if (!kept) return
  kept.comment = details.comment ?? kept.comment
  kept.feedback = details.feedback ?? kept.feedback
}

function periodOf(subscription: Subscription): { start: number; end: number } {
  const item = known(subscription.items.data[0])
  return { start: item.current_period_start, end: item.current_period_end }
}

const days: Readonly<Record<string, number>> = { day: 1, week: 7 }

function nextPeriodEnd(start: number, recurring: { interval: string; interval_count: number } | null): number {
  const count = recurring?.interval_count ?? 1
  const interval = recurring?.interval ?? 'month'
  const length = days[interval]
  if (length !== undefined) return start + length * count * 24 * 3600
  return addMonths(start, interval === 'year' ? 12 * count : count)
}
