/**
 * Counts what browsers report of our Content-Security-Policy, so that a page that breaks it is noticed. Keeps no address, no
 * text and no visitor: only which directive stopped what kind of thing, in words that are fixed here.
 * https://www.w3.org/TR/CSP3/#reporting, https://www.w3.org/TR/reporting-1/
 */
import 'server-only'
import { log } from '#lib/log.ts'

const directives = new Set([
  'base-uri',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'require-trusted-types-for',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'trusted-types',
  'worker-src',
])
const blockedKinds = new Set([
  'inline',
  'eval',
  'wasm-eval',
  'data',
  'blob',
  'trusted-types-sink',
  'trusted-types-policy',
])

/** A browser sends few; a batch may hold several. */
const reportsPerRequest = 20
/** Milliseconds between two lines in the log. */
const logInterval = 15 * 60_000

type Report = { directive: unknown; blocked: unknown }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Both forms: `report-uri` posts one object, `report-to` a list. What is no report of a policy is left out. */
function reportsIn(body: unknown): Report[] {
  if (isObject(body) && isObject(body['csp-report'])) {
    const report = body['csp-report']
    return [
      { directive: report['effective-directive'] ?? report['violated-directive'], blocked: report['blocked-uri'] },
    ]
  }
  if (!Array.isArray(body)) return []
  return body.slice(0, reportsPerRequest).flatMap((entry: unknown) => {
    if (!isObject(entry) || entry.type !== 'csp-violation' || !isObject(entry.body)) return []
    return [{ directive: entry.body.effectiveDirective, blocked: entry.body.blockedURL }]
  })
}

/** `script-src-elem inline`, `img-src address`. What a stranger made up counts as `other`. */
function nameOf({ directive, blocked }: Report): string {
  const name = String(directive).split(' ', 1)[0] ?? ''
  const kind = String(blocked)
  return `${directives.has(name) ? name : 'other'} ${blockedKinds.has(kind) ? kind : 'address'}`
}

let counts: Record<string, number> = {}
let nextLine = 0

/** Counts the reports in `body`, and writes the counts to the log at most every quarter of an hour. `now` in milliseconds. */
export function countViolations(body: unknown, now = Date.now()): void {
  for (const report of reportsIn(body)) {
    const name = nameOf(report)
    counts[name] = (counts[name] ?? 0) + 1
  }
  if (now < nextLine || Object.keys(counts).length === 0) return
  nextLine = now + logInterval
  log.warn('Browsers report that pages broke their Content-Security-Policy', { counts })
  counts = {}
}
