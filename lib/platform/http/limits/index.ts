/**
 * Rate limits: how often one visitor, one network or everybody may do what costs something (numbers: table.ts). Fails open: when
 * counters are unavailable, every request is allowed, because a limit must never be the reason that a gift fails.
 */
import 'server-only'
import { utcNow } from '#lib/platform/clock.ts'
import { dayAfter } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import { logFailures } from '#lib/platform/failure-streak.ts'
import { clientAddress } from '#lib/platform/http/client-address.ts'
import {
  addToStore,
  type Count,
  type Counts,
  countInProcess,
  countInStore,
  currentWindow,
  siteKey,
} from '#lib/platform/http/limits/count.ts'
import { type Bucket, type Limits, limits, type mailsPerDay } from '#lib/platform/http/limits/table.ts'
import { emailKey, visitorKey, visitorOf } from '#lib/platform/http/limits/visitor.ts'
import { log } from '#lib/platform/log.ts'
import { sign } from '#lib/platform/signed.ts'
import type { Store } from '#lib/platform/store/index.ts'
import { reportWarning } from '#lib/platform/warnings.ts'

/**
 * `visitor`: keyed hash of the visitor's address; null when the address is unknown. `retryAfter`: whole seconds until the window
 * ends, at least 1.
 */
export type RateVerdict = { ok: true; visitor: string | null } | { ok: false; retryAfter: number }

/** Where each bucket is counted: in the store or in this process. */
type Place = { [Name in Bucket]: (typeof limits)[Name]['counted'] }
export type RequestBucket = { [Name in Bucket]: Place[Name] extends 'in-store' ? Name : never }[Bucket]
type PageBucket = Exclude<Bucket, RequestBucket>

/**
 * Counts this request against its bucket and checks the limit. `email`: the address typed into the form, for buckets that limit it.
 * Never throws.
 */
export async function limitRequest(
  headers: Headers,
  bucket: RequestBucket,
  { email }: { email?: string } = {},
): Promise<RateVerdict> {
  const visitor = visitorOf(headers)
  try {
    const count = () => countInStore(countsFor(bucket, headers, email))
    if (isOver(bucket, await logFailures('Requests cannot be counted, and are allowed', count))) return refused()
  } catch {
    // Logged above.
  }
  return { ok: true, visitor: visitor && visitorKey(visitor) }
}

/** The same for pages, which must not wait for the store: counted in this process only. */
export function limitPage(headers: Headers, bucket: PageBucket): { ok: true } | { ok: false; retryAfter: number } {
  return isOver(bucket, countInProcess(countsFor(bucket, headers, undefined))) ? refused() : { ok: true }
}

const refused = () => ({ ok: false as const, retryAfter: currentWindow().secondsLeft })

function isOver(bucket: Bucket, { over, counts }: Counts): boolean {
  raiseAlarms(bucket, counts)
  return over !== null
}

/** Which of the mails of a kind to one mailbox today (UTC) the next one is, from 1. @throws when the store fails. */
export function countMailTo(db: Store['db'], kind: keyof typeof mailsPerDay, email: string): Promise<number> {
  return addToStore(
    db,
    `mail:${kind}:${emailKey(email)}`,
    Date.parse(`${dayAfter(utcNow().slice(0, 10))}T00:00:00Z`) / 1000,
  )
}

/** SITE_LIMIT_FACTOR raises the two limits that all visitors share. */
function limitsOf(bucket: Bucket): Limits {
  const given: Limits = limits[bucket]
  const { siteLimitFactor } = env()
  return { ...given, unknownAddress: given.unknownAddress * siteLimitFactor, site: given.site * siteLimitFactor }
}

/** `peer`: the address of a proxy that hides those of its visitors, if it is known. */
const unknownKey = (bucket: Bucket, peer: string | null) => ['unknown-address', bucket, peer ?? []].flat().join(':')

/** From the narrowest to the widest. */
function countsFor(bucket: Bucket, headers: Headers, email: string | undefined): Count[] {
  const visitor = visitorOf(headers)
  const { address, network, emailAndAddress, unknownAddress, site } = limitsOf(bucket)
  const keyed = (subject: string) => sign(`limit ${bucket}`, subject)
  const everybody = { key: siteKey(bucket), most: site }
  if (!visitor) return [{ key: unknownKey(bucket, clientAddress(headers)), most: unknownAddress }, everybody]
  const counts: Count[] = []
  if (email !== undefined && emailAndAddress !== undefined)
    counts.push({ key: keyed(`${emailKey(email)} ${visitor.address}`), most: emailAndAddress })
  counts.push({ key: keyed(visitor.address), most: address })
  if (visitor.network) counts.push({ key: keyed(visitor.network), most: network })
  return [...counts, everybody]
}

function raiseAlarms(bucket: Bucket, counts: Counts['counts']): void {
  const { site, unknownAddress } = limitsOf(bucket)
  for (const [key, count] of counts)
    if (key === siteKey(bucket)) raiseAlarm(key, count, site, `All visitors together reached the limit of "${bucket}"`)
    else if (key.startsWith(unknownKey(bucket, null)))
      raiseAlarm(
        key,
        count,
        unknownAddress,
        `Visitors whose address is unknown reached the limit of "${bucket}"; behind a proxy, set TRUSTED_PROXIES`,
      )
}

/** Logged once per window, by the server that counts the request that reaches the limit. */
function raiseAlarm(key: string, count: number, most: number, what: string): void {
  if (count < most) return
  const { secondsLeft } = currentWindow()
  const sentence = `${what} (${most} in ten minutes). More are answered 429 until the ten minutes are over.`
  if (count === most) log.error(sentence, { limit: key })
  reportWarning(`limit-reached:${key}`, sentence, { seconds: secondsLeft })
}
