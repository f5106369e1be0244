/** What every kind of receipt says, in tests/golden/receipts, with made-up terms; and where one kind becomes another. */
import type { Receipt } from '#lib/giving/ledger/register.ts'
import { amountInWords } from '#lib/giving/receipts/amount-in-words.ts'
import { type ReceiptContext, receiptParts } from '#lib/giving/receipts/wording.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { composeMail, type MailLook } from '#lib/platform/mail/compose.ts'
import { isLabelled } from '#lib/site/content/fields.ts'
import type { ReceiptTerms } from '#lib/site/content/giving-schema.ts'
import { receiptTerms, sponsorshipEvents, sponsorshipForm } from '#lib/site/content/index.ts'
import { expectGolden, readable } from '#tests/support/golden.ts'
import { giftRow } from '#tests/support/store.ts'

const terms: ReceiptTerms = {
  locale: 'en-US',
  legalName: 'Mended Bowl Inc.',
  address: ['1 Bowl Street', 'Chattanooga'],
  registrations: [
    { label: 'EIN', value: '12-3456789' },
    { label: 'Approval', value: 'A1', date: '2023-05-21' },
  ],
  signatory: { name: 'Ada', role: 'Treasurer' },
  zone: 'America/New_York',
  yearStarts: 1,
  office: 'US',
  gift: 'Nothing was given in return.',
  sponsorship: 'Something may have been given in return.',
}
const gift = giftRow('gift-1', {
  currency: 'USD',
  amount: 10_000,
  donor_name: 'Ruth Lee',
  donor_email: 'ruth@example.org',
  reference: 'G-7KQM-2X9D',
  object_id: 'pi_1',
  occurred_at: '2027-01-01T03:00:00Z',
})
const nothing: ReceiptContext = {
  purpose: 'Area of Greatest Need',
  stopLink: null,
  giftsPage: null,
  tickets: null,
  inReturn: null,
  fee: null,
  check: null,
  isCopy: false,
}
const first: Receipt = {
  id: 'r1',
  giftId: 'gift-1',
  number: '2026/00007',
  version: 1,
  cause: null,
  replaces: null,
  issuedAt: '2027-01-01T03:00:05Z',
  facts: {
    ...{ void: false, amount: 0, paidOn: '', name: '', address: [], identity: null, reason: null, campaign: null },
    method: 'card',
  },
}

type Case = {
  row?: Partial<typeof gift>
  context?: Partial<ReceiptContext>
  terms?: Partial<ReceiptTerms>
  version?: Partial<Omit<Receipt, 'facts'>>
  facts?: Partial<Receipt['facts']>
}

const palette = Object.fromEntries(
  ['page', 'card', 'ink', 'soft', 'line', 'accent', 'button', 'onButton'].map((name) => [name, '#fff']),
) as MailLook['light']
const look = {
  language: 'en',
  direction: 'ltr',
  sender: 'Mended Bowl',
  home: null,
  light: palette,
  dark: palette,
} as const

function receipt({ row = {}, context = {}, terms: changed = {}, version = {}, facts = {} }: Case = {}) {
  const given = { ...gift, ...row }
  const registered = { amount: given.amount, paidOn: given.occurred_at, name: given.donor_name }
  const issued = { ...first, ...version, facts: { ...first.facts, ...registered, ...facts } }
  const office = { email: 'usa@mendedbowl.org', phone: '+1 423 267 1234' }
  const parts = receiptParts(given, issued, { ...nothing, ...context }, { ...terms, ...changed }, office)
  return readable(composeMail({ to: gift.donor_email, subject: 'Receipt', parts }, look))
}

const inReturn = { what: ['Two tickets', 'Your logo'], value: { amount: 3000, currency: 'USD' as const } }
const large: Partial<ReceiptTerms> = {
  largeGift: { from: { amount: 25_000, currency: 'USD' }, text: 'Please keep this.' },
  disclosures: {
    texts: [
      { state: 'Florida', text: 'Ask us.' },
      { state: 'Ohio', text: 'Call.' },
    ],
  },
}
const yearNote = [2026, 2027].map((year) => ({ year, text: `For ${year}.` }))
const site = 'https://mendedbowl.org'
const check = { short: '7KQM2-X9DRT', link: `${site}/check?code=x`, picture: `${site}/api/receipt-code?code=x` }
const stopLink = `${site}/stop-gift?gift=sub_1.x`
const tickets = { rows: [['T-1', 'Runner: Ann']] as const, link: `${site}/tickets`, refunds: 'Entries are final.' }
const later = (cause: NonNullable<Receipt['cause']>) => ({ version: 2, cause, replaces: first.issuedAt })
const cash = (amount: number): Case => ({ row: { currency: 'INR', amount }, facts: { method: 'cash' } })

