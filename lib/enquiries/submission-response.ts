/**
 * How a submission is answered, whichever form it is: JSON gets 202 with a reference or problem details; a form without
 * JavaScript is sent to its thanks, or back to itself with everything that was typed.
 */
import 'server-only'
import { notStored } from '#lib/enquiries/not-stored.ts'
import { enquiryAgain } from '#lib/enquiries/redisplayed-form.ts'
import type { Refused, Submitted } from '#lib/enquiries/submit-enquiry.ts'
import { carryDraft } from '#lib/forms/drafts.ts'
import { type FieldError, problem } from '#lib/http/problem.ts'
import { seeOther } from '#lib/http/see-other.ts'

export const tooManyMessages = 'Too many messages came from your connection. Please wait a few minutes and try again.'

export type Asked = {
  /** The form's id: its page is /forms/{form}. */
  form: string
  kind: 'json' | 'form'
  /** As they were typed, to be shown again. */
  values: Readonly<Record<string, string>>
  /** All that was sent. */
  data: Readonly<Record<string, unknown>>
}

export function answerSubmission(result: Submitted, asked: Asked): Response | Promise<Response> {
  const { form, kind } = asked
  if (result.kind !== 'stored') return kind === 'form' ? sendBack(result, asked) : answerProgram(result)
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
    case 'unavailable':
      return problem(503, { title: notStored() })
  }
}

function sentenceOf(result: Refused): string {
  if (result.kind === 'invalid') return result.summary
  return result.kind === 'limited' ? tooManyMessages : notStored()
}

const statuses: Record<Refused['kind'], number> = { invalid: 422, limited: 429, unavailable: 503 }

/** To the form's own page where a cookie can carry what was typed; else this answer is the form, so that nothing is lost. */
async function sendBack(result: Refused, { form, values, data }: Asked): Promise<Response> {
  const errors: readonly FieldError[] = result.kind === 'invalid' ? result.errors : []
  const sentence = sentenceOf(result)
  const carried = await carryDraft(form, { values, errors, formError: sentence })
  if (carried) return seeOther(`/forms/${form}?draft=${carried.id}#error-summary`, { 'set-cookie': carried.cookie })
  return enquiryAgain(form, values, data, {
    status: statuses[result.kind],
    sentence,
    errors,
    retryAfter: result.kind === 'limited' ? result.retryAfter : undefined,
  })
}
