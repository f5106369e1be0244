/** All environment variables: their formats and dependencies. Messages never contain a value, which may be secret. */
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/** Of the sandbox (scripts/support/sandbox-environment.ts), and of Cloudflare: https://developers.cloudflare.com/turnstile/troubleshooting/testing/ */
const knownToEverybody = new Set([
  'whsec_sandbox',
  'private_sandbox',
  'secret_sandbox',
  'sandbox',
  'sandbox-operator-token',
  'sandbox-only-sandbox-only-sandbox-only',
  'c2FuZGJveC1vbmx5LXNhbmRib3gtb25seS1zYW5kYm8=',
  '1x0000000000000000000000000000000AA',
  '2x0000000000000000000000000000000AA',
  '3x0000000000000000000000000000000AA',
])

export const stripeOrigin = 'https://api.stripe.com'
const turnstileOrigin = 'https://challenges.cloudflare.com'
const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** The variables that are set and not blank. */
export type Source = Readonly<Record<string, string | undefined>>

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

/** The widest ranges for private use are 10.0.0.0/8 and fc00::/7. */
function isTooWide(entry: string): boolean {
  if (!entry.includes('/')) return false
  const [address, bits] = ipaddr.parseCIDR(entry)
  return bits < (address.kind() === 'ipv4' ? 8 : 7)
}

const proxies = z.string().transform((text, context) => {
  const entries = text.split(/[\s,]+/).filter(Boolean)
  for (const entry of entries)
    if (!ipaddr.isValid(entry) && !ipaddr.isValidCIDR(entry))
      context.addIssue(`"${entry}" is neither an address nor a range such as 10.0.0.0/8`)
    else if (isTooWide(entry))
      context.addIssue(`"${entry}" is so wide that any visitor could claim to be a proxy: name your own`)
  return entries
})

/** Base64 of 32 bytes, in either alphabet; several, separated by commas, during key rotation. */
const encryptionKeys = z.string().transform((text, context) => {
  const keys = text.split(/[\s,]+/).filter(Boolean)
  const wellFormed = keys.every((key) => /^[\w+/-]{43}=?$/.test(key) && Buffer.from(key, 'base64').length === 32)
  if (!wellFormed) context.addIssue('must be 32 bytes in base64, as `openssl rand -base64 32` writes them')
  return keys.map((key) => Buffer.from(key, 'base64'))
})

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number)

/** E-mail addresses, separated by commas. */
const recipients = z.string().transform((text, context) => {
  const addresses = text.split(/[\s,]+/).filter(Boolean)
  if (!addresses.every((address) => z.email().safeParse(address).success))
    context.addIssue('must be an email address, or several separated by commas')
  return addresses.join(', ')
})

const personal = ['name', 'email'] as const
const personalFields = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(z.enum(personal, `must name any of ${personal.join(', ')}`)))

/** The programs that can count visits, by what they call a site, and what each needs besides. */
const analyticsPrograms = [
  { vendor: 'google', id: /^G-[A-Z0-9]{4,20}$/, needs: ['ANALYTICS_API_SECRET'] },
  { vendor: 'plausible', id: /^[a-z\d-]+(?:\.[a-z\d-]+)+$/, needs: [] },
  { vendor: 'matomo', id: /^[1-9]\d{0,8}$/, needs: ['ANALYTICS_API_BASE'] },
] as const
export const analyticsProgram = (name = '') => analyticsPrograms.find(({ id }) => id.test(name))

const secret = (pattern: RegExp, looksLike: string) => z.string().regex(pattern, `must look like ${looksLike}`)
const atLeast = (length: number) => z.string().min(length, `must have at least ${length} characters`)

