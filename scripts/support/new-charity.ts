/** Content for another charity, from a few answers: the templates of scripts/new-charity, filled. Pure but for reading them. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { countryCode, day, timeZone } from '#lib/site/content/fields.ts'
import { paletteFrom } from './new-palette.ts'
import { root } from './processes.ts'

const sampleEmail = 'hello@example.org'
const samplePhone = '+1 423 555 0100'

const list = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (given) => (typeof given === 'string' ? given.split(/[\s,]+/).filter(Boolean) : given),
    z.array(item).refine((items) => new Set(items).size === items.length, 'names one twice'),
  )
const hex = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #0b5c8a')
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const country = z
  .string()
  .toUpperCase()
  .pipe(countryCode)
  .refine((code) => names.of(code), 'is no country: two letters, such as NP')
const known = new Set(Intl.supportedValuesOf('currency'))
const currency = z
  .string()
  .toUpperCase()
  .refine((code) => known.has(code), 'is no currency: three letters, such as NPR')
const words = (most: number) => z.string().trim().min(1).max(most)

/** In the order in which they are asked. `question`: without it, only a flag or a file answers it. */
export const answersSchema = z.strictObject({
  name: words(60).describe('What is the charity called?'),
  does: words(110).describe('What does it do, in one line? Such as: Free heart surgery for children in Nepal'),
  place: words(60).describe('In which town was it founded?'),
  founded: day.describe('When was it founded? Such as 2015-03-21'),
  countries: list(country)
    .refine((codes: string[]) => codes.length > 0, 'needs one country')
    .describe('In which countries does it work? Codes such as NP, IN; the first has the main office'),
  currencies: list(currency)
    .refine((codes: string[]) => codes.length > 0, 'needs one currency')
    .describe('In which currencies does it take gifts? Codes such as NPR, GBP; the first is for everybody else'),
  amounts: list(z.coerce.number().int().min(1))
    .refine((amounts: number[]) => amounts.length === 4, 'must be four amounts, such as 10, 25, 50, 100')
    .default([10, 25, 50, 100])
    .describe('Which four amounts does the form offer?'),
  forms: list(z.enum(['volunteer', 'partner']))
    .default([])
    .describe('Which forms besides the one to write to the office: volunteer, partner?'),
  email: z.email().default(sampleEmail).describe('What is the email address of the office?'),
  phone: z
    .string()
    .trim()
    .regex(/^\+[\d ()-]{6,24}$/, 'must start with + and the country')
    .default(samplePhone)
    .describe('What is its telephone number?'),
  zone: timeZone.optional(),
  accent: hex.default('#0b6e4f').describe('What colour are buttons and links?'),
  dark: hex.default('#123a4a').describe('What colour are dark bands?'),
  highlight: hex.default('#e8a33d').describe('What colour are thin lines and small signs?'),
})
export type Answers = z.output<typeof answersSchema>

/** What the smallest unit of some currencies is called. */
const parts: Readonly<Record<string, [one: string, many: string]>> = {
  GBP: ['penny', 'pence'],
  INR: ['paisa', 'paise'],
  NPR: ['paisa', 'paise'],
  PKR: ['paisa', 'paise'],
}

/** The cloth of a country that has one. */
const cloths: Readonly<Record<string, string>> = {
  IN: 'india',
  KE: 'kenya',
  ZW: 'zimbabwe',
  UG: 'uganda',
  ZA: 'south-africa',
}

const clothOf = (code: string) => cloths[code] ?? 'usa'

const quoted = (text: string) => JSON.stringify(text)
const countryName = (code: string) => names.of(code) ?? code
const zoneOf = (code: string) =>
  code === 'US' ? 'America/New_York' : (new Intl.Locale(`en-${code}`).getTimeZones?.()?.[0] ?? 'Etc/UTC')

/** As English writes it: $, £, NPR. */
function signOf(code: string): string {
  const [sign] = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
    .formatToParts(1)
    .flatMap(({ type, value }) => (type === 'currency' ? [value] : []))
  return sign ?? code
}
const named = (code: string, amount: number) =>
  new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'name', maximumFractionDigits: 0 })
    .format(amount)
    .replace(/^\d+ /, '')
