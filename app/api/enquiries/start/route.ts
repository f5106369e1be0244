/**
 * GET /api/enquiries/start: asked once somebody begins to fill in a form. What a prerendered page cannot carry: when that
 * was, and where the browser gets a Turnstile token while its keys are set. Never kept by a cache.
 */
import { widgetOffer } from '#lib/forms/challenge.ts'
import { signStartedAt } from '#lib/forms/started-at.ts'
import { handled } from '#lib/http/failure.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(answer)

function answer(): Response {
  return Response.json(
    { startedAt: signStartedAt(), turnstile: widgetOffer() },
    { headers: { 'cache-control': 'private, no-store' } },
  )
}
