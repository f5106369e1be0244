/**
 * POST /api/change-gift: the button of /change-gift. Answers 303 to Stripe's customer portal, or back to the page that says why
 * not. Only for a link that was mailed to the donor within the last half hour.
 */

import { readPost } from '#lib/contact/forms/read-post.ts'
import { cardProvider } from '#lib/giving/checkout/card-payments.ts'
import { openPortal } from '#lib/giving/receipts/change-gift.ts'
import { changeAddress, changeField, changePath, readChangeToken } from '#lib/giving/receipts/change-link.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { limitRequest } from '#lib/platform/http/limits/index.ts'
import { seeOther } from '#lib/platform/http/see-other.ts'
import { hrefHere, inLanguage } from '#lib/platform/languages/current.ts'

export const POST = handled(answer)

async function answer(request: Request): Promise<Response> {
  const post = await readPost(request)
  if (!post.ok) return post.response
  return inLanguage(post.language, () => act(request, post.data))
}

async function act(request: Request, data: Readonly<Record<string, unknown>>): Promise<Response> {
  const token = data[changeField]
  if (typeof token !== 'string' || !readChangeToken(token)) return seeOther(hrefHere(changeAddress))
  const within = await limitRequest(request.headers, 'stop-gift')
  if (!within.ok) return seeOther(changePath(token, 'limited'))
  const portal = await openPortal(token, cardProvider())
  return portal.kind === 'open' ? seeOther(new URL(portal.url)) : seeOther(changePath(token, portal.kind))
}
