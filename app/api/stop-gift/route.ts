/**
 * POST /api/stop-gift: the two buttons of /stop-gift, by a plain form: `intent` is `stop`, or `link` to mail the donor a link to all their
 * gifts. Responds 303 to the page with the result. GET changes nothing: mail programs and virus scanners open links.
 */

import { postHandler } from '#lib/contact/forms/read-post.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import { giftChangeLimit } from '#lib/giving/orders/limits.ts'
import { cancelSubscription } from '#lib/giving/receipts/change-subscription.ts'
import { readStopToken, stopAddress, stopField, stopPath } from '#lib/giving/receipts/links.ts'
import { requestLinkFor } from '#lib/giving/receipts/request-link.ts'
import { limitRequest } from '#lib/platform/http/limits.ts'
import { seeOther } from '#lib/platform/http/page-response.ts'
import { localizedHref } from '#lib/platform/languages/current.ts'

export const POST = postHandler(async ({ headers }, { data }) => {
  const token = data[stopField]
  if (typeof token !== 'string' || !readStopToken(token)) return seeOther(localizedHref(stopAddress))
  const within = await limitRequest(headers, giftChangeLimit)
  if (!within.ok) return seeOther(stopPath(token, 'limited'))
  const result = data.intent === 'link' ? await requestLinkFor(token) : await cancelSubscription(token, cardProvider())
  return seeOther(stopPath(token, result))
})
