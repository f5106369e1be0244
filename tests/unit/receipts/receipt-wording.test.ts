import { amountInWords } from '#lib/giving/receipts/amount-in-words.ts'
import { type ReceiptFacts, receiptParams } from '#lib/giving/receipts/wording.ts'
import type { ReceiptTerms } from '#lib/site/content/giving-schema.ts'
import { receiptTerms, sponsorshipEvents, sponsorshipForm } from '#lib/site/content/index.ts'
import { giftRow } from '#tests/support/store.ts'

describe('An amount in words', () => {
  test.each([
    [12_000_000, 'INR', 'One lakh twenty thousand Indian rupees'],
    [
      1_234_567_800,
      'INR',
      'One crore twenty-three lakh forty-five thousand six hundred and seventy-eight Indian rupees',
    ],
    [10_000_500, 'INR', 'One lakh and five Indian rupees'],
    [5050, 'INR', 'Fifty Indian rupees and fifty paise'],
    [100, 'USD', 'One US dollar'],
    [1201, 'USD', 'Twelve US dollars and one cent'],
    [1_000_000_00, 'USD', 'One million US dollars'],
    [999_999_00, 'USD', 'Nine hundred and ninety-nine thousand nine hundred and ninety-nine US dollars'],
  ] as const)('%i in %s: %s', (amount, currency, words) => {
    expect(amountInWords({ amount, currency })).toBe(words)
  })
})

const terms: ReceiptTerms = {
  locale: 'en-US',
  legalName: 'Mended Bowl Inc.',
  address: ['1 Bowl Street', 'Chattanooga'],
  registrations: [
    { label: 'EIN', value: '12-3456789' },
    { label: 'Status', value: '501(c)(3)' },
  ],
  signatory: { name: 'Ada', role: 'Treasurer' },
  zone: 'America/New_York',
  yearStarts: 1,
  office: 'US',
  gift: 'Nothing was given in return.',
  sponsorship: 'Something may have been given in return.',
}
const office = { email: 'usa@mendedbowl.org', phone: '+1 423 267 1234' }
const gift = giftRow('gift-1', {
  ...{ currency: 'USD', amount: 10_000, donor_name: 'Ruth Lee', donor_email: 'ruth@example.org' },
  ...{ reference: 'G-7KQM-2X9D', object_id: 'pi_1', occurred_at: '2027-01-01T03:00:00Z' },
})
const nothing = { purpose: 'Area of Greatest Need', stopLink: null, giftsPage: null, inReturn: null, fee: null }
const words = (
  row: Partial<typeof gift> = {},
  facts: Partial<ReceiptFacts> = {},
  changed: Partial<ReceiptTerms> = {},
) => receiptParams({ ...gift, ...row }, { ...nothing, ...facts }, { ...terms, ...changed }, office)

describe('A receipt', () => {
  test('says who received what, from whom, when and for what', () => {
    expect(words()).toEqual({
      email: 'ruth@example.org',
      name: 'Ruth Lee',
      thanks: 'Thank you, Ruth Lee. Your gift of $100 has arrived.',
      what: 'gift',
      amount: '$100',
      amount_in_words: 'One hundred US dollars',
      currency: 'USD',
      date: 'December 31, 2026',
      frequency: 'Once',
      purpose: 'Area of Greatest Need',
      reference: 'G-7KQM-2X9D',
      payment: 'pi_1',
      organisation: 'Mended Bowl Inc.',
      address: '1 Bowl Street\nChattanooga',
      registration: 'EIN: 12-3456789\nStatus: 501(c)(3)',
      signatory: 'Ada, Treasurer',
      statement: 'Nothing was given in return.',
      disclosures: '',
      fees: '',
      stop: '',
      gifts: '',
      office:
        'Questions about this receipt? Please write to usa@mendedbowl.org or call +1 423 267 1234, and quote G-7KQM-2X9D.',
    })
  })

  test('of a sponsorship does not claim that nothing was given in return', () => {
    expect(words({ kind: 'sponsorship' })).toMatchObject({
      what: 'sponsorship',
      statement: 'Something may have been given in return.',
      stop: '',
    })
  })

  test('of a sponsorship whose value is known says what was given in return, what it is worth, and the rest', () => {
    const inReturn = { what: ['Two tickets', 'Your logo'], value: { amount: 3_000, currency: 'USD' as const } }
    const { statement } = words({ kind: 'sponsorship' }, { inReturn })
    expect(statement).toContain('Two tickets; Your logo')
    expect(statement).toContain('in return is $30.')
    expect(statement).toContain('above it, $70,')
    const nothing = words({ kind: 'sponsorship' }, { inReturn: { what: [], value: { amount: 0, currency: 'USD' } } })
    expect(nothing.statement).toContain('in return is $0. Only what you paid above it, $100,')
    // A partial refund can leave less than the value.
    expect(words({ kind: 'sponsorship', amount: 2_000 }, { inReturn }).statement).toContain('above it, $0,')
  })

  test('has the words for large gifts from their amount on, and what states want donors to read', () => {
    const more: Partial<ReceiptTerms> = {
      largeGift: { from: { amount: 25_000, currency: 'USD' }, text: 'Please keep this.', asOf: '2026-11-23' },
      disclosures: {
        texts: [
          { state: 'Florida', text: 'Ask us.' },
          { state: 'Ohio', text: 'Call.' },
        ],
      },
    }
    const statement = (amount: number, kind = gift.kind) => words({ kind, amount }, {}, more).statement
    expect(statement(24_999)).toBe('Nothing was given in return.')
    expect(statement(25_000)).toBe('Nothing was given in return. Please keep this.')
    expect(statement(25_000, 'sponsorship')).toBe('Something may have been given in return.')
    expect(words({}, {}, more).disclosures).toBe('Florida: Ask us.\nOhio: Call.')
  })

  test.each([
    ['the link, and the office', 'https://mendedbowl.org/stop-gift?gift=sub_1.x'],
    ['the office, where there is no link', null],
  ])('of a monthly gift says how to stop it: by %s', (_, stopLink) => {
    const { stop, frequency } = words({ kind: 'monthly' }, { stopLink })
    expect(frequency).toBe('Every month')
    for (const contact of ['usa@mendedbowl.org', '+1 423 267 1234', 'G-7KQM-2X9D']) expect(stop).toContain(contact)
    expect(stop?.match(/https:\S+/)?.[0] ?? null).toBe(stopLink)
  })

  test('of a gift without a reference is named by its payment, and of a donor without a name addresses a donor', () => {
    expect(words({ reference: null, donor_name: '' })).toMatchObject({
      reference: 'pi_1',
      name: 'Donor',
    })
  })

  test('has the date in the time zone of the receiving office', () => {
    const { date } = words({ occurred_at: '2026-03-31T19:00:00Z' }, {}, { zone: 'Asia/Kolkata', locale: 'en-GB' })
    expect(date).toBe('1 April 2026')
  })
})

test('in content, values and disclosures that nobody has confirmed are hidden, and the words about tax are those of the law', () => {
  const [USD, INR] = [receiptTerms('USD'), receiptTerms('INR')]
  expect(USD).not.toHaveProperty('largeGift')
  expect(USD).not.toHaveProperty('disclosures')
  for (const { levels } of sponsorshipEvents().map(sponsorshipForm))
    for (const level of levels) expect(level).not.toHaveProperty('fairValue')
  // IRS Publication 1771: for gifts alone.
  expect(USD.gift).toMatch(/^No goods or services were provided in exchange/)
  expect(USD.sponsorship).not.toMatch(/no goods or services/i)
  expect(INR.gift).toMatch(/not a certificate of donation/)
})
