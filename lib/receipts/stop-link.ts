/**
 * The link with which a monthly gift is stopped, on its receipts: the id of the subscription, signed, so that whoever holds a
 * receipt can stop that gift and no other, without an account. Says nothing about the donor.
 */
import 'server-only'
import { env } from '#lib/env.ts'
import { isSigned, sign } from '#lib/signed.ts'

/** Where the page stands, and the name of the token in its address. A path of its own for each gift would need a policy of its own. */
export const stopAddress = '/stop-gift'
export const stopField = 'gift'

const purpose = 'stop-gift'

export function stopToken(subscriptionId: string): string {
  return `${subscriptionId}.${sign(purpose, subscriptionId)}`
}

/** The subscription's id; null for a token that this site has not signed, or not for this. @param token whatever a stranger sent. */
export function readStopToken(token: unknown): string | null {
  const [, id, signature] = (typeof token === 'string' && /^(sub_\w{1,200})\.([\w-]{43})$/.exec(token)) || []
  return id && signature && isSigned(purpose, id, signature) ? id : null
}

/** `token` as it was read, `result` as the page is to say it. A path on this site. */
export function stopPath(token: string, result?: string): string {
  const query = new URLSearchParams({ [stopField]: token, ...(result && { result }) })
  return `${stopAddress}?${query}`
}

/** Null while SITE_URL is not set: the link would lead nowhere. */
export function stopLink(subscriptionId: string): string | null {
  const { siteUrl, siteUrlGiven } = env()
  return siteUrlGiven ? `${siteUrl}${stopPath(stopToken(subscriptionId))}` : null
}
