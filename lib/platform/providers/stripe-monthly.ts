/** Monthly gifts at Stripe: a subscription, or several once a donor has confirmed new terms. */
import type Stripe from 'stripe'
import { z } from 'zod'
import type {
  CardInUse,
  ProviderResult,
  SubscriptionChange,
  SubscriptionReading,
} from '#lib/platform/providers/payments.ts'
import { ask, askForAll, askForOurs, inSeconds, type StripeAccount } from '#lib/platform/providers/stripe-calls.ts'
import {
  billedSubscription,
  cardOf,
  id,
  listed,
  readableSubscription,
  subscriptionReading,
} from '#lib/platform/providers/stripe-objects.ts'
import { isReference } from '#lib/platform/reference.ts'
import { failure, success } from '#lib/platform/result.ts'

async function askForSubscription(
  call: string,
  request: () => Promise<unknown>,
): Promise<ProviderResult<SubscriptionReading>> {
  const read = await askForOurs(call, readableSubscription, request)
  return read.ok ? success(subscriptionReading(read.value)) : read
}

const readTerms = ({ stripe }: StripeAccount, subscriptionId: string, options: Stripe.RequestOptions = {}) =>
  askForSubscription('read subscription', () => stripe.subscriptions.retrieve(subscriptionId, {}, options))

function ownSubscription(found: unknown): SubscriptionReading | null {
  const read = readableSubscription.safeParse(found)
  return read.success && isReference(read.data.metadata.reference) ? subscriptionReading(read.data) : null
}

/**
 * All terms of a monthly gift that have not ended, latest first: the subscriptions of its customer, who has no other gifts
 * (createCustomer), with its reference. An incomplete one was never paid.
 */
async function termsOf(
  { stripe }: StripeAccount,
  { customerId, metadata }: SubscriptionReading,
): Promise<ProviderResult<SubscriptionReading[]>> {
  const found = await ask('list subscriptions', listed(z.looseObject({ id, status: z.string() })), () =>
    stripe.subscriptions.list({ customer: customerId, limit: 100 }),
  )
  if (!found.ok) return found
  const terms = found.value.data
    .filter(({ status }) => status !== 'incomplete')
    .flatMap((subscription) => ownSubscription(subscription) ?? [])
    .filter((gift) => gift.state !== 'ended' && gift.metadata.reference === metadata.reference)
  return success(terms.sort((a, b) => Number(b.since) - Number(a.since) || (b.id < a.id ? -1 : 1)))
}

/**
 * Ends a monthly gift under all terms but the latest, which are returned; those of this subscription if all had ended. Idempotent, also
 * when called for several terms at once.
 */
export async function endEarlierTerms(
  account: StripeAccount,
  subscriptionId: string,
): Promise<ProviderResult<SubscriptionReading>> {
  const read = await readTerms(account, subscriptionId)
  if (!read.ok) return read
  const terms = await termsOf(account, read.value)
  if (!terms.ok) return terms
  const [latest = read.value, ...earlier] = terms.value
  for (const gift of earlier) {
    const ended = await ask('end earlier terms', z.object({ id }), () => account.stripe.subscriptions.cancel(gift.id))
    // Another server may have ended them at the same time.
    if (!ended.ok && ended.failure.kind !== 'missing') return ended
  }
  return success(latest)
}

/** https://docs.stripe.com/api/subscriptions/update */
async function changeParams(
  { stripe }: StripeAccount,
  subscriptionId: string,
  change: SubscriptionChange,
): Promise<ProviderResult<Stripe.SubscriptionUpdateParams>> {
  if (change.kind === 'pause') {
    const resumes_at = change.until && inSeconds(change.until)
    return success({ pause_collection: resumes_at ? { behavior: 'void', resumes_at } : '' })
  }
  // A trial moves the billing date without a charge: https://docs.stripe.com/billing/subscriptions/billing-cycle
  if (change.kind === 'next-charge') return success({ trial_end: inSeconds(change.at), proration_behavior: 'none' })
  const items = z.object({ items: listed(z.object({ id })) }).transform((found) => found.items.data)
  const read = await ask('read subscription', items, () => stripe.subscriptions.retrieve(subscriptionId))
  if (!read.ok) return read
  const [item, ...others] = read.value
  if (!item || others.length > 0) return failure({ kind: 'refused', of: null })
  // The product of a payment page is archived, so that it accepts no other price.
  const product = await ask('create product', z.object({ id }), () => stripe.products.create({ name: change.name }))
  if (!product.ok) return product
  const { amount, currency } = change.money
  const price_data = {
    currency: currency.toLowerCase(),
    unit_amount: amount,
    product: product.value.id,
    recurring: { interval: 'month' as const },
  }
  return success({ items: [{ id: item.id, price_data }], proration_behavior: 'none' })
}

