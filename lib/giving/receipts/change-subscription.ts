/**
 * A donor's changes to a monthly gift by a mailed link, without an account: cancelling it, and the mail that confirms any change to the
 * address of the gift, so that whoever did not ask for it reads whom to call. Viewing a page changes nothing.
 */

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { givenGifts, latestMonth } from '#lib/giving/ledger/paid-gift.ts'
import type { PaymentProvider } from '#lib/giving/orders/card-payments.ts'
import { enqueueWithin } from '#lib/giving/orders/limited-mail.ts'
import { endStandingOrder, findOrder } from '#lib/giving/orders/store.ts'
import { giftPayload, readStopToken } from '#lib/giving/receipts/links.ts'
import { dayMs, minuteMs, now, utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { log } from '#lib/platform/log.ts'
import type { Money } from '#lib/platform/money.ts'
import { announce } from '#lib/platform/outbox/announce.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import type { ProviderResult, SubscriptionReading } from '#lib/platform/providers/payments.ts'
import { isReference } from '#lib/platform/reference.ts'
import { failure, success } from '#lib/platform/result.ts'
import { store } from '#lib/platform/store/index.ts'

/** `unknown`: the link is valid, but the provider has no such gift of ours. */
export type GiftToStop = SubscriptionReading | { state: 'unknown' } | { state: 'unreachable' }

/** `already`: it was cancelled before. `unreachable`: the outcome is unknown. */
type StopResult = 'stopped' | 'already' | 'unknown' | 'unreachable'

/**
 * Only monthly gifts made through this site, which have a reference; the account may have other subscriptions. @param id of a subscription, or
 * the reference of a standing order, which no provider knows.
 */
export async function readOwnSubscription(
  id: string,
  provider: PaymentProvider | null,
): Promise<ProviderResult<SubscriptionReading>> {
  if (isReference(id)) return readStandingOrder(id)
  if (!provider) return failure({ kind: 'unreachable' })
  const read = await provider.readSubscription(id)
  if (read.ok && !isReference(read.value.metadata.reference)) return failure({ kind: 'missing' })
  return read
}

async function readStandingOrder(reference: string): Promise<ProviderResult<SubscriptionReading>> {
  try {
    const order = await findOrder(reference)
    const { db } = await store()
    const months = await givenGifts(db)
      .select(['amount', 'occurred_at'])
      .where('subscription_id', '=', reference)
      .orderBy('occurred_at')
      .execute()
    const [first, last] = [months[0], months.at(-1)]
    if (!order || !first || !last) return failure({ kind: 'missing' })
    const { money, endedAt } = order
    return success({
      id: reference,
      customerId: '',
      metadata: { reference },
      next: null,
      paused: false,
      state: endedAt ? 'ended' : 'running',
      money: { ...money, amount: last.amount },
      since: new Date(first.occurred_at),
      endedAt: endedAt ? new Date(endedAt) : null,
    })
  } catch (error) {
    log.warn('A standing order could not be looked up', { reference, error })
    return failure({ kind: 'unreachable' })
  }
}

/** Never throws. @param token from the query string; @param provider null when card payments are not configured. */
export async function giftToStop(token: unknown, provider: PaymentProvider | null): Promise<GiftToStop> {
  const id = readStopToken(token)
  return id ? ownGift(id, provider) : { state: 'unknown' }
}

async function ownGift(id: string, provider: PaymentProvider | null): Promise<GiftToStop> {
  const read = await readOwnSubscription(id, provider)
  return read.ok ? read.value : { state: read.failure.kind === 'missing' ? 'unknown' : 'unreachable' }
}

/** @param token of its link. Never throws. */
export async function cancelSubscription(token: unknown, provider: PaymentProvider | null): Promise<StopResult> {
  const id = readStopToken(token)
  return id ? stopGift(id, provider) : 'unknown'
}

/**
 * Ends the subscription immediately, not at the end of the month: the donor loses nothing, and a failed charge is not retried. The ledger
 * is updated by webhook. Idempotent: of two concurrent requests one cancels, and the other finds it cancelled. A standing order is only not
 * expected any more. Never throws.
 */
export async function stopGift(id: string, provider: PaymentProvider | null): Promise<StopResult> {
  const gift = await ownGift(id, provider)
  if (gift.state === 'unknown' || gift.state === 'unreachable') return gift.state
  if (gift.state === 'ended') return 'already'
  if (isReference(gift.id)) return (await stopStandingOrder(gift.id)) ? 'stopped' : 'unreachable'
  if (!provider) return 'unreachable'
  const cancelled = await provider.cancelSubscription(gift.id)
  // After a rejection or a lost response the current state counts.
  const after = cancelled.ok ? cancelled.value : await ownGift(id, provider)
  if (after.state !== 'ended') return 'unreachable'
  log.info('A monthly gift was stopped', { subscription: gift.id })
  await confirmChange('stop', after)
  return 'stopped'
}

/** Mails that. False if it had ended before, is no standing order, or the store fails. Never throws. */
async function stopStandingOrder(reference: string): Promise<boolean> {
  const isEnded = await endStandingOrder(reference).catch((error) => {
    log.error('A standing order could not be ended', { reference, error })
    return false
  })
  const after = isEnded ? await readStandingOrder(reference) : null
  if (after?.ok) await confirmChange('end', after.value)
  return isEnded
}

/** The kind of these mails in the outbox. */
export const changeKind = 'gift-change'

/** How long before the next payment new terms can still be confirmed: the provider wants two days, and its page is open for half an hour. */
const confirmMs = 3 * dayMs
const pageMs = 31 * minuteMs

/**
 * Opens a page on which the donor's bank confirms another amount. In India a mandate is changed only with the bank's authentication, so the
 * gift begins again by a new mandate, with the next payment; the mandate before ends once the new one is confirmed
 * (docs/decisions/0026-donors-have-no-account.md). Until then nothing changes.
 */
export async function confirmAmount(
  { customerId, metadata, next }: SubscriptionReading,
  { money, name }: { money: Money; name: string },
  provider: PaymentProvider,
  pages: { thankYou: string; cancelled: string },
): Promise<URL | 'too-soon' | 'unreachable'> {
  if (!next || next.getTime() < now().getTime() + confirmMs) return 'too-soon'
  const { reference = '', terms: _, ...kept } = metadata
  const opened = await provider.createSession({
    idempotencyKey: randomUUID(),
    reference,
    closesAt: new Date(now().getTime() + pageMs),
    frequency: 'monthly',
    lines: [{ name, money }],
    email: '',
    metadata: kept,
    uiMode: 'hosted',
    replaces: { customerId, from: next },
    ...pages,
  })
  return opened.ok && opened.value.url ? new URL(opened.value.url) : 'unreachable'
}

/** `end`: of a standing order. */
const changes = ['amount', 'day', 'pause', 'resume', 'stop', 'end'] as const

/** `amount`: in the smallest unit, and `next`, the time of the next payment, as they are after the change. */
export const changePayload = giftPayload.extend({
  change: z.enum(changes),
  amount: z.int().nullable(),
  next: z.string().nullable(),
})

/** `reading`: after the change. Never throws: the change is made. */
export async function confirmChange(
  change: (typeof changes)[number],
  { id, money, next, metadata }: SubscriptionReading,
): Promise<void> {
  try {
    const gift = await latestMonth('reference', metadata.reference ?? '')
    if (!gift) return
    const { db } = await store()
    // A second press within the minute is the same mail.
    const subject = `${gift.id}/${change}/${money?.amount ?? ''}/${utcNow().slice(0, 16)}`
    const payload: z.input<typeof changePayload> = {
      giftId: gift.id,
      change,
      amount: money?.amount ?? null,
      next: next?.toISOString() ?? null,
    }
    await db.transaction().execute(async (transaction) => {
      if (env().emailjs) await enqueueWithin(transaction, changeKind, subject, gift.donor_email, payload)
      const { change, amount, next } = payload
      await announce(transaction, {
        type: 'monthly.changed',
        id: subject,
        data: { reference: metadata.reference, change, amount, currency: money?.currency, next },
        person: { email: gift.donor_email },
      })
    })
    wakeOutboxWorker()
  } catch (error) {
    log.error('The mail about a changed monthly gift could not be queued', { subscription: id, change, error })
  }
}
