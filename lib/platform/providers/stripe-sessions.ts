/** Payment pages at Stripe, which are checkout sessions, payments by a wallet, which need no page, and the customers that monthly gifts need. */
import type Stripe from 'stripe'
import { z } from 'zod'
import { isKeyOf } from '#lib/platform/narrow.ts'
import type { CheckoutOrder, CheckoutSession, ProviderResult, SessionState } from '#lib/platform/providers/payments.ts'
import {
  ask,
  askForOurs,
  customerParams,
  paymentParams,
  type StripeAccount,
  sessionParams,
  thankYouOf,
} from '#lib/platform/providers/stripe-calls.ts'
import {
  createdCustomer,
  createdPayment,
  createdSession,
  id,
  listed,
  customerMetadata as metadataOfCustomer,
  metadataSchema,
  openedPortal,
  paidStatuses,
  readablePayment,
  readableSession,
} from '#lib/platform/providers/stripe-objects.ts'
import { success } from '#lib/platform/result.ts'

export const retrieveSession = ({ stripe }: StripeAccount, sessionId: string, options: Stripe.RequestOptions = {}) =>
  askForOurs('read session', readableSession, () => stripe.checkout.sessions.retrieve(sessionId, {}, options))

/** Only for monthly gifts, which need one. A new one for each order: looking up existing customers would reveal whether an address gave before. */
async function createCustomer(
  { stripe }: StripeAccount,
  { payer, ...order }: CheckoutOrder,
): Promise<ProviderResult<string | null>> {
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

async function createPayment(
  { stripe }: StripeAccount,
  order: CheckoutOrder,
): Promise<ProviderResult<CheckoutSession>> {
  const made = await ask(
    'create payment',
    createdPayment,
    () => stripe.paymentIntents.create(paymentParams(order), { idempotencyKey: order.idempotencyKey }),
    { opens: true },
  )
  if (!made.ok) return made
  const { id, client_secret: clientSecret } = made.value
  return success({ id, url: thankYouOf(order, id), clientSecret })
}

/**
 * Creates the payment page of one order, or its payment by a wallet. The same order always gets the same one.
 * https://docs.stripe.com/api/idempotent_requests
 */
export async function createSession(
  account: StripeAccount,
  order: CheckoutOrder,
): Promise<ProviderResult<CheckoutSession>> {
  if (order.uiMode === 'wallet') return createPayment(account, order)
  const customer = await createCustomer(account, order)
  if (!customer.ok) return customer
  const params = sessionParams(order, customer.value)
  return ask(
    'create session',
    createdSession[order.uiMode],
    () => account.stripe.checkout.sessions.create(params, { idempotencyKey: order.idempotencyKey }),
    { opens: true },
  )
}

/** Whether an id, which is not trusted, can be that of a session or payment of this account's mode: a secret key can read no other. */
export const isOwnSession = ({ mode }: StripeAccount, sessionId: string): boolean =>
  new RegExp(`^(?:cs_${mode}|pi)_[A-Za-z0-9]{8,200}$`).test(sessionId)

const isPayment = (pageId: string) => pageId.startsWith('pi_')

/** A payment by a wallet never expires: it is cancelled. */
async function readWalletPayment(
  { stripe, whileVisitorWaits }: StripeAccount,
  paymentId: string,
): Promise<ProviderResult<SessionState>> {
  const read = await askForOurs('read payment', readablePayment.omit({ latest_charge: true }), () =>
    stripe.paymentIntents.retrieve(paymentId, {}, whileVisitorWaits),
  )
  if (!read.ok) return read
  const { status, amount, currency, metadata } = read.value
  const state = { succeeded: 'confirmed', processing: 'confirming', canceled: 'expired' } as const
  return success({
    state: isKeyOf(state, status) ? state[status] : 'failed',
    frequency: 'once',
    money: { amount, currency },
    metadata,
    subscriptionId: null,
  })
}

/** The state of a payment page, for a page load. `missing`: no such session of ours. */
export async function readSession(account: StripeAccount, sessionId: string): Promise<ProviderResult<SessionState>> {
  if (isPayment(sessionId)) return readWalletPayment(account, sessionId)
  const read = await retrieveSession(account, sessionId, account.whileVisitorWaits)
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
}

/** Closes an open payment page. `refused` for one that is not open. https://docs.stripe.com/api/checkout/sessions/expire */
export const expireSession = ({ stripe }: StripeAccount, sessionId: string): Promise<ProviderResult<unknown>> =>
  ask('expire session', z.object({ id }), () =>
    isPayment(sessionId) ? stripe.paymentIntents.cancel(sessionId) : stripe.checkout.sessions.expire(sessionId),
  )

/** Metadata of a customer that createSession made. */
export const customerMetadata = ({ stripe }: StripeAccount, customerId: string) =>
  ask('read customer', metadataOfCustomer, () => stripe.customers.retrieve(customerId))

/**
 * Deletes the customer of an unpaid order, with name, address and e-mail address, found by e-mail address and our reference, so that one
 * whose id we never received is found too. `paid`: there are payments, so nothing was deleted, because that would end a subscription
 * (https://docs.stripe.com/api/customers/delete). Idempotent.
 */
export async function deleteCustomer(
  { stripe }: StripeAccount,
  email: string,
  reference: string,
): Promise<ProviderResult<'deleted' | 'paid'>> {
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
}

/** Address where a customer changes amount and card; valid for a few minutes. `returnUrl`: absolute. */
export const portalSession = ({ stripe }: StripeAccount, customer: string, returnUrl: string) =>
  ask('open portal', openedPortal, () => stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }))
