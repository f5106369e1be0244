import type { Receipt } from '#lib/giving/ledger/register.ts'
import { amountInWords } from '#lib/giving/receipts/amount-in-words.ts'
import { type ReceiptContext, receiptParts } from '#lib/giving/receipts/wording.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { isLabelled } from '#lib/site/content/fields.ts'
import type { ReceiptTerms } from '#lib/site/content/giving-schema.ts'
import { receiptTerms, sponsorshipEvents, sponsorshipForm } from '#lib/site/content/index.ts'
import { siteMail } from '#lib/site/mail/look.ts'
import { factsIn, linksIn, onOneLine } from '#tests/support/mail-text.ts'
import { giftRow } from '#tests/support/store.ts'

describe('An amount in words', () => {
  test.each([
    [12_000_000, 'INR', 'One lakh twenty thousand Indian rupees'],
    [1_234_567_800, 'INR', 'One crore twenty-three lakh forty-five thousand six hundred seventy-eight Indian rupees'],
    [10_000_500, 'INR', 'One lakh five Indian rupees'],
    [5050, 'INR', 'Fifty Indian rupees and fifty paise'],
    [100, 'USD', 'One US dollar'],
    [1201, 'USD', 'Twelve US dollars and one cent'],
    [1_000_000_00, 'USD', 'One million US dollars'],
    [999_999_00, 'USD', 'Nine hundred ninety-nine thousand nine hundred ninety-nine US dollars'],
  ] as const)('%i in %s: %s', (amount, currency, words) => {
    expect(amountInWords({ amount, currency })).toBe(words)
  })

  test.each([
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
  ] as const)('%i in %s, in the language %s: %s', (amount, currency, language, words) => {
    expect(inLanguage(language, () => amountInWords({ amount, currency }))).toBe(words)
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
    void: false,
    amount: 0,
    paidOn: '',
    name: '',
    address: [],
    identity: null,
    reason: null,
    campaign: null,
    method: 'card',
  },
}
const words = (
  row: Partial<typeof gift> = {},
  context: Partial<ReceiptContext> = {},
  changed: Partial<ReceiptTerms> = {},
  version: Partial<Receipt> = {},
) => {
  const given = { ...gift, ...row }
  const registered = { amount: given.amount, paidOn: given.occurred_at, name: given.donor_name }
  const receipt = { ...first, ...version, facts: { ...first.facts, ...registered, ...version.facts } }
  const parts = receiptParts(given, receipt, { ...nothing, ...context }, { ...terms, ...changed }, office)
  const mail = siteMail({ to: gift.donor_email, subject: 'Receipt', parts })
  return { facts: factsIn(mail), links: linksIn(mail), text: onOneLine(mail.text) }
}

describe('A receipt', () => {
  test('says who received what, from whom, when and for what', () => {
    const { facts, links, text } = words()
    expect(facts).toEqual({
      'Receipt number': '2026/00007',
      'Received from': 'Ruth Lee',
      'Paid by': 'Card',
      Amount: '$100',
      'In words': 'One hundred US dollars',
      Date: 'December 31, 2026',
      'How often': 'Once',
      For: 'Area of Greatest Need',
      Reference: 'G-7KQM-2X9D',
      'Payment number': 'pi_1',
    })
    expect(text).toContain(
      'Mended Bowl Inc. 1 Bowl Street Chattanooga EIN: 12-3456789 Status: 501(c)(3) Receipt Thank you, Ruth Lee. Your gift of $100 has arrived.',
    )
    expect(text).toContain('Nothing was given in return. For Mended Bowl Inc.: Ada, Treasurer')
    expect(text).toContain(
      'Questions about this receipt? Please write to usa@mendedbowl.org or call +1 423 267 1234, and quote G-7KQM-2X9D.',
    )
    expect(links).toEqual({})
  })

  test('of a sponsorship does not claim that nothing was given in return', () => {
    const { text } = words({ kind: 'sponsorship' })
    expect(text).toContain('Your sponsorship of $100 has arrived.')
    expect(text).toContain('Something may have been given in return.')
    expect(text).not.toContain('Nothing was given')
  })

  test('of a sponsorship whose value is known says what was given in return, what it is worth, and the rest', () => {
    const inReturn = { what: ['Two tickets', 'Your logo'], value: { amount: 3_000, currency: 'USD' as const } }
    const { text: statement } = words({ kind: 'sponsorship' }, { inReturn })
    expect(statement).toContain('Two tickets; Your logo')
    expect(statement).toContain('in return is $30.')
    expect(statement).toContain('above it, $70,')
    const nothing = words({ kind: 'sponsorship' }, { inReturn: { what: [], value: { amount: 0, currency: 'USD' } } })
    expect(nothing.text).toContain('in return is $0. Only what you paid above it, $100,')
    // A partial refund can leave less than the value.
    expect(words({ kind: 'sponsorship', amount: 2_000 }, { inReturn }).text).toContain('above it, $0,')
  })

  test('has the words for large gifts from their amount on, and what states want donors to read', () => {
    const more: Partial<ReceiptTerms> = {
      largeGift: { from: { amount: 25_000, currency: 'USD' }, text: 'Please keep this.' },
      disclosures: {
        texts: [
          { state: 'Florida', text: 'Ask us.' },
          { state: 'Ohio', text: 'Call.' },
        ],
      },
    }
    const statement = (amount: number, kind = gift.kind) => words({ kind, amount }, {}, more).text
    expect(statement(24_999)).not.toContain('Please keep this.')
    expect(statement(25_000)).toContain('Nothing was given in return. Please keep this.')
    expect(statement(25_000, 'sponsorship')).not.toContain('Please keep this.')
    expect(words({}, {}, more).text).toContain('Florida: Ask us. Ohio: Call.')
  })

  test.each([
    ['the link, and the office', 'https://mendedbowl.org/stop-gift?gift=sub_1.x'],
    ['the office, where there is no link', null],
  ])('of a monthly gift says how to stop it: by %s', (_, stopLink) => {
    const { facts, links, text } = words({ kind: 'monthly' }, { stopLink })
    expect(facts['How often']).toBe('Every month')
    const [stop] = /[^.]*stop this monthly gift.*10 working days/.exec(text) ?? []
    for (const contact of ['usa@mendedbowl.org', '+1 423 267 1234', 'G-7KQM-2X9D']) expect(stop).toContain(contact)
    expect(links['Stop my monthly gift'] ?? null).toBe(stopLink)
  })

  test('of a gift without a reference is named by its payment, and of a donor without a name addresses a donor', () => {
    const { facts, text } = words({ reference: null, donor_name: '' })
    expect(facts).toMatchObject({ Reference: 'pi_1', 'Received from': 'Donor' })
    expect(text).toContain('Thank you, Donor.')
  })

  test('shows the address, and no more than the last four characters of the identity document', () => {
    const more = { address: ['12 Lake Road', 'Mumbai 400001'], identity: { kind: 'pan', end: '234F' } } as const
    const facts = { ...first.facts, ...more, address: [...more.address], amount: 10_000, paidOn: gift.occurred_at }
    expect(words({}, {}, {}, { facts: { ...facts, name: 'Asha Rao' } }).facts).toMatchObject({
      'Received from': 'Asha Rao\n12 Lake Road\nMumbai 400001',
      PAN: 'XXXXXX234F',
    })
  })

  test.each([
    ['reduced', 'It replaces the one of December 31, 2026, because a part of the amount went back to you.'],
    ['reinstated', 'because the payment is valid after all.'],
    ['corrected', 'because we corrected what it says.'],
  ] as const)(
    'that replaces another says so and why, and does not say that the gift has arrived: %s',
    (cause, sentence) => {
      const { facts, text } = words({}, {}, {}, { version: 2, cause, replaces: first.issuedAt })
      expect(facts['Receipt number']).toBe('2026/00007, version 2')
      expect(text).toContain(`This is version 2 of receipt 2026/00007. `)
      expect(text).toContain(sentence)
      expect(text).not.toContain('has arrived')
    },
  )

  test.each([
    ['refunded', 'We returned the whole amount to you'],
    ['lost', 'Your bank took the payment back'],
    ['undone', 'A payment was matched to the wrong gift'],
    ['failed', 'Your bank did not make the payment after all'],
  ] as const)('that is cancelled says why, and nothing about tax but that it is not for it: %s', (cause, why) => {
    const facts = { ...first.facts, void: true, amount: 10_000, paidOn: gift.occurred_at, name: 'Ruth Lee' }
    const { text } = words({}, {}, {}, { version: 2, cause, replaces: first.issuedAt, facts })
    expect(text).toContain(`Receipt cancelled ${why}, so receipt 2026/00007 of December 31, 2026 is cancelled.`)
    expect(text).toContain('Please do not use it for your taxes.')
    expect(text).not.toMatch(/has arrived|Nothing was given|Ada/)
  })

  test('that was asked for again is a copy', () => {
    const { text } = words({}, { isCopy: true })
    expect(text).toContain('the copy of your receipt')
    expect(text).not.toContain('has arrived')
  })

  test('of cash in India says above which amount there is no deduction', () => {
    const cash = (amount: number) => {
      const facts = { ...first.facts, method: 'cash', amount, paidOn: gift.occurred_at, name: 'Asha' }
      return words({ currency: 'INR', amount }, {}, {}, { facts }).text
    }
    expect(cash(200_000)).not.toContain('carries no tax deduction')
    expect(cash(200_001)).toContain('A gift in cash of more than ₹2,000 carries no tax deduction in India.')
  })

  test('has the note of the year of its gift, and its code with the page to check it', () => {
    const note = {
      yearNote: [
        { year: 2026, text: 'For 2026.' },
        { year: 2027, text: 'For 2027.' },
      ],
    }
    const check = { short: '7KQM-2X9D-4RTW', link: 'https://mendedbowl.org/check?code=x', picture: null }
    const { facts, links, text } = words({}, { check }, note)
    expect(text).toContain('For 2026.')
    expect(text).not.toContain('For 2027.')
    expect(facts['Check code']).toBe(check.short)
    expect(links['Check a receipt']).toBe(check.link)
  })

  test('has the date in the time zone of the receiving office', () => {
    const { facts } = words({ occurred_at: '2026-03-31T19:00:00Z' }, {}, { zone: 'Asia/Kolkata', locale: 'en-GB' })
    expect(facts.Date).toBe('1 April 2026')
  })
})

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
