/**
 * POST /api/sponsorship-invoice: sends a sponsorship form to the office, which sends an invoice. JSON gets 202 `{reference}`; a plain form
 * is redirected to its thank-you page, or answered with its own page. 409 carries the correct `total` in dollars.
 */
import { readPost } from '#lib/contact/forms/read-post.ts'
import { handleInvoice } from '#lib/giving/sponsorship/invoice.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'

export const POST = handled(async (request: Request) => {
  const post = await readPost(request, { oncePerDay: true })
  return post.ok ? inLanguage(post.language, () => handleInvoice(request, post)) : post.response
})
