/** POST /api/reports: reports of what a browser's Content-Security-Policy blocked, so that a broken page is noticed. Responds 204. */
import { z } from 'zod'
import { readText } from '#lib/platform/http/body.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { log } from '#lib/platform/log.ts'

const directive = z.string().regex(/^[a-z-]{1,40}\b/)
/** `report-uri` posts one object, `report-to` a list. https://www.w3.org/TR/CSP3/#reporting */
const reportsShape = z.union([
  z
    .object({ 'csp-report': z.object({ 'violated-directive': directive }) })
    .transform((one) => [one['csp-report']['violated-directive']]),
  z.array(
    z.object({ body: z.object({ effectiveDirective: directive }) }).transform(({ body }) => body.effectiveDirective),
  ),
])

/** Each directive is logged once. No address, text or visitor is kept, and no more names than there are directives. */
const logged = new Set<string>()
const mostNames = 30

export const POST = handled(async (request: Request) => {
  const text = await readText(request, 16 * 1024)
  if (typeof text !== 'string') return text.response
  let reports: string[]
  try {
    // Other kinds of reports are ignored.
    reports = reportsShape.safeParse(JSON.parse(text)).data ?? []
  } catch {
    return problem(400, { detail: 'The body is no JSON.' })
  }
  for (const name of reports.map((one) => one.split(' ', 1)[0] ?? '')) {
    if (logged.has(name) || logged.size >= mostNames) continue
    logged.add(name)
    log.warn('A browser reported a violation of the Content-Security-Policy', { directive: name })
  }
  return new Response(null, { status: 204 })
})
