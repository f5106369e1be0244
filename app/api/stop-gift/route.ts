/**
 * POST /api/stop-gift: the two buttons of /stop-gift, by a plain form: `intent` is stop, or portal where that is turned on.
 * Answers 303 to a page that says what is true, or to Stripe's portal. Nothing is ever stopped by GET: mail programs and virus
 * scanners open links.
 */
import { env } from '#lib/env.ts'
import { portalOf, stopGift } from '#lib/giving/stop-gift.ts'
import { readStopToken, stopAddress, stopField, stopPath } from '#lib/giving/stop-link.ts'
import { limitRequest } from '#lib/http/limits/index.ts'
import { readPost } from '#lib/http/read-post.ts'
import { seeOther } from '#lib/http/see-other.ts'
import { ownStripe } from '#lib/providers/stripe.ts'

export async function POST(request: Request): Promise<Response> {
  const post = await readPost(request)
  if (!post.ok) return post.response
  const token = post.data[stopField]
  if (typeof token !== 'string' || !readStopToken(token)) return seeOther(stopAddress)
  const within = await limitRequest(request.headers, 'stop-gift')
  if (!within.ok) return seeOther(stopPath(token, 'limited'))
  if (post.data.intent === 'portal') return openPortal(token)
  const result = await stopGift(token, ownStripe())
  return seeOther(stopPath(token, result))
}

async function openPortal(token: string): Promise<Response> {
  const { siteUrl, stripe } = env()
  if (!stripe?.portal) return seeOther(stopPath(token))
  const portal = await portalOf(token, `${siteUrl}${stopPath(token)}`, ownStripe())
  return portal.kind === 'open' ? seeOther(new URL(portal.url)) : seeOther(stopPath(token, 'portal-unreachable'))
}
