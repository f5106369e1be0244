/**
 * Counts Content-Security-Policy violation reports, so that a broken page is noticed. Stores no address, text or visitor, only the
 * directive and the kind of resource, from fixed lists.
 * https://www.w3.org/TR/CSP3/#reporting, https://www.w3.org/TR/reporting-1/
 */
import 'server-only'
import { log } from '#lib/platform/log.ts'
import { isRecord } from '#lib/platform/narrow.ts'

const directives = new Set(
  `base-uri connect-src default-src font-src form-action frame-ancestors frame-src img-src manifest-src media-src
  require-trusted-types-for script-src script-src-attr script-src-elem style-src style-src-attr style-src-elem
  trusted-types worker-src`.split(/\s+/),
)
const blockedKinds = new Set([
  'inline',
  'eval',
  'wasm-eval',
  'data',
  'blob',
  'trusted-types-sink',
  'trusted-types-policy',
])

/** Browsers send few; a batch may contain several. */
const reportsPerRequest = 20
/** Milliseconds between two log lines. */
const logInterval = 15 * 60_000

type Report = { directive: unknown; blocked: unknown }

/** Accepts both formats: `report-uri` posts one object, `report-to` a list. Other input is ignored. */
function reportsIn(body: unknown): Report[] {
  if (isRecord(body) && isRecord(body['csp-report'])) {
    const report = body['csp-report']
    return [
      { directive: report['effective-directive'] ?? report['violated-directive'], blocked: report['blocked-uri'] },
    ]
  }
  if (!Array.isArray(body)) return []
  return body.slice(0, reportsPerRequest).flatMap((entry: unknown) => {
    if (!isRecord(entry) || entry.type !== 'csp-violation' || !isRecord(entry.body)) return []
    return [{ directive: entry.body.effectiveDirective, blocked: entry.body.blockedURL }]
  })
}

/** `script-src-elem inline`, `img-src address`. Unknown values count as `other`. */
function nameOf({ directive, blocked }: Report): string {
  const name = String(directive).split(' ', 1)[0] ?? ''
  const kind = String(blocked)
  return `${directives.has(name) ? name : 'other'} ${blockedKinds.has(kind) ? kind : 'address'}`
}

let counts: Record<string, number> = {}
let nextLine = 0

/** Counts the reports in `body` and logs the totals at most every 15 minutes. */
export function countViolations(body: unknown): void {
  const now = Date.now()
  for (const report of reportsIn(body)) {
    const name = nameOf(report)
    counts[name] = (counts[name] ?? 0) + 1
  }
  if (now < nextLine || Object.keys(counts).length === 0) return
  nextLine = now + logInterval
  log.warn('Browsers reported Content-Security-Policy violations', { counts })
  counts = {}
}
