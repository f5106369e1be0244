/** Content-Security-Policy of pages, whose only scripts are our own files and those of the services that they use. https://www.w3.org/TR/CSP3/ */
import { env } from '#lib/platform/env.ts'
import type { PageRecord } from '#lib/platform/http/page-record.ts'

/** Declares where browsers send reports of violations, for `report-to` (app/api/reports). https://www.w3.org/TR/reporting-1/#header */
export const reportingEndpoints = 'reports="/api/reports"'

type Origins = { [Kind in 'script' | 'frame' | 'connect' | 'image' | 'form']?: readonly string[] }

/** Needed for Stripe's embedded page. https://docs.stripe.com/security/guide#content-security-policy */
const stripeOrigins: Origins = {
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

/** Film providers whose player is framed when the visitor starts it. */
export const filmOrigins = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const

/** For what editors upload, which is shown by pages and never runs anything itself. An SVG may have styles of its own. */
export const uploadPolicy = "default-src 'none'; sandbox; style-src 'unsafe-inline'"

/**
 * The origins that a page needs in addition to our own: film players on every page, and what its record declares. `apiBase` of Stripe: a
 * stand-in on a single origin, as in the sandbox.
 */
function originsOf({ frames, needs }: PageRecord): Origins[] {
  const { stripe, turnstile } = env()
  const own = stripe?.apiBase ? [stripe.apiBase] : null
  const origins: Origins[] = [{ frame: [...filmOrigins, ...frames] }]
  // https://developers.cloudflare.com/turnstile/reference/content-security-policy/
  if (turnstile && needs.includes('challenge'))
    origins.push({ script: [turnstile.apiBase], frame: [turnstile.apiBase] })
  if (stripe && needs.includes('card-form'))
    origins.push(own ? { script: own, frame: own, connect: own, form: own } : stripeOrigins)
  if (stripe?.portal && needs.includes('portal')) origins.push({ form: own ?? ['https://billing.stripe.com'] })
  return origins
}

/** Blocks injection of strings into DOM sinks, but for the address of the service worker. https://www.w3.org/TR/trusted-types/ */
const trustedTypes = (hasWorker: boolean) => [
  "require-trusted-types-for 'script'",
  `trusted-types ${hasWorker ? 'offline' : "'none'"}`,
]

/** Without Trusted Types when foreign scripts run: those of Stripe and Turnstile do not support them. */
export function contentPolicy(record: PageRecord): string {
  const origins = originsOf(record)
  const others = (kind: keyof Origins) => [...new Set(origins.flatMap((each) => each[kind] ?? []))]
  const hasWorker = record.needs.includes('worker')
  const own = (kind: keyof Origins) => ["'self'", ...others(kind)].join(' ')
  return [
    "default-src 'none'",
    `script-src ${own('script')}`,
    "style-src 'self'",
    `img-src ${["'self' data:", ...others('image')].join(' ')}`,
    "font-src 'self'",
    "media-src 'self'",
    `connect-src ${own('connect')}`,
    `frame-src ${others('frame').join(' ')}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    // Browsers also apply form-action to the redirect that follows a form (the hosted payment page).
    `form-action ${own('form')}`,
    "frame-ancestors 'none'",
    ...(hasWorker ? ["worker-src 'self'"] : []),
    ...(others('script').length > 0 ? [] : trustedTypes(hasWorker)),
    'report-uri /api/reports',
    'report-to reports',
  ].join('; ')
}
