/** The camp summary for browsers and other programs; the shape is that of the camp API, with its age. For a charity that shows it. */

import { handled } from '#lib/platform/http/failure.ts'
import { campSummary } from '#lib/site/camps/index.ts'
import { siteFeatures } from '#lib/site/content/index.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(answer)

async function answer(): Promise<Response> {
  if (!siteFeatures().liveFigures) return new Response(null, { status: 404 })
  return Response.json(await campSummary(), { headers: { 'cache-control': 'public, max-age=60' } })
}
