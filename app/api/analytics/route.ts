/** POST /api/analytics: one event of a visitor who agreed to be counted. Answers 204, also where it is over the limit: nobody waits for it. */
import { reportSchema } from '#lib/analytics/events.ts'
import { analyticsConfigured, recordEvent } from '#lib/analytics/record.ts'
import { readBody } from '#lib/http/body.ts'
import { handled } from '#lib/http/failure.ts'
import { limitPage } from '#lib/http/limits/index.ts'
import { problem } from '#lib/http/problem.ts'
import { refuseCrossSite } from '#lib/http/same-origin.ts'

export const POST = handled(answer)

async function answer(request: Request): Promise<Response> {
  if (!analyticsConfigured()) return problem(404, { detail: 'This site counts nothing.' })
  const crossSite = refuseCrossSite(request)
  if (crossSite) return crossSite
  const body = await readBody(request)
  if (!body.ok) return body.response
  const report = reportSchema.safeParse(body.data)
  if (!report.success) return problem(400, { detail: 'This is not an event of this site.' })
  if (limitPage(request.headers, 'analytics').ok) recordEvent(report.data)
  return new Response(null, { status: 204 })
}
