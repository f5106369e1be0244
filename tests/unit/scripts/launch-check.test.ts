/** The launch check against the sandbox, against services that fail, and against a small site with one mistake. */
import { parseEnv } from '#lib/platform/env.ts'
import { handledEvents } from '#lib/platform/providers/stripe-objects.ts'
import type { Content } from '#lib/site/content/content.ts'
import { sandboxKeys } from '#sandbox/keys.ts'
import { checkContentFiles } from '#scripts/support/launch/content.ts'
import { checkMailDomain, checkServedSite } from '#scripts/support/launch/network.ts'
import { checkEmailjs, checkEnvironment, type Finding } from '#scripts/support/launch/settings.ts'
import { checkStripe } from '#scripts/support/launch/stripe.ts'
import { runCommand } from '#tests/support/commands.ts'
import { sandboxForTests } from '#tests/support/sandbox-for-tests.ts'
import { keepEnvironment } from '#tests/support/store.ts'
import {
  answersJson,
  answersText,
  type Behaviour,
  dropsTheConnection,
  sharedUpstream,
} from '#tests/support/upstream.ts'
import { load, smallSite } from '../content/small-site.ts'

const site = sandboxForTests()
beforeEach(() => site.control('reset', {}))
const noon = new Date('2026-01-01T12:00:00Z')

type Found = readonly Finding[]
/** One line for each finding, and their levels. */
const linesOf = (found: Found) =>
  found.map(({ level, sentence, where }) => `${level}: ${sentence} -> ${where}`).join('\n')
const levelsOf = (found: Found) => [...new Set(found.map(({ level }) => level))].sort().join()

let content: Content
beforeAll(() => {
  content = load()
})

const askStripe = (changes: { secretKey?: string } = {}, forms: Content = content) => {
  const account = {
    ...sandboxKeys.stripe,
    isLive: false,
    apiBase: site.sandbox.urls.stripe,
    timeout: 300,
    portal: false,
  }
  return checkStripe({ ...account, ...changes }, site.url, forms)
}
const mailAccount = (publicKey: string = sandboxKeys.emailjs.publicKey) => {
  const { emailjs } = parseEnv({
    EMAILJS_SERVICE_ID: sandboxKeys.emailjs.serviceId,
    EMAILJS_PUBLIC_KEY: publicKey,
    EMAILJS_TEMPLATE: 'template_one',
    EMAILJS_API_BASE: site.sandbox.urls.emailjs,
  })
  if (!emailjs) throw new Error('EmailJS is not set')
  return emailjs
}

const changedAccount = (changes: Record<string, unknown>) => async () => {
  await site.control('account', changes)
  return askStripe()
}
const garbageFrom = (path?: string) => async () => {
  await site.control('behaviour', { mode: 'garbage', ...(path && { path }) })
  return askStripe()
}
const foreignForm = () =>
  askStripe({}, {
    ...content,
    donationForms: content.donationForms.map((form) => ({ ...form, currency: 'XYZ' })),
  } as unknown as Content)

const emailjs = (publicKey?: string, settings?: object, mode?: string) => async () => {
  await site.control('reset', {}, 'emailjs')
  if (settings) await site.control('settings', settings, 'emailjs')
  if (mode) await site.control('behaviour', { mode }, 'emailjs')
  const found = await checkEmailjs(mailAccount(publicKey))
  expect(await site.control('mails', undefined, 'emailjs')).toEqual({ mails: [] })
  return found
}

const served = sharedUpstream(answersJson({ status: 'ok' }))
const secure = {
  'content-security-policy': "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin',
}
const unsafe = { ...secure, 'content-security-policy': "script-src 'unsafe-inline'; frame-ancestors 'none'" }
const behaving = (behaviour: Behaviour) => () => {
  served.behave(behaviour)
  return checkServedSite({ siteUrl: served.url, operatorToken: null })
}
const serving = (headers: Record<string, string>, health = answersJson({ status: 'ok' })) =>
  behaving((request, response) =>
    request.url === '/api/health' ? health(request, response) : response.writeHead(200, headers).end('<p>'),
  )

