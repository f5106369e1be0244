/**
 * POST /api/sponsorship-invoice: from a sponsorship form to the office, which sends an invoice. JSON answers 202
 * `{reference}`; a plain form is sent on to its thanks, or back with what to mend. 409 carries the right `total` in dollars.
 */

import { checkoutAnswer, sendBack, shownFor, unreadableRequest } from '#lib/checkout/handle-request.ts'
import { givingAction } from '#lib/checkout/limits.ts'
import { sponsorship } from '#lib/content/index.ts'
import { notStored } from '#lib/enquiries/not-stored.ts'
import { readSpamSignals } from '#lib/enquiries/read-enquiry.ts'
import { tooManyMessages } from '#lib/enquiries/submission-response.ts'
import { verifyChallenge } from '#lib/forms/challenge.ts'
import { readPost } from '#lib/forms/read-post.ts'
import { handled } from '#lib/http/failure.ts'
import { limitRequest } from '#lib/http/limits/index.ts'
import { problem } from '#lib/http/problem.ts'
import { seeOther } from '#lib/http/see-other.ts'
import { carrySponsorshipDraft, sponsorshipTerms } from '#lib/sponsorship/checkout.ts'
import { askForInvoice, type InvoiceResult } from '#lib/sponsorship/invoice.ts'
import { readSponsorshipRequest, type SponsorshipRequest } from '#lib/sponsorship/read-request.ts'
import { sponsorshipForm } from '#lib/sponsorship/redisplayed-form.ts'
import { invoiceThanks } from '#lib/sponsorship/rules.ts'

export const POST = handled(answer)

async function answer(request: Request): Promise<Response> {
  const post = await readPost(request)
  if (!post.ok) return post.response
  // The form's own field: how it would have been paid.
  const { paymentMethod: _, ...data } = post.data
  const read = readSponsorshipRequest(data, post.kind)
  if (!read.ok) return unreadableRequest(read.faults)

  const { event, values } = read.request
  const form = sponsorship(event)
  const result = await askForInvoice(read.request, {
    form,
    terms: sponsorshipTerms(form),
    spamSignals: {
      ...readSpamSignals(data, ['firstName', 'name'], ['email', 'phone', 'website']),
      message: values.comments,
    },
    challenge: () => verifyChallenge(request, data, givingAction),
    idempotencyKey: post.key,
    limit: () => limitRequest(request.headers, 'enquiry'),
  })
  return post.kind === 'form' ? answerForm(read.request, post.key, result) : answerProgram(result)
}

function answerProgram(result: InvoiceResult): Response {
  switch (result.kind) {
    case 'stored':
      return Response.json({ reference: result.reference }, { status: 202, headers: { 'cache-control': 'no-store' } })
    case 'limited':
      return problem(429, { title: tooManyMessages, headers: { 'retry-after': String(result.retryAfter) } })
    case 'unavailable':
      return problem(503, { title: notStored('eventsEmail') })
    case 'disagrees':
    case 'invalid':
      return checkoutAnswer(result)
  }
}

async function answerForm(
  { event, values }: SponsorshipRequest,
  attemptKey: string | null,
  result: InvoiceResult,
): Promise<Response> {
  if (result.kind === 'stored') return seeOther(invoiceThanks(event, result.reference))
  const shown = shownFor('sentence' in result ? result : { ...result, sentence: sentenceOf(result) })
  return sendBack(
    {
      carry: (draft) => carrySponsorshipDraft(event, { values, ...draft }),
      again: () => sponsorshipForm(event, values, sponsorshipTerms(sponsorship(event)), { byInvoice: true }),
    },
    { ...shown, attemptKey },
    { status: statuses[result.kind], ...('retryAfter' in result && { retryAfter: result.retryAfter }) },
  )
}

const statuses = { invalid: 422, disagrees: 409, limited: 429, unavailable: 503 } as const

const sentenceOf = ({ kind }: { kind: 'limited' | 'unavailable' }) =>
  kind === 'limited' ? tooManyMessages : notStored('eventsEmail')
