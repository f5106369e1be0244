/** The launch check against the sandbox, against services that fail, and against a small site with one mistake. */
import { readFileSync } from 'node:fs'
import { parseEnv } from '#lib/platform/env.ts'
import { handledEvents } from '#lib/platform/providers/stripe-objects.ts'
import type { Content } from '#lib/site/content/load.ts'
import { sandboxKeys } from '#sandbox/keys.ts'
import { checkContentFiles } from '#scripts/support/launch/content.ts'
import { checkMailDomain, checkServedSite } from '#scripts/support/launch/network.ts'
import { checkEmailjs, checkEnvironment, type Finding, type Level } from '#scripts/support/launch/settings.ts'
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

const levelsOf = (findings: readonly Finding[]): Level[] => [...new Set(findings.map(({ level }) => level))].sort()
const said = (findings: readonly Finding[], level: Level) =>
  findings
    .filter((finding) => finding.level === level)
    .map(({ sentence, where }) => `${sentence} -> ${where}`)
    .join('\n')

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

describe('Stripe', () => {
  test('a complete account has only the warning about charities in India', async () => {
    const found = await askStripe()
    expect(levelsOf(found)).toEqual(['fine', 'warning'])
    expect(said(found, 'warning')).toMatch(/India.*-> content\/pages\/DonateIndia\.yaml$/)
  })

  test.each<[string, Record<string, unknown>, Level, RegExp]>([
    ['an account that may not charge', { chargesEnabled: false }, 'blocks', /charge.*account\/status/],
    ['an account in India', { country: 'IN' }, 'blocks', /in India/],
    ['no webhook', { webhookUrl: null }, 'blocks', /does not exist.*dashboard\.stripe\.com\/webhooks/],
    ['a webhook of another site', { webhookUrl: 'https://other.test/api/stripe/webhook' }, 'blocks', /does not exist/],
    ['a webhook that is off', { webhookEnabled: false }, 'blocks', /turned off/],
    [
      'a webhook that lacks an event',
      { events: handledEvents.slice(1) },
      'blocks',
      RegExp(`get ${handledEvents[0]}\\.`),
    ],
    ['no cards', { methods: ['link'] }, 'blocks', /Cards/],
    ['a domain without wallets', { domains: [] }, 'warning', /hides Apple Pay.*payment_method_domains/],
  ])('%s is found', async (_name, changes, level, sentence) => {
    await site.control('account', changes)
    expect(said(await askStripe(), level)).toMatch(sentence)
  })

  test('a webhook with exactly the events of docs/payments.md is complete', async () => {
    const [, table = ''] = /## The webhook([\s\S]*?)\n## /.exec(readFileSync('docs/payments.md', 'utf8')) ?? []
    const events = [...table.matchAll(/`([a-z_]+(?:\.[a-z_]+)+)`/g)].map(([, name]) => name)
    await site.control('account', { events })
    expect(said(await askStripe(), 'blocks')).toBe('')
  })

  test('a currency that the country cannot charge blocks; a wrong key is named', async () => {
    const foreign = content.donationForms.map((form) => ({ ...form, currency: 'XYZ' }))
    const found = await askStripe({}, { ...content, donationForms: foreign } as unknown as Content)
    expect(said(found, 'blocks')).toMatch(/XYZ/)
    expect(await askStripe({ secretKey: 'sk_test_other' })).toMatchObject([
      { level: 'blocks', where: 'STRIPE_SECRET_KEY' },
    ])
  })

  test.each(['stall', 'garbage'])('an API that does %s could not be checked', async (mode) => {
    await site.control('behaviour', { mode })
    expect(levelsOf(await askStripe())).toEqual(['unknown'])
    await site.control('behaviour', { mode: 'ok' })
    await site.control('behaviour', { mode, path: '/v1/webhook_endpoints' })
    const found = await askStripe()
    expect(said(found, 'unknown')).toMatch(/^The webhook could not be checked/)
    expect(levelsOf(found)).toEqual(['fine', 'unknown', 'warning'])
  })
})

