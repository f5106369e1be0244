/** POST /api/enquiries: JSON gets 202 `{reference}`; a plain form is redirected to a page with the result. */

import { handleSubmission } from '#lib/contact/enquiries/handle-submission.ts'
import { postHandler } from '#lib/contact/forms/read-post.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { isEnquiryForm } from '#lib/site/content/form-ids.ts'

export const POST = postHandler(
  async (request, post) => {
    const { form } = post.data
    if (isEnquiryForm(form)) return handleSubmission(request, post, form)
    return problem(422, {
      title: 'There is a problem with what you sent',
      detail: 'The request does not name a form.',
      errors: [{ field: 'form', message: 'Name one of the forms' }],
    })
  },
  { oncePerDay: true },
)
