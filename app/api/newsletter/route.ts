/** POST /api/newsletter: JSON gets 202 `{reference}`; a plain form is redirected to a page with the result. */

import { handleSubmission } from '#lib/contact/enquiries/handle-submission.ts'
import { postHandler } from '#lib/contact/forms/read-post.ts'
import { newsletterForm } from '#lib/site/content/form-ids.ts'

export const POST = postHandler((request, post) => handleSubmission(request, post, newsletterForm), {
  oncePerDay: true,
})
