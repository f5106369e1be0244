/** POST /api/enquiries: JSON gets 202 `{reference}`; a plain form is redirected to a page with the result. */

import { handleSubmission } from '#lib/contact/enquiries/handle-submission.ts'
import { readPost } from '#lib/contact/forms/read-post.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { isEnquiryForm } from '#lib/site/content/form-ids.ts'

export const POST = handled(answer)

async function answer(request: Request): Promise<Response> {
  const post = await readPost(request, { oncePerDay: true })
  if (!post.ok) return post.response
  const { form } = post.data
  if (!isEnquiryForm(form)) {
    return problem(422, {
      title: 'There is a problem with what you sent',
      detail: 'The request does not name a form.',
      errors: [{ field: 'form', message: 'Name one of the forms' }],
    })
  }
  return inLanguage(post.language, () => handleSubmission(request, post, form))
}