const failing = (code: string) => () => Promise.reject(Object.assign(new Error('none'), { code }))
const dmarc = (policy: string) => ({
  'bowl.test': ['other', 'v=spf1 -all'],
  '_dmarc.bowl.test': [`v=DMARC1; p=${policy}`],
})
const domain =
  (texts: Record<string, string[]>, mx: () => Promise<unknown[]> = async () => [{}], name = 'bowl.test') =>
  () =>
    checkMailDomain(`hello@${name}`, {
      mx,
      txt: (asked) => (texts[asked] ? Promise.resolve(texts[asked]) : failing('ENODATA')()),
    })

/** The small site with parts of one of its files replaced. */
const written =
  (file: string, ...changes: [part: string | RegExp, by: string][]) =>
  () =>
    checkContentFiles(load(writing(file, ...changes)), noon)
const writing = (file: string, ...changes: [part: string | RegExp, by: string][]) => ({
  [file]: changes.reduce((text, [part, by]) => text.replace(part, by), smallSite[file] ?? ''),
})
const india = 'content/pages/DonateIndia.yaml'
const run = 'content/pages/Event5kSponsorship.yaml'
const everybody = [/^( *)citizens: .*/m, '$&\n$1citizenship: false'] as [RegExp, string]
const withUpi = (more: string) =>
  written('content/giving/transfers.yaml', [
    'accounts: {}',
    `accounts: { USD: { holder: Bowl, details: [{ label: Bank, value: One }], upi: { address: bowl@bank, maximum: $5${more} } } }`,
  ])

const secret = (seed: string) => Buffer.from(`${seed}Qx7!vT2@kL9#pR4$wZ8%nB6^`).toString('base64')
const live = {
  SITE_URL: 'https://bowl.test',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: `whsec_${secret('w')}`,
  EMAILJS_SERVICE_ID: 'service_1',
  EMAILJS_PUBLIC_KEY: 'public_1',
  EMAILJS_TEMPLATE: 'template_1',
  SIGNING_SECRET: secret('s'),
  OPERATOR_TOKEN: secret('o'),
  DATA_ENCRYPTION_KEY: Buffer.from('Qx7!vT2@kL9#pR4$wZ8%nB6^mD3&hF5*').toString('base64'),
  TRUSTED_PROXIES: '10.0.0.1',
  CAMPS_API_URL: 'https://camps.test',
}
const testKeys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
const noMail = { EMAILJS_SERVICE_ID: undefined, EMAILJS_PUBLIC_KEY: undefined, EMAILJS_TEMPLATE: undefined }
const set = (changes: Record<string, string | undefined>) => () => checkEnvironment(parseEnv({ ...live, ...changes }))

