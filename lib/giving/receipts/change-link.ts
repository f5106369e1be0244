/**
 * The link to the page for changing the amount or card of a monthly gift: subscription id and expiry, signed. It is only mailed to
 * the donor and valid for half an hour.
 */
import 'server-only'
import { now } from '#lib/platform/clock.ts'
import { hrefHere } from '#lib/platform/languages/current.ts'
import { isSigned, sign } from '#lib/platform/signed.ts'

export const changeAddress = '/change-gift'
export const changeField = 'link'
export const linkMinutes = 30

const purpose = 'change-gift'

export function changeToken(subscriptionId: string): string {
  const signed = `${subscriptionId}.${Math.floor(now().getTime() / 1000) + linkMinutes * 60}`
  return `${signed}.${sign(purpose, signed)}`
}

type ChangeLink = { subscriptionId: string; expired: boolean }

/** Null for a token that this site has not signed for this purpose. @param token untrusted. */
export function readChangeToken(token: unknown): ChangeLink | null {
  const [, signed, subscriptionId, end, signature] =
    (typeof token === 'string' && /^((sub_\w{1,200})\.(\d{1,12}))\.([\w-]{43})$/.exec(token)) || []
  if (!signed || !subscriptionId || !signature || !isSigned(purpose, signed, signature)) return null
  const secondsLeft = Number(end) - now().getTime() / 1000
  // A longer validity than tokens have means that a clock was set back, so the age is unknown.
  return { subscriptionId, expired: secondsLeft <= 0 || secondsLeft > linkMinutes * 60 + 60 }
}

/** `token` as it was read, `result` as the page is to say it. A path on this site, in the current language. */
export function changePath(token: string, result?: string): string {
  const query = new URLSearchParams({ [changeField]: token, ...(result && { result }) })
  return hrefHere(`${changeAddress}?${query}`)
}
