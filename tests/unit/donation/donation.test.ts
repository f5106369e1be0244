import { validate } from '#lib/contact/forms/form.ts'
import { payLabel } from '#lib/giving/donation/amount.ts'
import { donationStart, donationTerms } from '#lib/giving/donation/checkout.ts'
import {
  type DonationField,
  type DonationTerms,
  type DonationValues,
  describeDonation,
  describeGift,
} from '#lib/giving/donation/form.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { wholeMoney } from '#lib/platform/money.ts'
import { currencyTerms } from '#lib/site/content/currencies.ts'

const terms: DonationTerms = {
  texts: textsIn('en-GB'),
  locale: 'en-GB',
  currency: currencyTerms('INR'),
  law: 'india',
  minimum: wholeMoney(50, 'INR'),
  maximum: wholeMoney(500_000, 'INR'),
  words: { unit: 'rupees', whole: 'Enter whole rupees, without paise' },
  reasons: [{ code: 2, label: 'Cleft-Free World' }],
}
const form = describeDonation(terms)
const good: DonationValues = {
  paymenttype: 'monthly',
  money: '1000',
  reason: '2',
  donorType: '1',
  firstName: 'Asha',
  lastName: "O'Neill-Rao",
  email: 'asha@example.org',
  phone: '+91 (22) 5555-0100',
  line1: '12 Lake Road',
  city: 'Mumbai',
  postal_code: '400001',
  country: 'IN',
}
const wrong = (changes: DonationValues) => validate(form, { ...good, ...changes })

test('an empty form names every required field, in its order, the first step alone too', () => {
  const gift = ['paymenttype', 'money', 'reason', 'donorType', 'firstName', 'email']
  expect(validate(describeGift(terms), {}).map(({ field }) => field)).toEqual(gift)
  expect(validate(form, {}).map(({ field }) => field)).toEqual([...gift, 'line1', 'city', 'postal_code'])
})

test.each<[DonationField, string, DonationValues]>([
  ['email', 'like name@example.org', { email: 'a@b.org,c@d.org' }],
  ['phone', 'in digits', { phone: '+91 22 5555 ext call me' }],
  ['money', 'between ₹50 and ₹5,00,000', { money: '49' }],
  ['money', 'between ₹50 and ₹5,00,000', { money: '500001' }],
  ['otherMoney', 'between ₹50 and ₹5,00,000', { money: 'other', otherMoney: '' }],
  ['otherMoney', 'without paise', { money: 'other', otherMoney: '₹1,000.5' }],
  ['org_name', 'name of your organisation', { donorType: '2', org_name: '' }],
  ['city', 'town or city', { city: ' ' }],
  ['postal_code', 'six digits', { postal_code: '40001' }],
  ['postal_code', 'six digits', { postal_code: '000001' }],
  ['country', 'addresses in India', { country: 'US' }],
])('%s is refused, and the message says “%s”: %j', (field, message, changes) => {
  expect(wrong(changes)).toEqual([{ field, message: expect.stringContaining(message) }])
})

test.each<DonationValues>([
  { email: "o'neill+gift@mail.example.co.in" },
  { money: '50' },
  { money: '500000' },
  { money: 'other', otherMoney: '₹1,500' },
  { donorType: '2', org_name: 'Rao Textiles' },
  { postal_code: '400 001' },
])('%j is taken', (changes) => expect(wrong(changes)).toEqual([]))

test('every text has a maximum length', () => {
  const texts = ['firstName', 'lastName', 'email', 'org_name', 'line1', 'city', 'state'] as const
  const long = texts.map((field) => [
    field,
    'x'.repeat(form.fields[field].maxLength ?? 0) + (field === 'email' ? '@example.org' : 'x'),
  ])
  const errors = wrong({ donorType: '2', ...Object.fromEntries(long) })
  expect(errors.map(({ field }) => field)).toEqual(texts)
  expect(errors.every(({ message }) => /^Shorten .* \d+ characters/.test(message))).toBe(true)
})

