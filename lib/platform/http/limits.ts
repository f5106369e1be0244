/**
 * Rate limits: how often one visitor, one network or everybody may do what costs something. Whoever owns the request declares its {@link
 * Limit}. Fixed windows of ten minutes aligned to the clock (10:00, 10:10), so up to twice a limit can pass around a boundary. Fails open:
 * when counters are unavailable, every request is allowed, because a limit must never be the reason that a request is lost.
 */
import { sql } from 'kysely'
import { now, utcNow } from '#lib/platform/clock.ts'
import { dayAfter } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import { clientAddress, emailKey, visitorKey, visitorOf } from '#lib/platform/http/client-address.ts'
import { type Limit, windowSeconds } from '#lib/platform/http/limit.ts'
import { log } from '#lib/platform/log.ts'
import { processState } from '#lib/platform/process-state.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { sign } from '#lib/platform/signed.ts'
import { type Store, store } from '#lib/platform/store/index.ts'
import { logFailures, reportWarning } from '#lib/platform/warnings.ts'

/** A counter and its maximum per window. `alarm`: who reached it, for operators; not for the counters of single visitors. */
type Count = { key: string; max: number; alarm?: string }

const isForSite = (key: string) => key.startsWith('site:')

/** In Unix seconds. */
function currentWindow(): { start: number; secondsLeft: number } {
  const seconds = Math.floor(now().getTime() / 1000)
  const start = seconds - (seconds % windowSeconds)
  return { start, secondsLeft: start + windowSeconds - seconds }
}

/**
 * Increments each counter in order and stops at the first that is exceeded, so that a rejected visitor does not use up the allowance of
 * their network or of the whole site. @returns whether all are within their limits.
 */
async function countInStore(counts: readonly Count[]): Promise<boolean> {
  const { start } = currentWindow()
  const { db, dialect } = await store()
  const counted = await db.transaction().execute(async (transaction) => {
    // Every request waits for the row of the whole site. A counter may lose its last second in a crash, so nobody waits for the disk
    // as well. `true`: for this transaction only. https://www.postgresql.org/docs/current/wal-async-commit.html
    if (dialect === 'postgres') await sql`select set_config('synchronous_commit', 'off', true)`.execute(transaction)
    const counted: { count: Count; times: number }[] = []
    for (const count of counts) {
      const times = await addToStore(transaction, count.key, start)
      counted.push({ count, times })
      if (times > count.max) break
    }
    return counted
  })
  return counted.map(({ count, times }) => isWithin(count, times)).every(Boolean)
}

/** Increments a counter and returns its value. `window_start`: Unix seconds; the counter is deleted some time after. */
async function addToStore(db: Store['db'], key: string, window_start: number): Promise<number> {
  const { count } = await db
    .insertInto('rate_limits')
    .values({ key, window_start, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet((row) => ({ count: row('rate_limits.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  // The first request of a window deletes expired windows, including old declines.
  if (count === 1 && isForSite(key))
    await db.deleteFrom('rate_limits').where('window_start', '<', window_start).execute()
  return count
}

/** Memory bound: further addresses count only towards the site-wide limit. */
const maxKeys = 50_000

type InProcess = { start: number; counts: Map<string, number> }
const windowState = processState<InProcess>('limits', () => ({ start: 0, counts: new Map() }))

function inProcess(): InProcess {
  const { start } = currentWindow()
  if (windowState.get().start !== start) windowState.set({ start, counts: new Map() })
  return windowState.get()
}

/** As {@link countInStore}, for this process alone. */
function countInProcess(counts: readonly Count[]): boolean {
  const { counts: kept } = inProcess()
  return counts.every((count) => {
    const { key } = count
    const times = (kept.get(key) ?? 0) + 1
    if (kept.has(key) || kept.size < maxKeys || isForSite(key)) kept.set(key, times)
    return isWithin(count, times)
  })
}

/** Reports a limit that is shared by many visitors, and logs it once per window: by the server that counts the request that reaches it. */
function isWithin({ key, max, alarm }: Count, times: number): boolean {
  if (alarm && times >= max) {
    const sentence = `${alarm} (${max} in ten minutes). More are answered 429 until the ten minutes are over.`
    if (times === max) log.error(sentence, { limit: key })
    reportWarning('limit-reached', sentence, { of: key, seconds: currentWindow().secondsLeft })
  }
  return times <= max
}

/** Keyed hash of the visitor's address, or null when it is unknown. `retryAfter`: whole seconds until the window ends, at least 1. */
export type RateVerdict = Result<string | null, { retryAfter: number }>

/**
 * Counts this request and checks the limit. `email`: the address typed into the form, for limits that count it.
 * Never throws.
 */
export async function limitRequest(
  headers: Headers,
  limit: Limit<'in-store'>,
  { email }: { email?: string } = {},
): Promise<RateVerdict> {
  const visitor = visitorOf(headers)
  try {
    const count = () => countInStore(countsFor(limit, headers, email))
    if (!(await logFailures('Requests cannot be counted, so they are allowed', count))) return refused()
  } catch {
    // Logged above.
  }
  return success(visitor && visitorKey(visitor))
}

/** The same for pages, which must not wait for the store: counted in this process only. */
export function limitPage(headers: Headers, limit: Limit<'in-process'>): Result<null, { retryAfter: number }> {
  return countInProcess(countsFor(limit, headers, undefined)) ? success(null) : refused()
}

const refused = () => failure({ retryAfter: currentWindow().secondsLeft })

/** Which of the mails of a kind to one mailbox today (UTC) the next one is, from 1. */
export function countMailTo(db: Store['db'], kind: string, email: string): Promise<number> {
  return addToStore(
    db,
    `mail:${kind}:${emailKey(email)}`,
    Date.parse(`${dayAfter(utcNow().slice(0, 10))}T00:00:00Z`) / 1000,
  )
}

/** As {@link countMailTo}, in the current window of ten minutes. */
export const countMailInWindow = (db: Store['db'], kind: string, email: string): Promise<number> =>
  addToStore(db, `mail:${kind}:${emailKey(email)}`, currentWindow().start)

/** From the narrowest to the widest. SITE_LIMIT_FACTOR raises the two that all visitors share. */
function countsFor(limit: Limit, headers: Headers, email: string | undefined): Count[] {
  const { name, address, network, emailAndAddress, unknownAddress, site } = limit
  const { siteLimitFactor } = env()
  const everybody: Count = {
    key: `site:${name}`,
    max: site * siteLimitFactor,
    alarm: `All visitors together reached the limit of "${name}"`,
  }
  const visitor = visitorOf(headers)
  if (!visitor) {
    // The address of a proxy that hides those of its visitors, if it is known.
    const proxy = clientAddress(headers)
    const unknown: Count = {
      key: `unknown-address:${name}${proxy ? `:${proxy}` : ''}`,
      max: unknownAddress * siteLimitFactor,
      alarm: `Visitors whose address is unknown reached the limit of "${name}"; behind a proxy, set TRUSTED_PROXIES`,
    }
    return [unknown, everybody]
  }
  const keyed = (subject: string, max: number): Count => ({ key: sign(`limit ${name}`, subject), max })
  return [
    ...(email !== undefined && emailAndAddress !== undefined
      ? [keyed(`${emailKey(email)} ${visitor.address}`, emailAndAddress)]
      : []),
    keyed(visitor.address, address),
    ...(visitor.network ? [keyed(visitor.network, network)] : []),
    everybody,
  ]
}
