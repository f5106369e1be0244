/** Codes, numbers and amounts as keyboards of every script, word processors and chats write them. */
import { randomBytes } from 'node:crypto'
import { phoneField, validate } from '#lib/contact/forms/form.ts'
import { normalizePhone } from '#lib/contact/forms/read-post.ts'
import { donationCheckout } from '#lib/giving/donation/checkout.ts'
import { readNumber } from '#lib/giving/ledger/register.ts'
import { readAmount } from '#lib/giving/pledges/statement.ts'
import { readDonor, readPayment } from '#lib/giving/pledges/typed-gift.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { parseWholeAmount } from '#lib/platform/money.ts'
import { readReference } from '#lib/platform/reference.ts'
import { sign } from '#lib/platform/signed.ts'
import { plainCode } from '#lib/platform/typed-text.ts'
import { currencyTerms } from '#lib/site/content/currencies.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'

keepEnvironment()
beforeEach(() => setEnvironment({ DATA_ENCRYPTION_KEY: randomBytes(32).toString('base64') }))

/** An answer to the donation form as it is stored; what is wrong with it instead. */
const answer = (currency: 'INR' | 'USD', field: 'postal_code' | 'pan') => (typed: string) => {
  const post = {
    currency,
    amount: '',
    paymenttype: 'monthly',
    money: 'other',
    otherMoney: '500',
    reason: '2',
    donorType: '1',
  }
  const donor = { citizen: 'yes', firstName: 'Asha', email: 'asha@example.org', paymentMethod: 'card' }
  const address = { line1: '12 Lake Road', city: 'Pune', postal_code: '411001', country: currency.slice(0, 2) }
  const read = donationCheckout.read({ ...post, ...donor, ...address, [field]: typed }, 'form')
  if (!read.ok) return read.failure
  const plan = donationCheckout.plan(read.value)
  if (!plan.ok) return plan.failure
  return field === 'pan'
    ? plan.value.pan?.digest === sign('pan', 'ABCPE1234F') && 'ABCPE1234F'
    : plan.value.payer?.address.postal_code
}
const phone = (typed: string) =>
  validate({ fields: { phone: phoneField(texts) }, texts }, { phone: typed }).length > 0 ? null : normalizePhone(typed)
const texts = textsIn('en-GB').rules
const donor = { name: 'Asha', citizen: 'yes', idKind: 'aadhaar' }
const payment = { amount: '1500.50', currency: 'INR', day: '2026-11-01', mode: 'cash' }

/** Of any writing of `typed`, `read` makes `kept`. */
const readers: [kind: string, typed: string, kept: unknown, read: (typed: string) => unknown][] = [
  ['a PIN code', '411001', '411001', answer('INR', 'postal_code')],
  ['a PAN', 'ABCPE1234F', 'ABCPE1234F', answer('INR', 'pan')],
  ['a ZIP code', '37402-1234', '37402-1234', answer('USD', 'postal_code')],
  ['a telephone number', '+1 423-555-0142', '+14235550142', phone],
  ['a reference', 'G-7KQM-2X9D', 'G-7KQM-2X9D', readReference],
  ['the code of a ticket', 'T-7KQM-2X9D-4RTW', 'T-7KQM-2X9D-4RTW', readReference],
  ['any other code', '7KQM-2X9D', '7KQM2X9D', plainCode],
  ['the number of a receipt', '2026-27/00123', { year: 2026, number: 123 }, readNumber],
  [
    'an amount of a form',
    '1500',
    { amount: 150_000, currency: 'INR' },
    (typed) => parseWholeAmount(typed, currencyTerms('INR')),
  ],
  ['an amount in the office', '1,500.50', 150_050, (typed) => readAmount(typed, 'INR')],
  [
    'a day in the office',
    '2026-11-01',
    '2026-11-01',
    (day) => {
      const read = readPayment({ ...payment, day })
      return read.ok ? read.value.day : read.failure
    },
  ],
  [
    'an Aadhaar number',
    '234123412346',
    true,
    (idNumber) => readDonor({ ...donor, idNumber }, { amount: 100, currency: 'INR' }).ok,
  ],
]

/** The zero of every script that has digits (Unicode, category Nd). */
const zeros = Array.from({ length: 0x20000 }, (_, code) => code).filter(
  (code) => /\p{Nd}/u.test(String.fromCodePoint(code)) && Number(plainCode(String.fromCodePoint(code))) === 0,
)
const inScript = (zero: number) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
const hyphens = [...'\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\u02d7\ufe58\ufe63\uff0d\u30fc\uff70\u1806\u058a']
const invisible = [
  ...'\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u2060\u2066\u2069\ufeff\ufe0f\u034f\u061c\u180e',
]
const spaces = [...' \u00a0\u2003\u2009\u202f\u3000\t']
const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))
const mathematical = (text: string) =>
  text
    .replace(/[A-Z]/g, (letter) => String.fromCodePoint(0x1d400 + letter.charCodeAt(0) - 65))
    .replace(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit)))

describe.each(readers)('%s', (_, typed, kept, read) => {
  test('is read as it is written', () => expect(read(typed)).toEqual(kept))

  test('is read in the digits of every script, in full width and in mathematical letters', () => {
    expect(zeros.length).toBeGreaterThan(60)
    const writings = [...zeros.map((zero) => inScript(zero)(typed)), fullWidth(typed), mathematical(typed)]
    for (const written of writings) expect([written, read(written)]).toEqual([written, kept])
  })

  test('is read with every hyphen, and with invisible characters and spaces around and inside', () => {
    const writings = [
      ...hyphens.map((hyphen) => typed.replaceAll('-', hyphen)),
      ...invisible.map((sign) => sign + [...typed].join(sign) + sign),
      ...spaces.map((space) => space + typed + space),
    ]
    for (const written of writings) expect([written, read(written)]).toEqual([written, kept])
  })

  test('is refused with a sign that only looks like a digit or a letter, or means another number', () => {
    const wrong = [
      ...['²', '①', '½', '༳', '〇', '一'].map((sign) => typed.replace(/1/, sign)),
      ...['О', 'о', 'Ο', 'l', 'I'].map((sign) => typed.replace(/[01]/, sign)),
      ...['А', 'α', 'ı', 'ß'].map((sign) => typed.replace(/[A-Z]/, sign)),
    ]
    for (const written of wrong) if (written !== typed) expect([written, read(written)]).not.toEqual([written, kept])
  })
})

test.each(['411-001', '411 001', '4110-01', '411\u2013001', '411 - 001', '४११-००१'])('%j is a PIN code', (typed) =>
  expect(answer('INR', 'postal_code')(typed)).toBe('411001'),
)

test.each(['g7kqm2x9d', 'G 7KQM 2X9D', 'g-7kqm2x9d', 'G–7KQM–2X9D', ' g - 7kqm - 2x9d '])(
  '%j is a reference',
  (typed) => expect(readReference(typed)).toBe('G-7KQM-2X9D'),
)

test.each([
  '',
  'G-7KQM-2X9',
  'G-7KQM-2X90',
  '7-7KQM-2X9D',
  'GG-7KQM-2X9D',
  'G-7KQM-2X9D-4',
  'Г-7KQM-2X9D',
  'G-7KQM-2X9D.',
])('%j is no reference', (typed) => expect(readReference(typed)).toBeNull())
