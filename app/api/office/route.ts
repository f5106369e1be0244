/**
 * POST /api/office: every form of the office. `intent`: which form. `subject`: what it is about. `token`: proves that this session was shown the form.
 * Responds with 303 to the page with the result, with a file, or with JSON for the passkey script.
 */
import { type FormValues, textOf } from '#lib/contact/forms/form.ts'
import { readPost } from '#lib/contact/forms/read-post.ts'
import { showForm } from '#lib/contact/forms/returned-form.ts'
import { receiptPage } from '#lib/giving/mails/receipt.ts'
import { linkField, neverStored } from '#lib/office/access/headers.ts'
import { writeLog } from '#lib/office/access/log.ts'
import { acceptPasskey, passkeyOptions } from '#lib/office/access/passkeys.ts'
import { cookieFor, isFormToken, readSession, type Session } from '#lib/office/access/session.ts'
import { requestSignIn, signIn, toOffice } from '#lib/office/access/sign-in.ts'
import { eraseTyped, keepTyped, keptTyped } from '#lib/office/access/typed.ts'
import { mayEnter, type Outcome } from '#lib/office/desks/desk.ts'
import { actions, desks, pageOf, typedPage } from '#lib/office/desks/desks.ts'
import { findPayment } from '#lib/office/desks/gifts.ts'
import { type Body, isUpload, readUpload, refuseCrossSite } from '#lib/platform/http/body.ts'
import { handled, isForPerson, plainPage } from '#lib/platform/http/failure.ts'
import { seeOther } from '#lib/platform/http/page-response.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { log } from '#lib/platform/log.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { hasStaff, officeAddress } from '#lib/platform/office.ts'
import { failure, type Result } from '#lib/platform/result.ts'
import { storeTrouble } from '#lib/platform/store/check.ts'

export const POST = handled(async (request: Request) => {
  const response = await answerPost(request).catch(async (error: unknown) => {
    const detail = await storeTrouble()
    if (!detail) throw error
    log.error('The office cannot use the database', { error })
    return databaseFails(request, detail)
  })
  for (const [name, value] of Object.entries(neverStored)) response.headers.set(name, value)
  return response
})

async function answerPost(request: Request): Promise<Response> {
  const post = isUpload(request) ? await readFiles(request) : await readPost(request)
  return post.ok ? answer(request, post.value.data) : post.failure
}

/** What was typed is still in the browser's form: Back leads to it. */
function databaseFails(request: Request, trouble: string): Response {
  const t = messages()
  const words = { title: t('office.databaseFails'), detail: `${trouble} ${t('office.nothingSaved')}` }
  if (!isForPerson(request)) return problem(503, words)
  const page = plainPage(words)
  return new Response(page.body, { status: 503, headers: page.headers })
}

/** Bytes. A statement of 20,000 lines as a workbook has two million; docs/operate/ has the same limit for proxies. */
const maxUpload = 4_000_000

/** Reads the body only if the sender is signed in. */
async function readFiles(request: Request): Promise<Result<Body, Response>> {
  const crossSite = refuseCrossSite(request)
  if (crossSite) return failure(crossSite)
  if (await readSession(request.headers.get('cookie'))) return readUpload(request, maxUpload)
  await request.body?.cancel().catch(() => undefined)
  return failure(seeOther(toOffice('signed-out')))
}

/** Allows only what a receipt needs to look as it does in the mail. */
const receiptPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
const toPrint = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': receiptPolicy }

/** GET /api/office?receipt=PAYMENT&version=2: the receipt as the donor has it, to print; without a version the latest. */
export const GET = handled(async ({ url, headers }: Request) => {
  const query = new URL(url).searchParams
  const session = (await hasStaff()) ? await readSession(headers.get('cookie')) : null
  if (!session) return problem(404, { headers: neverStored })
  if (!mayEnter(session, desks.gifts.roles)) return problem(403, { headers: neverStored })
  const gift = await findPayment(query.get('receipt') ?? '')
  const page = gift && (await receiptPage(gift, Number(query.get('version')) || undefined))
  if (!page) return problem(404, { headers: neverStored })
  await writeLog(session.staff, { action: 'gifts.receipt', subject: gift.object_id })
  return new Response(page, { headers: { ...neverStored, ...toPrint } })
})

type Data = Readonly<Record<string, unknown>>

