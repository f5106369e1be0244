/**
 * Content-Security-Policy for the two kinds of page: content pages, whose only scripts are our own files (one policy that
 * never changes), and payment pages, which React takes over in the browser (a nonce, put on by proxy.ts). Reads no environment.
 * https://www.w3.org/TR/CSP3/
 */
import { createHash } from 'node:crypto'

/** Where browsers send what a policy stopped: app/api/reports/. */
export const reportsAddress = '/api/reports'

/** Names the address above for `report-to`. https://www.w3.org/TR/reporting-1/#header */
export const reportingEndpoints = `reports="${reportsAddress}"`

/** Origins that one page needs beyond our own. Each is a full origin such as https://js.stripe.com. */
export type Origins = {
  script?: readonly string[]
  frame?: readonly string[]
  connect?: readonly string[]
  image?: readonly string[]
  form?: readonly string[]
}

/** What Stripe's embedded page needs. https://docs.stripe.com/security/guide#content-security-policy */
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

/** Stripe's customer portal, to which a form of ours leads. */
export const portalOrigins: Origins = { form: ['https://billing.stripe.com'] }

/** A stand-in for Stripe on one origin of its own, as in the sandbox. */
export const standInOrigins = (origin: string): Origins => ({
  script: [origin],
  frame: [origin],
  connect: [origin],
  form: [origin],
})

/** The widget's script and its frame. https://developers.cloudflare.com/turnstile/reference/content-security-policy/ */
export const turnstileOrigins = (origin: string): Origins => ({ script: [origin], frame: [origin] })

function policy(scripts: readonly string[], origins: Origins, more: readonly string[] = []): string {
  const sources = (...lists: (readonly string[] | undefined)[]) =>
    ["'self'", ...lists.flatMap((list) => list ?? [])].join(' ')
  return [
    "default-src 'none'",
    `script-src ${sources(scripts, origins.script)}`,
    "style-src 'self'",
    `img-src ${sources(['data:'], origins.image)}`,
    "font-src 'self'",
    "media-src 'self'",
    `connect-src ${sources(origins.connect)}`,
    `frame-src ${origins.frame?.length ? [...new Set(origins.frame)].join(' ') : "'none'"}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    // Browsers apply form-action to the redirect that answers a form as well (the hosted payment page).
    `form-action ${sources(origins.form)}`,
    "frame-ancestors 'none'",
    ...more,
    `report-uri ${reportsAddress}`,
    'report-to reports',
  ].join('; ')
}

/** No text becomes markup, script or a script's address. https://www.w3.org/TR/trusted-types/ */
const trustedTypes = ["require-trusted-types-for 'script'", "trusted-types 'none'"]

/** For a page whose only scripts are our own files. Trusted Types bind nobody else's script: Turnstile's is not written for them. */
export function contentPolicy(origins: Origins = {}): string {
  return policy([], origins, origins.script?.length ? [] : trustedTypes)
}

/** For a page that React takes over. `nonce`: base64, new for every answer. */
export function noncePolicy(nonce: string, origins: Origins = {}): string {
  return policy([`'nonce-${nonce}'`], origins)
}

const script = /<script\b([^>]*)>([\s\S]*?)<\/script>/g
const runsNothing = (attributes: string) => /\ssrc=|\stype="application\/(ld\+)?json"/.test(attributes)
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** For a page that keeps Next's runtime without a nonce: allows exactly the inline scripts in `html`. */
export function hashPolicy(html: string, origins: Origins = {}): string {
  const inline = [...html.matchAll(script)].filter(([, attributes = '']) => !runsNothing(attributes))
  return policy([...new Set(inline.map(([, , text = '']) => hash(text)))], origins)
}

/** For HTML that would leave without a policy: nothing runs. */
export const failClosedPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** Film providers whose player opens in a frame once the visitor asks for it. */
export const filmOrigins = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const
