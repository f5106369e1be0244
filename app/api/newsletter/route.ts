/** POST /api/newsletter: JSON answers 202 `{reference}`; a plain form is sent on to a page that says what happened. */
import { answerSubmission } from '#lib/enquiries/answer-submission.ts'
import { attemptOf } from '#lib/enquiries/attempt.ts'
import { judgeChallenge } from '#lib/enquiries/challenge.ts'
import { readSignUp, signUp } from '#lib/enquiries/newsletter.ts'
import { readSigns } from '#lib/enquiries/read-enquiry.ts'
import { readBody } from '#lib/http/body.ts'
import { limitRate } from '#lib/http/rate-limit.ts'
import { refuseCrossSite } from '#lib/http/same-origin.ts'

export async function POST(request: Request): Promise<Response> {
  const crossSite = refuseCrossSite(request)
  if (crossSite) return crossSite
  const body = await readBody(request)
  if (!body.ok) return body.response
  const attempt = attemptOf(request.headers, body)
  if (!attempt.ok) return attempt.response
  const values = readSignUp(body.data)
  const result = await signUp(values, {
    signs: readSigns(body.data, ['name'], ['email']),
    challenge: () => judgeChallenge(request, body.data, 'newsletter'),
    idempotencyKey: attempt.key,
    limit: () => limitRate(request, 'enquiry'),
  })
  return answerSubmission(result, { form: 'newsletter', kind: body.kind, values })
}