async function answer(request: Request, data: Data): Promise<Response> {
  const { headers } = request
  if (!(await hasStaff())) return problem(404)
  const [intent, subject, token] = [data.intent, data.subject, data.token].map(textOf) as [string, string, string]
  if (intent === 'ask') {
    const asked = await requestSignIn(headers, textOf(data.email))
    return seeOther(toOffice(asked.result), 'cookie' in asked ? { 'set-cookie': asked.cookie } : undefined)
  }
  if (intent === 'sign-in') {
    const cookies = await signIn(headers.get('cookie'), textOf(data[linkField]))
    if (!cookies) return seeOther(toOffice('link-over'))
    const typed = await readSession(cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ')).then(typedPage)
    return seeOther(typed ?? officeAddress, new Headers(cookies.map((cookie) => ['set-cookie', cookie])))
  }
  const session = await readSession(headers.get('cookie'))
  const action = actions.get(intent)
  const values = data as FormValues
  if (!session) {
    const isKept = action?.desk !== undefined && (await keepTyped(headers.get('cookie'), values))
    return seeOther(toOffice(isKept ? 'typed-kept' : 'signed-out'))
  }
  const page = pageOf(values)
  if (!isFormToken(session, intent, subject, token)) {
    if (!page || !action || !mayEnter(session, action.roles)) return seeOther(toOffice('old-page'))
    const fault = { sentence: messages()('office.resultOldPage'), errors: [] }
    return showForm(request, page, { values, fault }, { status: 422 })
  }
  if (intent === 'passkey') return passkey(session, data.response)
  if (!action) return problem(404)
  // Somebody who cannot show their passkey can still sign out.
  if (action.desk && !mayEnter(session, action.roles)) return problem(403)
  const outcome = await action.run(session, subject, data, intent)
  const desk = `${officeAddress}/${action.desk}`
  const one = (id: string) => `${desk}/${encodeURIComponent(id)}`
  if (typeof outcome === 'object' && 'fault' in outcome)
    return showForm(request, page ?? desk, { values, fault: outcome.fault }, { status: 422 })
  if (typeof outcome === 'object' && 'ask' in outcome) {
    const asked = { ...values, sure: outcome.ask, ticks: outcome.ticks }
    return showForm(request, page ?? desk, { values: asked, fault: null }, { status: 200 })
  }
  if (typeof outcome === 'object' && 'again' in outcome) {
    const { sure: _, ...typed } = values
    const shown = { ...typed, subject: outcome.again, said: outcome.said }
    return showForm(request, one(outcome.again), { values: shown, fault: null }, { status: 200 })
  }
  const kept = await keptTyped(session.staff.id)
  if (kept?.intent === intent && kept.subject === subject) await eraseTyped(session.staff.id)
  const done = new URLSearchParams({ did: intent, result: 'done' })
  if (typeof outcome === 'object')
    return 'open' in outcome ? seeOther(`${one(outcome.open)}?${done}`) : attachment(outcome)
  if (outcome === 'signed-out') return seeOther(toOffice(outcome), { 'set-cookie': cookieFor('office', '') })
  const isThere = subject && outcome !== 'gone' && outcome !== 'unknown-entry'
  const isDone = outcome === 'done' || outcome === 'gone'
  return seeOther(`${isThere ? one(subject) : desk}?${isDone ? done : `result=${outcome}`}`)
}

/** Without a response of the device, returns the options for it. */
async function passkey(session: Session, response: unknown): Promise<Response> {
  if (response === undefined) return Response.json(await passkeyOptions(session))
  return (await acceptPasskey(session, response)) ? Response.json({ ok: true }) : problem(422)
}

/** A table has a byte order mark, for Excel. */
function attachment({ file, lines }: Extract<Outcome, { file: string }>): Response {
  const encoder = new TextEncoder()
  const iterator = lines[Symbol.asyncIterator]()
  const isTable = file.endsWith('.csv')
  const body = new ReadableStream({
    start: (controller) => (isTable ? controller.enqueue(encoder.encode('\uFEFF')) : undefined),
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await iterator.return?.()
    },
  })
  if (file.endsWith('.html')) return new Response(body, { headers: toPrint })
  const type = isTable ? 'text/csv; charset=utf-8' : file.endsWith('.xml') ? 'application/xml' : 'application/json'
  const headers = { 'content-type': type, 'content-disposition': `attachment; filename="${file}"` }
  return new Response(body, { headers })
}
