import {
  formatMoney,
  giftInWords,
  inDecimals,
  inWholeUnits,
  parseMoney,
  parseWholeAmount,
  possibleAmounts,
  wholeMoney,
} from '#lib/platform/money.ts'
import {
  type CurrencyTerms,
  currencies,
  currencyFor,
  currencyTerms,
  setCurrencies,
} from '#lib/site/content/currencies.ts'
import { random } from '#tests/support/random.ts'

const spellings: [paise: number, typed: string[]][] = [
  [100_000, ['1000', '₹1,000', 'Rs. 1,000', 'INR 1000', '1\u00a0000', '  1000  ', '1000.00', '1,000/-', "1'000"]],
  [100_000, ['1000.0', '१०००', '₹\u200f१,०००', '１，０００', '١٬٠٠٠']],
  [10_000_000, ['1,00,000', '100,000', '1,00,000/- only', '1 lakh', '१ लाख']],
  [50_000, ['500 rupees']],
  [15_000_000, ['1.5 lakhs']],
  [20_000_000, ['2lac']],
  [250_000_000, ['0.25 crore']],
  [500_000, ['5k']],
  [200_000, ['2 हज़ार']],
  [5000, ['0050']],
  [0, ['0']],
]
test.each(spellings.flatMap(([paise, typed]) => typed.map((one) => [one, paise] as const)))(
  'reads %p as %d paise',
  (typed, paise) => expect(parseWholeAmount(typed, currencyTerms('INR'))).toEqual({ amount: paise, currency: 'INR' }),
)

test.each([
  ...['', ' ', 'ten', '1000.50', '1000.5', '-50', '−50', '1e3', '0x10', '1,50', '10,00', '100,', '$100', '1.000'],
  ...['1000 2000 3', '12345678901', 'NaN', 'Infinity', '1,5 lakh', '1.000 lakh', '1 million', 'one lakh'],
  ...['10²', '½ lakh'],
])('refuses %p', (typed) => expect(parseWholeAmount(typed, currencyTerms('INR'))).toBeNull())

test('dollars are read with their own signs', () => {
  expect(parseWholeAmount('$250', currencyTerms('USD'))).toEqual({ amount: 25_000, currency: 'USD' })
  expect(parseWholeAmount('US$ 1,000', currencyTerms('USD'))).toEqual({ amount: 100_000, currency: 'USD' })
  expect(parseWholeAmount('$1,000.00', currencyTerms('USD'))).toEqual({ amount: 100_000, currency: 'USD' })
  expect(parseWholeAmount('25 dollars', currencyTerms('USD'))).toEqual({ amount: 2500, currency: 'USD' })
  expect(parseWholeAmount('₹250', currencyTerms('USD'))).toBeNull()
})

test.each([
  ['₹5,00,000', { amount: 50_000_000, currency: 'INR' }],
  ['$10,000', { amount: 1_000_000, currency: 'USD' }],
  ['500', null],
  ['£5', null],
  ['$5.50', null],
])('an amount written with its sign, %p, is read as %j', (written, money) =>
  expect(parseMoney(written, currencies())).toEqual(money),
)

test.each([
  ['1.000', [1000, 1]],
  ['1,50', [150, 1.5]],
  ['1.00.000', [100_000]],
  ['1000', []],
  ['much', []],
])('%p may mean %j', (typed, rupees) =>
  expect(possibleAmounts(typed, currencyTerms('INR')).map(inWholeUnits)).toEqual(rupees),
)

test('rupees are grouped as in India, dollars as in the USA', () => {
  expect(formatMoney(wholeMoney(1000, 'INR'))).toBe('₹1,000')
  expect(formatMoney(wholeMoney(100_000, 'INR'))).toBe('₹1,00,000')
  expect(formatMoney(wholeMoney(100_000, 'USD'))).toBe('$100,000')
  expect(formatMoney(wholeMoney(100_000, 'INR'), 'en-GB')).toBe('₹1,00,000')
})

const terms = (code: string, sign: string): CurrencyTerms => ({
  code,
  sign,
  typed: [],
  law: 'none',
  form: code.toLowerCase(),
  receipt: { one: code, many: code, numbers: 'millions' },
})

describe('currencies that content adds', () => {
  const added = [terms('GBP', '£'), terms('NPR', 'रू'), terms('JPY', '¥'), terms('KWD', 'KD')]
  let before: ReturnType<typeof setCurrencies>
  beforeAll(() => {
    before = setCurrencies(() => added)
  })
  afterAll(() => {
    setCurrencies(before)
  })

  test('a yen has no smaller unit, and a dinar has a thousand', () => {
    expect(parseMoney('¥1,500', currencies())).toEqual({ amount: 1500, currency: 'JPY' })
    expect(parseMoney('KD 12', currencies())).toEqual({ amount: 12_000, currency: 'KWD' })
    expect(formatMoney({ amount: 10_000_000, currency: 'NPR' })).toMatch(/1,00,000$/)
    expect(formatMoney({ amount: 1500, currency: 'JPY' })).toMatch(/1,500$/)
    expect(formatMoney({ amount: 12_345, currency: 'KWD' })).toMatch(/12\.345$/)
    expect(inDecimals({ amount: 1500, currency: 'JPY' })).toBe('1500')
    expect(inDecimals({ amount: 12_340, currency: 'KWD' })).toBe('12.340')
    expect(possibleAmounts('1.5', currencyTerms('JPY'))).toEqual([{ amount: 15, currency: 'JPY' }])
  })

  test('every amount comes back as it was written, an integer in the smallest unit', () => {
    const below = random(26)
    for (let turn = 0; turn < 2000; turn++) {
      const { code, sign } = added[turn % added.length] ?? { code: '', sign: '' }
      const whole = below(10 ** (1 + (turn % 9)))
      const money = wholeMoney(whole, code)
      expect(Number.isSafeInteger(money.amount)).toBe(true)
      expect(inWholeUnits(money)).toBe(whole)
      expect(parseMoney(`${sign}${whole}`, currencies())).toEqual(money)
      expect(parseWholeAmount(formatMoney(money).replace(/^\D+/, ''), currencyTerms(code))).toEqual(money)
    }
  })

  test('visitors see the currency of their country, and else the first', () => {
    expect(['NP', 'GB', 'JP', 'FR'].map(currencyFor)).toEqual(['NPR', 'GBP', 'JPY', 'GBP'])
    expect(currencyTerms('INR')).toMatchObject({ sign: 'INR', law: 'none' })
  })
})

test('half an amount is not a whole one', () => {
  expect(parseWholeAmount('$.50', currencyTerms('USD'))).toBeNull()
  expect(parseWholeAmount('₹.50', currencyTerms('INR'))).toBeNull()
})

test('other languages write money in their own way', () => {
  expect(formatMoney(wholeMoney(100_000, 'USD'), 'hi-IN')).toBe('$1,00,000')
  expect(giftInWords(wholeMoney(100_000, 'INR'), 'monthly', { perMonth: '{amount} kwa mwezi' }, 'sw-KE')).toBe(
    '₹\u00a0100,000 kwa mwezi',
  )
})

test('paise and cents are shown only when there are any', () => {
  expect(formatMoney({ amount: 100_050, currency: 'INR' })).toBe('₹1,000.50')
  expect(formatMoney({ amount: 50, currency: 'USD' })).toBe('$0.50')
  expect(inWholeUnits({ amount: 100_000, currency: 'INR' })).toBe(1000)
})
