/**
 * POST /api/office: every form of the office. `intent` names it, `subject` what it is about, `token` proves that this session was offered it. Responds 303
 * to the page with the result, with a file, or, to the script of passkeys, with JSON.
 */
import { textOf } from '#lib/contact/forms/form.ts'
import { readPost } from '#lib/contact/forms/read-post.ts'
import { linkField, neverStored, officeAddress } from '#lib/office/access/headers.ts'
import { acceptPasskey, passkeyOptions } from '#lib/office/access/passkeys.ts'
import { cookieFor, isFormToken, readSession, type Session } from '#lib/office/access/session.ts'
import { requestSignIn, signIn, toOffice } from '#lib/office/access/sign-in.ts'
import { hasStaff } from '#lib/office/access/staff.ts'
import { mayEnter, type Outcome } from '#lib/office/desks/desk.ts'
import { actions } from '#lib/office/desks/desks.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { seeOther } from '#lib/platform/http/page-response.ts'
import { problem } from '#lib/platform/http/problem.ts'

export const POST = handled(async (request: Request) => {
  const post = await readPost(request)
  const response = post.ok ? await answer(request, post.value.data) : post.failure
  for (const [name, value] of Object.entries(neverStored)) response.headers.set(name, value)
  return response
})

type Data = Readonly<Record<string, unknown>>

/** @throws when the store fails. */
async function answer({ headers }: Request, data: Data): Promise<Response> {
  if (!(await hasStaff())) return problem(404)
  const [intent, subject, token] = [data.intent, data.subject, data.token].map(textOf) as [string, string, string]
  if (intent === 'ask') {
    const asked = await requestSignIn(headers, textOf(data.email))
    return seeOther(toOffice(asked.result), 'cookie' in asked ? { 'set-cookie': asked.cookie } : undefined)
  }
  if (intent === 'sign-in') {
    const cookies = await signIn(headers.get('cookie'), textOf(data[linkField]))
    if (!cookies) return seeOther(toOffice('link-over'))
    return seeOther(officeAddress, new Headers(cookies.map((cookie) => ['set-cookie', cookie])))
  }
  const session = await readSession(headers.get('cookie'))
  if (!session) return seeOther(toOffice('signed-out'))
  if (!isFormToken(session, intent, subject, token)) return seeOther(toOffice('old-page'))
  if (intent === 'passkey') return passkey(session, data.response)
  const action = actions.get(intent)
  if (!action) return problem(404)
  if (!mayEnter(session, action.roles)) return problem(403)
  return respond(await action.run(session, subject, data), action.desk ?? '', subject)
}

/** Without a response of the device: what to ask it for. */
async function passkey(session: Session, response: unknown): Promise<Response> {
  if (response === undefined) return Response.json(await passkeyOptions(session))
  return (await acceptPasskey(session, response)) ? Response.json({ ok: true }) : problem(422)
}

function respond(outcome: Outcome, desk: string, subject: string): Response {
  if (typeof outcome === 'object') return attachment(outcome)
  if (outcome === 'signed-out') return seeOther(toOffice(outcome), { 'set-cookie': cookieFor('office', '') })
  const isThere = subject && outcome !== 'gone' && outcome !== 'unknown-entry'
  const one = isThere ? `/${encodeURIComponent(subject)}` : ''
  return seeOther(`${officeAddress}/${desk}${one}?result=${outcome === 'gone' ? 'done' : outcome}`)
}

/** With a byte order mark, for Excel. */
function attachment({ file, lines }: Extract<Outcome, object>): Response {
  const encoder = new TextEncoder()
  const iterator = lines[Symbol.asyncIterator]()
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode('\uFEFF')),
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
  const headers = { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${file}"` }
  return new Response(body, { headers })
}