test('dollars are given from any address, and rupees from one in India', () => {
  const abroad = { ...good, money: '500', postal_code: '37402', country: 'US' }
  const fields = (currency: 'INR' | 'USD') =>
    validate(describeDonation(donationTerms(currency)), abroad).map(({ field }) => field)
  expect([fields('USD'), fields('INR')]).toEqual([[], ['citizen', 'postal_code', 'country']])
  const places = [
    { country: 'KE', postal_code: '' },
    { country: 'UG', postal_code: '' },
    // Trinidad's six digits are seldom written.
    { country: 'TT', postal_code: '' },
    { country: 'Atlantis', postal_code: '' },
  ]
  const wrongAbroad = places.map((place) =>
    validate(describeDonation(donationTerms('USD')), { ...abroad, ...place }).map(({ field }) => field),
  )
  expect(wrongAbroad).toEqual([['postal_code'], [], [], ['postal_code', 'country']])
})

test('a gift in dollars asks for an address from $5,000 a year on, and for no telephone', () => {
  const usd = donationTerms('USD')
  const { line1: _, city: __, postal_code: ___, country: ____, ...person } = good
  const asked = (changes: DonationValues) =>
    validate(describeDonation(usd), { ...person, ...changes }).map(({ field }) => field)
  expect(asked({ paymenttype: 'once', money: '4999' })).toEqual([])
  expect(asked({ paymenttype: 'monthly', money: '416' })).toEqual([])
  const address = ['line1', 'city', 'postal_code', 'country']
  expect(asked({ paymenttype: 'once', money: '5000' })).toEqual(address)
  expect(asked({ paymenttype: 'monthly', money: '417' })).toEqual(address)
  expect(describeDonation(usd).fields).not.toHaveProperty('phone')
})

test('the button says the exact total', () => {
  expect(payLabel(good, terms)).toBe('Give ₹1,000 a month')
  expect(payLabel({ ...good, paymenttype: 'once', money: 'other', otherMoney: '1,00,000' }, terms)).toBe(
    'Give ₹1,00,000',
  )
  expect(
    payLabel({ ...good, money: 'other', otherMoney: '$1,250' }, { ...terms, currency: currencyTerms('USD') }),
  ).toBe('Give $1,250 a month')
  expect(payLabel({ money: 'other', otherMoney: '' }, terms)).toBe('Give')
})

describe('an address presets a gift', () => {
  const presets = [25, 50, 100, 250].map((dollars) => ({ amount: wholeMoney(dollars, 'USD') }))
  const start = async (query: Record<string, string | string[]>) => (await donationStart('USD', presets, query)).values

  test.each([
    [
      { frequency: 'monthly', amount: '100' },
      { paymenttype: 'monthly', money: '100' },
    ],
    [{ amount: '75' }, { paymenttype: 'once', money: 'other', otherMoney: '75' }],
    [{ amount: '50' }, { paymenttype: 'once', money: '50' }],
    [{ reason: '1' }, { paymenttype: 'monthly', money: '100', reason: '1' }],
    [{ frequency: 'once' }, { paymenttype: 'once', money: '100' }],
  ])('%j', async (query, values) => expect(await start(query)).toMatchObject(values))

  test.each([
    ...['-5', '1e9', '<script>', '', '0', '12345678901'].map((amount) => ({ amount })),
    ...['0', '9', '12', 'x', ['2']].map((reason) => ({ reason })),
  ])('but not %j', async (query) => {
    expect(await start(query)).toEqual({
      paymenttype: 'monthly',
      money: '100',
      donorType: '1',
      reason: '1',
      country: 'US',
      tribute: 'honor',
    })
  })
})

test.each([
  ['1,50', 'Did you mean ₹150 or ₹1.50? Enter the amount in digits only, like 150'],
  ['1.000', 'Did you mean ₹1,000 or ₹1? Enter the amount in digits only, like 1000'],
])('an amount that may mean two sums, %p, gets a question', (otherMoney, message) => {
  expect(wrong({ money: 'other', otherMoney })).toEqual([{ field: 'otherMoney', message }])
})
