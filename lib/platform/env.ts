/**
 * With lib/platform/env/, the only reader of process.env. Every variable is validated once and all errors are reported together.
 * Never prints the value of a variable that may be a secret.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  analyticsProgram,
  faultsBetween,
  type Source,
  stripeOrigin,
  type Variables,
  variables,
} from '#lib/platform/env/variables.ts'
import { startupWarnings } from '#lib/platform/env/warnings.ts'

export type { LogLevel } from '#lib/platform/env/variables.ts'

/** `next dev`. Unlike `env()`, known when the code is bundled. */
export const isDevelopment = process.env.NODE_ENV === 'development'

export type Env = ReturnType<typeof shaped>

/** @throws Error that lists every error, one per line, by variable name. An empty variable counts as unset. */
export function parseEnv(source: Source): Env {
  const values: Source = Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  )
  const parsed = variables.safeParse(values)
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...faultsBetween(values),
  ]
  if (!parsed.success || faults.length > 0)
    throw new Error(`The environment is invalid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  return shaped(parsed.data, values)
}

function shaped(set: Variables, values: Source) {
  return {
    port: set.PORT,
    /** The only address of this machine that the server listens on. Undefined: all. */
    listenHost: set.LISTEN_HOST,
    /** Origin without a closing slash: https://example.org */
    siteUrl: set.SITE_URL ?? `http://localhost:${set.PORT}`,
    /** Whether SITE_URL is set; otherwise siteUrl is localhost. */
    siteUrlGiven: set.SITE_URL !== undefined,
    /** The only host that answers the office; null: that of the site. */
    officeHost: set.OFFICE_HOST ?? null,
    /** Folder of the SQLite file; used when `databaseUrl` is null. */
    dataDir: set.DATA_DIR,
    databaseUrl: set.DATABASE_URL ?? null,
    /** Origin or full address of the camp API. */
    campsApiUrl: set.CAMPS_API_URL ?? null,
    stripe: stripeOf(set),
    emailjs: emailjsOf(set),
    /** Who gets the daily summary and the alerts: e-mail addresses separated by commas. Null: nobody. */
    notices: { summaryTo: set.SUMMARY_EMAIL ?? null, alertTo: set.ALERT_EMAIL ?? null },
    ipinfo: set.IPINFO_TOKEN ? { token: set.IPINFO_TOKEN, apiBase: set.IPINFO_API_BASE } : null,
    /** `apiBase`: Cloudflare's origin, or that of a stand-in. */
    turnstile: turnstileOf(set),
    /** The program that counts visits, what it calls this site, and its address if that is not the usual one. */
    analytics: analyticsOf(set),
    /** Another program that is told of gifts, enquiries and sign-ups, and which fields of a person it gets. */
    announcements: announcementsOf(set),
    /** Addresses and CIDR ranges whose forwarding headers are trusted. */
    trustedProxies: set.TRUSTED_PROXIES,
    forwardedHost: set.FORWARDED_HOST,
    /** Multiplies the site-wide rate limits, for a campaign or a load test. */
    siteLimitFactor: set.SITE_LIMIT_FACTOR,
    /** Bearer token for the details of /api/health; null hides them from everybody. */
    operatorToken: set.OPERATOR_TOKEN ?? null,
    /** 32 bytes each: the first encrypts, all of them decrypt. Without a key the forms do not ask for data that must be encrypted (PAN). */
    dataEncryptionKeys: set.DATA_ENCRYPTION_KEY,
    /** Null: a generated secret is kept in the store (lib/platform/signed.ts). */
    signingSecret: set.SIGNING_SECRET ?? null,
    contentStrict: set.CONTENT_STRICT,
    /** Every page has a line at its top that leads to the list of samples: for demos and editors. */
    sampleNotice: set.SAMPLE_NOTICE,
    logLevel: set.LOG_LEVEL ?? (values.NODE_ENV === 'test' ? 'silent' : 'info'),
    /** True during `next build`, when no database or network may be used. */
    isBuild: values.NEXT_PHASE === 'phase-production-build',
    version: builtVersion(),
    /** Probable misconfigurations, in sentences for the log and /api/health. */
    warnings: startupWarnings(set, values),
  }
}

/** The commit of the build (next.config.ts). */
function builtVersion(): string {
  if (isDevelopment) return 'development'
  try {
    return readFileSync(path.join(/* turbopackIgnore: true */ process.cwd(), '.next/BUILD_ID'), 'utf8').trim()
  } catch {
    return 'not built'
  }
}

function stripeOf(set: Variables) {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE, STRIPE_PORTAL } = set
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) return null
  return {
    secretKey: STRIPE_SECRET_KEY,
    /** Cards are charged. */
    isLive: STRIPE_SECRET_KEY.includes('_live_'),
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    /** Origin of a stand-in for Stripe's API; null is Stripe itself. */
    apiBase: STRIPE_API_BASE && STRIPE_API_BASE !== stripeOrigin ? STRIPE_API_BASE : null,
    /** Milliseconds that one request to Stripe may take; each is tried twice. */
    timeout: set.STRIPE_TIMEOUT_MS,
    /** Whether donors can reach Stripe's customer portal through a mailed link. */
    portal: STRIPE_PORTAL,
  }
}

function announcementsOf({ ANNOUNCE_URL, ANNOUNCE_SECRET, ANNOUNCE_PERSONAL }: Variables) {
  if (!ANNOUNCE_URL || !ANNOUNCE_SECRET) return null
  const secret = Buffer.from(ANNOUNCE_SECRET.replace('whsec_', ''), 'base64')
  return { url: ANNOUNCE_URL, secret, personal: ANNOUNCE_PERSONAL }
}

function emailjsOf(set: Variables) {
  const { EMAILJS_SERVICE_ID, EMAILJS_PUBLIC_KEY, EMAILJS_TEMPLATE } = set
  if (!EMAILJS_SERVICE_ID || !EMAILJS_PUBLIC_KEY || !EMAILJS_TEMPLATE) return null
  return {
    serviceId: EMAILJS_SERVICE_ID,
    publicKey: EMAILJS_PUBLIC_KEY,
    privateKey: set.EMAILJS_PRIVATE_KEY ?? null,
    template: EMAILJS_TEMPLATE,
    apiBase: set.EMAILJS_API_BASE,
    /** Milliseconds between two messages. EmailJS accepts one per second. */
    minIntervalMs: set.EMAILJS_MIN_INTERVAL_MS,
  }
}

function analyticsOf({ ANALYTICS_ID, ANALYTICS_API_SECRET, ANALYTICS_API_BASE }: Variables) {
  const program = analyticsProgram(ANALYTICS_ID)
  if (!ANALYTICS_ID || !program) return null
  return { vendor: program.vendor, id: ANALYTICS_ID, apiSecret: ANALYTICS_API_SECRET, apiBase: ANALYTICS_API_BASE }
}

function turnstileOf({ TURNSTILE_SITE_KEY, TURNSTILE_SECRET_KEY, TURNSTILE_API_BASE }: Variables) {
  if (!TURNSTILE_SITE_KEY || !TURNSTILE_SECRET_KEY) return null
  return { siteKey: TURNSTILE_SITE_KEY, secretKey: TURNSTILE_SECRET_KEY, apiBase: TURNSTILE_API_BASE }
}

let known: Env | undefined

/** Parses process.env again and caches it for `env()`. Called at start-up. @throws like `parseEnv`. */
export function readEnv(): Env {
  known = parseEnv(process.env)
  return known
}

/** The environment, parsed on first use. @throws like `parseEnv`. */
export function env(): Env {
  return known ?? readEnv()
}
