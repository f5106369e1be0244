/**
 * The only reader of process.env: every variable is checked once, all faults are told together, nothing is guessed later.
 * Never prints the value of a variable that may be a secret.
 */
import 'server-only'
import { randomBytes } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import manifest from '../package.json' with { type: 'json' }

const stripeOrigin = 'https://api.stripe.com'
const turnstileOrigin = 'https://challenges.cloudflare.com'
const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

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
    /** Whether donors are let into Stripe's customer portal. */
    portal: boolean
  } | null
  emailjs: {
    serviceId: string
    publicKey: string
    privateKey: string | null
    templates: { enquiry: string; newsletter: string; receipt: string | null }
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
  outboxDrainToken: string | null
  /** Opens the details of /api/health; null: nobody sees them. */
  operatorToken: string | null
  /** Days after which an enquiry that was dealt with is erased. */
  enquiryRetentionDays: number
  /** 32 bytes each: the first seals, all of them open. None: nothing is asked that would have to be kept encrypted. */
  dataEncryptionKeys: readonly Uint8Array[]
  signingSecret: string
  /** False when `signingSecret` was made up for this process. */
  signingSecretGiven: boolean
  contentStrict: boolean
  logLevel: LogLevel
  /** True while `next build` runs: nothing may be opened or fetched. */
  isBuild: boolean
  /** True where Vercel sets the headers about the visitor. */
  onVercel: boolean
  version: string
}

type Source = Readonly<Record<string, string | undefined>>

/** Every bundle of this process must sign with the same secret, so it lives on globalThis. */
function processSecret(): string {
  const shared = globalThis as { [ownSecret]?: string }
  shared[ownSecret] ??= randomBytes(32).toString('base64url')
  return shared[ownSecret]
}
const ownSecret = Symbol.for('charity.signing-secret')

function parsedUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
const isHttp = (url: URL) => url.protocol === 'http:' || url.protocol === 'https:'

const origin = z
  .string()
  .refine((text) => {
    const url = parsedUrl(text)
    return url !== null && isHttp(url) && url.pathname === '/' && !url.search && !url.hash && !url.username
  }, 'must be an origin such as https://example.org, without a path')
  .transform((text) => new URL(text).origin)

const address = z
  .string()
  .refine((text) => {
    const url = parsedUrl(text)
    return url !== null && isHttp(url) && !url.search && !url.hash
  }, 'must be an http or https address')
  .transform((text) => text.replace(/\/+$/, ''))

const flag = z.enum(['1', 'true', '0', 'false'], 'must be 1 or 0').transform((text) => text === '1' || text === 'true')

const proxies = z.string().transform((text, context) => {
  const entries = text.split(/[\s,]+/).filter(Boolean)
  for (const entry of entries)
    if (!ipaddr.isValid(entry) && !ipaddr.isValidCIDR(entry))
      context.addIssue(`"${entry}" is neither an address nor a range such as 10.0.0.0/8`)
  return entries
})

/** Base64 of 32 bytes, in either alphabet; several, separated by commas, while a key is being replaced. */
const encryptionKeys = z.string().transform((text, context) => {
  const keys = text.split(/[\s,]+/).filter(Boolean)
  const wellFormed = keys.every((key) => /^[\w+/-]{43}=?$/.test(key) && Buffer.from(key, 'base64').length === 32)
  if (!wellFormed) context.addIssue('must be 32 bytes in base64, as `openssl rand -base64 32` writes them')
  return keys.map((key) => Buffer.from(key, 'base64'))
})

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number)

const secret = (pattern: RegExp, looksLike: string) => z.string().regex(pattern, `must look like ${looksLike}`)
const atLeast = (length: number) => z.string().min(length, `must have at least ${length} characters`)

const variables = z.object({
  PORT: wholeNumber(1, 65535).default(3000),
  SITE_URL: origin.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine((text) => ['postgres:', 'postgresql:'].includes(parsedUrl(text)?.protocol ?? ''), {
      error: 'must start with postgres://; without it the site uses SQLite in DATA_DIR',
    })
    .optional(),
  CAMPS_API_URL: address.optional(),
  STRIPE_SECRET_KEY: secret(/^[sr]k_(test|live)_\w+$/, 'sk_test_… or sk_live_…').optional(),
  STRIPE_PUBLISHABLE_KEY: secret(/^pk_(test|live)_\w+$/, 'pk_test_… or pk_live_…').optional(),
  STRIPE_WEBHOOK_SECRET: secret(/^whsec_\S+$/, 'whsec_…').optional(),
  STRIPE_API_BASE: origin.optional(),
  STRIPE_TIMEOUT_MS: wholeNumber(100, 80_000).default(10_000),
  STRIPE_PORTAL: flag.default(false),
  EMAILJS_SERVICE_ID: z.string().optional(),
  EMAILJS_TEMPLATE_ENQUIRY: z.string().optional(),
  EMAILJS_TEMPLATE_NEWSLETTER: z.string().optional(),
  EMAILJS_TEMPLATE_RECEIPT: z.string().optional(),
  EMAILJS_PUBLIC_KEY: z.string().optional(),
  EMAILJS_PRIVATE_KEY: z.string().optional(),
  EMAILJS_API_BASE: address.default('https://api.emailjs.com'),
  EMAILJS_MIN_INTERVAL_MS: wholeNumber(0, 3_600_000).default(1000),
  IPINFO_TOKEN: z.string().optional(),
  IPINFO_API_BASE: address.default('https://ipinfo.io'),
  TURNSTILE_SITE_KEY: z.string().optional(),
  TURNSTILE_SECRET_KEY: z.string().optional(),
  TURNSTILE_API_BASE: origin.default(turnstileOrigin),
  TRUSTED_PROXIES: proxies.default([]),
  SITE_LIMIT_FACTOR: wholeNumber(1, 1_000_000).default(1),
  OUTBOX_DRAIN_TOKEN: atLeast(16).optional(),
  OPERATOR_TOKEN: atLeast(16).optional(),
  ENQUIRY_RETENTION_DAYS: wholeNumber(1, 36_500).default(730),
  DATA_ENCRYPTION_KEY: encryptionKeys.default([]),
  SIGNING_SECRET: atLeast(32).optional(),
  CONTENT_STRICT: flag.default(false),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).optional(),
})
type Variables = z.output<typeof variables>

