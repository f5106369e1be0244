/**
 * The only reader of process.env: every variable is checked once, all faults are told together, nothing is guessed later.
 * Never prints the value of a variable that may be a secret.
 */
import 'server-only'
import {
  faultsBetween,
  type LogLevel,
  type Source,
  stripeOrigin,
  type Variables,
  variables,
} from '#lib/env/variables.ts'
import { startupWarnings } from '#lib/env/warnings.ts'
import manifest from '../package.json' with { type: 'json' }

export type { LogLevel } from '#lib/env/variables.ts'

export type Env = {
  port: number
  /** Origin without a closing slash: https://example.org */
  siteUrl: string
  /** Whether the operator gave SITE_URL; otherwise siteUrl is this machine. */
  siteUrlGiven: boolean
  /** Folder of the SQLite file; used when `databaseUrl` is null. */
  dataDir: string
  databaseUrl: string | null
  /** Origin or full address of the camp API. */
  campsApiUrl: string | null
  stripe: {
    secretKey: string
    publishableKey: string
    webhookSecret: string
    /** Origin of a stand-in for Stripe's API; null is Stripe itself. */
    apiBase: string | null
    /** Milliseconds that one request to Stripe may take; each is tried twice. */
    timeout: number
    /** Whether donors are let into Stripe's customer portal, by a link that is mailed to them. */
    portal: boolean
  } | null
  emailjs: {
    serviceId: string
    publicKey: string
    privateKey: string | null
    templates: { enquiry: string; newsletter: string; receipt: string | null; link: string | null }
    apiBase: string
    /** Milliseconds between two messages. EmailJS takes one a second. */
    minIntervalMs: number
  } | null
  ipinfo: { token: string; apiBase: string } | null
  /** `apiBase`: Cloudflare's origin, or that of a stand-in. */
  turnstile: { siteKey: string; secretKey: string; apiBase: string } | null
  /** Addresses and CIDR ranges whose forwarding headers are believed. */
  trustedProxies: string[]
  /** What the limits of all visitors together are multiplied by, for a campaign or a load test. */
  siteLimitFactor: number
  /** Opens the details of /api/health; null: nobody sees them. */
  operatorToken: string | null
  /** Days after which an enquiry that was dealt with is erased. */
  enquiryRetentionDays: number
  /** 32 bytes each: the first seals, all of them open. None: nothing is asked that would have to be kept encrypted. */
  dataEncryptionKeys: readonly Uint8Array[]
  /** Null: one is drawn and kept in the store (lib/signed.ts). */
  signingSecret: string | null
  contentStrict: boolean
  /** Content pages keep Next's client runtime, as a way back should taking it out fail. */
  keepClientRuntime: boolean
  logLevel: LogLevel
  /** True while `next build` runs: nothing may be opened or fetched. */
  isBuild: boolean
  version: string
  /** What was probably not meant, in sentences for the log and for /api/health. */
  warnings: readonly string[]
}

/** @throws Error that lists every fault, one a line, by variable name. An empty variable counts as unset. */
export function parseEnv(source: Source): Env {
  const given: Source = Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  )
  const parsed = variables.safeParse(given)
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...faultsBetween(given),
  ]
  if (!parsed.success || faults.length > 0)
    throw new Error(`The environment is wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  return shaped(parsed.data, given)
}

function shaped(set: Variables, given: Source): Env {
  let warnings: string[] | undefined
  return {
    port: set.PORT,
    siteUrl: set.SITE_URL ?? `http://localhost:${set.PORT}`,
    siteUrlGiven: set.SITE_URL !== undefined,
    dataDir: set.DATA_DIR,
    databaseUrl: set.DATABASE_URL ?? null,
    campsApiUrl: set.CAMPS_API_URL ?? null,
    stripe: stripeOf(set),
    emailjs: emailjsOf(set),
    ipinfo: set.IPINFO_TOKEN ? { token: set.IPINFO_TOKEN, apiBase: set.IPINFO_API_BASE } : null,
    turnstile: turnstileOf(set),
    trustedProxies: set.TRUSTED_PROXIES,
    siteLimitFactor: set.SITE_LIMIT_FACTOR,
    operatorToken: set.OPERATOR_TOKEN ?? null,
    enquiryRetentionDays: set.ENQUIRY_RETENTION_DAYS,
    dataEncryptionKeys: set.DATA_ENCRYPTION_KEY,
    signingSecret: set.SIGNING_SECRET ?? null,
    contentStrict: set.CONTENT_STRICT,
    keepClientRuntime: set.KEEP_CLIENT_RUNTIME,
    logLevel: set.LOG_LEVEL ?? (given.NODE_ENV === 'test' ? 'silent' : 'info'),
    isBuild: given.NEXT_PHASE === 'phase-production-build',
    version: manifest.version,
    // On the first read: to compare every variable's spelling takes longer than the rest of the parsing together.
    get warnings() {
      warnings ??= startupWarnings(set, given)
      return warnings
    },
  }
}

function stripeOf(set: Variables): Env['stripe'] {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE, STRIPE_PORTAL } = set
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) return null
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiBase: STRIPE_API_BASE && STRIPE_API_BASE !== stripeOrigin ? STRIPE_API_BASE : null,
    timeout: set.STRIPE_TIMEOUT_MS,
    portal: STRIPE_PORTAL,
  }
}

function emailjsOf(set: Variables): Env['emailjs'] {
  const { EMAILJS_SERVICE_ID, EMAILJS_PUBLIC_KEY, EMAILJS_TEMPLATE_ENQUIRY, EMAILJS_TEMPLATE_NEWSLETTER } = set
  if (!EMAILJS_SERVICE_ID || !EMAILJS_PUBLIC_KEY || !EMAILJS_TEMPLATE_ENQUIRY || !EMAILJS_TEMPLATE_NEWSLETTER)
    return null
  return {
    serviceId: EMAILJS_SERVICE_ID,
    publicKey: EMAILJS_PUBLIC_KEY,
    privateKey: set.EMAILJS_PRIVATE_KEY ?? null,
    templates: {
      enquiry: EMAILJS_TEMPLATE_ENQUIRY,
      newsletter: EMAILJS_TEMPLATE_NEWSLETTER,
      receipt: set.EMAILJS_TEMPLATE_RECEIPT ?? null,
      link: set.EMAILJS_TEMPLATE_LINK ?? null,
    },
    apiBase: set.EMAILJS_API_BASE,
    minIntervalMs: set.EMAILJS_MIN_INTERVAL_MS,
  }
}

function turnstileOf({ TURNSTILE_SITE_KEY, TURNSTILE_SECRET_KEY, TURNSTILE_API_BASE }: Variables): Env['turnstile'] {
  if (!TURNSTILE_SITE_KEY || !TURNSTILE_SECRET_KEY) return null
  return { siteKey: TURNSTILE_SITE_KEY, secretKey: TURNSTILE_SECRET_KEY, apiBase: TURNSTILE_API_BASE }
}

let known: Env | undefined

/** Reads process.env afresh and remembers it for `env()`. The start calls it first. @throws like `parseEnv`. */
export function readEnv(): Env {
  known = parseEnv(process.env)
  return known
}

/** The environment, parsed on first use. @throws like `parseEnv`. */
export function env(): Env {
  return known ?? readEnv()
}
