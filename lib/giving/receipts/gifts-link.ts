/**
 * The link to the page with all gifts of one e-mail address: the id of one of them and an expiry, signed. It is only mailed to that
 * address and valid for half an hour.
 */
import 'server-only'
import { now } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { hrefHere } from '#lib/platform/languages/current.ts'
import { isSigned, sign } from '#lib/platform/signed.ts'

export const giftsAddress = '/your-gifts'
export const giftsField = 'link'
export const linkMinutes = 30

const purpose = 'your-gifts'

export function giftsToken(giftId: string): string {
  const signed = `${giftId}.${Math.floor(now().getTime() / 1000) + linkMinutes * 60}`
  return `${signed}.${sign(purpose, signed)}`
}

type GiftsLink = { giftId: string; expired: boolean }

/** Null for a token that this site has not signed for this purpose. @param token untrusted. */
export function readGiftsToken(token: unknown): GiftsLink | null {
  const [, signed, giftId, end, signature] =
    (typeof token === 'string' && /^(([\da-f-]{36})\.(\d{1,12}))\.([\w-]{43})$/.exec(token)) || []
  if (!signed || !giftId || !signature || !isSigned(purpose, signed, signature)) return null
  const secondsLeft = Number(end) - now().getTime() / 1000
  // A longer validity than tokens have means that a clock was set back, so the age is unknown.
  return { giftId, expired: secondsLeft <= 0 || secondsLeft > linkMinutes * 60 + 60 }
}

/** A path on this site, in the current language. `query`: `result` for the page to show, or the `statement` of a year. */
export function giftsPath(token: string | null, query: { result?: string; statement?: string } = {}): string {
  const named = new URLSearchParams({ ...(token && { [giftsField]: token }), ...query })
  return hrefHere(named.size > 0 ? `${giftsAddress}?${named}` : giftsAddress)
}

/** Where a donor asks for the link, for receipts. Null when SITE_URL is not set, because the link would lead nowhere. */
export function giftsPage(): string | null {
  const { siteUrl, siteUrlGiven } = env()
  return siteUrlGiven ? `${siteUrl}${giftsPath(null)}` : null
}
