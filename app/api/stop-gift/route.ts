/**
 * POST /api/stop-gift: the two buttons of /stop-gift, by a plain form: `intent` is `stop`, or `link` to mail the donor a link to all their
 * gifts. Responds 303 to the page with the result. GET changes nothing: mail programs and virus scanners open links.
 */

import { readPost } from '#lib/contact/forms/read-post.ts'
import { cardProvider } from '#lib/giving/checkout/card-payments.ts'
import { cancelSubscription } from '#lib/giving/receipts/change-subscription.ts'
import { readStopToken, stopAddress, stopField, stopPath } from '#lib/giving/receipts/links.ts'
import { requestLinkFor } from '#lib/giving/receipts/request-link.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { limitRequest } from '#lib/platform/http/limits/index.ts'
import { seeOther } from '#lib/platform/http/page-response.ts'
import { inLanguage, localizedHref } from '#lib/platform/languages/current.ts'

export const POST = handled(answer)

async function answer(request: Request): Promise<Response> {
  const post = await readPost(request)
  if (!post.ok) return post.response
  return inLanguage(post.language, () => act(request, post.data))
}

async function act(request: Request, data: Readonly<Record<string, unknown>>): Promise<Response> {
  const token = data[stopField]
  if (typeof token !== 'string' || !readStopToken(token)) return seeOther(localizedHref(stopAddress))
  const within = await limitRequest(request.headers, 'stop-gift')
  if (!within.ok) return seeOther(stopPath(token, 'limited'))
  const result = data.intent === 'link' ? await requestLinkFor(token) : await cancelSubscription(token, cardProvider())
  return seeOther(stopPath(token, result))
}
