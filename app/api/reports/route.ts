/** POST /api/reports: reports of what a browser's Content-Security-Policy blocked, so that a broken page is noticed. Responds 204. */
import { readText } from '#lib/platform/http/body.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { log } from '#lib/platform/log.ts'
import { propertyOf } from '#lib/platform/narrow.ts'

/**
 * The directives that can be violated, until each is logged once; no address, text or visitor is kept. https://www.w3.org/TR/CSP3/#csp-directives and
 * those that other specifications add: https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Content-Security-Policy
 */
const unlogged = new Set(
  [
    'child-src connect-src default-src font-src frame-src img-src manifest-src media-src object-src script-src script-src-elem',
    'script-src-attr style-src style-src-elem style-src-attr webrtc worker-src base-uri sandbox form-action frame-ancestors',
    'block-all-mixed-content fenced-frame-src require-trusted-types-for trusted-types upgrade-insecure-requests',
  ].flatMap((names) => names.split(' ')),
)

/** `report-uri` posts one object, `report-to` a list, also of other kinds of reports. https://www.w3.org/TR/CSP3/#reporting */
const violatedIn = (posted: unknown): unknown[] =>
  Array.isArray(posted)
    ? posted.map((report) => propertyOf(propertyOf(report, 'body'), 'effectiveDirective'))
    : [propertyOf(propertyOf(posted, 'csp-report'), 'violated-directive')]

export const POST = handled(async (request: Request) => {
  const text = await readText(request, 16 * 1024)
  if (!text.ok) return text.failure
  let violated: unknown[]
  try {
    violated = violatedIn(JSON.parse(text.value))
  } catch {
    return problem(400, { detail: 'The body is not JSON.' })
  }
  for (const name of violated) {
    // Old browsers send the whole directive.
    const [directive = ''] = typeof name === 'string' ? name.split(' ', 1) : []
    if (unlogged.delete(directive))
      log.warn('A browser reported a violation of the Content-Security-Policy', { directive })
  }
  return new Response(null, { status: 204 })
})
