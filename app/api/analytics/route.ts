/** POST /api/analytics: one event of a visitor who agreed to be counted. Responds 204, also over the limit, because no visitor waits for it. */

import { readBody, refuseCrossSite } from '#lib/platform/http/body.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { limitPage } from '#lib/platform/http/limits.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { reportSchema } from '#lib/site/analytics/events.ts'
import { analyticsConfigured, analyticsLimit, recordEvent } from '#lib/site/analytics/record.ts'

export const POST = handled(answer)

async function answer(request: Request): Promise<Response> {
  if (!analyticsConfigured()) return problem(404, { detail: 'Analytics is disabled.' })
  const crossSite = refuseCrossSite(request)
  if (crossSite) return crossSite
  const body = await readBody(request)
  if (!body.ok) return body.failure
  const report = reportSchema.safeParse(body.value.data)
  if (!report.success) return problem(400, { detail: 'The event is unknown.' })
  if (limitPage(request.headers, analyticsLimit).ok) recordEvent(report.data)
  return new Response(null, { status: 204 })
}
