/**
 * POST /api/create-checkout-session: from a donation form to a payment page. JSON gets the page's address or secret; a
 * plain form (field `intent`: next, back or pay) is sent on to the next step, back with what to mend, or to Stripe.
 * After 502 the attempt is over; after 503 or no answer the same Idempotency-Key asks for the same payment page again.
 */
import { site } from '#lib/content/index.ts'
import { env } from '#lib/env.ts'
import { checkoutAnswer, unreadableRequest } from '#lib/giving/checkout-answers.ts'
import { limitCheckout } from '#lib/giving/checkout-limits.ts'
import { checkDetails, type DonationValues, stepOf } from '#lib/giving/donation.ts'
import { type DonationDraft, keepDonationDraft } from '#lib/giving/donation-draft.ts'
import { type DonationRequest, readDonationRequest } from '#lib/giving/donation-request.ts'
import { indiaTerms } from '#lib/giving/india-terms.ts'
import type { Currency } from '#lib/giving/money.ts'
import { checkoutSentences } from '#lib/giving/start-checkout.ts'
import { type DonationResult, startDonation } from '#lib/giving/start-donation.ts'
import { usaTerms } from '#lib/giving/usa-terms.ts'
import { readPost } from '#lib/http/read-post.ts'
import { seeOther } from '#lib/http/see-other.ts'
import { ownStripe } from '#lib/providers/stripe.ts'

export async function POST(request: Request): Promise<Response> {
  const post = await readPost(request)
  if (!post.ok) return post.response
  const read = readDonationRequest(post.data, post.kind)
  if (!read.ok) return unreadableRequest(read.faults)

  const { values, currency } = read.request
  const giving = currency === 'USD' ? usaTerms() : indiaTerms()
  const pay = (donation: DonationRequest) =>
    startDonation(donation, post.key, {
      giving,
      siteUrl: env().siteUrl,
      stripe: ownStripe(),
      limit: (email) => limitCheckout(request, post.data, email),
      officeEmail: site().names.email,
    })
  if (post.kind === 'json') return checkoutAnswer(await pay(read.request))

  if (post.data.intent === 'back') return show({ values, errors: [], step: 1 }, currency)
  if (post.data.intent === 'next') {
    const errors = checkDetails(values, giving)
    return show({ values, errors, step: errors.length > 0 ? 1 : 2 }, currency)
  }
  return answerForm(await pay(read.request), read.request, post.key)
}

type Asked = { values: DonationValues; currency: Currency }

async function answerForm(result: DonationResult, { values, currency }: Asked, key: string | null): Promise<Response> {
  if (result.kind === 'started' && result.url) {
    // Who comes back without paying finds everything as it was.
    const { cookie } = await keepDonationDraft({ values, errors: [], step: 2 }, currency)
    return seeOther(new URL(result.url), { 'set-cookie': cookie })
  }
  if (result.kind === 'invalid') {
    // One step is shown at a time, the first that needs mending.
    const step = result.errors.some(({ field }) => stepOf(field) === 1) ? 1 : 2
    return show({ values, errors: result.errors.filter(({ field }) => stepOf(field) === step), step }, currency)
  }
  const formError = result.kind === 'started' ? checkoutSentences.unreachable : result.sentence
  // Where nobody knows what Stripe did, the next try asks for the same payment page.
  const attemptKey = result.kind === 'unreachable' ? key : null
  return show({ values, errors: [], step: 2, formError, attemptKey }, currency)
}

async function show(draft: DonationDraft, currency: Currency): Promise<Response> {
  const { address, cookie } = await keepDonationDraft(draft, currency)
  return seeOther(address, { 'set-cookie': cookie })
}