describe('EmailJS', () => {
  beforeEach(async () => {
    await site.control('reset', {}, 'emailjs')
  })
  afterEach(async () => {
    expect(await site.control('mails', undefined, 'emailjs')).toEqual({ mails: [] })
  })

  test('an account that takes calls from servers is fine, and no mail is sent', async () => {
    expect(levelsOf(await checkEmailjs(mailAccount()))).toEqual(['fine'])
  })

  test('an account that refuses servers, or a wrong key, blocks', async () => {
    expect(said(await checkEmailjs(mailAccount('other')), 'blocks')).toMatch(/Public Key/)
    await site.control('settings', { allowServers: false }, 'emailjs')
    expect(said(await checkEmailjs(mailAccount()), 'blocks')).toMatch(/non-browser.*account\/security$/i)
  })

  test.each(['drop', 'garbage'])('a service that does %s could not be checked', async (mode) => {
    await site.control('behaviour', { mode }, 'emailjs')
    expect(levelsOf(await checkEmailjs(mailAccount()))).toEqual(['unknown'])
  })
})

describe('the served site', () => {
  const served = sharedUpstream(answersJson({ status: 'ok' }))
  const secure = {
    'content-security-policy': "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin',
  }
  const pageWith =
    (headers: Record<string, string>, health: Behaviour = answersJson({ status: 'ok' })): Behaviour =>
    (request, response) =>
      request.url === '/api/health' ? health(request, response) : response.writeHead(200, headers).end('<p>')
  const unsafe = { ...secure, 'content-security-policy': "script-src 'unsafe-inline'; frame-ancestors 'none'" }
  const late = answersJson({ status: 'ok', warnings: ['Mail is late.'] })

  test.each<[string, Behaviour, Level[], RegExp]>([
    ['nothing to say', pageWith(secure), ['fine'], /arrive/],
    [
      'no headers',
      pageWith({}),
      ['blocks', 'fine'],
      /content-security-policy, x-content-type-options, referrer-policy/,
    ],
    ['inline scripts allowed', pageWith(unsafe), ['blocks', 'fine'], /safe content-security-policy\./],
    ['a failing store', pageWith(secure, answersJson({ status: 'failing' }, 503)), ['blocks', 'fine'], /failing/],
    ['a warning', pageWith(secure, late), ['fine', 'warning'], /Mail is late/],
    ['another program', answersText('Bad gateway', 502), ['blocks'], /502/],
    ['a closed connection', dropsTheConnection, ['unknown'], /does not respond/],
  ])('with %s', async (_name, behaviour, levels, sentence) => {
    served.behave(behaviour)
    const found = await checkServedSite({ siteUrl: served.url, operatorToken: null })
    expect(levelsOf(found)).toEqual(levels)
    expect(found.map((finding) => finding.sentence).join('\n')).toMatch(sentence)
  })
})

describe('the mail domain', () => {
  const failing = (code: string) => () => Promise.reject(Object.assign(new Error('none'), { code }))
  const lookup = (texts: Record<string, string[]>, mx: () => Promise<unknown[]> = async () => [{}]) => ({
    mx,
    txt: (name: string) => (texts[name] ? Promise.resolve(texts[name]) : failing('ENODATA')()),
  })
  const dmarc = (policy: string) => ({
    'bowl.test': ['other', 'v=spf1 -all'],
    '_dmarc.bowl.test': [`v=DMARC1; p=${policy}`],
  })

  test.each([
    ['everything', 'bowl.test', lookup(dmarc('reject')), ['fine'], /receives mail/],
    ['no SPF and no DMARC', 'bowl.test', lookup({}), ['warning'], /SPF[\s\S]*DMARC/],
    ['a DMARC policy of none', 'bowl.test', lookup(dmarc('none')), ['warning'], /none/],
    ['no mail server', 'bowl.test', lookup(dmarc('reject'), failing('ENODATA')), ['blocks'], /MX/],
    ['no name server', 'bowl.test', lookup({}, failing('ETIMEOUT')), ['unknown'], /no name server/],
    ['a sample address', 'example.org', lookup({}), ['unknown'], /sample/],
  ])('with %s', async (_name, domain, records, levels, sentence) => {
    const found = await checkMailDomain(`hello@${domain}`, records)
    expect(levelsOf(found)).toEqual(levels)
    expect(found.map((finding) => finding.sentence).join('\n')).toMatch(sentence)
  })
})

