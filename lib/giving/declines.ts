/**
 * Cards that were declined. Whoever tries one card after another, from one connection or under one e-mail address, waits
 * longer and longer before the next payment can be started. Never the reason that a gift fails: when the store is away, nobody
 * waits. A gift that is paid forgives nothing, because among many stolen cards some are good.
 */
import 'server-only'
import { now, utcNow } from '#lib/clock.ts'
import { type Traces, tracesBehind } from '#lib/giving/checkout-attempts.ts'
import type { EventResult } from '#lib/giving/record-event.ts'
import { type DeclineLimit, declineLimits } from '#lib/http/rate-limit.ts'
import { log } from '#lib/log.ts'
import type { PaymentEvent, StripeGateway } from '#lib/providers/stripe.ts'
import { isReference } from '#lib/reference.ts'
import { type Store, store } from '#lib/store/index.ts'

/** What is left of the wait, in seconds. @param since seconds since the last of `declines` within the hour. */
export function waitAfter(declines: number, since: number, { free, longestWaitSeconds }: DeclineLimit): number {
  if (declines <= free) return 0
  const wait = declineLimits.firstWaitSeconds * 2 ** (declines - free - 1)
  return Math.max(0, Math.min(wait, longestWaitSeconds) - since)
}

const seconds = () => Math.floor(now().getTime() / 1000)

/**
 * Declines stand in rate_limits, one row for each second that had any: `window_start` is when they are forgotten, so that the
 * clearing of windows that are over takes them too.
 */
const keyOf = (trace: string) => `decline:${trace}`
const keysOf = ({ visitor, email }: Traces) =>
  [visitor, email].flatMap((trace) => (trace === null ? [] : [keyOf(trace)]))

/** Whole seconds until whoever left these traces may start a payment; 0 for nearly everybody. Never throws. */
export async function secondsToWait(traces: Traces): Promise<number> {
  const at = seconds()
  try {
    const { db } = await store()
    const counts = await db
      .selectFrom('rate_limits')
      .select(({ fn }) => ['key', fn.sum<number>('count').as('declines'), fn.max('window_start').as('forgotten')])
      .where('key', 'in', keysOf(traces))
      .where('window_start', '>', at)
      .groupBy('key')
      .execute()
    const waits = counts.map(({ key, declines, forgotten }) => {
      const limit = key === keyOf(traces.email) ? declineLimits.email : declineLimits.visitor
      return waitAfter(declines, at - (forgotten - declineLimits.memorySeconds), limit)
    })
    return Math.max(0, ...waits)
  } catch (error) {
    log.warn('Declined cards could not be counted, and a payment was let through', { error })
    return 0
  }
}

async function count(db: Store['db'], traces: Traces): Promise<void> {
  const forgotten = seconds() + declineLimits.memorySeconds
  await db
    .insertInto('rate_limits')
    .values(keysOf(traces).map((key) => ({ key, window_start: forgotten, count: 1 })))
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet((row) => ({ count: row('rate_limits.count', '+', 1) })),
    )
    .execute()
}

/** A card that Stripe declined before there was a payment page. Never throws. */
export async function noteDecline(traces: Traces): Promise<void> {
  try {
    await count((await store()).db, traces)
  } catch (error) {
    log.warn('A declined card could not be counted', { error })
  }
}

/** A card that was declined on a payment page, as an event tells: counted once, however often the event comes. Never throws. */
export async function recordDecline(
  { id, type, objectId, declined }: PaymentEvent,
  stripe: Pick<StripeGateway, 'customerFacts'>,
): Promise<EventResult> {
  if (!declined) return { kind: 'ignored' }
  try {
    const reference = declined.reference ?? (await referenceOf(declined.customer, stripe))
    if (reference === 'send-again') return { kind: 'send-again' }
    const traces = isReference(reference) ? await tracesBehind(reference) : null
    if (!traces) return { kind: 'ignored' }
    const { db } = await store()
    return await db.transaction().execute(async (transaction) => {
      const noted = await transaction
        .insertInto('stripe_events')
        .values({ id, type, object_id: objectId, received_at: utcNow() })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!noted) return { kind: 'known' }
      await count(transaction, traces)
      return { kind: 'recorded' }
    })
  } catch (error) {
    log.error('A declined card could not be counted', { event: id, error })
    return { kind: 'send-again' }
  }
}

/** The payments of a monthly gift bear no facts of ours; their customer does. */
async function referenceOf(customer: string | null, stripe: Pick<StripeGateway, 'customerFacts'>) {
  if (customer === null) return null
  const facts = await stripe.customerFacts(customer)
  if (facts.ok) return facts.value.reference ?? null
  return facts.failure.why === 'missing' ? null : ('send-again' as const)
}
