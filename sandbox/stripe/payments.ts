/** Payments: charged, decided later by a bank, refunded, disputed, paid out. Charges nobody. */
import type Stripe from 'stripe'
import {
  type BalanceItem,
  keep,
  type Ledger,
  named,
  nowSeconds,
  type Outcome,
  type PaymentParameters,
  type SessionParameters,
  StripeRefusal,
} from './ledger.ts'
import type { Webhooks } from './webhooks.ts'

/** What every change of a payment needs. */
export type Payments = {
  ledger: Ledger
  announce: Webhooks['announce']
  /** The origin of the payment pages. */
  origin: string
  /** The currency of all payouts. Null: each currency is paid out by itself. */
  settledIn: string | null
}

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

export const newIntent = (
  payments: Payments,
  amount: number,
  { currency, customer }: { currency: string | null; customer: unknown },
  data: SessionParameters['payment_intent_data'] = {},
): Stripe.PaymentIntent =>
  keep(payments.ledger.paymentIntents, {
    id: payments.ledger.nextId('pi'),
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

/** Every movement of money makes a balance transaction. `amount`: in the currency of the payment. */
function book(
  payments: Payments,
  category: string,
  amount: number,
  source: { id: string; payment_intent?: unknown },
  feeOf: (settled: number) => number = () => 0,
): BalanceItem {
  const own = named(payments.ledger.paymentIntents, source.payment_intent).currency
  const settled = payments.settledIn && payments.settledIn !== own ? Math.round(amount * rate) : amount
  const fee = feeOf(settled)
  return keep(payments.ledger.balance, {
    id: payments.ledger.nextId('txn'),
    object: 'balance_transaction',
    amount: settled,
    fee,
    net: settled - fee,
    currency: payments.settledIn ?? own,
    created: nowSeconds(),
    reporting_category: category,
    payout: null,
    source: { id: source.id, payment_intent: source.payment_intent } as Stripe.Charge,
  })
}

export function conclude(payments: Payments, intent: Stripe.PaymentIntent, outcome: Outcome): void {
  const charge = chargeOf(intent)
  if (outcome === 'paid') charge.balance_transaction = book(payments, 'charge', charge.amount, charge, cardFee)
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
  payments.announce('payment_intent.payment_failed', withChargeId(intent))
}

/** Every attempt makes a charge. `at`: seconds. */
export function charge(
  payments: Payments,
  intent: Stripe.PaymentIntent,
  outcome: Outcome,
  email: string | null,
  at = nowSeconds(),
): void {
  intent.latest_charge = {
    id: payments.ledger.nextId('ch'),
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
  conclude(payments, intent, outcome)
}

/** A payment without a session, which a wallet confirms. */
export function openPayment(
  payments: Payments,
  { amount, currency, description, metadata }: PaymentParameters,
): Stripe.PaymentIntent {
  const intent = newIntent(payments, Number(amount), { currency, customer: null }, { description, metadata })
  intent.client_secret = payments.ledger.nextSecret(intent.id)
  return intent
}

export function payByWallet(payments: Payments, intent: Stripe.PaymentIntent, outcome: Outcome): void {
  if (intent.status !== 'requires_payment_method') throw new StripeRefusal(`The payment is ${intent.status}.`)
  charge(payments, intent, outcome, null)
  if (outcome === 'paid') payments.announce('payment_intent.succeeded', withChargeId(intent))
}

export function cancelPayment(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  if (intent.status !== 'requires_payment_method') throw new StripeRefusal(`The payment is ${intent.status}.`)
  intent.status = 'canceled'
  return intent
}

/** The requested part of what is left of a charge, neither refunded nor disputed; without a request, all of it. */
function partOf(payments: Payments, charge: Stripe.Charge, requested: number | undefined, becomes: string) {
  const payment_intent = String(charge.payment_intent)
  const disputed = [...payments.ledger.disputes.values()]
    .filter((dispute) => dispute.payment_intent === payment_intent && !/^(?:won|warning_.*)$/.test(dispute.status))
    .reduce((sum, { amount }) => sum + amount, 0)
  const left = charge.status === 'succeeded' ? charge.amount - charge.amount_refunded - disputed : 0
  const amount = requested ?? left
  if (left <= 0 || amount <= 0 || amount > left)
    throw new StripeRefusal(`Only ${left} of this charge can be ${becomes}.`)
  return { amount, payment_intent }
}

/** Without an amount, all that is left. */
export function refund(payments: Payments, charge: Stripe.Charge, requested?: number): Stripe.Refund {
  const { amount, payment_intent } = partOf(payments, charge, requested, 'refunded')
  const id = payments.ledger.nextId('re')
  const refund = keep(payments.ledger.refunds, {
    id,
    object: 'refund',
    amount,
    created: nowSeconds(),
    payment_intent,
    status: 'succeeded',
  })
  charge.amount_refunded += amount
  book(payments, 'refund', -amount, refund)
  payments.announce('charge.refunded', charge)
  return refund
}

/** The donor's bank rejects the refund. The charge still counts it, as at Stripe, so the site must check the refund itself. */
export function failRefund(payments: Payments, refund: Stripe.Refund): Stripe.Refund {
  refund.status = 'failed'
  book(payments, 'refund_failure', refund.amount, refund)
  payments.announce('charge.refund.updated', refund)
  payments.announce('refund.failed', refund)
  return refund
}

/** The donor's bank takes the money back until the dispute is closed: an amount, or all that is left. */
export function dispute(payments: Payments, charge: Stripe.Charge, requested?: number): Stripe.Dispute {
  const { amount, payment_intent } = partOf(payments, charge, requested, 'disputed')
  const id = payments.ledger.nextId('du')
  const dispute = keep(payments.ledger.disputes, {
    id,
    object: 'dispute',
    amount,
    currency: named(payments.ledger.paymentIntents, payment_intent).currency,
    created: nowSeconds(),
    payment_intent,
    status: 'needs_response',
    evidence_details: { due_by: nowSeconds() + 7 * 24 * 3600 } as Stripe.Dispute.EvidenceDetails,
  })
  charge.disputed = true
  book(payments, 'dispute', -amount, dispute, () => disputeFee)
  payments.announce('charge.dispute.created', dispute)
  return dispute
}

/** The charge stays `disputed`, as at Stripe, which keeps its fee. */
export function closeDispute(
  payments: Payments,
  dispute: Stripe.Dispute,
  status: Stripe.Dispute.Status,
): Stripe.Dispute {
  dispute.status = status
  if (status !== 'lost') book(payments, 'dispute_reversal', dispute.amount, dispute)
  payments.announce('charge.dispute.closed', dispute)
  return dispute
}

/** From now on everything is paid out in this currency; null: each by itself. */
export function settleIn(payments: Payments, currency: string | null) {
  payments.settledIn = currency
  return { currency }
}

/** Pays out all that has not been paid out, on a day at the bank (YYYY-MM-DD): one payout for each currency. */
export function payOut(payments: Payments, day: string): Stripe.Payout[] {
  const open = [...payments.ledger.balance.values()].filter(({ payout }) => payout === null)
  return [...Map.groupBy(open, ({ currency }) => currency)].map(([currency, items]) => {
    const amount = items.reduce((sum, { net }) => sum + net, 0)
    const payout = keep(payments.ledger.payouts, {
      id: payments.ledger.nextId('po'),
      object: 'payout',
      amount,
      currency,
      automatic: true,
      created: nowSeconds(),
      arrival_date: Date.parse(day) / 1000,
      status: 'paid',
      reconciliation_status: 'completed',
    })
    const id = payments.ledger.nextId('txn')
    const whole = { object: 'balance_transaction', amount: -amount, fee: 0, net: -amount, currency } as const
    const made = { created: payout.created, reporting_category: 'payout', source: payout.id, payout: payout.id }
    keep(payments.ledger.balance, { id, ...whole, ...made })
    for (const item of items) item.payout = payout.id
    return payout
  })
}