describe('the content', () => {
  const check = (changes: Record<string, string>, now = noon) => checkContentFiles(load(changes), now)

  test('a site without samples and past dates is fine', () => expect(levelsOf(check({}))).toEqual(['fine']))

  test('a form in rupees for everybody needs a registration under FCRA', () => {
    const page = 'content/pages/DonateIndia.yaml'
    const everybody = { [page]: smallSite[page]?.replace(/^( *)citizens: .*/m, '$&\n$1citizenship: false') ?? '' }
    expect(said(check(everybody), 'blocks')).toMatch(/no FCRA registration.* -> content\/pages\/DonateIndia\.yaml:\d+$/)
    const receipts = smallSite['content/giving/receipts.yaml']?.replace(
      '      - { label: EIN',
      '      - { label: FCRA, value: "231650001", kind: fcra }\n      - { label: EIN',
    )
    const registered = { ...everybody, 'content/giving/receipts.yaml': receipts ?? '' }
    expect([said(check(registered), 'blocks'), said(check(registered), 'warning')]).toEqual([
      '',
      expect.stringMatching(/FCRA account in New Delhi/),
    ])
  })

  test.each([
    ['without a value', ''],
    ['with a labelled one', 'fairValue: { amount: $5, asOf: "2026-01-01" }\n        labelled: [fairValue]'],
    ['with a sample of one', 'fairValue: { amount: $5, asOf: "2026-01-01" }\n        sample: [fairValue]'],
  ])('a sponsorship level %s blocks the launch', (_name, written) => {
    const page = 'content/pages/Event5kSponsorship.yaml'
    const found = check({ [page]: smallSite[page]?.replace(/fairValue: .*/, written) ?? '' })
    expect(said(found, 'blocks')).toMatch(
      /Headliner has no confirmed `fairValue`.* -> content\/pages\/Event5k\w+\.yaml:\d+$/,
    )
  })

  test('a UPI ID without a merchant category code is a warning', () => {
    const withUpi = (more: string) => ({
      'content/giving/transfers.yaml':
        smallSite['content/giving/transfers.yaml']?.replace(
          'accounts: {}',
          `accounts: { USD: { holder: Bowl, details: [{ label: Bank, value: One }], upi: { address: bowl@bank, maximum: $5${more} } } }`,
        ) ?? '',
    })
    expect(said(check(withUpi('')), 'warning')).toMatch(/no merchantCode.* -> content\/giving\/transfers\.yaml$/)
    expect(said(check(withUpi(', merchantCode: "8398", sample: [merchantCode]')), 'warning')).toMatch(/no merchantCode/)
    expect(said(check(withUpi(', merchantCode: "8398"')), 'warning')).toBe('')
    expect(said(check({}), 'warning')).toBe('')
  })

  test('samples and unset pages are one line for each file, and sponsorships without a coming date are found', () => {
    const samples = smallSite['content/site.yaml']?.replace(
      'href: https://tickets.test/bowl }',
      'href: https://example.org/bowl, sample: [href] }\n  shop: { label: Shop, href: https://shop.test, sample: [label] }',
    )
    const race = smallSite['content/events/race.yaml']?.replace(/repeats: .*/, 'afterwards: { text: It was good. }')
    const changes = { 'content/site.yaml': samples ?? '', 'content/events/race.yaml': race ?? '' }
    const found = check(changes, new Date('2026-10-01T00:00:00Z'))
    expect(said(found, 'blocks')).toMatch(
      /^2 samples left; the first is external\.tickets\.href\. Of these, 1 link .* -> content\/site\.yaml:\d+$/,
    )
    expect(said(found, 'warning').match(/race.* -> content\/pages\/\w+\.yaml:\d+/g)).toHaveLength(2)
  })
})

describe('the environment', () => {
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

  test('a complete one blocks nothing', () => expect(said(checkEnvironment(parseEnv(live)), 'blocks')).toBe(''))

  const testKeys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
  test.each<[string, Record<string, string | undefined>, Level, string]>([
    ['no address', { SITE_URL: undefined, ...testKeys }, 'blocks', 'SITE_URL'],
    ['test keys', testKeys, 'blocks', 'STRIPE_SECRET_KEY'],
    [
      'no mail',
      { EMAILJS_SERVICE_ID: undefined, EMAILJS_PUBLIC_KEY: undefined, EMAILJS_TEMPLATE: undefined },
      'blocks',
      'EMAILJS_SERVICE_ID',
    ],
    ['mail to a stand-in', { EMAILJS_API_BASE: 'http://localhost:3502' }, 'blocks', 'EMAILJS_API_BASE'],
    ['no proxies', { TRUSTED_PROXIES: undefined }, 'warning', 'TRUSTED_PROXIES'],
  ])('%s is found', (_name, changes, level, where) => {
    expect(said(checkEnvironment(parseEnv({ ...live, ...changes })), level)).toContain(`-> ${where}`)
  })
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
})
