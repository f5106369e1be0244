/**
 * How a submission is answered, whichever form it is: JSON gets 202 with a reference or problem details; a form without
 * JavaScript is sent to its thanks, or back to itself with everything that was typed.
 */
import 'server-only'
import { notStored } from '#lib/enquiries/not-stored.ts'
import type { Refused, Submitted } from '#lib/enquiries/submit-enquiry.ts'
import { saveDraft } from '#lib/http/drafts.ts'
import { type FieldError, problem } from '#lib/http/problem.ts'
import { seeOther } from '#lib/http/see-other.ts'

export const tooManyMessages = 'Too many messages came from your connection. Please wait a few minutes and try again.'

export type Asked = {
  /** The form's id: its page is /forms/{form}. */
  form: string
  kind: 'json' | 'form'
  /** As they were typed, to be shown again. */
  values: Readonly<Record<string, string>>
}

export function answerSubmission(result: Submitted, { form, kind, values }: Asked): Response | Promise<Response> {
  if (result.kind !== 'stored') return kind === 'form' ? sendBack(result, form, values) : answerProgram(result)
  const { reference } = result
  if (kind === 'form') return seeOther(`/forms/${form}/sent?reference=${reference}`)
  return Response.json({ reference }, { status: 202, headers: { 'cache-control': 'no-store' } })
}

function answerProgram(result: Refused): Response {
  switch (result.kind) {
    case 'invalid':
      return problem(422, {
        title: 'There is a problem with what you sent',
        detail: result.summary,
        errors: result.errors,
      })
    case 'limited':
      return problem(429, { title: tooManyMessages, headers: { 'retry-after': String(result.retryAfter) } })
    case 'away':
      return problem(503, { title: notStored() })
  }
}

function sentenceOf(result: Refused): string {
  if (result.kind === 'invalid') return result.summary
  return result.kind === 'limited' ? tooManyMessages : notStored()
}

async function sendBack(result: Refused, form: string, values: Asked['values']): Promise<Response> {
  const errors: readonly FieldError[] = result.kind === 'invalid' ? result.errors : []
  const { id, cookie } = await saveDraft(form, { values, errors, formError: sentenceOf(result) })
  return seeOther(`/forms/${form}?draft=${id}#error-summary`, { 'set-cookie': cookie })
}
