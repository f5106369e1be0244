/**
 * How often one visitor, or one e-mail address, may send something. Counts are kept in the store, so that servers side by side
 * agree; whose they are is kept only as a keyed hash. Never the reason that a gift fails: when the store is away, everyone is
 * let through.
 */
import 'server-only'
import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { env } from '#lib/env.ts'
import { clientAddress } from '#lib/http/client-address.ts'
import { log } from '#lib/log.ts'
import { store } from '#lib/store/index.ts'

/** Ten enquiries and ten checkout sessions in ten minutes. Card testing is real: https://docs.stripe.com/disputes/prevention/card-testing */
export const rateLimit = { requests: 10, windowSeconds: 600 }

/**
 * Payments under one e-mail address, whatever the connection. Twice what one visitor may do, so that nobody alone can lock
 * somebody else out by typing their address; in the same windows, so that the wait does not tell which limit was met.
 */
export const emailLimit = { requests: 20, windowSeconds: rateLimit.windowSeconds }

/** Declined cards within an hour that cost nothing; after the next one a new payment waits a minute, and twice as long after each further one. */
export type DeclineLimit = { free: number; longestWaitSeconds: number }

/**
 * An e-mail address is one person's. A connection may be a whole town's: carriers put thousands of telephones behind one IPv4
 * address, and banks decline honest cards every day. So more are free there, and nobody waits long for a neighbour.
 */
export const declineLimits = {
  memorySeconds: 3600,
  firstWaitSeconds: 60,
  email: { free: 2, longestWaitSeconds: 3600 },
  visitor: { free: 10, longestWaitSeconds: 600 },
} as const satisfies { memorySeconds: number; firstWaitSeconds: number; email: DeclineLimit; visitor: DeclineLimit }

type Limit = { requests: number; windowSeconds: number }
type Refused = { ok: false; retryAfter: number }
/** `visitor`: the keyed hash of the visitor's address, the same for every bucket; null when the address is unknown. */
export type RateVerdict = { ok: true; visitor: string | null } | Refused

/** One household holds a whole /64 of IPv6; counting single addresses would count nothing. */
function counted(address: string): string {
  const parsed = ipaddr.parse(address)
  if (parsed.kind() === 'ipv4') return address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`
}

/** What stands for an address in the store: nobody can read it back without SIGNING_SECRET. */
function keyed(kind: string, subject: string): string {
  return createHmac('sha256', env().signingSecret).update(`${kind}\n${subject}`).digest('base64url')
}

/** One mailbox, however it is written: capitals count for nothing, and what follows a + is delivered to the same person. */
export function emailTrace(email: string): string {
  const [local = '', domain = ''] = email.trim().normalize('NFKC').toLowerCase().split('@')
  return keyed('email', `${local.split('+')[0]}@${domain}`)
}

/**
 * Counts this request and says whether it is one too many. `bucket` names what is limited: 'enquiry', 'checkout'.
 * `retryAfter`: whole seconds until the window ends, at least 1. A visitor whose address is unknown is not limited,
 * because all of them would share one count.
 */
export async function limitRate(request: Request, bucket: string): Promise<RateVerdict> {
  const address = clientAddress(request.headers)
  if (!address) return { ok: true, visitor: null }
  const verdict = await limitKey(keyed(bucket, counted(address)), bucket, rateLimit)
  return verdict.ok ? { ok: true, visitor: keyed('visitor', counted(address)) } : verdict
}

/** As {@link limitRate}, for an e-mail address, given by its {@link emailTrace}. */
export function limitEmail(trace: string, bucket: string): Promise<{ ok: true } | Refused> {
  return limitKey(keyed(bucket, trace), bucket, emailLimit)
}

async function limitKey(
  key: string,
  bucket: string,
  { requests, windowSeconds }: Limit,
): Promise<{ ok: true } | Refused> {
  const now = Math.floor(Date.now() / 1000)
  const windowStart = now - (now % windowSeconds)
  try {
    const count = await countRequest(key, windowStart)
    return count <= requests ? { ok: true } : { ok: false, retryAfter: windowStart + windowSeconds - now }
  } catch (error) {
    log.warn('A request could not be counted, and was let through', { bucket, error })
    return { ok: true }
  }
}

async function countRequest(key: string, windowStart: number): Promise<number> {
  const { db } = await store()
  const { count } = await db
    .insertInto('rate_limits')
    .values({ key, window_start: windowStart, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet((row) => ({ count: row('rate_limits.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  // Who comes for the first time in a window clears the windows that are over, and with them declines that are forgotten.
  if (count === 1) await db.deleteFrom('rate_limits').where('window_start', '<', windowStart).execute()
  return count
}
