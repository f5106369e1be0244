/** Payment pages at Stripe, which are checkout sessions, and the customers that monthly gifts need. */
import type Stripe from 'stripe'
import { z } from 'zod'
import type { CheckoutOrder, CheckoutSession, ProviderResult, SessionState } from '#lib/platform/providers/payments.ts'
import {
  ask,
  askForOurs,
  customerParams,
  type StripeAccount,
  sessionParams,
} from '#lib/platform/providers/stripe-calls.ts'
import {
  createdCustomer,
  createdSession,
  id,
  listed,
  customerMetadata as metadataOfCustomer,
  metadataSchema,
  openedPortal,
  paidStatuses,
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

/** Creates the payment page of one order. The same order always gets the same page. https://docs.stripe.com/api/idempotent_requests */
export async function createSession(
  account: StripeAccount,
  order: CheckoutOrder,
): Promise<ProviderResult<CheckoutSession>> {
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

/** Whether an id, which is not trusted, can be that of a session of this account's mode: a secret key can read no other. */
export const isOwnSession = ({ mode }: StripeAccount, sessionId: string): boolean =>
  new RegExp(`^cs_${mode}_[A-Za-z0-9]{8,200}$`).test(sessionId)

/** The state of a payment page, for a page load. `missing`: no such session of ours. */
export async function readSession(account: StripeAccount, sessionId: string): Promise<ProviderResult<SessionState>> {
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
  ask('expire session', z.object({ id }), () => stripe.checkout.sessions.expire(sessionId))

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
