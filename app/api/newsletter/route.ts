/** POST /api/newsletter: JSON answers 202 `{reference}`; a plain form is sent on to a page that says what happened. */
import { site } from '#lib/content/index.ts'
import { readSignUp, signUp } from '#lib/enquiries/newsletter.ts'
import { notStored } from '#lib/enquiries/not-stored.ts'
import { readBody } from '#lib/http/body.ts'
import { saveDraft } from '#lib/http/drafts.ts'
import { idempotencyKey } from '#lib/http/idempotency.ts'
import { problem } from '#lib/http/problem.ts'
import { limitRate } from '#lib/http/rate-limit.ts'
import { refuseCrossSite } from '#lib/http/same-origin.ts'
import { seeOther } from '#lib/http/see-other.ts'

const page = '/forms/newsletter'
const tooMany = 'Too many messages came from your connection. Please wait a few minutes and try again.'

function officeSentence(): string {
  const { names, offices } = site()
  return notStored(names.email, offices[0]?.phones[0]?.number ?? '')
}

export async function POST(request: Request): Promise<Response> {
  const crossSite = refuseCrossSite(request)
  if (crossSite) return crossSite
  const body = await readBody(request)
  if (!body.ok) return body.response
  const attempt = idempotencyKey(request.headers, body.data)
  if (!attempt.ok) return attempt.response
  const values = readSignUp(body.data)

  const back = async (sentence: string, errors: { field: string; message: string }[]) => {
    const { id, cookie } = await saveDraft('newsletter', { values, errors, formError: sentence })
    return seeOther(`${page}?draft=${id}#error-summary`, { 'Set-Cookie': cookie })
  }
  const asForm = body.kind === 'form'

  const within = await limitRate(request, 'enquiry')
  if (!within.ok) {
    if (asForm) return back(tooMany, [])
    return problem(429, { title: tooMany, headers: { 'Retry-After': String(within.retryAfter) } })
  }
  const result = await signUp(values, attempt.key)
  switch (result.kind) {
    case 'stored':
      if (asForm) return seeOther(`${page}/sent?reference=${result.reference}`)
      return Response.json({ reference: result.reference }, { status: 202 })
    case 'invalid':
      if (asForm) return back(result.summary, result.errors)
      return problem(422, {
        title: 'There is a problem with your sign-up',
        detail: result.summary,
        errors: result.errors,
      })
    case 'away':
      if (asForm) return back(officeSentence(), [])
      return problem(503, { title: officeSentence() })
  }
}
