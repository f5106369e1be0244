/**
 * GET /api/enquiries/start: requested when somebody begins to fill in a form. Returns what a prerendered page cannot contain: a time
 * stamp, and the settings for Turnstile if its keys are set. Uncacheable.
 */
import { widgetOffer } from '#lib/contact/forms/challenge.ts'
import { signStartedAt } from '#lib/contact/forms/spam-reason.ts'
import { handled } from '#lib/platform/http/failure.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(answer)

function answer(): Response {
  return Response.json(
    { startedAt: signStartedAt(), turnstile: widgetOffer() },
    { headers: { 'cache-control': 'private, no-store' } },
  )
}
