/** POST /api/enquiries: JSON answers 202 `{reference}`; a plain form is sent on to a page that says what happened. */
import { answerSubmission } from '#lib/enquiries/answer-submission.ts'
import { attemptOf } from '#lib/enquiries/attempt.ts'
import { judgeChallenge } from '#lib/enquiries/challenge.ts'
import { isEnquiryForm } from '#lib/enquiries/form-ids.ts'
import { readEnquiry, readSigns } from '#lib/enquiries/read-enquiry.ts'
import { submitEnquiry } from '#lib/enquiries/submit-enquiry.ts'
import { readBody } from '#lib/http/body.ts'
import { problem } from '#lib/http/problem.ts'
import { limitRate } from '#lib/http/rate-limit.ts'
import { refuseCrossSite } from '#lib/http/same-origin.ts'

export async function POST(request: Request): Promise<Response> {
  const crossSite = refuseCrossSite(request)
  if (crossSite) return crossSite
  const body = await readBody(request)
  if (!body.ok) return body.response
  const attempt = attemptOf(request.headers, body)
  if (!attempt.ok) return attempt.response
  const { form } = body.data
  if (!isEnquiryForm(form)) {
    return problem(422, {
      title: 'There is a problem with what you sent',
      detail: 'It does not say which form it is.',
      errors: [{ field: 'form', message: 'Name one of the forms' }],
    })
  }
  const values = readEnquiry(body.data)
  const result = await submitEnquiry(values, {
    form,
    signs: readSigns(body.data, ['firstname', 'lastname'], ['number', 'email']),
    challenge: () => judgeChallenge(request, body.data, form),
    idempotencyKey: attempt.key,
    limit: () => limitRate(request, 'enquiry'),
  })
  return answerSubmission(result, { form, kind: body.kind, values })
}