const cases: Record<string, Case> = {
  gift: {},
  'gift-checked': { context: { check, giftsPage: `${site}/your-gifts` }, terms: { yearNote } },
  'gift-large': { row: { amount: 25_000 }, terms: large },
  'gift-with-fees': { context: { fee: { amount: 300, currency: 'USD' } } },
  'gift-in-india': {
    row: { currency: 'INR', occurred_at: '2026-03-31T19:00:00Z' },
    terms: { zone: 'Asia/Kolkata', locale: 'en-GB', street: '2 Lake Road' },
    facts: { address: ['12 Lake Road', 'Mumbai 400001'], identity: { kind: 'pan', end: '234F' }, method: 'upi' },
  },
  'gift-of-cash': cash(200_001),
  'gift-unnamed': {
    row: { reference: null, donor_name: '' },
    terms: { signatory: { name: '', role: '' }, registrations: [] },
    facts: { method: null },
  },
  'gift-of-an-address': { row: { donor_name: 'evil.example' } },
  monthly: { row: { kind: 'monthly' }, context: { stopLink } },
  'monthly-without-a-link': { row: { kind: 'monthly' } },
  'monthly-by-transfer': {
    row: { kind: 'monthly', subscription_id: 'G-7KQM-2X9D' },
    context: { stopLink },
    facts: { method: 'transfer' },
  },
  sponsorship: { row: { kind: 'sponsorship' } },
  'sponsorship-valued': { row: { kind: 'sponsorship' }, context: { inReturn } },
  'sponsorship-for-nothing': {
    row: { kind: 'sponsorship' },
    context: { inReturn: { what: [], value: { amount: 0, currency: 'USD' } } },
  },
  tickets: { row: { kind: 'ticket' }, context: { tickets } },
  copy: { context: { isCopy: true } },
  ...Object.fromEntries(
    (['reduced', 'reinstated', 'corrected'] as const).map((cause) => [`replaced-${cause}`, { version: later(cause) }]),
  ),
  ...Object.fromEntries(
    (['refunded', 'lost', 'undone', 'failed'] as const).map((cause) => [
      `cancelled-${cause}`,
      { version: later(cause), facts: { void: true } },
    ]),
  ),
}

test('every kind of receipt says what its file of tests/golden/receipts has', () => {
  expectGolden('receipts', new Map(Object.entries(cases).map(([name, each]) => [name, receipt(each)])))
})

test.each<[string, Case, string, Case]>([
  [
    'a gift is large',
    { row: { amount: 25_000 }, terms: large },
    'keep this',
    { row: { amount: 24_999 }, terms: large },
  ],
  [
    'only a gift is large',
    { row: { amount: 25_000 }, terms: large },
    'keep this',
    { row: { kind: 'sponsorship', amount: 25_000 }, terms: large },
  ],
  ['cash has no deduction', cash(200_001), 'no tax deduction', cash(200_000)],
  [
    'nothing is left above the value',
    { row: { kind: 'sponsorship', amount: 2000 }, context: { inReturn } },
    'above it, $0,',
    { row: { kind: 'sponsorship', amount: 3001 }, context: { inReturn } },
  ],
])('from one amount on %s', (_, at, words, below) => {
  expect([receipt(at).includes(words), receipt(below).includes(words)]).toEqual([true, false])
})

test.each([
  [12_000_000, 'INR', 'en', 'One lakh twenty thousand Indian rupees'],
  [
    1_234_567_800,
    'INR',
    'en',
    'One crore twenty-three lakh forty-five thousand six hundred seventy-eight Indian rupees',
  ],
  [10_000_500, 'INR', 'en', 'One lakh five Indian rupees'],
  [5050, 'INR', 'en', 'Fifty Indian rupees and fifty paise'],
  [100, 'USD', 'en', 'One US dollar'],
  [1201, 'USD', 'en', 'Twelve US dollars and one cent'],
  [1_000_000_00, 'USD', 'en', 'One million US dollars'],
  [999_999_00, 'USD', 'en', 'Nine hundred ninety-nine thousand nine hundred ninety-nine US dollars'],
  [12_345_650, 'INR', 'hi', 'एक लाख तेईस हज़ार चार सौ छप्पन भारतीय रुपये और पचास पैसे'],
  [100, 'USD', 'hi', 'एक अमेरिकी डॉलर'],
  [100_000_00, 'USD', 'sw', 'Dola za Marekani laki moja'],
  [
    12_345_650,
    'INR',
    'sw',
    'Rupia za India laki moja, elfu ishirini na tatu, mia nne na hamsini na sita na paise hamsini',
  ],
  [2_000_019_00, 'USD', 'sw', 'Dola za Marekani milioni mbili na kumi na tisa'],
  [1201, 'USD', 'sw', 'Dola za Marekani kumi na mbili na senti moja'],
] as const)('%i in %s, in the language %s: %s', (amount, currency, language, words) =>
  expect(inLanguage(language, () => amountInWords({ amount, currency }))).toBe(words),
)

test('in content, disclosures that nobody has confirmed are hidden, values labelled, and the words about tax are those of the law', () => {
  const [USD, INR] = [receiptTerms('USD'), receiptTerms('INR')]
  expect(USD).not.toHaveProperty('largeGift')
  expect(USD).not.toHaveProperty('disclosures')
  for (const { levels } of sponsorshipEvents().map(sponsorshipForm))
    for (const level of levels) expect(isLabelled(level, 'fairValue')).toBe(true)
  // IRS Publication 1771: for gifts alone.
  expect(USD.gift).toMatch(/^No goods or services were provided in exchange/)
  expect(USD.sponsorship).not.toMatch(/no goods or services/i)
  expect(INR.gift).toMatch(/not a certificate of donation/)
})
