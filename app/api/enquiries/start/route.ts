/**
 * GET /api/enquiries/start: asked once somebody begins to fill in a form. What a prerendered page cannot carry: when that
 * was, and where the browser gets a Turnstile token while its keys are set. Never kept by a cache.
 */
import { widgetOffer } from '#lib/contact/forms/challenge.ts'
import { signStartedAt } from '#lib/contact/forms/started-at.ts'
import { handled } from '#lib/platform/http/failure.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(answer)

function answer(): Response {
  return Response.json(
    { startedAt: signStartedAt(), turnstile: widgetOffer() },
    { headers: { 'cache-control': 'private, no-store' } },
  )
}
