/** POST /api/newsletter: JSON answers 202 `{reference}`; a plain form is sent on to a page that says what happened. */

import { readSignUp, signUp } from '#lib/enquiries/newsletter.ts'
import { readSpamSignals } from '#lib/enquiries/read-enquiry.ts'
import { answerSubmission } from '#lib/enquiries/submission-response.ts'
import { verifyChallenge } from '#lib/forms/challenge.ts'
import { readPost } from '#lib/forms/read-post.ts'
import { attemptOf } from '#lib/forms/submission-key.ts'
import { handled } from '#lib/http/failure.ts'
import { limitRequest } from '#lib/http/limits/index.ts'

export const POST = handled(answer)

async function answer(request: Request): Promise<Response> {
  const post = await readPost(request, attemptOf)
  if (!post.ok) return post.response
  const values = readSignUp(post.data)
  const result = await signUp(values, {
    spamSignals: readSpamSignals(post.data, ['name'], ['email']),
    challenge: () => verifyChallenge(request, post.data, 'newsletter'),
    idempotencyKey: post.key,
    limit: () => limitRequest(request.headers, 'enquiry'),
  })
  return answerSubmission(result, { form: 'newsletter', kind: post.kind, values, data: post.data })
}
