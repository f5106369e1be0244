/** Gifts at Stripe: a payment, or one month's invoice. */
import { z } from 'zod'
import type { EventSubject, GiftPlace, GiftReading, ProviderResult } from '#lib/platform/providers/payments.ts'
import { ask, askForOurs, type StripeAccount } from '#lib/platform/providers/stripe-calls.ts'
import {
  effectOf,
  failedRefund,
  type Invoice,
  id,
  listed,
  methodOf,
  moneyLeft,
  monthlyStatus,
  type Payment,
  type PaymentState,
  paymentStatus,
  readableDispute,
  readableInvoice,
  readablePayment,
  subscriptionMetadata,
} from '#lib/platform/providers/stripe-objects.ts'
import { retrieveSession } from '#lib/platform/providers/stripe-sessions.ts'
import { failure, success } from '#lib/platform/result.ts'

const retrievePayment = ({ stripe }: StripeAccount, paymentId: string) =>
  stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge.balance_transaction'] })

/** How much of a payment is disputed, lost and refunded. */
async function stateOf({ stripe }: StripeAccount, payment: Payment): Promise<ProviderResult<PaymentState>> {
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

async function readOneOff(account: StripeAccount, paymentId: string): Promise<ProviderResult<GiftReading | null>> {
  const read = await askForOurs('read payment', readablePayment, () => retrievePayment(account, paymentId))
  if (!read.ok) return read
  const payment = read.value
  const state = await stateOf(account, payment)
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
async function invoicePayment(account: StripeAccount, invoice: Invoice): Promise<ProviderResult<PaymentState | null>> {
  const paymentId = paymentIn(invoice)
  if (!paymentId) return success(null)
  const payment = await ask('read payment', readablePayment, () => retrievePayment(account, paymentId))
  return payment.ok ? stateOf(account, payment.value) : payment
}

const readInvoice = ({ stripe }: StripeAccount, invoiceId: string) =>
  askForOurs(
    'read invoice',
    readableInvoice,
    () => stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }),
    subscriptionMetadata,
  )

async function readMonthly(account: StripeAccount, invoiceId: string): Promise<ProviderResult<GiftReading | null>> {
  const read = await readInvoice(account, invoiceId)
  if (!read.ok) return read
  const invoice = read.value
  const { currency } = invoice
  const subscription = invoice.parent?.subscription_details
  const amount = invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due
  if (!subscription || invoice.status === 'draft' || amount === 0) return success(null)
  const paid = await invoicePayment(account, invoice)
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

/** The gift that an event is about; null for none (an abandoned page, a subscription's session, a plan change). */
export async function locateGift(
  account: StripeAccount,
  subject: EventSubject,
): Promise<ProviderResult<GiftPlace | null>> {
  if (subject.kind === 'subscription') return success(null)
  if (subject.kind === 'invoice') return success({ kind: 'monthly', objectId: subject.id })
  if (subject.kind === 'session') {
    const session = await retrieveSession(account, subject.id)
    if (!session.ok) return session
    const { mode, status, payment_intent } = session.value
    // A monthly gift is counted by its invoices: counting its session too would double the first month.
    const paid = mode === 'payment' && status === 'complete' && payment_intent
    return success(paid ? { kind: 'one-off', objectId: payment_intent } : null)
  }
  const invoices = await ask('find invoice', listed(z.object({ invoice: id })), () =>
    account.stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: subject.id } }),
  )
  if (!invoices.ok) return invoices
  const invoice = invoices.value.data[0]?.invoice
  return success(invoice ? { kind: 'monthly', objectId: invoice } : { kind: 'one-off', objectId: subject.id })
}

/** The current state of a gift, so that the order of events does not matter. */
export const readGift = (
  account: StripeAccount,
  { kind, objectId }: GiftPlace,
): Promise<ProviderResult<GiftReading | null>> =>
  kind === 'monthly' ? readMonthly(account, objectId) : readOneOff(account, objectId)

/**
 * Gives a part of a gift back, in the smallest unit. The same key is one refund. `refused` also if so much is not left.
 * https://docs.stripe.com/api/refunds/create
 */
export async function refund(
  account: StripeAccount,
  { kind, objectId }: GiftPlace,
  amount: number,
  idempotencyKey: string,
): Promise<ProviderResult<unknown>> {
  const invoice = kind === 'monthly' ? await readInvoice(account, objectId) : null
  if (invoice && !invoice.ok) return invoice
  const payment_intent = invoice ? paymentIn(invoice.value) : objectId
  if (!payment_intent) return failure({ kind: 'missing' })
  return ask('refund', z.object({ id }), () =>
    account.stripe.refunds.create({ payment_intent, amount, reason: 'requested_by_customer' }, { idempotencyKey }),
  )
}

/** Where staff see a payment at the provider. */
export const paymentPage = ({ mode }: StripeAccount, objectId: string): string =>
  `https://dashboard.stripe.com/${mode === 'live' ? '' : 'test/'}${objectId.startsWith('in_') ? 'invoices' : 'payments'}/${objectId}`