/** `levels`: all that are found, in the order of the alphabet; null where only one of the findings matters. */
test.each<[what: string, find: () => Found | Promise<Found>, levels: string | null, line: RegExp]>([
  [
    'a complete account at Stripe',
    askStripe,
    'fine,warning',
    /^warning: .*India.*-> content\/pages\/DonateIndia\.yaml$/m,
  ],
  [
    'an account that may not charge',
    changedAccount({ chargesEnabled: false }),
    null,
    /^blocks: .*charge.*account\/status/m,
  ],
  ['an account in India', changedAccount({ country: 'IN' }), null, /^blocks: .*in India/m],
  [
    'no webhook',
    changedAccount({ webhookUrl: null }),
    null,
    /^blocks: .*does not exist.*dashboard\.stripe\.com\/webhooks/m,
  ],
  [
    'a webhook of another site',
    changedAccount({ webhookUrl: 'https://other.test/api/stripe/webhook' }),
    null,
    /^blocks: .*does not exist/m,
  ],
  ['a webhook that is off', changedAccount({ webhookEnabled: false }), null, /^blocks: .*turned off/m],
  [
    'a webhook that lacks an event',
    changedAccount({ events: handledEvents.slice(1) }),
    null,
    RegExp(`^blocks: .*get ${handledEvents[0]}\\.`, 'm'),
  ],
  ['no cards', changedAccount({ methods: ['link'] }), null, /^blocks: .*Cards/m],
  [
    'a domain without wallets',
    changedAccount({ domains: [] }),
    null,
    /^warning: .*hides Apple Pay.*payment_method_domains/m,
  ],
  ['a currency that the country cannot charge', foreignForm, null, /^blocks: .*XYZ/m],
  ['a wrong key', () => askStripe({ secretKey: 'sk_test_other' }), 'blocks', /-> STRIPE_SECRET_KEY$/],
  ['a Stripe that cannot be asked', garbageFrom(), 'unknown', /could not be checked/],
  [
    'a webhook that cannot be asked for',
    garbageFrom('/v1/webhook_endpoints'),
    'fine,unknown,warning',
    /^unknown: The webhook could not be checked/m,
  ],

  ['an account at EmailJS that takes calls from servers', emailjs(), 'fine', /^fine: /],
  ['a wrong key of EmailJS', emailjs('other'), 'blocks', /Public Key/],
  [
    'an account that refuses servers',
    emailjs(undefined, { allowServers: false }),
    'blocks',
    /non-browser.*account\/security$/i,
  ],
  ['an EmailJS that drops the call', emailjs(undefined, undefined, 'drop'), 'unknown', /^unknown: /],
  ['an EmailJS that answers garbage', emailjs(undefined, undefined, 'garbage'), 'unknown', /^unknown: /],

  ['a site with nothing to say', serving(secure), 'fine', /arrive/],
  ['no headers', serving({}), 'blocks,fine', /content-security-policy, x-content-type-options, referrer-policy/],
  ['inline scripts allowed', serving(unsafe), 'blocks,fine', /safe content-security-policy\./],
  ['a failing store', serving(secure, answersJson({ status: 'failing' }, 503)), 'blocks,fine', /failing/],
  [
    'a warning',
    serving(secure, answersJson({ status: 'ok', warnings: ['Mail is late.'] })),
    'fine,warning',
    /Mail is late/,
  ],
  ['another program', behaving(answersText('Bad gateway', 502)), 'blocks', /502/],
  ['a closed connection', behaving(dropsTheConnection), 'unknown', /does not respond/],

  ['a complete mail domain', domain(dmarc('reject')), 'fine', /receives mail/],
  ['no SPF and no DMARC', domain({}), 'warning', /SPF[\s\S]*DMARC/],
  ['a DMARC policy of none', domain(dmarc('none')), 'warning', /none/],
  ['no mail server', domain(dmarc('reject'), failing('ENODATA')), 'blocks', /MX/],
  ['no name server', domain({}, failing('ETIMEOUT')), 'unknown', /no name server/],
  ['a sample address', domain({}, undefined, 'example.org'), 'unknown', /sample/],

  ['content without samples and past dates', () => checkContentFiles(load({}), noon), 'fine', /^fine: /],
  [
    'a form in rupees for everybody',
    written(india, everybody),
    null,
    /^blocks: .*no FCRA registration.* -> content\/pages\/DonateIndia\.yaml:\d+$/m,
  ],
  [
    'such a form of a registered charity',
    () =>
      checkContentFiles(
        load({
          ...writing(india, everybody),
          ...writing('content/giving/receipts.yaml', [
            '      - { label: EIN',
            '      - { label: FCRA, value: "231650001", kind: fcra }\n      - { label: EIN',
          ]),
        }),
        noon,
      ),
    'warning',
    /^warning: .*FCRA account in New Delhi/m,
  ],
  ...[
    '',
    'fairValue: { amount: $5, asOf: "2026-01-01" }\n        labelled: [fairValue]',
    'fairValue: { amount: $5, asOf: "2026-01-01" }\n        sample: [fairValue]',
  ].map((value): [string, () => Found, null, RegExp] => [
    `a sponsorship level with the value ${JSON.stringify(value)}`,
    written(run, [/fairValue: .*/, value]),
    null,
    /^blocks: .*Headliner has no confirmed `fairValue`.* -> content\/pages\/Event5k\w+\.yaml:\d+$/m,
  ]),
  ['a UPI ID without a code', withUpi(''), null, /^warning: .*no merchantCode.* -> content\/giving\/transfers\.yaml$/m],
  [
    'a UPI ID with a sample of a code',
    withUpi(', merchantCode: "8398", sample: [merchantCode]'),
    null,
    /^warning: .*no merchantCode/m,
  ],
  ['a UPI ID with a code', withUpi(', merchantCode: "8398"'), 'fine', /^fine: /],
  [
    'samples, in one line',
    written('content/site.yaml', [
      'href: https://tickets.test/bowl }',
      'href: https://example.org/bowl, sample: [href] }\n  shop: { label: Shop, href: https://shop.test, sample: [label] }',
    ]),
    null,
    /^blocks: 2 samples left in 1 file: .* Of these, 1 link .* -> content\/site\.yaml:\d+$/m,
  ],
  [
    'sponsorships without a coming date',
    () =>
      checkContentFiles(
        load(writing('content/events/race.yaml', [/repeats: .*/, 'afterwards: { text: It was good. }'])),
        new Date('2026-10-01T00:00:00Z'),
      ),
    null,
    /^warning: .*race.* -> content\/pages\/\w+\.yaml:\d+\n[\s\S]*^warning: .*race.* -> content\/pages\/\w+\.yaml:\d+$/m,
  ],

  ['a complete environment', set({}), null, /^(?![\s\S]*blocks: )/],
  ['no address', set({ SITE_URL: undefined, ...testKeys }), null, /^blocks: .*-> SITE_URL/m],
  ['test keys', set(testKeys), null, /^blocks: .*-> STRIPE_SECRET_KEY/m],
  ['no mail', set(noMail), null, /^blocks: .*-> EMAILJS_SERVICE_ID/m],
  ['mail to a stand-in', set({ EMAILJS_API_BASE: 'http://localhost:3502' }), null, /^blocks: .*-> EMAILJS_API_BASE/m],
  ['no proxies', set({ TRUSTED_PROXIES: undefined }), null, /^warning: .*-> TRUSTED_PROXIES/m],
])('%s is found', async (_, find, levels, line) => {
  const found = await find()
  if (levels !== null) expect([levelsOf(found), linesOf(found)]).toEqual([levels, expect.any(String)])
  expect(linesOf(found)).toMatch(line)
})