/** A monthly gift, for a page load: under its latest terms, also by the id that it had under earlier ones. `missing`: no such subscription of ours. */
export async function readSubscription(
  account: StripeAccount,
  subscriptionId: string,
): Promise<ProviderResult<SubscriptionReading>> {
  const read = await readTerms(account, subscriptionId, account.whileVisitorWaits)
  if (!read.ok || read.value.state !== 'ended') return read
  const terms = await termsOf(account, read.value)
  return terms.ok ? success(terms.value[0] ?? read.value) : terms
}

/**
 * Monthly gifts that run and are paid by a card, with the end of its validity and an id of that card. The event customer.source.expiring
 * is sent for legacy sources only: https://docs.stripe.com/api/events/types (read November 2026)
 */
export async function cardsInUse({ stripe }: StripeAccount): Promise<ProviderResult<CardInUse[]>> {
  const found = await askForAll('list subscriptions', z.looseObject({ id }), (page) =>
    stripe.subscriptions.list({
      ...page,
      expand: ['data.default_payment_method', 'data.customer.invoice_settings.default_payment_method'],
    }),
  )
  if (!found.ok) return found
  const cards = found.value.flatMap((subscription) => {
    const read = ownSubscription(subscription)
    const card = cardOf(billedSubscription.parse(subscription))
    return read?.state === 'running' && card ? [{ gift: read, ...card }] : []
  })
  return success(cards)
}

/** `refused` for a gift of several amounts, of which none can be changed. */
export async function changeSubscription(
  account: StripeAccount,
  subscriptionId: string,
  change: SubscriptionChange,
): Promise<ProviderResult<SubscriptionReading>> {
  const params = await changeParams(account, subscriptionId, change)
  if (!params.ok) return params
  return askForSubscription('change subscription', () =>
    account.stripe.subscriptions.update(subscriptionId, params.value),
  )
}

/** Ends a monthly gift immediately, under all its terms. `missing` also when it has ended already. https://docs.stripe.com/api/subscriptions/cancel */
export async function cancelSubscription(
  account: StripeAccount,
  subscriptionId: string,
): Promise<ProviderResult<SubscriptionReading>> {
  const latest = await endEarlierTerms(account, subscriptionId)
  if (!latest.ok) return latest
  if (latest.value.state === 'ended') return failure({ kind: 'missing' })
  return askForSubscription('cancel subscription', () => account.stripe.subscriptions.cancel(latest.value.id))
}

/**
 * Makes a monthly gift that another site began ours: its later payments carry this metadata, with our reference; invoices that exist keep theirs. One that is ours
 * already stays as it is. `refused` if it is not monthly. https://docs.stripe.com/api/subscriptions/update#update_subscription-metadata
 */
export async function adoptSubscription(
  { stripe }: StripeAccount,
  subscriptionId: string,
  metadata: Readonly<Record<string, string>>,
): Promise<ProviderResult<SubscriptionReading>> {
  const read = await ask('read subscription', readableSubscription, () => stripe.subscriptions.retrieve(subscriptionId))
  if (!read.ok) return read
  const found = subscriptionReading(read.value)
  if (isReference(found.metadata.reference)) return success(found)
  if (found.state === 'ended') return failure({ kind: 'missing' })
  const isMonthly = read.value.items.data.every(
    ({ price: { recurring } }) => recurring?.interval === 'month' && recurring.interval_count === 1,
  )
  if (!isMonthly) return failure({ kind: 'refused', of: null })
  return askForSubscription('adopt subscription', () =>
    stripe.subscriptions.update(subscriptionId, { metadata: { ...metadata } }),
  )
}

/** The contrary: takes the reference off. */
export const releaseSubscription = ({ stripe }: StripeAccount, subscriptionId: string) =>
  ask('release subscription', z.object({ id }), () =>
    stripe.subscriptions.update(subscriptionId, { metadata: { reference: '' } }),
  )
