/** Content for another charity, from a few answers: the templates of scripts/new-charity, filled. Pure but for reading them. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { LOCALES } from 'to-words'
import { parse } from 'yaml'
import { z } from 'zod'
import { fill } from '#lib/platform/messages/texts.ts'
import { decimals } from '#lib/platform/money.ts'
import { isRecord } from '#lib/platform/narrow.ts'
import { looksLikeSample } from '#lib/site/content/checks/samples.ts'
import { day, telephone, timeZone } from '#lib/site/content/fields.ts'
import { printFile, printValue, withValue } from '#lib/site/content/yaml-file.ts'
import { root } from './processes.ts'

const sampleEmail = 'hello@example.org'
const samplePhone = '+1 423 555 0100'

const list = <Item extends z.ZodType>(item: Item, separator = /[\s,]+/) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(separator).filter(Boolean) : value),
    z.array(item).refine((items) => new Set(items).size === items.length, 'names one twice'),
  )
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const pairs = letters.flatMap((first) => letters.map((second) => first + second))
const countryCodes = pairs
  // Some codes of regions are of no country.
  .filter((code) => names.of(code) && !/^(E[UZ]|QO|UN|X[AB]|ZZ)$/.test(code))
const templates = path.join(root, 'scripts/new-charity')
const regions = ['en', ...globSync('*.json', { cwd: templates }).map((file) => path.parse(file).name)].map(
  (language) => new Intl.DisplayNames(language, { type: 'region' }),
)
/** By its code, or its name in a language of the templates. */
const country = z
  .string()
  .trim()
  .transform((text) => {
    const named = text.toUpperCase()
    const isNamed = (code: string) => code === named || regions.some((names) => names.of(code)?.toUpperCase() === named)
    return countryCodes.find(isNamed) ?? text
  })
  .refine((code) => countryCodes.includes(code), 'is not a country: its name, or two letters such as NP')
/** By its code, or its name in English or in itself. */
const language = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => pairs.map((pair) => pair.toLowerCase()).find((code) => namesOf(code).includes(text)) ?? text)
  .refine((code) => namesOf(code).length > 1, 'is not a language: its name, or two letters such as es')
const namesOf = (code: string) =>
  /^[a-z]{2}$/.test(code)
    ? [code, ...[languageName(code), languageName(code, 'en')].flatMap((name) => name?.toLowerCase() ?? [])]
    : []
export const languageName = (code: string, inLanguage = code) =>
  new Intl.DisplayNames(inLanguage, { type: 'language', fallback: 'none' }).of(code)
const known = new Set(Intl.supportedValuesOf('currency'))
const currency = z
  .string()
  .toUpperCase()
  .refine((code) => known.has(code), 'is not a currency: three letters, such as NPR')
const shortText = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'is empty')
    .max(max, `has more than ${max} characters`)
    .regex(/^[^{}<>[\]]*$/, 'must be without { } < > [ ]')
    .refine((text) => !looksLikeSample(text), 'has an address kept for examples')

/** Currencies of which a meal costs about ten, a hundred, a thousand or ten thousand; of all others, one. */
const scales: Readonly<Record<number, string>> = {
  10: 'CNY CZK DKK EGP HKD MAD MXN NOK SEK THB TRY UAH ZAR',
  100: 'BDT ETB INR JPY KES LKR NPR PHP PKR RUB',
  1000: 'COP HUF KRW NGN RWF TZS UGX XAF XOF',
  10000: 'IDR LAK VND',
}
function usualAmounts(code: string): number[] {
  const [scale = 1] = Object.entries(scales).find(([, codes]) => codes.includes(code)) ?? []
  return [10, 25, 50, 100].map((amount) => amount * Number(scale))
}

/** "500 1000 2500 5000, GBP 10 25 50 100" by currency; what has no code before it is of the first one. */
function byCurrency(text: string, first = ''): Record<string, string[]> {
  const groups = text.split(/(?=\b[a-z]{3}\b)/i).map((group) => group.match(/\w+/g) ?? [])
  const named = groups.map(([code = '', ...rest]) =>
    /^\d/.test(code) ? [first, [code, ...rest]] : [code.toUpperCase(), rest],
  )
  return Object.fromEntries(named.filter(([code]) => code))
}

