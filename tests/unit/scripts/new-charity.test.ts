import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parse } from 'yaml'
import { parseEnv } from '#lib/platform/env.ts'
import { checkContent } from '#lib/site/content/checks/index.ts'
import { listSamples } from '#lib/site/content/checks/samples.ts'
import type { Content } from '#lib/site/content/content.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { formatProblem } from '#lib/site/content/problem.ts'
import { checkContentFiles } from '#scripts/support/launch/content.ts'
import { checkEnvironment } from '#scripts/support/launch/settings.ts'
import { answersSchema, contentOf, repositoryOf } from '#scripts/support/new-charity.ts'
import { load } from '../content/small-site.ts'

const today = '2026-11-23'
const least = {
  name: 'Warm Hearts Nepal',
  does: 'Free heart surgery for children in Nepal',
  place: 'Kathmandu',
  founded: '2015-03-21',
  countries: 'NP',
  currencies: 'GBP',
}

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

function made(answers: object): Content {
  const folder = mkdtempSync(path.join(tmpdir(), 'new-charity-'))
  folders.push(folder)
  for (const [name, text] of contentOf(answersSchema.parse(answers), today)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  const loaded = loadContent(folder)
  if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join('\n'))
  const { problems, warnings } = checkContent(loaded.content, new Map(), new Date(today))
  expect([...problems, ...warnings].map(formatProblem)).toEqual([])
  return loaded.content
}

test('one country, one currency and no events make a site without mistakes', () => {
  const content = made(least)
  expect(content.site.names.initials).toBe('WHN')
  expect(content.site.offices.map(({ code }) => code)).toEqual(['NP'])
  expect(content.site.zone).toMatch(/^Asia\/Kath?mandu$/)
  expect(content.donationForms.map(({ currency, page }) => [currency, page.address])).toEqual([['GBP', '/Donate']])
  expect(content.donationForms[0]?.presets.map(({ amount }) => amount)).toEqual(
    [10, 25, 50, 100].map((pounds) => ({ amount: pounds * 100, currency: 'GBP' })),
  )
  expect(content.forms.map(({ id }) => id)).toEqual(['contact'])
  expect([content.events, content.sponsorshipForms, content.stories, content.camps]).toEqual([[], [], [], []])
})

test('several countries, currencies and forms make a page for each', () => {
  const content = made({
    ...least,
    countries: ['KE', 'US'],
    currencies: 'KES, JPY, USD',
    forms: 'volunteer partner',
    email: 'office@warm-hearts.org',
    phone: '+254 20 123 4567',
    amounts: '1000, 2000, 5000, 10000',
  })
  const addresses = content.pages.map(({ address }) => address)
  for (const address of ['/Kenya', '/UnitedStates', '/Donate', '/DonateJPY', '/DonateUSD', '/Volunteer', '/Partner'])
    expect(addresses).toContain(address)
  // Amounts without a code are of the first currency, and those of the others are usual there. Yen have no smaller unit.
  const offered = content.donationForms.map(({ currency, presets }) => [
    currency,
    presets.map(({ amount }) => amount.amount),
  ])
  expect(Object.fromEntries(offered)).toEqual({
    KES: [100_000, 200_000, 500_000, 1_000_000],
    JPY: [1000, 2500, 5000, 10_000],
    USD: [1000, 2500, 5000, 10_000],
  })
})

test.each([
  [
    { language: 'Spanish', countries: 'Peru', currencies: 'PEN, USD' },
    ['es', 'español', 'es-PE'],
    ['S/', 'soles peruanos', 'sol peruano', 'céntimo', 'céntimos'],
  ],
  [
    { language: 'es', countries: 'NP', currencies: 'NPR' },
    ['es', 'español', 'es-NP'],
    ['Rs', 'rupias nepalíes', 'rupia nepalí', undefined, undefined],
  ],
  [{}, ['en', 'English', 'en-GB'], ['£', 'British pounds', 'British pound', 'penny', 'pence']],
  [
    { countries: 'US', currencies: 'USD' },
    ['en', 'English', 'en-US'],
    ['$', 'US dollars', 'US dollar', 'cent', 'cents'],
  ],
])('%o: the main language names what Intl knows', (answers, [code, name, locale], [sign, words, one, part, parts]) => {
  const files = contentOf(answersSchema.parse({ ...least, ...answers }), today)
  const listIn = (file: string, list: string) => parse(files.get(file) ?? '')[list]
  expect(listIn('languages.yaml', 'languages')).toEqual([{ code, name, locale }])
  expect(listIn('currencies.yaml', 'currencies')[0]).toMatchObject({
    sign,
    words,
    receipt: { one, many: words, ...(part && { part, parts }) },
  })
  expect(listIn('currencies.yaml', 'currencies')[0].smallest).toBe(parts)
})

