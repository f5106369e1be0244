/** The tables of currencies and countries: another charity changes content, and no code. */
import { codePages } from '#lib/site/content/addresses.ts'
import { presetQuery } from '#lib/site/content/giving-pages.ts'
import { changed, load, onHome, problemsOf, smallSite, storyFile } from './small-site.ts'

const text = (name: string) => smallSite[name] ?? ''
const currencies = text('content/currencies.yaml')
const receipts = text('content/giving/receipts.yaml')
const upTo = (whole: string, mark: string) => whole.slice(0, whole.indexOf(mark))

/** Dollars alone. */
const oneCurrency = {
  'content/currencies.yaml': upTo(currencies, '  - code: INR'),
  'content/giving/receipts.yaml': `receipts:\n${receipts.slice(receipts.indexOf('  USD:'))}`,
  'content/pages/DonateIndia.yaml': null,
  ...changed(
    'content/pages/Donate.yaml',
    '    otherForm: { question: From elsewhere?, link: { label: Another currency, href: / } }\n',
    '',
  ),
}

const pounds = {
  'content/currencies.yaml': `${currencies}
  - code: GBP
    sign: £
    form: uk
    words: pounds
    smallest: pence
    whole: Enter whole pounds, without pence
    receipt: { one: pound sterling, many: pounds sterling, part: penny, parts: pence }
`,
  'content/giving/receipts.yaml': receipts + receipts.slice(receipts.indexOf('  USD:')).replace('USD', 'GBP'),
  'content/pages/DonatePounds.yaml': text('content/pages/Donate.yaml')
    .replace('/Donate', '/DonatePounds')
    .replaceAll('in dollars', 'in pounds')
    .replace('USD', 'GBP')
    .replaceAll('$', '£'),
}

test('a charity with one currency has one form, and offers no other', () => {
  expect(problemsOf(oneCurrency)).toEqual([])
  expect(load(oneCurrency).donationForms).toMatchObject([{ currency: 'USD' }])
})

test('a currency more is content: its entry, its receipts and its form', () => {
  expect(problemsOf(pounds)).toEqual([])
  expect(load(pounds).donationForms.map(({ currency, minimum }) => [currency, minimum])).toContainEqual([
    'GBP',
    { amount: 5000, currency: 'GBP' },
  ])
})

test('what a currency still needs is said', () => {
  const { 'content/currencies.yaml': entry } = pounds
  expect(problemsOf({ 'content/currencies.yaml': entry })).toEqual([
    'content/giving/receipts.yaml:1:1  has nothing for GBP, a currency of currencies.yaml',
  ])
  expect(problemsOf({ ...pounds, 'content/pages/DonatePounds.yaml': null })).toEqual([
    'content/pages:1:1  no page has the donation-form in GBP',
  ])
})

test('a mistake in the table is the only one that is reported, because every amount is read by it', () => {
  expect(problemsOf(changed('content/currencies.yaml', 'sign: ₹', 'sign: $'))).toEqual([
    expect.stringContaining('currencies[2].sign: $ is in this list already, as number 1'),
  ])
})

const countries = text('content/countries.yaml')
const camps = text('content/camps.yaml')
const nepal = {
  'content/countries.yaml': `${countries}  - { name: Nepal, code: NP, cloth: india, camps: NEPAL }\n`,
  'content/camps.yaml': `${camps}  NEPAL: { surgeryCount: 12 }\n`,
  'content/pages/Nepal.yaml': text('content/pages/India.yaml')
    .replace('aliases: [/Bharat]\n', '')
    .replaceAll('India', 'Nepal'),
  'content/stories/Nepal/the-cup.md': storyFile('The cup'),
  ...onHome('  - { kind: links, links: [{ label: Nepal, href: /Nepal }] }\n'),
}

test('a country more is content: its entry, its page and its stories', () => {
  expect(problemsOf(nepal)).toEqual([])
  const content = load(nepal)
  expect(content.stories.map(({ address }) => address)).toEqual(['/India/stories/the-bowl', '/Nepal/stories/the-cup'])
  expect(codePages(content.pages).map(({ address }) => address)).toContain('/Nepal/poster')
})

test('one country is enough', () => {
  const one = {
    'content/countries.yaml': 'countries:\n  - { name: India, code: IN, cloth: india, camps: INDIA }\n',
    'content/camps.yaml': upTo(camps, '  KENYA'),
  }
  expect(problemsOf({ ...oneCurrency, ...one })).toEqual([])
  expect(problemsOf({ ...one, 'content/camps.yaml': upTo(camps, '  UGANDA') })).toEqual([
    expect.stringContaining('countryWiseCamps.KENYA: "KENYA" is not in content/countries.yaml'),
    expect.stringContaining('countryWiseCamps.ZIMBABWE: "ZIMBABWE" is not'),
  ])
})

test('purposes are content: as many as there are, and what names another is refused', () => {
  const three = text('content/giving/reasons.yaml').replace(/ {2}- \{ code: [4-8].*\n/g, '')
  const changes = { 'content/giving/reasons.yaml': three.replace('code: 3', 'code: 12') }
  expect(problemsOf(changes)).toEqual([])
  const page = load(changes).pages.find(({ address }) => address === '/Donate')
  const query = (reason: string) =>
    page && presetQuery(page, new URLSearchParams({ reason }), [], load(changes).reasons)?.query
  expect([query('12'), query('3')]).toEqual(['reason=12', ''])
  const button = { 'content/giving/buttons.yaml': 'buttons:\n  - { page: /India, reason: 2, campaign: wells }\n' }
  expect(problemsOf({ ...changes, ...button })).toEqual([
    expect.stringContaining('buttons[1].campaign: content/campaigns/wells.yaml does not exist'),
  ])
})
