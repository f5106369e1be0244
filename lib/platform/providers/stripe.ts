/**
 * The Stripe facade, in domain terms. Every failure is a value; what donors typed is never logged or returned. Stripe's wire format is
 * known only in stripe-*.ts.
 */
import { env } from '#lib/platform/env.ts'
import { accountOf, type StripeAccount } from '#lib/platform/providers/stripe-calls.ts'
import {
  checkAccount,
  listEvents,
  listGifts,
  listPayoutItems,
  listPayouts,
  maxEventDays,
  readEvent,
} from '#lib/platform/providers/stripe-events.ts'
import { locateGift, paymentPage, readGift, refund } from '#lib/platform/providers/stripe-gifts.ts'
import {
  adoptSubscription,
  cancelSubscription,
  cardsInUse,
  changeSubscription,
  endEarlierTerms,
  readSubscription,
  releaseSubscription,
} from '#lib/platform/providers/stripe-monthly.ts'
import {
  createSession,
  customerMetadata,
  deleteCustomer,
  expireSession,
  isOwnSession,
  portalSession,
  readSession,
} from '#lib/platform/providers/stripe-sessions.ts'

export { eventTypes } from '#lib/platform/providers/stripe-objects.ts'

const operations = {
  ...{ createSession, isOwnSession, readSession, expireSession, portalSession, customerMetadata, deleteCustomer },
  ...{ readEvent, listEvents, listGifts, listPayouts, listPayoutItems, checkAccount },
  ...{ locateGift, readGift, refund, paymentPage },
  ...{ readSubscription, changeSubscription, cancelSubscription, endEarlierTerms, cardsInUse },
  ...{ adoptSubscription, releaseSubscription },
}
type Operations = typeof operations

/** What checkout, ledger and receipts ask of the provider: all operations of one account. */
export type PaymentProvider = {
  [Name in keyof Operations]: Operations[Name] extends (account: StripeAccount, ...given: infer Given) => infer Answer
    ? (...given: Given) => Answer
    : never
} & { maxEventDays: number }

let kept: { key: string; payments: PaymentProvider } | null = null

/** Operations of this site's own account; null while no payment service is set up. */
export function cardProvider(): PaymentProvider | null {
  const { stripe } = env()
  if (!stripe) return null
  const key = JSON.stringify(stripe)
  if (kept?.key !== key) {
    const account = accountOf(stripe)
    const bound = Object.entries(operations).map(([name, operation]) => [
      name,
      (...given: unknown[]) => Reflect.apply(operation, null, [account, ...given]),
    ])
    kept = { key, payments: { ...Object.fromEntries(bound), maxEventDays } }
  }
  return kept.payments
}

/** Settings for Stripe's script in the browser; `scriptUrl` only if a stand-in serves its own script. */
export function cardFormInBrowser(): { publishableKey: string | null; scriptUrl?: string } {
  const { stripe } = env()
  return {
    publishableKey: stripe?.publishableKey ?? null,
    ...(stripe?.apiBase && { scriptUrl: new URL('/sandbox-stripe.js', stripe.apiBase).href }),
  }
}