describe('the command exits with 1, and writes JSON that begins with the environment,', () => {
  keepEnvironment()

  test.each([{ DATA_DIR: '/no/such/folder', DATABASE_URL: '' }, { SITE_URL: 'nowhere' }])('with %j', async (wrong) => {
    Object.assign(process.env, wrong)
    const { code, stdout } = await runCommand('launch:check', ['--json'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ ready: false })
    expect(stdout).toContain('SITE_URL')
    expect(JSON.parse(stdout).findings[0]).toMatchObject({ about: 'environment', level: 'blocks' })
    expect(stdout.includes('There is no database at /no/such/folder/charity.db')).toBe('DATA_DIR' in wrong)
  })
  test('a summary of each subject comes first, and equal findings are one', async () => {
    Object.assign(process.env, { SITE_URL: '', STRIPE_SECRET_KEY: '', DATA_DIR: '/no/such/folder', DATABASE_URL: '' })
    const { stdout } = await runCommand('launch:check', [])
    const [summary = '', ...found] = stdout.split('\n\n')
    expect(summary).toMatch(/^environment +\d+ blocking, \d+ to consider, \d+ fine$/m)
    expect(summary.split('\n').length).toBeLessThanOrEqual(10)
    const sentences = found.join('\n').match(/^ {2}\S.*/gm) ?? []
    expect(new Set(sentences).size).toBe(sentences.length)
  })
})
