import { validate } from '#lib/contact/forms/form.ts'
import { feeOf, payLabel, totalOf } from '#lib/giving/donation/amount.ts'
import {
  type DonationField,
  type DonationTerms,
  type DonationValues,
  describeDonation,
  describeGift,
} from '#lib/giving/donation/form.ts'
import { usStates } from '#lib/giving/donation/payer.ts'
import { donationTerms } from '#lib/giving/donation/terms.ts'
import { gift as donationCheckout, donationStart } from '#lib/giving/products/gift.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'

import { textsIn } from '#lib/platform/messages/index.ts'
import { wholeMoney } from '#lib/platform/money.ts'
import { currencyTerms } from '#lib/site/content/currencies.ts'
import { donationForm } from '#lib/site/content/index.ts'
import { random } from '#tests/support/random.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'
import { asha, gifts, givingSite, key, mailEnvironment, postJson, resultOf } from '../checkout/support.ts'

const terms: DonationTerms = {
  texts: textsIn('en-GB'),
  locale: 'en-GB',
  currency: currencyTerms('INR'),
  law: 'india',
  minimum: wholeMoney(50, 'INR'),
  maximum: wholeMoney(500_000, 'INR'),
  words: { unit: 'rupees', whole: 'Enter whole rupees, without paise' },
  ways: ['card'],
  reasons: [{ code: 2, label: 'Cleft-Free World' }],
  card: { honor: '{giver} gave in honor of {name}.', memory: '{giver} gave in memory of {name}.' },
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
const tribute = { tribute: 'memory', tributeName: 'Meera Rao' }
const card = { ...tribute, cardTo: 'The Rao family', cardEmail: 'family@example.org' }
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
  ['reason', 'what your gift is for', { reason: '9' }],
  ['tributeName', 'name of the person', { ...card, tributeName: '' }],
  ['cardEmail', 'like name@example.org', { ...card, cardEmail: 'family' }],
  ['cardMessage', 'address', { ...card, cardMessage: 'See evil.example now' }],
])('%s is refused, and the message says “%s”: %j', (field, message, changes) => {
  expect(wrong(changes)).toEqual([{ field, message: expect.stringContaining(message) }])
})

test('a card of a message alone asks for its recipient too', () => {
  const fields = wrong({ ...tribute, cardMessage: 'With love' }).map(({ field }) => field)
  expect(fields).toEqual(['cardTo', 'cardEmail'])
})

test('by UPI no more is taken than banks let through, and by other ways it is', () => {
  const ways = describeDonation({ ...terms, ways: ['card', 'upi'], upiMaximum: wholeMoney(100_000, 'INR') })
  const faults = (paymentMethod: string, money: string) => validate(ways, { ...good, paymentMethod, money })
  const message = expect.stringContaining('By UPI you can pay ₹1,00,000 at most')
  expect(faults('upi', '100001')).toEqual([{ field: 'paymentMethod', message }])
  expect([...faults('upi', '100000'), ...faults('card', '100001')]).toEqual([])
})

test.each<DonationValues>([
  { email: "o'neill+gift@mail.example.co.in" },
  { money: '50' },
  { money: '500000' },
  { money: 'other', otherMoney: '₹1,500' },
  { donorType: '2', org_name: 'Rao Textiles' },
  { postal_code: '400 001' },
  tribute,
  { ...card, cardMessage: 'She mended all of us.\nWe miss her.' },
])('%j is taken', (changes) => expect(wrong(changes)).toEqual([]))

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