const amount = z.coerce
  .number('must be numbers')
  .int('must be whole')
  .min(1, 'must be at least 1')
  .max(1e6, 'must be at most 1,000,000')
const fourAmounts = z
  .array(amount)
  .refine(
    (amounts) => amounts.length === 4 && new Set(amounts).size === 4,
    'must be four different amounts, such as 10, 25, 50, 100',
  )

/** Four for each currency; the usual ones of a currency that is left out. */
export const amountsIn = (currencies: readonly string[]) =>
  z.preprocess(
    (value = {}) => (typeof value === 'string' ? byCurrency(value, currencies[0]) : value),
    z
      .partialRecord(z.enum(currencies), fourAmounts, 'names a currency in which the site takes no gifts')
      .transform((given) =>
        Object.fromEntries(currencies.map((code) => [code, given[code] ?? usualAmounts(code)] as const)),
      ),
  )

/** In the order in which they are asked. What has no description is answered by a flag or a file only. */
export const questions = {
  name: shortText(60).describe('What is the charity called?'),
  does: shortText(110).describe('What does it do, in one line? Such as: Free heart surgery for children in Nepal'),
  place: shortText(60).describe('In which town was it founded?'),
  founded: day
    .refine((date) => new Date(date) <= new Date(), 'is in the future')
    .describe('When was it founded? Such as 2015-03-21'),
  countries: list(country, /\s*,\s*|\s+(?=[A-Z]{2}(?:[\s,]|$))/)
    .refine((codes: string[]) => codes.length > 0, 'needs one country')
    .describe('In which countries does it work? Such as Nepal, India; the first has the main office'),
  language: language.default('en').describe('What is its main language? Its name, or a code such as es'),
  currencies: list(currency)
    .refine((codes: string[]) => codes.length > 0, 'needs one currency')
    .describe('In which currencies does it take gifts? Codes such as NPR, GBP; the first is for everybody else'),
  amounts: z.unknown().optional().describe('Which four amounts does the form of each currency offer?'),
  forms: list(z.enum(['volunteer', 'partner']))
    .default([])
    .describe('Which forms besides the one to write to the office: volunteer, partner?'),
  email: z
    .email('must be an email address such as name@example.org')
    .refine((address) => address === sampleEmail || !looksLikeSample(address), 'is an address kept for examples')
    .default(sampleEmail)
    .describe('What is the email address of the office?'),
  phone: telephone
    .refine((number) => number === samplePhone || !looksLikeSample(number), 'is a number kept for examples')
    .default(samplePhone)
    .describe('What is its telephone number?'),
  zone: timeZone.optional(),
}
export const answersSchema = z.strictObject(questions).transform((answers, context) => {
  const { data: amounts = {}, error } = amountsIn(answers.currencies).safeParse(answers.amounts)
  for (const { message } of error?.issues ?? [])
    context.addIssue({ code: 'custom', path: ['amounts'], message, input: answers.amounts })
  return { ...answers, amounts }
})
type Answers = z.output<typeof answersSchema>

/** The cloth of a country that has one. */
const cloths: Readonly<Record<string, string>> = {
  IN: 'india',
  KE: 'kenya',
  ZW: 'zimbabwe',
  UG: 'uganda',
  ZA: 'south-africa',
  US: 'usa',
}

const clothOf = (code: string) => cloths[code] ?? 'plain'
/** In addresses. */
const countrySlug = (code: string) => names.of(code)?.replace(/[^A-Za-z]/g, '') ?? code
const zoneOf = (code: string) =>
  code === 'US' ? 'America/New_York' : (new Intl.Locale(`en-${code}`).getTimeZones?.()?.[0] ?? 'Etc/UTC')

