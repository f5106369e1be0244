/** What Stripe tells: its signed events, and lists from which the same can be read. */
import Stripe from 'stripe'
import { daySeconds } from '#lib/platform/clock.ts'
import type {
  EventRefusal,
  EventSubject,
  ListedEvent,
  PaymentEvent,
  Payout,
  PayoutItem,
  ProviderResult,
} from '#lib/platform/providers/payments.ts'
import { ask, askForAll, inSeconds, type Page, type StripeAccount } from '#lib/platform/providers/stripe-calls.ts'
import {
  handledEvents,
  listedChange,
  listedEvent,
  listedInvoice,
  listedItem,
  listedPayment,
  listedPayout,
  listedSession,
  paymentEvent,
  readableAccount,
  receivedEvent,
} from '#lib/platform/providers/stripe-objects.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'

/** Maximum age of a webhook in seconds: https://docs.stripe.com/webhooks#replay-attacks */
const signatureTolerance = 300
/** Makes the library verify only the signature; the age is checked separately, because the two failures have different causes. */
const anyAge = 0

/** How long after its payment a gift may change: a dispute is decided last. https://docs.stripe.com/disputes/how-disputes-work */
const maxChangeSeconds = 120 * daySeconds

/** Verifies the signature of the raw body, then its age. https://docs.stripe.com/webhooks#verify-manually */
export function readEvent(
  { stripe, webhookSecret }: StripeAccount,
  rawBody: string,
  signature: string,
): Result<PaymentEvent, EventRefusal> {
  const time = Number(/(?:^|,)\s*t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN)
  if (Number.isNaN(time)) return failure({ kind: 'no-signature' })
  let signed: unknown
  try {
    signed = stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, anyAge)
  } catch (error) {
    const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError
    return failure({ kind: isForged ? 'wrong-signature' : 'malformed' })
  }
  const age = Math.floor(Date.now() / 1000) - time
  if (Math.abs(age) > signatureTolerance) return failure({ kind: 'clock', secondsAhead: age })
  const read = receivedEvent.safeParse(signed)
  if (!read.success) return failure({ kind: 'malformed' })
  return success(paymentEvent(read.data))
}

/** How far back `listEvents` reaches, in days. */
export const maxEventDays = 30

/**
 * Events that may be about gifts, oldest first, whether or not they were delivered. `undelivered`: only those that an endpoint did not
 * take, the newest hundred at most. https://docs.stripe.com/api/events/list
 */
export async function listEvents(
  { stripe, whileVisitorWaits }: StripeAccount,
  { since, until, undelivered = false }: { since: Date; until: Date; undelivered?: boolean },
): Promise<ProviderResult<ListedEvent[]>> {
  const asked = { types: [...handledEvents], created: { gte: inSeconds(since), lte: inSeconds(until) } }
  const found = undelivered
    ? await askForAll(
        'list undelivered events',
        listedEvent,
        (page) => stripe.events.list({ ...asked, ...page, delivery_success: false }, whileVisitorWaits),
        1,
      )
    : await askForAll('list events', listedEvent, (page) => stripe.events.list({ ...asked, ...page }))
  if (!found.ok) return found
  const events = found.value.map((event) => ({ ...paymentEvent(event), createdAt: event.created }))
  return success(events.filter(({ subject, declined }) => subject || declined).reverse())
}

/** Instead of events that the provider no longer keeps: gifts that may have begun since then, and others that may have been returned or disputed. */
export async function listGifts(
  { stripe: { checkout, disputes, invoices, paymentIntents, refunds } }: StripeAccount,
  since: Date,
): Promise<ProviderResult<{ begun: EventSubject[]; changed: EventSubject[] }>> {
  const created = { gte: inSeconds(since) - maxChangeSeconds }
  const complete = (page: Page) => checkout.sessions.list({ created, status: 'complete', ...page })
  const lists = [
    ['begun', 'list sessions', listedSession, complete],
    ['begun', 'list payments', listedPayment, (page: Page) => paymentIntents.list({ created, ...page })],
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
}

/** Payouts since then whose items can be listed, oldest first. https://docs.stripe.com/api/payouts/list */
export async function listPayouts({ stripe }: StripeAccount, since: Date): Promise<ProviderResult<Payout[]>> {
  const created = { gte: inSeconds(since) }
  const found = await askForAll('list payouts', listedPayout, (page) => stripe.payouts.list({ created, ...page }))
  if (!found.ok) return found
  return success(found.value.flatMap(({ isListable, payout }) => (isListable ? payout : [])).reverse())
}

/** Their `net` amounts add up to the amount of the payout. https://docs.stripe.com/api/balance_transactions/list */
export async function listPayoutItems(
  { stripe }: StripeAccount,
  payout: string,
): Promise<ProviderResult<PayoutItem[]>> {
  const found = await askForAll('list what is in a payout', listedItem, (page) =>
    stripe.balanceTransactions.list({ payout, expand: ['data.source'], ...page }),
  )
  return found.ok ? success(found.value.flatMap(({ isPayout, item }) => (isPayout ? [] : item))) : found
}

/**
 * Whether the account can accept payments, which the provider can suspend. The call also shows whether the provider can be reached
 * (lib/platform/warnings.ts). https://docs.stripe.com/api/accounts/object
 */
export const checkAccount = ({ stripe, whileVisitorWaits }: StripeAccount) =>
  ask('read account', readableAccount, () => stripe.accounts.retrieveCurrent({}, whileVisitorWaits))