/** Groups that only work whole. The first name of each is what an operator sets first. */
const groups: { what: string; needs: (keyof Variables)[]; alone: (keyof Variables)[] }[] = [
  {
    what: 'taking gifts',
    needs: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    alone: [],
  },
  {
    what: 'sending mail',
    needs: ['EMAILJS_SERVICE_ID', 'EMAILJS_PUBLIC_KEY', 'EMAILJS_TEMPLATE_ENQUIRY', 'EMAILJS_TEMPLATE_NEWSLETTER'],
    alone: ['EMAILJS_TEMPLATE_RECEIPT', 'EMAILJS_PRIVATE_KEY'],
  },
  { what: 'Turnstile', needs: ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'], alone: [] },
]

/** Faults that only show when several variables are seen together. */
function faultsBetween(given: Source): string[] {
  const faults: string[] = []
  for (const { what, needs, alone } of groups) {
    const missing = needs.filter((name) => !given[name])
    const present = [...needs, ...alone].filter((name) => given[name])
    if (present.length > 0)
      for (const name of missing) faults.push(`${name} is missing: ${what} needs it beside ${present.join(', ')}`)
  }
  const secretMode = given.STRIPE_SECRET_KEY?.split('_')[1]
  const publicMode = given.STRIPE_PUBLISHABLE_KEY?.split('_')[1]
  if (secretMode && publicMode && secretMode !== publicMode)
    faults.push('STRIPE_PUBLISHABLE_KEY must be of the same mode (test or live) as STRIPE_SECRET_KEY')
  if (secretMode === 'live') {
    const base = given.STRIPE_API_BASE
    if (base && parsedUrl(base)?.origin !== stripeOrigin)
      faults.push(`STRIPE_API_BASE must be ${stripeOrigin}, or unset, with a live STRIPE_SECRET_KEY`)
    if (!given.SITE_URL?.startsWith('https://'))
      faults.push('SITE_URL must start with https:// with a live STRIPE_SECRET_KEY')
  }
  return faults
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
    outboxDrainToken: set.OUTBOX_DRAIN_TOKEN ?? null,
    operatorToken: set.OPERATOR_TOKEN ?? null,
    enquiryRetentionDays: set.ENQUIRY_RETENTION_DAYS,
    dataEncryptionKeys: set.DATA_ENCRYPTION_KEY,
    signingSecret: set.SIGNING_SECRET ?? processSecret(),
    signingSecretGiven: set.SIGNING_SECRET !== undefined,
    contentStrict: set.CONTENT_STRICT,
    logLevel: set.LOG_LEVEL ?? (given.NODE_ENV === 'test' ? 'silent' : 'info'),
    isBuild: given.NEXT_PHASE === 'phase-production-build',
    onVercel: given.VERCEL === '1',
    version: manifest.version,
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

/** What is off, or weaker, because a variable is missing: one sentence each, for the log at the start. */
export function startupNotes(set: Env): string[] {
  const notes: [boolean, string][] = [
    [!set.siteUrlGiven, `SITE_URL is not set: links in answers to other programs start with ${set.siteUrl}.`],
    [!set.databaseUrl, `DATABASE_URL is not set: gifts and enquiries are kept in SQLite in ${set.dataDir}.`],
    [!set.campsApiUrl, 'CAMPS_API_URL is not set: the camp figures are those of the content files.'],
    [!set.stripe, 'STRIPE_SECRET_KEY is not set: the site takes no gifts and says so.'],
    [!set.emailjs, 'EMAILJS_SERVICE_ID is not set: enquiries are stored and no mail is sent.'],
    [
      set.emailjs !== null && !set.emailjs.templates.receipt,
      'EMAILJS_TEMPLATE_RECEIPT is not set: receipts are kept, and no donor gets one.',
    ],
    [!set.ipinfo, 'IPINFO_TOKEN is not set: countries are looked up in the embedded database.'],
    [!set.turnstile, 'TURNSTILE_SITE_KEY is not set: what looks like spam is told without Turnstile.'],
    [
      !set.signingSecretGiven,
      'SIGNING_SECRET is not set: a secret was made up, so signed links end with this process and servers side by side disagree.',
    ],
    [
      set.stripe !== null && (!set.signingSecretGiven || !set.siteUrlGiven),
      'SIGNING_SECRET or SITE_URL is not set: receipts of monthly gifts carry no link to stop them, and name the office instead.',
    ],
    [set.dataEncryptionKeys.length === 0, 'DATA_ENCRYPTION_KEY is not set: donors in India are not asked for a PAN.'],
    [!set.operatorToken, 'OPERATOR_TOKEN is not set: /api/health says whether the site works, and nothing more.'],
    [!set.outboxDrainToken, 'OUTBOX_DRAIN_TOKEN is not set: POST /api/outbox/drain refuses everyone.'],
  ]
  return notes.flatMap(([applies, note]) => (applies ? [note] : []))
}