test('in Spanish, no paragraph of the templates stays English', () => {
  const answers = { ...least, countries: 'PE, NP', currencies: 'PEN, USD', forms: 'volunteer partner' }
  const read = (language: string) => {
    const texts = new Set<string>()
    for (const [file, text] of contentOf(answersSchema.parse({ ...answers, language }), today))
      if (file.endsWith('.yaml'))
        JSON.stringify(parse(text), (key, value) => {
          if (typeof value === 'string' && (/ /.test(value) || /^(button|heading|label|role|title)$/.test(key)))
            texts.add(value)
          return value
        })
    return texts
  }
  const english = read('en')
  expect([...read('es')].filter((text) => english.has(text)).sort()).toEqual(
    [
      '+1 423 555 0100',
      least.does,
      `${least.does}.`,
      `${least.name}: free heart surgery for children in Nepal`,
      least.name,
      'Nepal',
    ].sort(),
  )
  made({ ...answers, language: 'es' })
})

test('countries may be named, and the files beside the content are the charity’s own', () => {
  const answers = answersSchema.parse({ ...least, countries: 'United Kingdom, Nepal' })
  expect(answers.countries).toEqual(['GB', 'NP'])
  expect(answersSchema.parse({ ...least, countries: 'NP IN' }).countries).toEqual(['NP', 'IN'])
  expect(answersSchema.parse({ ...least, countries: 'Perú, Bolivia' }).countries).toEqual(['PE', 'BO'])
  expect(made(answers).reasons.map(({ label }) => label)).toContain('United Kingdom')
  const files = repositoryOf(answers, '../warm-hearts')
  expect(files.get('README.md')).toContain('# The website of Warm Hearts Nepal')
  expect(files.get('README.md')).toContain('CHARITY_DIR=../warm-hearts npm run edit')
  expect(files.get('.github/workflows/content.yml')).toContain('content:check')
  expect(answersSchema.parse(parse(files.get('answers.yaml') ?? ''))).toEqual(answers)
})

test('nothing of the charity that this code was written for is left', () => {
  const files = [...contentOf(answersSchema.parse(least), today).values()].join('\n')
  expect(files.match(/\{?(love will|cleft|traffick|surgery camp|chattanooga|india|rupee|dollar)\w*/gi)).toBeNull()
})

test('what is not real yet is listed before a launch', () => {
  const content = made(least)
  const samples = listSamples([...content.entries, ...content.translations]).map(
    ({ file, field }) => `${file} ${field}`,
  )
  expect(samples).toContain('content/site.yaml names.email')
  expect(samples.filter((one) => one.startsWith('content/giving/receipts.yaml'))).not.toEqual([])
  const found = checkContentFiles(content, new Date(today))
  expect(found.map(({ level }) => level)).toContain('blocks')
  expect(found.map(({ sentence }) => sentence)).toContainEqual(expect.stringContaining('logo'))
})

test('nobody is asked for the settings of camps, or of documents of identity, which it does not have', () => {
  const asked = (content: Content) => checkEnvironment(parseEnv({}), content).map(({ where }) => where)
  const ofSome = ['CAMPS_API_URL', 'DATA_ENCRYPTION_KEY']
  expect(asked(load())).toEqual(expect.arrayContaining(ofSome))
  const own = asked(made(least))
  expect(own).toContain('STRIPE_SECRET_KEY')
  expect(own.filter((name) => ofSome.includes(name ?? ''))).toEqual([])
})

test.each([
  ['countries', 'XX', 'not a country'],
  ['currencies', 'QQQ', 'not a currency'],
  ['founded', '2015', 'must be a day'],
  ['founded', '2015-02-30', 'not in the calendar'],
  ['countries', 'Atlantis', 'not a country'],
  ['phone', '+1 423 555 0123', 'kept for examples'],
  ['phone', '+44 (12) 3', '7 to 15 digits'],
  ['email', 'office@example.com', 'kept for examples'],
  ['founded', '2999-01-01', 'in the future'],
  ['countries', 'EU', 'not a country'],
  ['name', 'Hope {organisation}', 'must be without'],
  ['does', 'Dogs at www.example.org', 'kept for examples'],
  ['language', 'Elvish', 'not a language'],
  ['language', 'xx', 'not a language'],
  ['amounts', '10, 20', 'four different amounts'],
  ['amounts', '10 25 25 50', 'four different amounts'],
  ['amounts', 'NPR 500 1000 2500 5000', 'takes no gifts'],
  ['amounts', '10 25 50 many', 'must be numbers'],
])('%s cannot be "%s"', (name, value, message) => {
  const { error } = answersSchema.safeParse({ ...least, [name]: value })
  expect(error?.issues[0]?.message).toContain(message)
})
