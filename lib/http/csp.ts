/**
 * Content-Security-Policy for the two kinds of page: prerendered ones (hashes of their inline scripts, put on by the cache
 * handler) and dynamic ones (a nonce, put on by proxy.ts). Pure: reads no environment, so that both can share it.
 * https://www.w3.org/TR/CSP3/
 */

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

function policy(scriptSources: readonly string[], styleSources: readonly string[], origins: Origins): string {
  const sources = (...lists: (readonly string[] | undefined)[]) =>
    ["'self'", ...lists.flatMap((list) => list ?? [])].join(' ')
  return [
    "default-src 'none'",
    `script-src ${sources(scriptSources, origins.script)}`,
    `style-src ${sources(styleSources)}`,
    `img-src ${sources(['data:'], origins.image)}`,
    "font-src 'self'",
    "media-src 'self'",
    `connect-src ${sources(origins.connect)}`,
    `frame-src ${origins.frame?.length ? origins.frame.join(' ') : "'none'"}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    // Browsers apply form-action to the redirect that answers a form as well (the hosted payment page).
    `form-action ${sources(origins.form)}`,
    "frame-ancestors 'none'",
  ].join('; ')
}

/** For a page that is rendered for each request. `nonce`: base64, new for every answer. */
export function dynamicPolicy(nonce: string, origins: Origins = {}): string {
  return policy([`'nonce-${nonce}'`], [], origins)
}

/** For a prerendered page: `scriptHashes` and `styleHashes` are 'sha256-…' sources of what stands inline in its HTML. */
export function prerenderedPolicy(
  scriptHashes: readonly string[],
  styleHashes: readonly string[],
  origins: Origins = {},
): string {
  return policy(scriptHashes, styleHashes, origins)
}

/** For HTML that somehow left without a policy: nothing runs. */
export const failClosedPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** Film providers whose player a page may open in a frame, once the visitor asks for it. */
export const filmOrigins = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const
