/**
 * The payment that this browser has just made, so that a donor who goes back from the thank-you page reads about it before paying twice.
 * A cookie of the form's own page holds the session's id; amount and state come from the ledger.
 */
import { recordedPayment } from '#lib/giving/orders/payment.ts'
import { hourMs, hourSeconds, now } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { log } from '#lib/platform/log.ts'
import type { Frequency, Money } from '#lib/platform/money.ts'
import type { Noun } from '#lib/platform/store/schema.ts'
import { thankYouAddress } from '#lib/site/content/giving-pages.ts'

const isHttps = () => env().siteUrl.startsWith('https:')
const cookieName = () => (isHttps() ? '__Secure-paid' : 'paid')
/** An id in any provider's format; the store decides whether it exists. */
const sessionPattern = /^\w{8,220}$/

/** The cookie for the response of a thank-you page; null if the id is malformed. @param address of the form's page. */
export function recentPaymentCookie(sessionId: string | null, address: string): string | null {
  if (!sessionId || !sessionPattern.test(sessionId)) return null
  const attributes = `Path=${address}; Max-Age=${hourSeconds}; HttpOnly; SameSite=Lax${isHttps() ? '; Secure' : ''}`
  return `${cookieName()}=${sessionId}; ${attributes}`
}

export type RecentPayment = {
  money: Money
  frequency: Frequency
  kind: Noun
  href: string
}

/** What was paid, or is pending at a bank, within the last hour; otherwise null. Never throws. */
export async function recentPayment(
  cookieHeader: string,
  address: string,
  kind: RecentPayment['kind'],
): Promise<RecentPayment | null> {
  const prefix = `${cookieName()}=`
  const pair = cookieHeader.split(/;\s*/).find((part) => part.startsWith(prefix))
  const sessionId = pair?.slice(prefix.length) ?? ''
  if (!sessionPattern.test(sessionId)) return null
  try {
    const payment = await recordedPayment(sessionId)
    const { gift } = payment ?? {}
    if (!payment || !gift || !['paid', 'pending'].includes(gift.status)) return null
    if (Date.parse(gift.occurred_at) < now().getTime() - hourMs) return null
    const { money, frequency } = payment
    return { money, frequency, kind, href: `${thankYouAddress(address)}?session_id=${sessionId}` }
  } catch (error) {
    log.warn('A recent payment could not be looked up', { error })
    return null
  }
}
