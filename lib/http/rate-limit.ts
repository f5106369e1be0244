/**
 * How often one visitor may send something. Counts are kept in the store, so that servers side by side agree; the address
 * is kept only as a keyed hash. Never the reason that a gift fails: when the store is away, everyone is let through.
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

export type RateVerdict = { ok: true } | { ok: false; retryAfter: number }

/** One household holds a whole /64 of IPv6; counting single addresses would count nothing. */
function counted(address: string): string {
  const parsed = ipaddr.parse(address)
  if (parsed.kind() === 'ipv4') return address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`
}

/**
 * Counts this request and says whether it is one too many. `bucket` names what is limited: 'enquiry', 'checkout'.
 * `retryAfter`: whole seconds until the window ends, at least 1. A visitor whose address is unknown is not limited,
 * because all of them would share one count.
 */
export async function limitRate(request: Request, bucket: string): Promise<RateVerdict> {
  const address = clientAddress(request.headers)
  if (!address) return { ok: true }
  const { requests, windowSeconds } = rateLimit
  const now = Math.floor(Date.now() / 1000)
  const windowStart = now - (now % windowSeconds)
  const key = createHmac('sha256', env().signingSecret)
    .update(`${bucket}\n${counted(address)}`)
    .digest('base64url')
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
  // Who comes for the first time in a window clears the windows that are over.
  if (count === 1) await db.deleteFrom('rate_limits').where('window_start', '<', windowStart).execute()
  return count
}
