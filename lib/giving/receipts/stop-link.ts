/**
 * The link on receipts for stopping a monthly gift: the subscription id, signed, so that a receipt can stop that gift and no other,
 * without an account. Contains nothing about the donor.
 */
import 'server-only'
import { env } from '#lib/platform/env.ts'
import { hrefHere } from '#lib/platform/languages/current.ts'
import { isSigned, sign } from '#lib/platform/signed.ts'

/** Path of the page, and the query parameter of the token. A path per gift would need a Content-Security-Policy per gift. */
export const stopAddress = '/stop-gift'
export const stopField = 'gift'

const purpose = 'stop-gift'

export function stopToken(subscriptionId: string): string {
  return `${subscriptionId}.${sign(purpose, subscriptionId)}`
}

/** The subscription id; null for a token that this site has not signed for this purpose. @param token untrusted. */
export function readStopToken(token: unknown): string | null {
  const [, id, signature] = (typeof token === 'string' && /^(sub_\w{1,200})\.([\w-]{43})$/.exec(token)) || []
  return id && signature && isSigned(purpose, id, signature) ? id : null
}

/** Path on this site, in the current language. `token` as it was read, `result` for the page to show. */
export function stopPath(token: string, result?: string): string {
  const query = new URLSearchParams({ [stopField]: token, ...(result && { result }) })
  return hrefHere(`${stopAddress}?${query}`)
}

/** Null when SITE_URL is not set, because the link would lead nowhere. */
export function stopLink(subscriptionId: string): string | null {
  const { siteUrl, siteUrlGiven } = env()
  return siteUrlGiven ? `${siteUrl}${stopPath(stopToken(subscriptionId))}` : null
}
