/**
 * POST /api/create-checkout-session-usa: from a sponsorship form to a payment page. JSON gets the page's address or secret;
 * a plain form is sent on to Stripe, or back with what to mend. 409 carries the right `total` in dollars. After 502 the
 * attempt is over; after 503 or no answer the same Idempotency-Key asks for the same payment page again.
 */
import { site, sponsorship } from '#lib/content/index.ts'
import { env } from '#lib/env.ts'
import { checkoutAnswer, unreadableRequest } from '#lib/giving/checkout-answers.ts'
import { limitCheckout } from '#lib/giving/checkout-limits.ts'
import type { SponsorshipEvent, SponsorshipValues } from '#lib/giving/sponsorship.ts'
import { keepSponsorshipDraft } from '#lib/giving/sponsorship-draft.ts'
import { readSponsorshipRequest } from '#lib/giving/sponsorship-request.ts'
import { sponsorshipTerms } from '#lib/giving/sponsorship-terms.ts'
import { checkoutSentences } from '#lib/giving/start-checkout.ts'
import { type SponsorshipResult, startSponsorship } from '#lib/giving/start-sponsorship.ts'
import { requestHash } from '#lib/http/idempotency.ts'
import { readPost } from '#lib/http/read-post.ts'
import { seeOther } from '#lib/http/see-other.ts'
import { ownStripe } from '#lib/providers/stripe.ts'

export async function POST(request: Request): Promise<Response> {
  const post = await readPost(request)
  if (!post.ok) return post.response
  const read = readSponsorshipRequest(post.data, post.kind)
  if (!read.ok) return unreadableRequest(read.faults)

  const { event, values } = read.request
  const form = sponsorship(event)
  // A page that comes back from the browser's memory has its old key: with other answers it is another payment.
  const key = post.key && post.kind === 'form' ? `${post.key}:${requestHash({ event, values })}` : post.key
  const result = await startSponsorship(read.request, key, {
    form,
    terms: sponsorshipTerms(form),
    siteUrl: env().siteUrl,
    stripe: ownStripe(),
    limit: (email) => limitCheckout(request, post.data, email),
    officeEmail: site().names.eventsEmail,
  })
  if (post.kind === 'form') return answerForm(read.request, post.key, result)
  return checkoutAnswer(result, result.kind === 'disagrees' ? { total: result.total } : {})
}

type Asked = { event: SponsorshipEvent; values: SponsorshipValues }

async function answerForm({ event, values }: Asked, attemptKey: string | null, result: SponsorshipResult) {
  if (result.kind === 'started' && result.url) {
    // Who comes back without paying finds everything as it was.
    const { cookie } = await keepSponsorshipDraft(event, { values, errors: [] })
    return seeOther(new URL(result.url), { 'set-cookie': cookie })
  }
  const formError = result.kind === 'started' ? checkoutSentences.unreachable : result.sentence
  const wrong = result.kind === 'invalid' ? { errors: result.errors } : { errors: [], formError }
  const { address, cookie } = await keepSponsorshipDraft(event, { values, attemptKey, ...wrong })
  return seeOther(address, { 'set-cookie': cookie })
}
