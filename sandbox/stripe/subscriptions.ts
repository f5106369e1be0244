/** Monthly gifts: how a subscription starts, is billed each month, fails, recovers and ends. */
import { declined, type Tender } from './cards.ts'
import { noSuch, StripeRefusal } from './errors.ts'
import { type Checkout, keep, known, type Ledger } from './ledger.ts'
import {
  type Customer,
  type Invoice,
  newInvoice,
  newInvoicePayment,
  newSubscription,
  nowSeconds,
  type Period,
  type Subscription,
} from './objects.ts'
import type { Payments } from './payments.ts'
import type { Webhooks } from './webhooks.ts'

export type Subscriptions = ReturnType<typeof createSubscriptions>

const paid: Tender = { type: 'card', outcome: 'paid' }

export function createSubscriptions(ledger: Ledger, payments: Payments, { announce }: Webhooks) {
  /** Charges the invoice of the current period, with a payment of its own: a subscription's metadata does not reach it. */
  function bill(subscription: Subscription, tender: Tender, at: number): Invoice {
    const customer = known(ledger.customers, subscription.customer)
    const invoice = keep(ledger.invoices, newInvoice(ledger.nextId('in'), subscription, customer, at))
    const { amount_due: amount, currency } = invoice
    const intent = payments.newIntent({ amount, currency, customer: customer.id })
    keep(ledger.invoicePayments, newInvoicePayment(ledger.nextId('inpay'), invoice, intent))
    charge(invoice, tender, at)
    return invoice
  }

  const paymentOf = (invoice: Invoice) => [...ledger.invoicePayments.values()].find((one) => one.invoice === invoice.id)

  const intentOf = (invoice: Invoice) => known(ledger.paymentIntents, paymentOf(invoice)?.payment.payment_intent)

  function charge(invoice: Invoice, tender: Tender, at: number): void {
    const intent = intentOf(invoice)
    const outcome = payments.charge(intent, tender, invoice.customer_email, at)
    if (outcome === 'paid') markPaid(invoice, at)
    else if (outcome !== 'pending') announce('invoice.payment_failed', invoice)
  }

  function markPaid(invoice: Invoice, at: number): void {
    const payment = paymentOf(invoice)
    if (payment) payment.status = 'paid'
    invoice.status = 'paid'
    invoice.amount_paid = invoice.amount_due
    invoice.auto_advance = false
    invoice.status_transitions.paid_at = at
    announce('invoice.paid', invoice)
  }

  function end(subscription: Subscription, at: number): void {
    subscription.status = 'canceled'
    subscription.ended_at = at
    // Months that could not be charged are not tried again: https://docs.stripe.com/billing/subscriptions/cancel
    for (const invoice of ledger.invoices.values()) {
      if (invoice.parent.subscription_details.subscription === subscription.id) invoice.auto_advance = false
    }
    announce('customer.subscription.deleted', subscription)
  }

  return {
    /** Starts, and bills the first month by `tender`. */
    start(customer: Customer, { lines, given }: Checkout, tender: Tender): Subscription {
      const now = nowSeconds()
      const period = { current_period_start: now, current_period_end: monthAfter(now) }
      const details = { lines, data: given.subscription_data, period }
      const subscription = newSubscription(ledger.nextId('sub'), customer, details)
      keep(ledger.subscriptions, subscription)
      bill(subscription, tender, now)
      return subscription
    },

    /** A month passes: the next invoice is paid or not. Null when the subscription ends instead. */
    advance(subscription: Subscription, outcome: 'paid' | 'failed'): Invoice | null {
      refuseEnded(subscription)
      const { current_period_end: at } = periodOf(subscription)
      if (subscription.cancel_at_period_end) {
        end(subscription, at)
        return null
      }
      for (const item of subscription.items.data) {
        item.current_period_start = at
        item.current_period_end = monthAfter(at)
      }
      subscription.status = outcome === 'paid' ? 'active' : 'past_due'
      const invoice = bill(subscription, outcome === 'paid' ? paid : { type: 'card', outcome: declined }, at)
      announce('customer.subscription.updated', subscription)
      return invoice
    },

    /** The donor corrects the card, and the month that failed is paid after all. */
    payOpenInvoice(invoice: Invoice): Invoice {
      if (invoice.status !== 'open') throw new StripeRefusal(`The invoice is ${invoice.status}.`)
      const subscription = known(ledger.subscriptions, invoice.parent.subscription_details.subscription)
      charge(invoice, paid, invoice.created)
      if (subscription.status === 'past_due') {
        subscription.status = 'active'
        announce('customer.subscription.updated', subscription)
      }
      return invoice
    },

    /** The donor's bank decides about the first month. */
    decideFirst(subscriptionId: string, isPaid: boolean): void {
      const subscription = known(ledger.subscriptions, subscriptionId)
      const invoice = [...ledger.invoices.values()].find(
        ({ parent }) => parent.subscription_details.subscription === subscriptionId,
      )
      if (!invoice) throw new Error(`${subscriptionId} has no invoice.`)
      payments.decide(intentOf(invoice), isPaid)
      if (isPaid) markPaid(invoice, nowSeconds())
      else {
        subscription.status = 'past_due'
        announce('invoice.payment_failed', invoice)
      }
    },

    cancel(subscription: Subscription): Subscription {
      refuseEnded(subscription)
      end(subscription, nowSeconds())
      return subscription
    },

    /** Ends after the month that is paid, or goes on after all. */
    cancelAtPeriodEnd(subscription: Subscription, wanted: boolean): Subscription {
      refuseEnded(subscription)
      subscription.cancel_at_period_end = wanted
      subscription.cancel_at = wanted ? periodOf(subscription).current_period_end : null
      announce('customer.subscription.updated', subscription)
      return subscription
    },
  }
}

function refuseEnded({ status, id }: Subscription): void {
  if (status === 'canceled') throw noSuch('subscription', id)
}

function periodOf({ id, items }: Subscription): Period {
  const [item] = items.data
  if (!item) throw new Error(`${id} has no items.`)
  return item
}

/** The same time of day a month later; the last day of a shorter month. Seconds, UTC. */
function monthAfter(seconds: number): number {
  const date = new Date(seconds * 1000)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 0)).getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + 1, Math.min(date.getUTCDate(), lastDay))
  return date.getTime() / 1000
}
