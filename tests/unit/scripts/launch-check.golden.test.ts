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
import { expectGolden } from '#tests/support/golden.ts'
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
const noon = new Date('2026-01-01T12:00:00Z')

type Found = readonly Finding[]
/** One line for each finding, whatever ports and lines there are. */
const linesOf = (found: Found) =>
  found.map(({ level, sentence, where }) =>
    `${level}: ${sentence}${where === null ? '' : ` -> ${where}`}`
      .replace(/localhost:\d+|127\.0\.0\.1:\d+/g, 'SITE')
      .replace(/(\.yaml):\d+/g, '$1:LINE'),
  )

let content: Content
beforeAll(() => {
  content = load()
})

const askStripe = (changes: { secretKey?: string } = {}, forms: Content = content) => {
  const account = {
    ...sandboxKeys.stripe,
    isLive: false,
    apiBase: site.sandbox.urls.stripe,
    timeout: 5000,
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
const set = (changes: Record<string, string | undefined>) => () =>
  checkEnvironment(parseEnv({ ...live, ...changes }), content)

const withValue = (value: string) => written(run, [/fairValue: .*/, value])
const registered = () =>
  load({
    ...writing(india, everybody),
    ...writing('content/giving/receipts.yaml', [
      '      - { label: EIN',
      '      - { label: FCRA, value: "231650001", kind: fcra }\n      - { label: EIN',
    ]),
  })
const sampled = written('content/site.yaml', [
  'href: https://tickets.test/bowl }',
  'href: https://example.org/bowl, sample: [href] }\n  shop: { label: Shop, href: https://shop.test, sample: [label] }',
])
const ended = () => load(writing('content/events/race.yaml', [/repeats: .*/, 'afterwards: { text: It was good. }']))

/** By what is checked: first what is complete, then each with one mistake. */
const cases: Record<string, Record<string, () => Found | Promise<Found>>> = {
  stripe: {
    'a complete account': askStripe,
    'an account that may not charge': changedAccount({ chargesEnabled: false }),
    'an account in India': changedAccount({ country: 'IN' }),
    'no webhook': changedAccount({ webhookUrl: null }),
    'a webhook of another site': changedAccount({ webhookUrl: 'https://other.test/api/stripe/webhook' }),
    'a webhook that is off': changedAccount({ webhookEnabled: false }),
    'a webhook that lacks an event': changedAccount({ events: handledEvents.slice(1) }),
    'a webhook of another version': changedAccount({ webhookVersion: '2020-08-27' }),
    'no cards': changedAccount({ methods: ['link'] }),
    'a domain without wallets': changedAccount({ domains: [] }),
    'a currency that the country cannot charge': foreignForm,
    'a wrong key': () => askStripe({ secretKey: 'sk_test_other' }),
    'a Stripe that cannot be asked': garbageFrom(),
    'a webhook that cannot be asked for': garbageFrom('/v1/webhook_endpoints'),
  },
  emailjs: {
    'an account that takes calls from servers': emailjs(),
    'a wrong key': emailjs('other'),
    'an account that refuses servers': emailjs(undefined, { allowServers: false }),
    'an EmailJS that drops the call': emailjs(undefined, undefined, 'drop'),
    'an EmailJS that answers garbage': emailjs(undefined, undefined, 'garbage'),
  },
  'served-site': {
    'a site with nothing to say': serving(secure),
    'no headers': serving({}),
    'inline scripts allowed': serving(unsafe),
    'a failing store': serving(secure, answersJson({ status: 'failing' }, 503)),
    'a warning': serving(secure, answersJson({ status: 'ok', warnings: ['Mail is late.'] })),
    'another program': behaving(answersText('Bad gateway', 502)),
    'a closed connection': behaving(dropsTheConnection),
  },
  'mail-domain': {
    'a complete domain': domain(dmarc('reject')),
    'no SPF and no DMARC': domain({}),
    'a DMARC policy of none': domain(dmarc('none')),
    'no mail server': domain(dmarc('reject'), failing('ENODATA')),
    'no name server': domain({}, failing('ETIMEOUT')),
    'a sample address': domain({}, undefined, 'example.org'),
  },
  content: {
    'no samples and no past dates': () => checkContentFiles(load({}), noon),
    'a form in rupees for everybody': written(india, everybody),
    'such a form of a registered charity': () => checkContentFiles(registered(), noon),
    'a sponsorship level without a value': withValue(''),
    'one with a labelled value': withValue(
      'fairValue: { amount: $5, asOf: "2026-01-01" }\n        labelled: [fairValue]',
    ),
    'one with a sample of a value': withValue(
      'fairValue: { amount: $5, asOf: "2026-01-01" }\n        sample: [fairValue]',
    ),
    'a UPI ID without a code': withUpi(''),
    'a UPI ID with a sample of a code': withUpi(', merchantCode: "8398", sample: [merchantCode]'),
    'a UPI ID with a code': withUpi(', merchantCode: "8398"'),
    'samples, in one line': sampled,
    'sponsorships without a coming date': () => checkContentFiles(ended(), new Date('2026-10-01T00:00:00Z')),
  },
  environment: {
    'a complete environment': set({}),
    'no address': set({ SITE_URL: undefined, ...testKeys }),
    'test keys': set(testKeys),
    'no mail': set(noMail),
    'mail to a stand-in': set({ EMAILJS_API_BASE: 'http://localhost:3502' }),
    'no proxies': set({ TRUSTED_PROXIES: undefined }),
  },
}

test('of each mistake tests/golden/launch-check has what is found, beside or instead of what is complete', async () => {
  const texts = new Map<string, string>()
  for (const [about, each] of Object.entries(cases)) {
    const complete: string[] = []
    const sections: string[] = []
    for (const [what, find] of Object.entries(each)) {
      await site.control('reset', {})
      const lines = linesOf(await find())
      if (complete.length === 0) complete.push(...lines)
      const isComplete = lines.join() === complete.join()
      const others = isComplete ? lines : lines.filter((line) => !complete.includes(line))
      const gone = complete.filter((line) => !lines.includes(line)).map((line) => `not ${line}`)
      sections.push([`# ${what}`, ...others, ...gone].join('\n'))
    }
    texts.set(about, sections.join('\n\n'))
  }
  expectGolden('launch-check', texts)
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
