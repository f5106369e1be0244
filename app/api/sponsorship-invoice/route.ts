/**
 * POST /api/sponsorship-invoice: sends a sponsorship form to the office, which sends an invoice. JSON gets 202 `{reference}`; a plain form
 * is redirected to its thank-you page, or answered with its own page. 409 carries the correct `total` in dollars.
 */

import { storedResponse, submissionRefusal } from '#lib/contact/enquiries/handle-submission.ts'
import { verifyChallenge } from '#lib/contact/forms/challenge.ts'
import { type Post, readPost } from '#lib/contact/forms/read-post.ts'
import { refuse } from '#lib/contact/forms/returned-form.ts'
import { readSpamSignals } from '#lib/contact/forms/spam-reason.ts'
import { checkoutRefusal, unreadableRequest } from '#lib/giving/checkout/handle-request.ts'
import { givingAction } from '#lib/giving/checkout/limits.ts'
import { postedSponsorship, readSponsorshipRequest, termsOf } from '#lib/giving/sponsorship/checkout.ts'
import { describeSponsorship, invoiceThanks } from '#lib/giving/sponsorship/form.ts'
import { askForInvoice } from '#lib/giving/sponsorship/invoice.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { limitRequest } from '#lib/platform/http/limits/index.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { thankYouAddress } from '#lib/site/content/giving-pages.ts'
import { sponsorshipForm } from '#lib/site/content/index.ts'

export const POST = handled(async (request: Request) => {
  const post = await readPost(request, { oncePerDay: true })
  return post.ok ? inLanguage(post.language, () => answer(request, post)) : post.response
})

async function answer(request: Request, post: Extract<Post, { ok: true }>): Promise<Response> {
  // The form's field for the way to pay, which does not apply here.
  const { paymentMethod: _, ...data } = post.data
  const read = readSponsorshipRequest(data, post.kind, termsOf)
  if (!read.ok) return unreadableRequest(read.faults)

  const { event } = read.request
  const form = sponsorshipForm(event)
  const terms = termsOf(event)
  const result = await askForInvoice(read.request, {
    form,
    terms,
    spamSignals: readSpamSignals(
      describeSponsorship(terms),
      { ...data, firstName: data.firstName || data.name },
      'comments',
    ),
    challenge: () => verifyChallenge(request, data, givingAction),
    idempotencyKey: post.key,
    limit: () => limitRequest(request.headers, 'enquiry'),
  })
  if (result.kind === 'stored')
    return storedResponse(
      post.kind,
      result.reference,
      invoiceThanks(thankYouAddress(form.page.address), result.reference, read.request.values.levels),
    )
  const refusal = 'sentence' in result ? checkoutRefusal(result) : submissionRefusal(result, 'eventsEmail')
  return refuse(request, post.kind, refusal, postedSponsorship(read.request))
}
