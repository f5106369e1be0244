/**
 * POST /api/newsletter-choice: the button behind the links of the newsletter's mails. With the sign-up in the address it is a mail program that
 * unsubscribes in one click (RFC 8058): any body and none will do, from any site, because the address is the proof. GET changes nothing, because
 * virus scanners open links: it leads to the button.
 */
import { decideOnNewsletter, readSignUpToken, signUpField, signUpPath } from '#lib/contact/enquiries/newsletter.ts'
import { textOf } from '#lib/contact/forms/form.ts'
import { postHandler } from '#lib/contact/forms/read-post.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { seeOther } from '#lib/platform/http/page-response.ts'
import { problem } from '#lib/platform/http/problem.ts'

const inAddress = ({ url }: Request) => new URL(url).searchParams.get(signUpField)
const pageOf = (token: string, choice?: string) => seeOther(signUpPath(readSignUpToken(token) ? token : null, choice))

const press = postHandler(async (_, { data }) => {
  const token = textOf(data[signUpField])
  const choice = data.choice === 'confirm' ? 'confirm' : 'unsubscribe'
  await decideOnNewsletter(token, choice)
  return pageOf(token, choice)
})

export const POST = handled(async (request: Request) => {
  const token = inAddress(request)
  if (token === null) return press(request)
  await request.body?.cancel().catch(() => undefined)
  if (!readSignUpToken(token)) return problem(404)
  await decideOnNewsletter(token, 'unsubscribe')
  // RFC 8058, section 3.1: no redirect for a mail program.
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
})

export const GET = handled(async (request: Request) => pageOf(inAddress(request) ?? ''))