test('a gift in rupees asks for address and PAN with a card or for a certificate, after how to pay', () => {
  const ways = describeDonation({ ...terms, ways: ['upi', 'card', 'bank'], certificates: true, asksPan: true })
  const { line1: _, city: __, postal_code: ___, ...person } = good
  const asked = (changes: DonationValues) =>
    validate(ways, { ...person, pan: 'X', ...changes }).map(({ field }) => field)
  const address = ['line1', 'city', 'postal_code', 'pan']
  for (const paymentMethod of ['upi', 'bank']) {
    expect(asked({ paymentMethod })).toEqual([])
    expect(asked({ paymentMethod, certificate: 'yes' })).toEqual(address)
  }
  expect(asked({ paymentMethod: 'card' })).toEqual(address)
  expect(validate(ways, {}).map(({ field }) => field)).toEqual(expect.arrayContaining(['paymentMethod']))
  const names = Object.keys(ways.fields)
  expect(names.indexOf('paymentMethod')).toBeLessThan(names.indexOf('line1'))
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
    [{ campaign: 'in-honor' }, { campaign: 'in-honor' }],
  ])('%j', async (query, values) => expect(await start(query)).toMatchObject(values))

  test.each([
    ...['-5', '1e9', '<script>', '', '0', '12345678901', ['75']].map((amount) => ({ amount })),
    ...['0', '9', '12', 'x', ['2']].map((reason) => ({ reason })),
    { campaign: 'wells' },
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

test('what neither the address nor content chooses is the second amount, once; in India the country is not asked', async () => {
  const form = donationForm('USD')
  const { chosen } = form
  Object.assign(form, { chosen: undefined })
  const start = async (dollars: number[], currency = 'USD') =>
    (
      await donationStart(
        currency,
        dollars.map((whole) => ({ amount: wholeMoney(whole, currency) })),
        {},
      )
    ).values
  expect(await start([25, 50, 100])).toMatchObject({ paymenttype: 'once', money: '50', country: 'US' })
  expect(await start([])).toMatchObject({ paymenttype: 'once', money: '' })
  Object.assign(form, { chosen })
  expect(await start([], 'INR')).not.toHaveProperty('country')
})

describe('the way to pay that is chosen at first', () => {
  keepEnvironment()
  const wayIn = async (currency: string, frequency: string) =>
    (await donationStart(currency, [], { frequency })).values.paymentMethod

  test.each([
    ['USD', 'once', 'card'],
    ['USD', 'monthly', 'card'],
    ['INR', 'once', 'upi'],
    // Only a card or a mandate is charged every month by itself.
    ['INR', 'monthly', 'card'],
  ])('in %s, %s: %s', async (currency, frequency, way) => {
    setEnvironment({
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      SAMPLE_NOTICE: '1',
    })
    expect(await wayIn(currency, frequency)).toBe(way)
  })

  test('without cards: the first of the others', async () => {
    setEnvironment({ SAMPLE_NOTICE: '1' })
    expect(await wayIn('INR', 'monthly')).toBe('upi')
    expect(await wayIn('USD', 'once')).toBeUndefined()
  })
})

test.each([
  ['en', 'once', / \(one gift\)$/],
  ['hi', 'monthly', / \(मासिक दान\)$/],
  ['sw', 'once', / \(mchango mmoja\)$/],
] as const)('the payment page names the gift in the language of the donor: %s, %s', (language, paymenttype, name) =>
  inLanguage(language, () => {
    const read = donationCheckout.read({ ...asha, paymenttype }, 'json')
    const planned = read.ok ? donationCheckout.plan(read.value) : read
    expect(planned).toMatchObject({ ok: true, value: { items: [{ name: expect.stringMatching(name) }] } })
  }),
)

test.each([
  ['1,50', 'Did you mean ₹150 or ₹1.50? Enter the amount in digits only, like 150'],
  ['1.000', 'Did you mean ₹1,000 or ₹1? Enter the amount in digits only, like 1000'],
])('an amount that may mean two sums, %p, gets a question', (otherMoney, message) => {
  expect(wrong({ money: 'other', otherMoney })).toEqual([{ field: 'otherMoney', message }])
})

describe('Fees', () => {
  const ticked = { paymenttype: 'once', money: '1000', coverFees: 'yes' } satisfies DonationValues
  const terms = (changes = {}) => ({ ...donationTerms('INR'), ways: ['card', 'upi', 'bank'] as const, ...changes })
  const total = (values: DonationValues, changes = {}) => totalOf({ ...ticked, ...values }, terms(changes))?.amount

  const site = givingSite()

  describe('The fees of the card', () => {
    test('are added to the gift only by a tick, with a card, where content names a percentage', () => {
      expect(total({})).toBe(103_000)
      expect(total({ coverFees: '' })).toBe(100_000)
      expect(total({ paymentMethod: 'upi' })).toBe(100_000)
      expect(total({ paymentMethod: 'bank' })).toBe(100_000)
      expect(total({ paymentMethod: 'bank', paymenttype: 'monthly' })).toBe(100_000)
      expect(total({}, { feePercent: undefined })).toBe(100_000)
      expect(totalOf({ coverFees: 'yes' }, terms())).toBeNull()
    })

    test('are whole paise, and nearest to the percentage, whatever the amount', () => {
      const below = random(25)
      for (let round = 0; round < 300; round += 1) {
        const money = String(1 + below(500_000))
        const feePercent = (1 + below(100)) / 10
        const values = { ...ticked, money }
        const fee = feeOf(values, terms({ feePercent }))?.amount ?? Number.NaN
        expect(Number.isSafeInteger(fee)).toBe(true)
        expect(Math.abs(fee - Number(money) * feePercent)).toBeLessThanOrEqual(0.5 + 1e-6)
        expect(total(values, { feePercent })).toBe(Number(money) * 100 + fee)
      }
    })
  })

  beforeEach(() => setEnvironment(mailEnvironment(site)))

  test('the server adds them, charges and receipts the whole as the gift, and says what of it they are', async () => {
    const response = await postJson({ ...asha, coverFees: 'yes', amount: 103_000 }, key)
    expect(await response.json()).toMatchObject({ amount: 103_000 })
    await site.pay()
    const [gift] = await gifts()
    expect(gift).toMatchObject({ status: 'paid', amount: 103_000 })
    expect((await site.sent())[0]?.html).toContain('₹30 that you added for the card fees')
    const [session] = await site.sessions()
    expect(session).toMatchObject({ metadata: { fee: '3000' } })
    expect(await resultOf(session?.id ?? '')).toMatchObject({
      money: { amount: 103_000 },
      fee: { amount: 3000, currency: 'INR' },
    })
  })
})

test('the list of states has all 62 of the US Postal Service, military mail too, in alphabetical order', () => {
  const codes = usStates.map(({ value }) => value)
  expect(codes).toEqual(
    expect.arrayContaining(['AA', 'AE', 'AP', 'AS', 'GU', 'MP', 'PR', 'VI', 'DC', 'FM', 'MH', 'PW']),
  )
  expect(new Set(codes).size).toBe(62)
  const labels = usStates.map(({ label }) => label)
  expect(labels).toEqual(labels.toSorted())
})
