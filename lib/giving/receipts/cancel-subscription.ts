/**
 * Cancels a monthly gift through the signed link of its receipt, without an account. Viewing the page changes nothing. The
 * subscription ends immediately, not at the end of the month: the donor loses nothing, and a failed charge is not retried. The ledger
 * learns of it by webhook. Never throws, never reveals the donor.
 */
import 'server-only'
import { confirmChange } from '#lib/giving/receipts/change-mail.ts'
import { readStopToken } from '#lib/giving/receipts/stop-link.ts'
import { log } from '#lib/platform/log.ts'
import type { Money } from '#lib/platform/money.ts'
import type { Outcome, PaymentProvider, SubscriptionReading } from '#lib/platform/providers/payments.ts'
import { isReference } from '#lib/platform/reference.ts'

export type GiftToStop =
  | {
      state: 'running' | 'ending' | 'stopped'
      money: Money | null
      since: Date
      /** Next charge; null without one. */
      next: Date | null
      /** When it was cancelled. */
      stopped: Date | null
    }
  /** The link is valid, but the provider has no such gift of ours. */
  | { state: 'unknown' }
  | { state: 'unreachable' }

/** `already`: it was cancelled before. `unreachable`: the outcome is unknown. */
type StopResult = 'stopped' | 'already' | 'unknown' | 'unreachable'

/** Only monthly gifts made through this site, which have a reference; the account may have other subscriptions. */
export async function readOwnSubscription(
  id: string,
  provider: PaymentProvider,
): Promise<Outcome<SubscriptionReading>> {
  const read = await provider.readSubscription(id)
  if (read.ok && !isReference(read.value.metadata.reference)) return { ok: false, failure: { why: 'missing' } }
  return read
}

const stateOfFailure = ({ failure }: Extract<Outcome<unknown>, { ok: false }>) =>
  failure.why === 'missing' ? ('unknown' as const) : ('unreachable' as const)

/** @param token from the query string; @param provider null when card payments are not configured. */
export async function giftToStop(token: unknown, provider: PaymentProvider | null): Promise<GiftToStop> {
  const id = readStopToken(token)
  if (!id) return { state: 'unknown' }
  if (!provider) return { state: 'unreachable' }
  const read = await readOwnSubscription(id, provider)
  if (!read.ok) return { state: stateOfFailure(read) }
  const { state, money, since, next, endedAt } = read.value
  return { state: state === 'ended' ? 'stopped' : state, money, since, next, stopped: endedAt }
}

/** Idempotent: of two concurrent requests one cancels, and the other finds it cancelled. */
export async function cancelSubscription(token: unknown, provider: PaymentProvider | null): Promise<StopResult> {
  const id = readStopToken(token)
  if (!id) return 'unknown'
  if (!provider) return 'unreachable'
  const read = await readOwnSubscription(id, provider)
  if (!read.ok) return stateOfFailure(read)
  if (read.value.state === 'ended') return 'already'
  const cancelled = await provider.cancelSubscription(id)
  if (!cancelled.ok) return currentState(id, provider)
  log.info('A monthly gift was stopped by its link', { subscription: id })
  await confirmChange('stop', cancelled.value)
  return 'stopped'
}

/** After a rejection or a lost response: reads the current state. */
async function currentState(id: string, provider: PaymentProvider): Promise<StopResult> {
  const read = await readOwnSubscription(id, provider)
  if (!read.ok || read.value.state !== 'ended') return 'unreachable'
  await confirmChange('stop', read.value)
  return 'stopped'
}
