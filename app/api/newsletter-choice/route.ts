/**
 * POST /api/newsletter-choice: the button behind the links of the newsletter's mails, and unsubscribing in one click by a mail program,
 * which posts `List-Unsubscribe=One-Click` to an address that names the sign-up (RFC 8058). GET changes nothing, because virus scanners
 * open links.
 */
import { decideOnNewsletter, readSignUpToken, signUpField, signUpPath } from '#lib/contact/enquiries/newsletter.ts'
import { textOf } from '#lib/contact/forms/form.ts'
import { readPost } from '#lib/contact/forms/read-post.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { seeOther } from '#lib/platform/http/page-response.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'

export const POST = handled(answer)

async function answer(request: Request): Promise<Response> {
  const post = await readPost(request)
  if (!post.ok) return post.response
  const inAddress = new URL(request.url).searchParams.get(signUpField)
  const token = textOf(post.data[signUpField] ?? inAddress)
  const choice = post.data.choice === 'confirm' ? 'confirm' : 'unsubscribe'
  await decideOnNewsletter(token, choice)
  // RFC 8058, section 3.1: no redirect for a mail program.
  if (post.data['List-Unsubscribe'])
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  return inLanguage(post.language, () => seeOther(signUpPath(readSignUpToken(token) ? token : null, choice)))
}
