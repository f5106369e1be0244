/** POST /api/newsletter: JSON gets 202 `{reference}`; a plain form is redirected to a page with the result. */

import { handleSubmission } from '#lib/contact/enquiries/handle-submission.ts'
import { readPost } from '#lib/contact/forms/read-post.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'

export const POST = handled(async (request: Request) => {
  const post = await readPost(request, { oncePerDay: true })
  return post.ok ? inLanguage(post.language, () => handleSubmission(request, post, 'newsletter')) : post.response
})
