/**
 * POST /api/newsletter-choice: the button behind the links of the newsletter's mails, and unsubscribing in one click by a mail program,
 * which posts `List-Unsubscribe=One-Click` to an address that names the sign-up (RFC 8058). GET changes nothing, because virus scanners
 * open links.
 */
import { decideOnNewsletter, readSignUpToken, signUpField, signUpPath } from '#lib/contact/enquiries/newsletter.ts'
import { textOf } from '#lib/contact/forms/form.ts'
import { postHandler } from '#lib/contact/forms/read-post.ts'
import { seeOther } from '#lib/platform/http/page-response.ts'

export const POST = postHandler(async ({ url }, { data }) => {
  const token = textOf(data[signUpField] ?? new URL(url).searchParams.get(signUpField))
  const choice = data.choice === 'confirm' ? 'confirm' : 'unsubscribe'
  await decideOnNewsletter(token, choice)
  // RFC 8058, section 3.1: no redirect for a mail program.
  if (data['List-Unsubscribe']) return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  return seeOther(signUpPath(readSignUpToken(token) ? token : null, choice))
})
