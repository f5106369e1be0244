/** The camp summary for browsers and other programs; the shape is that of the camp API, with its age. */

import { handled } from '#lib/platform/http/failure.ts'
import { campSummary } from '#lib/site/camps/index.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(answer)

async function answer(): Promise<Response> {
  return Response.json(await campSummary(), { headers: { 'cache-control': 'public, max-age=60' } })
}
