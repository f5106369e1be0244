/**
 * The signed links in mails. That of a receipt stops one monthly gift and no other: the id of its subscription, or the reference of its standing order, signed. The other shows all gifts
 * of one e-mail address: the id of one of them and an expiry, signed; it is only mailed to that address and valid for half an hour.
 * Neither needs an account, or contains anything about the donor.
 */
import { z } from 'zod'
import { invoiceField } from '#lib/giving/sponsorship/form.ts'
import { now } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { localizedHref } from '#lib/platform/languages/current.ts'
import { readSignedToken, signedToken } from '#lib/platform/signed.ts'

/** Paths of the pages, and the query parameters of the tokens. A path per gift would need a Content-Security-Policy per gift. */
export const stopAddress = '/stop-gift'
export const stopField = 'gift'
export const giftsAddress = '/your-gifts'
export const giftsField = 'link'
export const linkMinutes = 30
/** Query parameter of the token that ends the mails about camps, on the page of the gifts. */
export const reportsField = 'reports'

/** What a mail about one gift is queued with, if the same gift may have several. */
export const giftPayload = z.object({ giftId: z.string() })

const stopPurpose = 'stop-gift'
const giftsPurpose = 'your-gifts'
const reportsPurpose = 'camp-reports'

/** For a mail; null when SITE_URL is not set, because the link would lead nowhere. */
export function absolute(path: string): string | null {
  const { siteUrl, siteUrlGiven } = env()
  return siteUrlGiven ? siteUrl + path : null
}

export const stopToken = (subscriptionId: string): string => signedToken(stopPurpose, subscriptionId)

/** The id of a subscription, or the reference of a standing order. */
export const readStopToken = (token: unknown): string | null =>
  readSignedToken(stopPurpose, token, /^(?:sub_\w{1,200}|G-[\dA-Z-]{9})$/)

/** Path on this site, in the current language. `token` as it was read, `result` for the page to show. */
export function stopPath(token: string, result?: string): string {
  const query = new URLSearchParams({ [stopField]: token, ...(result && { result }) })
  return localizedHref(`${stopAddress}?${query}`)
}

/** For receipts; null for a gift that is not monthly. */
export const stopLink = (subscriptionId: string | null): string | null =>
  subscriptionId && absolute(stopPath(stopToken(subscriptionId)))

export function giftsToken(giftId: string): string {
  return signedToken(giftsPurpose, `${giftId}.${Math.floor(now().getTime() / 1000) + linkMinutes * 60}`)
}

/** Null for a token that this site has not signed for this purpose. */
export function readGiftsToken(token: unknown): { giftId: string; expired: boolean } | null {
  const [giftId, end] = readSignedToken(giftsPurpose, token, /^[\da-f-]{36}\.\d{1,12}$/)?.split('.') ?? []
  if (!giftId) return null
  const secondsLeft = Number(end) - now().getTime() / 1000
  // A longer validity than tokens have means that a clock was set back, so the age is unknown.
  return { giftId, expired: secondsLeft <= 0 || secondsLeft > linkMinutes * 60 + 60 }
}

/** For the mails about camps: the id of the donor's consent, signed. It does not expire. */
export const reportsToken = (consentId: string): string => signedToken(reportsPurpose, consentId)

/** The id of the consent. */
export const readReportsToken = (token: unknown): string | null => readSignedToken(reportsPurpose, token)

/** A path on this site, in the current language. `query`: `result` for the page to show, the `statement` of a year, or `reports`: the token that ends reports. */
export function giftsPath(token: string | null, query: Readonly<Record<string, string>> = {}): string {
  const named = new URLSearchParams({ ...(token && { [giftsField]: token }), ...query })
  return localizedHref(named.size > 0 ? `${giftsAddress}?${named}` : giftsAddress)
}

/** Where a donor asks for the link, for receipts. */
export const giftsPage = (): string | null => absolute(giftsPath(null))

/** The page that says what has come for an invoice. `thankYou`: the address of its form's thank-you page. */
export const invoicePage = (thankYou: `/${string}`, reference: string): `/${string}` =>
  `${thankYou}?${invoiceField}=${signedToken(invoiceField, reference)}`

/** The reference of the invoice; null for a token that this site has not signed. @param token untrusted. */
export const readInvoicePage = (token: unknown): string | null =>
  readSignedToken(invoiceField, token, /^[A-Z]-\w{4}-\w{4}$/)
