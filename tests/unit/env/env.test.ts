import { randomBytes } from 'node:crypto'
import { startupNotes } from '#lib/platform/env/notes.ts'
import { env, parseEnv, readEnv } from '#lib/platform/env.ts'
import { startupReport } from '#lib/platform/server/process.ts'
import { sandboxKeys } from '#sandbox/keys.ts'
import { keepEnvironment } from '#tests/support/store.ts'
import { portsFrom, siteEnvironment } from '../../../scripts/support/sandbox-environment.ts'

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
}
const liveStripe = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_Zk5Tn2Lr7Yb4Vd9Hc6Js1Pe3Qm0aXw8f',
  SITE_URL: 'https://example.org',
}
const mail = {
  EMAILJS_SERVICE_ID: 'service',
  EMAILJS_PUBLIC_KEY: 'public',
  EMAILJS_TEMPLATE: 'enquiry',
}

const all = { cards: true, liveFigures: true, identityDocuments: true }

function faults(source: Record<string, string | undefined>): string[] {
  try {
    parseEnv(source)
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
  }
  return []
}

describe('An empty environment', () => {
  test('is enough: a site on this machine with SQLite and everything else off', () => {
    const vendors = ['stripe', 'emailjs', 'ipinfo', 'turnstile']
    const off = [...vendors, 'databaseUrl', 'campsApiUrl', 'signingSecret', 'operatorToken']
    expect(parseEnv({})).toMatchObject({
      port: 3000,
      siteUrl: 'http://localhost:3000',
      dataDir: './data',
      trustedProxies: [],
      contentStrict: false,
      logLevel: 'info',
      isBuild: false,
      ...Object.fromEntries(off.map((name) => [name, null])),
    })
    expect(parseEnv({ NEXT_PHASE: 'phase-production-build' }).isBuild).toBe(true)
  })
})

describe('A full environment', () => {
  test('is parsed, and what is printed of it has no secrets', () => {
    const keys = [`${'a'.repeat(43)}=`, `${'b'.repeat(42)}A=`]
    const full = parseEnv({
      ...siteEnvironment(portsFrom(3000)),
      SITE_URL: 'https://example.org/',
      DATABASE_URL: 'postgres://user:secret@db/charity',
      TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::1',
      DATA_ENCRYPTION_KEY: keys.join(', '),
      SUMMARY_EMAIL: 'office@example.org,me@example.org',
      TURNSTILE_SITE_KEY: 'site',
      TURNSTILE_SECRET_KEY: 'secret',
    })
    expect(full).toMatchObject({
      siteUrl: 'https://example.org',
      stripe: { secretKey: 'sk_test_sandbox', isLive: false, apiBase: 'http://localhost:3501', portal: true },
      trustedProxies: ['10.0.0.0/8', '2001:db8::1'],
      dataEncryptionKeys: keys.map((key) => Buffer.from(key, 'base64')),
      notices: { summaryTo: 'office@example.org, me@example.org' },
      turnstile: { apiBase: 'https://challenges.cloudflare.com' },
    })
    expect(startupNotes(full, all)).toEqual([])
    const report = startupReport(full, all, ['The store is failing.'])
    expect(report).toMatchObject({ off: [], dangerous: expect.arrayContaining(['The store is failing.']) })
    expect(JSON.stringify(report)).not.toMatch(/sk_test|whsec|postgres:|:secret/)
  })

  test.each<[Record<string, string>, string, number]>([
    [stripe, 'SITE_URL is not set: receipts of monthly gifts carry no link', 1],
    [{ ...stripe, SITE_URL: 'https://example.org' }, 'SITE_URL', 0],
    [mail, 'SITE_URL is not set: mails have no links', 1],
  ])('has start-up notes about what cannot be sent: %j', (given, start, count) => {
    expect(startupNotes(parseEnv(given), all).filter((note) => note.startsWith(start))).toHaveLength(count)
  })
})