const wholeUnits = (code: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits === 0

/** The files of content/ by their names. `today`: YYYY-MM-DD. */
export function contentOf(answers: Answers, today: string): Map<string, string> {
  const { name, does, place, founded, countries, currencies, amounts, forms, email, phone } = answers
  const [main = ''] = countries
  const zone = answers.zone ?? zoneOf(main)
  const cloth = clothOf(main)
  const several = countries.length > 1
  const signs = new Map(currencies.map((code) => [code, signOf(code)]))
  const sign = (code: string) => {
    const own = signs.get(code) ?? code
    return [...signs].some(([other, one]) => other !== code && one === own) ? code : own
  }
  const statement = `A charity, founded in ${place} in ${founded.slice(0, 4)}`
  const initials = [...name.matchAll(/\b[A-Za-z]/g)].join('').toUpperCase().slice(0, 4) || 'C'
  const marks = (fields: Record<string, boolean>) => {
    const marked = Object.entries(fields).flatMap(([field, isSample]) => (isSample ? [field] : []))
    return marked.length > 0 ? `labelled: [${marked.join(', ')}]` : ''
  }
  const isSampleMail = email === sampleEmail
  const donatePage = (code: string) => (code === currencies[0] ? '/Donate' : `/Donate${code}`)
  const takePart = [
    ...(forms.includes('volunteer') ? ['      - { label: Volunteer, href: /Volunteer }'] : []),
    ...(forms.includes('partner') ? ['      - { label: Partner with us, href: /Partner }'] : []),
  ]
  const addressOf = (code: string) => `/${countryName(code).replace(/[^A-Za-z]/g, '')}`
  const menu = [
    ...(takePart.length > 0 ? ['  - label: Take part', '    entries:', ...takePart] : []),
    ...(several
      ? [
          '  - label: Countries',
          '    entries:',
          ...countries.map((code) => `      - { label: ${quoted(countryName(code))}, href: ${addressOf(code)} }`),
        ]
      : []),
  ].join('\n')

  const common: Record<string, string> = {
    name: quoted(name),
    does: quoted(does),
    doesText: quoted(`${does.replace(/\.$/, '')}.`),
    description: quoted(`${name}: ${does.charAt(0).toLowerCase()}${does.slice(1)}`.slice(0, 190)),
    aboutDescription: quoted(`Who we are, what we do, and who answers for it. ${statement}.`),
    initials,
    email,
    namesMarks: marks({ email: isSampleMail, eventsEmail: isSampleMail }),
    founded: quoted(founded),
    place: quoted(place),
    statement: quoted(statement),
    zone,
    cloth,
    country: main,
    countryName: countryName(main),
    today: quoted(today),
    menu,
    offices: countries
      .map((code) =>
        [
          `  - code: ${code}`,
          `    name: ${quoted(several ? `${countryName(code)} office` : 'Our office')}`,
          `    lines: [${quoted(code === main ? place : countryName(code))}${code === main ? `, ${quoted(countryName(code))}` : ''}]`,
          `    phones: [{ label: Telephone, number: ${phone} }]`,
          `    email: ${email}`,
          `    ${marks({ phones: phone === samplePhone, email: isSampleMail })}`,
        ].join('\n'),
      )
      .join('\n'),
    receipts: currencies
      .map(
        (code) => `  ${code}:
    legalName: "{organisation}"
    address: [${quoted(place)}, ${quoted(countryName(main))}]
    registrations:
      - { label: Registration number, value: To be announced, sample: true }
    signatory: { name: Name to be announced, role: Treasurer, sample: [name] }
    zone: ${zone}
    office: ${main}
    gift: Nothing was given in return for this gift.
    sponsorship: Something was given in return for this payment.
    review: [gift, sponsorship]`,
      )
      .join('\n'),
  }
  const filled = (template: string, more: Record<string, string> = {}) =>
    readFileSync(path.join(templates, template), 'utf8')
      .replace(/%(\w+)%/g, (_, key: string) => {
        const value = more[key] ?? common[key]
        if (value === undefined) throw new Error(`${template} names %${key}%, which nobody answers`)
        return value
      })
      // What is left of a mark that nothing needs.
      .replace(/^ +\n/gm, '')

  const files = new Map<string, string>()
  const left = new Set(['pages/Country.yaml', 'pages/Donate.yaml'])
  const asked = new Map([
    ['pages/Volunteer.yaml', 'volunteer'],
    ['forms/volunteer.yaml', 'volunteer'],
    ['pages/Partner.yaml', 'partner'],
    ['forms/partner.yaml', 'partner'],
  ])
  for (const template of globSync('**/*.yaml', { cwd: templates }).sort()) {
    const form = asked.get(template)
    if (!left.has(template) && (!form || (forms as string[]).includes(form))) files.set(template, filled(template))
  }
  files.set('logo.svg', readFileSync(path.join(templates, 'logo.svg'), 'utf8'))
  files.set('colours.yaml', coloursFile(answers))
  files.set('currencies.yaml', currenciesFile(currencies, sign))
  const table = countries.map(
    (code) => `  - { name: ${addressOf(code).slice(1)}, code: ${code}, cloth: ${clothOf(code)} }`,
  )
  files.set(
    'countries.yaml',
    `# The countries that have a page, stories or camps. \`name\` stands in addresses.\ncountries:\n${table.join('\n')}\n`,
  )
  for (const code of currencies) {
    const other = currencies.find((one) => one !== code)
    const money = (amount: number) => quoted(`${sign(code)}${amount.toLocaleString('en')}`)
    const [least = 1, most = 1] = [Math.min(...amounts), Math.max(...amounts)]
    const title = currencies.length > 1 ? `Donate in ${named(code, 2)}` : 'Donate'
    files.set(
      `pages${donatePage(code)}.yaml`,
      filled('pages/Donate.yaml', {
        address: donatePage(code),
        currency: code,
        donateTitle: quoted(title),
        donateDescription: quoted(
          `Give in ${named(code, 2)}, once or every month. What applies to a gift, and how refunds work.`,
        ),
        presets: amounts
          .map((amount) => `      - { amount: ${money(amount)}, pays: goes where it is needed most, review: [pays] }`)
          .join('\n'),
        minimum: money(Math.max(1, Math.floor(least / 2))),
        maximum: money(most * 500),
        otherForm: other
          ? `{ question: Another currency?, link: { label: ${quoted(`Give in ${named(other, 2)}`)}, href: ${donatePage(other)} } }`
          : '',
      }).replace(/^ +otherForm: *\n/m, ''),
    )
  }
  for (const [index, code] of several ? countries.entries() : [])
    files.set(
      `pages${addressOf(code)}.yaml`,
      filled('pages/Country.yaml', {
        address: addressOf(code),
        countryName: countryName(code),
        code,
        country: addressOf(code).slice(1),
        cloth: clothOf(code),
        look: String(30 + index),
      }),
    )
  return files
}

const templates = path.join(root, 'scripts/new-charity')

/** With the comments of our own, which say what each colour is for. */
function coloursFile({ accent, dark, highlight }: Answers): string {
  const document = parseDocument(readFileSync(path.join(root, 'content/colours.yaml'), 'utf8'))
  const { page, fixed } = paletteFrom({ accent, dark, highlight })
  for (const [name, schemes] of Object.entries(page))
    for (const [scheme, value] of Object.entries(schemes)) document.setIn(['page', name, scheme], value)
  for (const [name, value] of Object.entries(fixed)) document.setIn(['fixed', name], value)
  return document.toString({ lineWidth: 0 })
}

function currenciesFile(codes: readonly string[], sign: (code: string) => string): string {
  const entries = codes.map((code) => {
    const [part, many] = parts[code] ?? ['cent', 'cents']
    const isWhole = wholeUnits(code)
    return [
      `  - code: ${code}`,
      `    sign: ${quoted(sign(code))}`,
      `    locale: en-${code.slice(0, 2) === 'EU' ? 'IE' : code.slice(0, 2)}`,
      `    form: ${code.toLowerCase()}`,
      `    words: ${quoted(named(code, 2))}`,
      ...(isWhole ? [] : [`    smallest: ${many}`]),
      `    whole: ${quoted(isWhole ? 'Enter a whole amount' : `Enter whole ${named(code, 2)}, without ${many}`)}`,
      `    receipt: { one: ${quoted(named(code, 1))}, many: ${quoted(named(code, 2))}${isWhole ? '' : `, part: ${part}, parts: ${many}`} }`,
    ].join('\n')
  })
  return `# The currencies in which the site takes gifts. The first one is for visitors from everywhere, another one for the country in its code.\ncurrencies:\n${entries.join('\n')}\n`
}