/** What a language calls countries and currencies. `locale`: of the main language. */
function wordsIn(locale: string) {
  const regions = new Intl.DisplayNames(locale, { type: 'region' })
  const partOf = (code: string, amount: number, currencyDisplay: 'name' | 'narrowSymbol') =>
    new Intl.NumberFormat(locale, { style: 'currency', currency: code, currencyDisplay, maximumFractionDigits: 0 })
      .formatToParts(amount)
      .find(({ type }) => type === 'currency')?.value ?? code
  return {
    countryName: (code: string) => regions.of(code) ?? code,
    /** $, £, S/ */
    signOf: (code: string) => partOf(code, 1, 'narrowSymbol'),
    named: (code: string, amount: number) => partOf(code, amount, 'name'),
    /** Cents, where the language has a word for those of the country. Intl knows none. */
    smallest(code: string) {
      const { language } = new Intl.Locale(locale)
      const Known = LOCALES[`${language}-${code.slice(0, 2)}`]
      if (!Known) return language === 'en' ? { one: 'cent', many: 'cents' } : null
      const { name, singular = name, plural } = new Known().config.currency.fractionalUnit
      return { one: singular.toLocaleLowerCase(locale), many: plural.toLocaleLowerCase(locale) }
    },
  }
}

/** The marks of values that are samples; nothing if none is. */
const marks = (fields: Record<string, boolean>) => {
  const labelled = Object.keys(fields).filter((field) => fields[field])
  return labelled.length > 0 ? { labelled } : {}
}

/**
 * A template with its `%names%` replaced by values. A name on a line of its own stands for a list or a group, and is left out if it is
 * empty.
 */
function filled(template: string, values: Record<string, unknown>): string {
  const answerTo = (name: string) => {
    if (values[name] === undefined) throw new Error(`${template} names %${name}%, which has no answer`)
    return values[name]
  }
  const scalar = (value: unknown) => (/^[A-Za-z/][\w /@.-]*$/.test(String(value)) ? value : JSON.stringify(value))
  return readFileSync(path.join(templates, template), 'utf8')
    .replace(/^( *)%(\w+)%\n/gm, (_, indent: string, name: string) => {
      const value = answerTo(name)
      return Object.keys(value as object).length > 0 ? printValue(value).replace(/^(?=.)/gm, indent) : ''
    })
    .replace(/: %(\w+)%/g, (_, name: string) => `: ${scalar(answerTo(name))}`)
    .replace(/%(\w+)%/g, (_, name: string) => String(answerTo(name)))
}

type Words = Readonly<Record<string, string>>

