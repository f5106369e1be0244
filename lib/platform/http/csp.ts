/** Content-Security-Policy of pages, whose only scripts are our own files and those of the services that they use. https://www.w3.org/TR/CSP3/ */
import 'server-only'
import { env } from '#lib/platform/env.ts'
import { log } from '#lib/platform/log.ts'
import { isRecord } from '#lib/platform/narrow.ts'

/** Where browsers send violation reports: app/api/reports/. */
const reportsAddress = '/api/reports'

/** Declares the endpoint for `report-to`. https://www.w3.org/TR/reporting-1/#header */
export const reportingEndpoints = `reports="${reportsAddress}"`

/** Origins that a page needs in addition to our own, such as https://js.stripe.com. */
type Origins = {
  script?: readonly string[]
  frame?: readonly string[]
  connect?: readonly string[]
  image?: readonly string[]
  form?: readonly string[]
}

/** Needed for Stripe's embedded page. https://docs.stripe.com/security/guide#content-security-policy */
export const stripeOrigins: Origins = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://checkout.stripe.com'],
  frame: [
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://checkout.stripe.com',
    'https://hooks.stripe.com',
  ],
  connect: ['https://api.stripe.com', 'https://checkout.stripe.com'],
  image: ['https://*.stripe.com'],
  form: ['https://checkout.stripe.com'],
}

/** Stripe's customer portal, the redirect target of one of our forms. */
const portalOrigins: Origins = { form: ['https://billing.stripe.com'] }

/** A stand-in for Stripe on a single origin, as in the sandbox. */
export const standInOrigins = (origin: string): Origins => ({
  script: [origin],
  frame: [origin],
  connect: [origin],
  form: [origin],
})

/** The widget's script and its frame. https://developers.cloudflare.com/turnstile/reference/content-security-policy/ */
export const turnstileOrigins = (origin: string): Origins => ({ script: [origin], frame: [origin] })

function policy(origins: Origins, more: readonly string[]): string {
  const sources = (...lists: (readonly string[] | undefined)[]) =>
    ["'self'", ...lists.flatMap((list) => list ?? [])].join(' ')
  return [
    "default-src 'none'",
    `script-src ${sources(origins.script)}`,
    "style-src 'self'",
    `img-src ${sources(['data:'], origins.image)}`,
    "font-src 'self'",
    "media-src 'self'",
    `connect-src ${sources(origins.connect)}`,
    `frame-src ${origins.frame?.length ? [...new Set(origins.frame)].join(' ') : "'none'"}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    // Browsers also apply form-action to the redirect that follows a form (the hosted payment page).
    `form-action ${sources(origins.form)}`,
    "frame-ancestors 'none'",
    ...more,
    `report-uri ${reportsAddress}`,
    'report-to reports',
  ].join('; ')
}

/** Blocks injection of strings into DOM sinks. https://www.w3.org/TR/trusted-types/ */
const trustedTypes = ["require-trusted-types-for 'script'", "trusted-types 'none'"]

/** For a page whose only scripts are our own files. Without Trusted Types when foreign scripts run: those of Stripe and Turnstile do not support them. */
export function contentPolicy(origins: Origins = {}): string {
  return policy(origins, origins.script?.length ? [] : trustedTypes)
}

/** For HTML that would otherwise be sent without a policy: blocks all scripts. */
export const failClosedPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** For what editors upload, which is shown by pages and never runs anything itself. An SVG may have styles of its own. */
export const uploadPolicy = "default-src 'none'; sandbox; style-src 'unsafe-inline'"

/** Film providers whose player is framed when the visitor starts it. */
export const filmOrigins = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const

/** For the forms that take cards. */
function paymentOrigins(): Origins {
  const { stripe } = env()
  if (!stripe) return {}
  return stripe.apiBase ? standInOrigins(stripe.apiBase) : stripeOrigins
}

/** Only pages with a form need Turnstile. */
const hasForm = (html: string) => / data-(posted|island)="/.test(html)

/** The form of this route handler redirects to Stripe's customer portal. */
const leadsToPortal = (html: string) => html.includes(' action="/api/your-gifts"')

/** The address of a form that a dialog frames (components/donation/partner-form.tsx). */
const framed = (html: string) => / data-behaviour="partner-form" data-href="(https?:\/\/[^"/]+)/.exec(html)?.[1]

/** Film players on every page; Turnstile, Stripe, its customer portal and the giving partner where the page has a form of theirs. */
export function contentOrigins(html: string): Origins {
  const { stripe, turnstile } = env()
  const parts: Origins[] = [
    turnstile && hasForm(html) ? turnstileOrigins(turnstile.apiBase) : {},
    html.includes(' data-island="') ? paymentOrigins() : {},
    { frame: [...filmOrigins, ...[framed(html) ?? []].flat()] },
    stripe?.portal && leadsToPortal(html)
      ? { form: stripe.apiBase ? [stripe.apiBase] : (portalOrigins.form ?? []) }
      : {},
  ]
  const all = (kind: keyof Origins) => parts.flatMap((part) => part[kind] ?? [])
  return { script: all('script'), frame: all('frame'), connect: all('connect'), image: all('image'), form: all('form') }
}

/**
 * Counts Content-Security-Policy violation reports, so that a broken page is noticed. Stores no address, text or visitor, only the
 * directive and the kind of resource, from fixed lists.
 * https://www.w3.org/TR/CSP3/#reporting, https://www.w3.org/TR/reporting-1/
 */
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
