/**
 * Stopping a monthly gift by the signed link of its receipt, without an account. Looking changes nothing. The subscription is
 * ended at once, not at the end of its month: nothing is owed to the donor for the rest of it, and a month that could not be
 * charged is then not tried again. The ledger hears of it by webhook, as of everything. Never throws, never says who gave.
 */
import 'server-only'
import { log } from '#lib/log.ts'
import type { Money } from '#lib/money.ts'
import type { Outcome, StripeGateway, SubscriptionReading } from '#lib/providers/stripe.ts'
import { readStopToken } from '#lib/receipts/stop-link.ts'
import { isReference } from '#lib/reference.ts'

export type GiftToStop =
  | {
      state: 'running' | 'ending' | 'stopped'
      money: Money | null
      since: Date
      /** When the next month is charged; null when none is. */
      next: Date | null
      /** When it was stopped. */
      stopped: Date | null
    }
  /** Stripe knows no gift of ours behind a link that is right. */
  | { state: 'unknown' }
  | { state: 'unreachable' }

/** `already`: it had been stopped before. `unreachable`: nobody knows whether it is. */
export type StopResult = 'stopped' | 'already' | 'unknown' | 'unreachable'

/** A monthly gift of ours. The account may have subscriptions that are not: those have no reference. */
export async function readOurs(id: string, stripe: StripeGateway): Promise<Outcome<SubscriptionReading>> {
  const read = await stripe.readSubscription(id)
  if (read.ok && !isReference(read.value.metadata.reference)) return { ok: false, failure: { why: 'missing' } }
  return read
}

export const whyNot = ({ failure }: Extract<Outcome<unknown>, { ok: false }>) =>
  failure.why === 'missing' ? ('unknown' as const) : ('unreachable' as const)

/** @param token whatever stood in the address; @param stripe null while card payments are not set up. */
export async function giftToStop(token: unknown, stripe: StripeGateway | null): Promise<GiftToStop> {
  const id = readStopToken(token)
  if (!id) return { state: 'unknown' }
  if (!stripe) return { state: 'unreachable' }
  const read = await readOurs(id, stripe)
  if (!read.ok) return { state: whyNot(read) }
  const { state, money, since, next, endedAt } = read.value
  return { state: state === 'ended' ? 'stopped' : state, money, since, next, stopped: endedAt }
}

/** Idempotent. Two at once: one ends it, and Stripe tells the other that it is gone. */
export async function cancelSubscription(token: unknown, stripe: StripeGateway | null): Promise<StopResult> {
  const id = readStopToken(token)
  if (!id) return 'unknown'
  if (!stripe) return 'unreachable'
  const read = await readOurs(id, stripe)
  if (!read.ok) return whyNot(read)
  if (read.value.state === 'ended') return 'already'
  const cancelled = await stripe.cancelSubscription(id)
  if (!cancelled.ok) return settled(id, stripe)
  log.info('A monthly gift was stopped by its link', { subscription: id })
  return 'stopped'
}

/** Stripe refused, or its answer was lost: what it says of the gift now is what counts. */
async function settled(id: string, stripe: StripeGateway): Promise<StopResult> {
  const read = await readOurs(id, stripe)
  return read.ok && read.value.state === 'ended' ? 'stopped' : 'unreachable'
}