/** The paragraphs of the templates in another main language, by the English ones. Undefined for a language that has none here. */
export function wordsOf(language: string): Words | undefined {
  const file = path.join(templates, `${language}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Each paragraph that the words have. */
function translated(value: unknown, words: Words): unknown {
  if (Array.isArray(value)) return value.map((item) => translated(item, words))
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, translated(item, words)]))
  if (typeof value !== 'string') return value
  return value.replace(/[^\n]+(?:\n[^\n]+)*/g, (paragraph) => words[paragraph.replaceAll('\n', ' ')] ?? paragraph)
}

/** How the files say it in the main language. */
function wordingOf({ countries, currencies, language }: Answers) {
  const [main = ''] = countries
  const locale = language === 'en' ? (main === 'US' ? 'en-US' : 'en-GB') : `${language}-${main}`
  const words = wordsOf(language) ?? {}
  const { signOf, ...known } = wordsIn(locale)
  return {
    ...known,
    main,
    locale,
    words,
    say: (english: string, values: Words) => fill(words[english] ?? english, values),
    /** The code, where two currencies share a sign. */
    sign: (code: string) =>
      currencies.some((currency) => currency !== code && signOf(currency) === signOf(code)) ? code : signOf(code),
    donatePage: (code: string) => (code === currencies[0] ? '/Donate' : `/Donate${code}`),
  }
}
type Wording = ReturnType<typeof wordingOf>

/** The values of all templates. */
function commonValues(answers: Answers, { main, countryName, say }: Wording, today: string) {
  const { name, does, place, founded, countries, currencies, forms, email, phone } = answers
  const zone = answers.zone ?? zoneOf(main)
  const several = countries.length > 1
  const statement = say('A charity, founded in {place} in {year}', { place, year: founded.slice(0, 4) })
  const isSampleMail = email === sampleEmail
  const takePart = [
    ...(forms.includes('volunteer') ? [{ label: 'Volunteer', href: '/Volunteer' }] : []),
    ...(forms.includes('partner') ? [{ label: 'Partner with us', href: '/Partner' }] : []),
  ]
  const countryPages = countries.map((code) => ({ label: countryName(code), href: `/${countrySlug(code)}` }))

  return {
    name,
    does,
    doesText: `${does.replace(/\.$/, '')}.`,
    description: `${name}: ${does.charAt(0).toLowerCase()}${does.slice(1)}`.slice(0, 190),
    aboutDescription: say('Who we are, what we do, and who answers for it. {statement}.', { statement }),
    initials: [...name.matchAll(/\b[A-Za-z]/g)].join('').toUpperCase().slice(0, 4) || 'C',
    email,
    namesMarks: marks({ email: isSampleMail, eventsEmail: isSampleMail }),
    founded,
    place,
    statement,
    zone,
    cloth: clothOf(main),
    country: main,
    countryName: countryName(main),
    today,
    menu: [
      ...(takePart.length > 0 ? [{ label: 'Take part', entries: takePart }] : []),
      ...(several ? [{ label: 'Countries', entries: countryPages }] : []),
    ],
    offices: countries.map((code) => ({
      code,
      name: several ? say('{country} office', { country: countryName(code) }) : 'Our office',
      lines: code === main ? [place, countryName(code)] : [countryName(code)],
      phones: [{ label: 'Telephone', number: phone }],
      email,
      ...marks({ phones: phone === samplePhone, email: isSampleMail }),
    })),
    receipts: Object.fromEntries(
      currencies.map((code) => [
        code,
        {
          legalName: '{organisation}',
          address: [place, countryName(main)],
          registrations: [{ label: 'Registration number', value: 'To be announced', sample: true }],
          signatory: { name: 'Name to be announced', role: 'Treasurer', sample: ['name'] },
          zone,
          office: main,
          gift: 'Nothing was given in return for this gift.',
          sponsorship: 'Something was given in return for this payment.',
          review: ['gift', 'sponsorship'],
        },
      ]),
    ),
  }
}
type Values = ReturnType<typeof commonValues>

/** The files that list languages, currencies and countries. */
function tables(
  { language, currencies, countries }: Answers,
  { locale, named, smallest, sign }: Wording,
): Map<string, string> {
  const currencyEntry = (code: string) => {
    const part = decimals(code) > 0 && smallest(code)
    const receipt = { one: named(code, 1), many: named(code, 2) }
    return {
      code,
      sign: sign(code),
      form: code.toLowerCase(),
      words: named(code, 2),
      ...(part ? { smallest: part.many, receipt: { ...receipt, part: part.one, parts: part.many } } : { receipt }),
    }
  }
  const table = countries.map((code) => ({ name: countrySlug(code), code, cloth: clothOf(code) }))
  return new Map([
    [
      'languages.yaml',
      `# The languages of the site. The first is the main one: that of these files, at addresses without a prefix.\n${printValue({ languages: [{ code: language, name: languageName(language), locale }] })}`,
    ],
    [
      'currencies.yaml',
      `# The currencies in which the site takes gifts. The first one is for visitors from everywhere, another one for the country in its code.\n${printValue({ currencies: currencies.map(currencyEntry) })}`,
    ],
    [
      'countries.yaml',
      `# The countries that have a page, stories or camps. \`name\` stands in addresses.\n${printValue({ countries: table })}`,
    ],
  ])
}

