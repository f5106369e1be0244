/** POST /api/enquiries: JSON answers 202 `{reference}`; a plain form is sent on to a page that says what happened. */

import { isEnquiryForm } from '#lib/content/form-ids.ts'
import { handleSubmission } from '#lib/enquiries/handle-submission.ts'
import { readPost } from '#lib/forms/read-post.ts'
import { handled } from '#lib/http/failure.ts'
import { problem } from '#lib/http/problem.ts'
import { inLanguage } from '#lib/languages/current.ts'

export const POST = handled(answer)

async function answer(request: Request): Promise<Response> {
  const post = await readPost(request, { oncePerDay: true })
  if (!post.ok) return post.response
  const { form } = post.data
  if (!isEnquiryForm(form)) {
    return problem(422, {
      title: 'There is a problem with what you sent',
      detail: 'It does not say which form it is.',
      errors: [{ field: 'form', message: 'Name one of the forms' }],
    })
  }
  return inLanguage(post.language, () => handleSubmission(request, post, form))
}