describe('An invalid environment', () => {
  const missing = (names: readonly string[], of: string) => names.map((name) => `${name} is missing: ${of}`)
  const isTest = (name: string) => `${name} is a test value that everybody knows: set one of your own.`
  const key = 'DATA_ENCRYPTION_KEY must be 32 bytes in base64, as `openssl rand -base64 32` writes them'
  const sandbox = siteEnvironment(portsFrom(3000))
  const own = randomBytes(32).toString('base64')
  const { emailjs, analytics, turnstile } = sandboxKeys
  const turnstileKeys = { TURNSTILE_SITE_KEY: turnstile.siteKey, TURNSTILE_SECRET_KEY: turnstile.secretKey }

  /** Each fault as it begins. */
  test.each<[Record<string, string | undefined>, string[]]>([
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, missing(['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'], '')],
    [{ ...mail, EMAILJS_PUBLIC_KEY: '' }, missing(['EMAILJS_PUBLIC_KEY'], '')],
    [{ EMAILJS_PRIVATE_KEY: 'private' }, missing(Object.keys(mail), '')],
    [
      { SUMMARY_EMAIL: 'office@example.org' },
      missing(Object.keys(mail), 'sending mail needs it in addition to SUMMARY_EMAIL'),
    ],
    [{ ANALYTICS_ID: 'UA-1234' }, ['ANALYTICS_ID must look like G-…, example.org or 1']],
    [
      { ANALYTICS_ID: 'G-TEST0000' },
      missing(['ANALYTICS_API_SECRET'], 'analytics needs it in addition to ANALYTICS_ID'),
    ],
    [{ ANALYTICS_API_SECRET: 'secret' }, missing(['ANALYTICS_ID'], '')],
    [{ ANALYTICS_ID: '1' }, missing(['ANALYTICS_API_BASE'], '')],
    [{ ANALYTICS_ID: '1', ANALYTICS_API_BASE: 'https://example.org/matomo' }, []],
    [{ ANALYTICS_ID: 'example.org' }, []],
    [{ TURNSTILE_SITE_KEY: 'site' }, missing(['TURNSTILE_SECRET_KEY'], '')],
    [{ PORT: '70000' }, ['PORT must be a whole number from 1 to 65535']],
    [
      { SITE_URL: 'https://example.org/site' },
      ['SITE_URL must be an origin such as https://example.org, without a path'],
    ],
    [
      { DATABASE_URL: 'mysql://user:secret@db/charity' },
      ['DATABASE_URL must start with postgres://; without it the site uses SQLite in DATA_DIR'],
    ],
    [{ CAMPS_API_URL: 'camps' }, ['CAMPS_API_URL must be an http or https address']],
    [
      { ...mail, SUMMARY_EMAIL: 'office@example.org, treasurer' },
      ['SUMMARY_EMAIL must be an email address, or several separated by commas'],
    ],
    [{ EMAILJS_MIN_INTERVAL_MS: '-1' }, ['EMAILJS_MIN_INTERVAL_MS must be a whole number from 0 to 3600000']],
    [
      { TRUSTED_PROXIES: 'proxy, 10.0.0.1' },
      ['TRUSTED_PROXIES "proxy" is neither an address nor a range such as 10.0.0.0/8'],
    ],
    [{ LISTEN_HOST: 'example.org' }, ['LISTEN_HOST must be an IP address or localhost']],
    [{ LISTEN_HOST: '127.0.0.1' }, []],
    [{ SIGNING_SECRET: 'short' }, ['SIGNING_SECRET must have at least 32 characters']],
    // All at once.
    [
      { CONTENT_STRICT: 'yes', LOG_LEVEL: 'loud' },
      ['CONTENT_STRICT must be 1 or 0', 'LOG_LEVEL must be one of debug, info, warn, error, silent'],
    ],
    ...['short', 'a'.repeat(42), 'a'.repeat(45), `${'a'.repeat(42)}!=`, `${'a'.repeat(43)}=,short`].map(
      (wrong): [object: Record<string, string>, string[]] => [{ DATA_ENCRYPTION_KEY: wrong }, [key]],
    ),
    // Every visitor would be a proxy.
    [{ TRUSTED_PROXIES: '0.0.0.0/0' }, ['TRUSTED_PROXIES "0.0.0.0/0" is so wide']],
    [{ TRUSTED_PROXIES: '10.0.0.0/8, ::/0' }, ['TRUSTED_PROXIES "::/0" is so wide']],
    [{ TRUSTED_PROXIES: '10.0.0.0/8, 172.16.0.0/12, 127.0.0.1' }, []],
    // With live keys of Stripe.
    [liveStripe, []],
    [
      { ...liveStripe, STRIPE_API_BASE: 'http://localhost:3501' },
      ['STRIPE_API_BASE must be https://api.stripe.com, or'],
    ],
    [{ ...liveStripe, SITE_URL: 'http://example.org' }, ['SITE_URL must start with https:// with a live']],
    [{ ...liveStripe, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, ['STRIPE_PUBLISHABLE_KEY must be of the same mode']],
    [
      { ...liveStripe, TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA' },
      [isTest('TURNSTILE_SECRET_KEY')],
    ],
    ...['STRIPE_WEBHOOK_SECRET', 'SIGNING_SECRET', 'DATA_ENCRYPTION_KEY', 'OPERATOR_TOKEN', 'IPINFO_TOKEN'].map(
      (name): [Record<string, string | undefined>, string[]] => [
        { ...liveStripe, [name]: sandbox[name] },
        [isTest(name)],
      ],
    ),
    [{ ...liveStripe, DATA_ENCRYPTION_KEY: `${own}, ${sandbox.DATA_ENCRYPTION_KEY}` }, [isTest('DATA_ENCRYPTION_KEY')]],
    [
      {
        ...liveStripe,
        ...mail,
        ...turnstileKeys,
        EMAILJS_PRIVATE_KEY: emailjs.privateKey,
        ANALYTICS_ID: analytics.id,
        ANALYTICS_API_SECRET: analytics.apiSecret,
      },
      ['ANALYTICS_API_SECRET', 'EMAILJS_PRIVATE_KEY', 'TURNSTILE_SECRET_KEY'],
    ],
  ])('%j has as many faults as these: %j', (source, expected) => {
    const found = faults(source).sort()
    expect(found.map((fault, index) => fault.slice(0, expected.toSorted()[index]?.length))).toEqual(expected.toSorted())
  })

  test('is reported without the value of a secret', () => {
    const names = ['DATA_ENCRYPTION_KEY', 'STRIPE_SECRET_KEY', 'SIGNING_SECRET', 'OPERATOR_TOKEN']
    const secrets = {
      ...Object.fromEntries(names.map((name) => [name, 'hunter2'])),
      DATABASE_URL: 'mysql://a:hunter2@db',
    }
    expect(faults(secrets).length).toBeGreaterThan(names.length)
    expect(() => parseEnv(secrets)).toThrow(/^(?![\s\S]*hunter2)/)
  })
})

describe('A valid environment with a probable mistake', () => {
  const warnings = (source: Record<string, string>) => parseEnv(source).warnings

  test('is neither the empty one, nor that of the sandbox on localhost', () => {
    expect(warnings({})).toEqual([])
    expect(warnings(siteEnvironment(portsFrom(3000)))).toEqual([])
  })

  const weak = 'sandbox-only-sandbox-only-sandbox-only'
  const testKeys = {
    ...stripe,
    STRIPE_WEBHOOK_SECRET: liveStripe.STRIPE_WEBHOOK_SECRET,
    SITE_URL: 'https://example.org',
  }
  test.each<[Record<string, string>, string | null]>([
    [testKeys, 'STRIPE_SECRET_KEY is a test key on a site with https'],
    [{ SIGNING_SECRET: weak }, null],
    [{ SIGNING_SECRET: weak, SITE_URL: 'http://example.org' }, 'SIGNING_SECRET is a test value that everybody knows'],
  ])('has one warning: %j', (source, warning) => {
    expect(warnings(source)).toEqual(warning ? [expect.stringContaining(warning)] : [])
  })
})

describe('The environment of the process', () => {
  keepEnvironment()

  test('is parsed once, until it is read again', () => {
    process.env.PORT = '4000'
    readEnv()
    process.env.PORT = '5000'
    expect(env().port).toBe(4000)
    expect(readEnv().port).toBe(5000)
    expect(env().port).toBe(5000)
  })
})