/** The page of the donation form in one currency. */
function donationPage(
  code: string,
  { currencies, amounts }: Answers,
  { say, sign, named, donatePage }: Wording,
  common: Values,
): string {
  const otherCode = currencies.find((candidate) => candidate !== code)
  const offered = amounts[code] ?? []
  const money = (amount: number) => `${sign(code)}${amount.toLocaleString('en')}`
  const link = otherCode && {
    label: say('Give in {currency}', { currency: named(otherCode, 2) }),
    href: donatePage(otherCode),
  }
  return filled('pages/Donate.yaml', {
    ...common,
    address: donatePage(code),
    currency: code,
    donateTitle: otherCode ? say('Donate in {currency}', { currency: named(code, 2) }) : 'Donate',
    donateDescription: say('Give in {currency}, once or every month. What applies to a gift, and how refunds work.', {
      currency: named(code, 2),
    }),
    presets: offered.map((amount) => ({
      amount: money(amount),
      pays: 'goes where it is needed most',
      review: ['pays'],
    })),
    minimum: money(Math.max(1, Math.floor(Math.min(...offered) / 2))),
    maximum: money(Math.max(...offered) * 500),
    otherForm: link ? { otherForm: { question: 'Another currency?', link } } : {},
  })
}

/** The page of one country. `look`: the number of its drawing. */
function countryPage(code: string, look: number, { say, countryName }: Wording, common: Values): string {
  return filled('pages/Country.yaml', {
    ...common,
    address: `/${countrySlug(code)}`,
    countryName: countryName(code),
    countryDescription: say('{country}: what {organisation} does, and how to reach us there.', {
      country: countryName(code),
      organisation: '{organisation}',
    }),
    officeText: say('Write to {email}, or call {phone}.', {
      email: `[{email:${code}}](mailto:{email:${code}})`,
      phone: `[{phone:${code}}]({tel:${code}})`,
    }),
    code,
    country: countrySlug(code),
    cloth: clothOf(code),
    look,
  })
}

/** The files of content/ by their names. `today`: YYYY-MM-DD. */
export function contentOf(answers: Answers, today: string): Map<string, string> {
  const { countries, currencies, forms } = answers
  const wording = wordingOf(answers)
  const common = commonValues(answers, wording, today)
  const files = new Map<string, string>()
  const repeated = ['pages/Country.yaml', 'pages/Donate.yaml']
  for (const template of globSync('**/*.yaml', { cwd: templates }).sort()) {
    const form = /(volunteer|partner)\.yaml$/i.exec(template)?.[1]?.toLowerCase()
    const isWanted = !form || forms.some((wanted) => wanted === form)
    if (isWanted && !repeated.includes(template)) files.set(template, filled(template, common))
  }
  files.set('logo.svg', readFileSync(path.join(templates, 'logo.svg'), 'utf8'))
  for (const [file, text] of tables(answers, wording)) files.set(file, text)
  for (const code of currencies)
    files.set(`pages${wording.donatePage(code)}.yaml`, donationPage(code, answers, wording, common))
  if (countries.length > 1)
    for (const [index, code] of countries.entries())
      files.set(`pages/${countrySlug(code)}.yaml`, countryPage(code, 30 + index, wording, common))
  const written = (file: string, text: string) =>
    withValue(printFile(file, text), translated(parse(text), wording.words))
  return new Map([...files].map(([file, text]) => [file, file.endsWith('.yaml') ? written(file, text) : text]))
}

/** The files beside content/, by their names: those of a git repository, in words of the charity. `folder`: as the program's folder names it. */
export function repositoryOf(answers: Answers, folder: string): Map<string, string> {
  const words = { name: answers.name, doesText: `${answers.does.replace(/\.$/, '')}.`, folder }
  return new Map([
    ['README.md', filled('repository/README.md', words)],
    ['.github/workflows/content.yml', readFileSync(path.join(templates, 'repository/content.yml'), 'utf8')],
    ['.gitignore', 'data/\nbackups/\n.env*\n'],
    ['answers.yaml', printValue(answers)],
  ])
}