export const variables = z.object({
  PORT: wholeNumber(1, 65535).default(3000),
  LISTEN_HOST: z.union([z.ipv4(), z.ipv6(), z.literal('localhost')], 'must be an IP address or localhost').optional(),
  SITE_URL: origin.optional(),
  OFFICE_HOST: z
    .string()
    .toLowerCase()
    .regex(
      /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*$|^localhost$/,
      'must be a host name such as office.example.org',
    )
    .optional(),
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
  EMAILJS_TEMPLATE: z.string().optional(),
  SUMMARY_EMAIL: recipients.optional(),
  ALERT_EMAIL: recipients.optional(),
  EMAILJS_PUBLIC_KEY: z.string().optional(),
  EMAILJS_PRIVATE_KEY: z.string().optional(),
  EMAILJS_API_BASE: address.default('https://api.emailjs.com'),
  EMAILJS_MIN_INTERVAL_MS: wholeNumber(0, 3_600_000).default(1000),
  IPINFO_TOKEN: z.string().optional(),
  IPINFO_API_BASE: address.default('https://ipinfo.io'),
  TURNSTILE_SITE_KEY: z.string().optional(),
  TURNSTILE_SECRET_KEY: z.string().optional(),
  TURNSTILE_API_BASE: origin.default(turnstileOrigin),
  ANALYTICS_ID: z.string().refine(analyticsProgram, 'must look like G-…, example.org or 1').optional(),
  ANALYTICS_API_SECRET: z.string().optional(),
  ANALYTICS_API_BASE: address.optional(),
  ANNOUNCE_URL: address.optional(),
  ANNOUNCE_SECRET: secret(/^whsec_[A-Za-z\d+/]{32,86}={0,2}$/, 'whsec_ and 24 to 64 bytes in base64').optional(),
  ANNOUNCE_PERSONAL: personalFields.default([]),
  TRUSTED_PROXIES: proxies.default([]),
  FORWARDED_HOST: flag.default(false),
  SITE_LIMIT_FACTOR: wholeNumber(1, 1_000_000).default(1),
  OPERATOR_TOKEN: atLeast(16).optional(),
  DATA_ENCRYPTION_KEY: encryptionKeys.default([]),
  SIGNING_SECRET: atLeast(32).optional(),
  /** Read by lib/platform/env/charity-folder.ts. */
  CHARITY_DIR: z.string().default('.'),
  CONTENT_STRICT: flag.default(false),
  SAMPLE_NOTICE: flag.default(false),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).optional(),
})
export type Variables = z.output<typeof variables>

type Group = { what: string; needs: (keyof Variables)[]; alone: (keyof Variables)[] }
/** Variables that must be set together. The first name of each group is the one that enables the feature. */
const groups: Group[] = [
  {
    what: 'taking gifts',
    needs: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    alone: [],
  },
  {
    what: 'sending mail',
    needs: ['EMAILJS_SERVICE_ID', 'EMAILJS_PUBLIC_KEY', 'EMAILJS_TEMPLATE'],
    alone: ['EMAILJS_PRIVATE_KEY', 'SUMMARY_EMAIL', 'ALERT_EMAIL'],
  },
  { what: 'announcing', needs: ['ANNOUNCE_URL', 'ANNOUNCE_SECRET'], alone: ['ANNOUNCE_PERSONAL'] },
  { what: 'Turnstile', needs: ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'], alone: [] },
]

const secrets = [
  'SIGNING_SECRET',
  'OPERATOR_TOKEN',
  'DATA_ENCRYPTION_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'ANALYTICS_API_SECRET',
  'EMAILJS_PRIVATE_KEY',
  'IPINFO_TOKEN',
  'TURNSTILE_SECRET_KEY',
] as const satisfies (keyof Variables)[]

/** One sentence for each secret with a value that everybody knows, without quoting it. */
export const publicSecrets = (values: Source): string[] =>
  secrets
    .filter((name) => values[name]?.split(/[\s,]+/).some((value) => knownToEverybody.has(value)))
    .map((name) => `${name} is a test value that everybody knows: set one of your own.`)

/** Errors in the combination of variables. */
export function faultsBetween(values: Source): string[] {
  const faults: string[] = []
  const program = analyticsProgram(values.ANALYTICS_ID)
  const analytics: Group = {
    what: 'analytics',
    needs: ['ANALYTICS_ID', ...(program?.needs ?? [])],
    alone: ['ANALYTICS_API_SECRET'],
  }
  for (const { what, needs, alone } of [...groups, analytics]) {
    const missing = needs.filter((name) => !values[name])
    const present = [...needs, ...alone].filter((name) => values[name])
    if (present.length > 0)
      for (const name of missing)
        faults.push(`${name} is missing: ${what} needs it in addition to ${present.join(', ')}`)
  }
  const secretMode = values.STRIPE_SECRET_KEY?.split('_')[1]
  const publicMode = values.STRIPE_PUBLISHABLE_KEY?.split('_')[1]
  if (secretMode && publicMode && secretMode !== publicMode)
    faults.push('STRIPE_PUBLISHABLE_KEY must be of the same mode (test or live) as STRIPE_SECRET_KEY')
  if (secretMode === 'live') {
    const base = values.STRIPE_API_BASE
    if (base && parsedUrl(base)?.origin !== stripeOrigin)
      faults.push(`STRIPE_API_BASE must be ${stripeOrigin}, or unset, with a live STRIPE_SECRET_KEY`)
    if (!values.SITE_URL?.startsWith('https://'))
      faults.push('SITE_URL must start with https:// with a live STRIPE_SECRET_KEY')
    faults.push(...publicSecrets(values))
  }
  return faults
}
