/**
 * Declined cards. A visitor whose cards are declined waits longer after each one, and a payment page with too many declines is closed at
 * the provider. This must never make a gift fail: while the store is unavailable, nobody waits. A paid gift does not reset the count,
 * because some of many stolen cards are valid.
 */
import type { PaymentProvider } from '#lib/giving/orders/card-payments.ts'
import { type DeclineLimit, declineLimits } from '#lib/giving/orders/limits.ts'
import { giftMetrics } from '#lib/giving/orders/metrics.ts'
import type { LimitKeys, Order } from '#lib/giving/orders/order.ts'
import { closeOrder } from '#lib/giving/orders/store.ts'
import { now } from '#lib/platform/clock.ts'
import { log } from '#lib/platform/log.ts'
import { sign } from '#lib/platform/signed.ts'
import { type Store, store } from '#lib/platform/store/index.ts'

/** The remaining wait in seconds. @param since seconds since the last of `declines` within the hour. */
export function waitAfter(declines: number, since: number, { free, maxWaitSeconds }: DeclineLimit): number {
  if (declines <= free) return 0
  const wait = declineLimits.firstWaitSeconds * 2 ** (declines - free - 1)
  return Math.max(0, Math.min(wait, maxWaitSeconds) - since)
}

const seconds = () => Math.floor(now().getTime() / 1000)

/**
 * Declines are kept in rate_limits, one row for each second with any. `window_start` is when they expire, so the job that deletes old
 * windows deletes them too.
 */
type Subject = 'emailAndVisitor' | 'email' | 'visitor'

function keysOf({ visitor, email }: LimitKeys): Partial<Record<Subject, string>> {
  const byEmail = { email: `decline:${email}` }
  if (visitor === null) return byEmail
  return {
    ...byEmail,
    visitor: `decline:${visitor}`,
    emailAndVisitor: `decline:${sign('decline', `${email} ${visitor}`)}`,
  }
}

const sessionKey = (reference: string) => `decline:session:${reference}`

/**
 * Whole seconds until the visitor with these keys may start a payment; 0 for nearly everybody. `isPerson`: Turnstile has just checked the
 * visitor, who then need not wait for declines that may be somebody else's. Never throws.
 */
export async function secondsToWait(limitKeys: LimitKeys, { isPerson = false } = {}): Promise<number> {
  const at = seconds()
  const keys = keysOf(limitKeys)
  const subjects = (Object.keys(keys) as Subject[]).filter((subject) => !(isPerson && subject === 'email'))
  try {
    const { db } = await store()
    const counts = await db
      .selectFrom('rate_limits')
      .select(({ fn }) => ['key', fn.sum<number>('count').as('declines'), fn.max('window_start').as('forgotten')])
      .where('key', 'in', Object.values(keys))
      .where('window_start', '>', at)
      .groupBy('key')
      .execute()
    const waits = subjects.map((subject) => {
      const found = counts.find(({ key }) => key === keys[subject])
      if (!found) return 0
      return waitAfter(found.declines, at - (found.forgotten - declineLimits.memorySeconds), declineLimits[subject])
    })
    return Math.max(0, ...waits)
  } catch (error) {
    log.warn('Declined cards could not be counted, so a payment was allowed', { error })
    return 0
  }
}

/** Counts a declined card. `reference`: of the payment page, if any. */
export async function countDecline(db: Store['db'], limitKeys: LimitKeys, reference?: string): Promise<void> {
  const at = seconds()
  const rows = Object.values(keysOf(limitKeys)).map((key) => ({
    key,
    window_start: at + declineLimits.memorySeconds,
  }))
  if (reference) rows.push({ key: sessionKey(reference), window_start: at + declineLimits.sessionSeconds })
  await db
    .insertInto('rate_limits')
    .values(rows.map((row) => ({ ...row, count: 1 })))
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet((row) => ({ count: row('rate_limits.count', '+', 1) })),
    )
    .execute()
}

/** Counts a card that was declined before there was a payment page. Never throws. */
export async function noteDecline(limitKeys: LimitKeys): Promise<void> {
  giftMetrics().declines.inc()
  try {
    await countDecline((await store()).db, limitKeys)
  } catch (error) {
    log.warn('A declined card could not be counted', { error })
  }
}

/**
 * Expires the payment page at the provider after too many declines; otherwise any number of cards could be tried on an open page. Every
 * further event repeats this, which makes up for a failed request.
 */
export async function closeAfterTooMany(
  { reference, pageId }: Order,
  provider: Pick<PaymentProvider, 'expireSession'>,
): Promise<'send-again' | 'done'> {
  const { db } = await store()
  const { declines } = await db
    .selectFrom('rate_limits')
    .select(({ fn }) => fn.sum<number | null>('count').as('declines'))
    .where('key', '=', sessionKey(reference))
    .executeTakeFirstOrThrow()
  if (Number(declines) < declineLimits.session) return 'done'
  if (!pageId) {
    log.warn('A payment page with many declined cards could not be closed: its session was not recorded', { reference })
    return 'done'
  }
  const expired = await provider.expireSession(pageId)
  if (!expired.ok) return ['refused', 'missing'].includes(expired.failure.kind) ? 'done' : 'send-again'
  log.warn('A payment page was closed after many declined cards', { reference, declines })
  await closeOrder(reference)
  return 'done'
}
