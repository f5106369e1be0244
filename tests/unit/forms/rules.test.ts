/** How forms read and check what people type: fields, codes of every script, addresses, telephones; and the forms of the real content. */

import { randomBytes } from 'node:crypto'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { fieldsOf, Questions } from '#components/forms/field.tsx'
import { describeEnquiry, describeNewsletter, enquiryWithLabels } from '#lib/contact/enquiries/form.ts'
import { suggestEmail } from '#lib/contact/forms/email-suggestion.ts'
import {
  answerTo,
  emailField,
  type Field,
  type FormDescription,
  type FormValues,
  faultIn,
  isEmail,
  phoneField,
  readValues,
  remainingFault,
  validate,
} from '#lib/contact/forms/form.ts'
import { normalizePhone } from '#lib/contact/forms/read-post.ts'
import { manyLines, normalEmail, oneLine } from '#lib/contact/forms/text.ts'
import { describeDonation } from '#lib/giving/donation/form.ts'
import { donationTerms } from '#lib/giving/donation/terms.ts'
import { readAmount } from '#lib/giving/pledges/statement-cells.ts'
import { readDonor, readPayment } from '#lib/giving/pledges/typed-gift.ts'
import { gift as donationCheckout } from '#lib/giving/products/gift.ts'
import { readNumber } from '#lib/giving/register.ts'
import { describeSponsorship } from '#lib/giving/sponsorship/form.ts'
import { termsOf } from '#lib/giving/sponsorship/terms.ts'
import { bodyLimits } from '#lib/platform/http/body.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { parseWholeAmount } from '#lib/platform/money.ts'
import { readReference } from '#lib/platform/reference.ts'
import { plainCode } from '#lib/platform/typed-text.ts'
import { currencyTerms } from '#lib/site/content/currencies.ts'
import { enquiryForms, sponsorshipEvents } from '#lib/site/content/index.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'

const { rules: texts, form: labels } = textsIn('en-GB')
const is = (typed: string) => [typed, true] as const
const not = (typed: string) => [typed, false] as const

describe('The answers to a form', () => {
  const form: FormDescription = {
    texts,
    missing: 'Fill in everything.',
    fields: {
      name: { label: 'Full name', called: 'your full name', required: true, maxLength: 5 },
      size: { label: 'Size', kind: 'one', options: [{ value: 's', label: 'Small' }], required: 'Choose a size' },
      text: { label: 'Message', kind: 'text', called: 'your words', maxLength: 1200 },
      boxes: { label: 'Boxes', kind: 'several' },
      agree: { label: 'I agree', kind: 'tick', required: 'Tick the box', asked: ({ name }) => name !== 'Ruth' },
      age: { label: 'Age', rule: (answer, { name }) => (Number(answer) > 17 ? null : `${name} is too young`) },
    },
  }
  const inOrder = { name: 'Asha', size: 's', text: '', boxes: [], agree: true, age: '18' }
  const messages = (change: FormValues) => validate(form, { ...inOrder, ...change }).map(({ message }) => message)

  test('have no errors when they keep to the rules', () => expect(messages({})).toEqual([]))

  test.each<[FormValues, string[]]>([
    [{ name: '  ', size: '', agree: false }, ['Enter your full name', 'Choose a size', 'Tick the box']],
    [{ name: 'Ashali' }, ['Shorten your full name to 5 characters or fewer']],
    [{ text: 'a'.repeat(1201) }, ['Shorten your words to 1,200 characters or fewer']],
    [{ size: 'm' }, ['Choose a size']],
    [{ name: 'Ruth', agree: false }, []],
    [{ age: '' }, []],
    [{ age: '17' }, ['Asha is too young']],
  ])('%j have the errors %j', (change, expected) => expect(messages(change)).toEqual(expected))

  test('say above their errors whether something is missing', () => {
    expect(faultIn(form, inOrder)).toBeNull()
    expect(faultIn(form, { ...inOrder, size: 'm', name: '' })).toEqual({
      sentence: 'Fill in everything.',
      errors: [
        { field: 'name', message: 'Enter your full name' },
        { field: 'size', message: 'Choose a size' },
      ],
    })
    expect(faultIn(form, { ...inOrder, size: 'm' })?.sentence).toBe('Please correct the fields that are marked.')
  })

  test('are written as text', () => {
    const values = { name: ' Asha ', boxes: ['one', 'two'], agree: true, refuse: false }
    const written = ['name', 'boxes', 'agree', 'refuse', 'unknown'].map((name) => answerTo(values, name))
    expect(written).toEqual(['Asha', 'one, two', 'yes', '', ''])
  })

  const nothing = { name: '', size: '', text: '', boxes: [], agree: false, age: '' }
  test.each<[object, object]>([
    [{}, {}],
    [
      { name: ' A\n b ', size: ['s'], text: 'a\r\nb', boxes: ' one\n', agree: 'ON', age: 18, other: 'x' },
      { name: 'A b', text: 'a\nb', boxes: ['one'], agree: true, age: '18' },
    ],
    [
      { name: null, size: true, text: {}, boxes: ['a', 'b', '', 'a', 7, null], agree: 'no', age: Number.NaN },
      { boxes: ['a', 'b', '7'] },
    ],
    [{ agree: true }, { agree: true }],
    [{ agree: 'only' }, {}],
  ])('sent as %j are read as %j', (sent, values) => {
    expect(readValues(form, { ...sent })).toEqual({ ...nothing, ...values })
  })
})

describe('An enquiry', () => {
  const answers = { firstname: 'Amina', lastname: 'Otieno', number: '', email: 'a@example.org', message: 'Hello' }
  const fieldsWrong = (change: object) =>
    validate(describeEnquiry(texts), { ...answers, ...change }).map((one) => one.field)

  test('needs everything but a last name and a telephone number, in the order of the form', () => {
    expect(fieldsWrong({})).toEqual([])
    expect(validate(describeEnquiry(texts), {})).toEqual([
      { field: 'firstname', message: 'Enter your first name' },
      { field: 'email', message: 'Enter your email address, like name@example.org' },
      { field: 'message', message: 'Write your message' },
    ])
    expect(validate(describeNewsletter(texts), { name: 'a'.repeat(101) })).toMatchObject([
      { field: 'name' },
      { field: 'email' },
    ])
  })

  test('names its errors in the order of the page: long texts below the lines, ticks last', () => {
    for (const form of enquiryForms()) {
      const description = enquiryWithLabels(texts, labels, form)
      const field = fieldsOf(description, labels, {})
      const html = renderToStaticMarkup(createElement(Questions, { description, field }))
      const shown = [...html.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name)
      const wrong = validate(description, {}).map((one) => one.field)
      expect(wrong).toEqual([...new Set(shown)].filter((name) => wrong.includes(`${name}`)))
    }
  })

  test.each([
    ['firstname', 100],
    ['lastname', 100],
    ['message', 5000],
  ])('takes a %s of %i characters and no more', (field, most) => {
    expect(fieldsWrong({ [field]: 'a'.repeat(most) })).toEqual([])
    expect(fieldsWrong({ [field]: 'a'.repeat(most + 1) })).toEqual([field])
  })
})

describe('An email address', () => {
  const long = (length: number) => `${'a'.repeat(length - 12)}@example.org`
  test.each([
    ...['asha@example.org', 'a.b+c@sub.example.co.in', long(254)].map(is),
    ...[long(255), 'asha', 'asha@example', 'asha@example.o', 'asha@@example.org', 'asha@example.org.'].map(not),
    ...['a sha@example.org', 'asha@exam ple.org', 'asha@example..org', 'Asha <asha@example.org>'].map(not),
    ...['asha@example.org, ruth@example.org'].map(not),
  ])('that is %j is one: %s', (address, isOne) => {
    expect(isEmail(address)).toBe(isOne)
    const fields = { email: emailField(texts) }
    expect(validate({ fields, texts }, { email: address })).toHaveLength(isOne ? 0 : 1)
  })
})

describe('A telephone number', () => {
  test.each([
    ...['+91 22 5555 0100', '+91\u00a022\u00a05555\u00a00100', '\u202a+91 22 5555 0100\u202c', '(423) 555-0142'].map(
      is,
    ),
    ...['423–555–0142', '423.555.0142', '423 555 0142x12', '423 555 0142, extension 12', '12345', '1'.repeat(20)].map(
      is,
    ),
    ...['+९१ २२ ५५५५ ०१००', '＋９１ ２２ ５５５５ ０１００'].map(is),
    ...['1234', '1'.repeat(21), 'call me', '=1+1+11111', '+1 423 555 0142<script>', 'x12345', '12345x', '+1+2345'].map(
      not,
    ),
  ])('may be %j: %s', (phone, isTaken) => {
    expect(validate({ fields: { phone: phoneField(texts) }, texts }, { phone })).toHaveLength(isTaken ? 0 : 1)
  })

  test.each([
    ['+1 423-555-0142', '+14235550142'],
    ['+91 (22) 5555 0100', '+912255550100'],
    ['+1 423 555 0142 ext. 12', '+14235550142 ext. 12'],
    ['+1 423 555 0142x12', '+14235550142 ext. 12'],
    ['\u202a+९१\u00a0२२ ५५५५ ०१००\u202c', '+912255550100'],
    ['०२२ ५५५५ ०१००', '022 5555 0100'],
    ['+1 23', '+1 23'],
    ['022 5555 0100', '022 5555 0100'],
  ])('%j is kept as %j', (typed, kept) => expect(normalizePhone(typed)).toBe(kept))
})

describe('Text that a stranger typed', () => {
  test.each([
    [' Amina\r\nBcc: all@example.org\u2028\u0000\u001b[31m ', 'Amina Bcc: all@example.org [31m'],
    ['a\t\u2029 b', 'a b'],
    ['e\u0301\ud800 \u202eabc\u2066', 'é\ufffd abc'],
  ])('has no character that could begin another line: %j', (typed, cleaned) => expect(oneLine(typed)).toBe(cleaned))

  test.each([
    ['नमस्ते,\r\n\tकैसे हैं\u0007 आप?\n', 'नमस्ते,\n\tकैसे हैं आप?'],
    [' a\rb\u2028c\u2029d\u202e ', 'a\nb\nc\nd'],
  ])('keeps its lines and its language in a message: %j', (typed, cleaned) => expect(manyLines(typed)).toBe(cleaned))
})

const newsletterForm = describeNewsletter(texts)

test.each([
  ...['gmial.com', 'gmai.com', 'ggmail.com', 'gnail.com', 'gmail.con', 'gmail.co', 'gmal.con'].map((domain) => [
    `asha@${domain}`,
    'asha@gmail.com',
  ]),
  ['Asha@GMIAL.COM', 'Asha@gmail.com'],
  ['asha@yaho.co.in', 'asha@yahoo.co.in'],
  ['asha@example.con', 'asha@example.com'],
  ...['gmail.com', 'ymail.com', 'mail.com', 'yahoo.ca', 'hotmail.fr', 'example.org'].map((fine) => [
    `asha@${fine}`,
    null,
  ]),
])('for %p, %p is suggested', (typed, meant) => expect(suggestEmail(typed ?? '')).toBe(meant))

test('an email address loses the invisible marks that it was copied with', () => {
  expect(readValues(newsletterForm, { name: 'Asha', email: '\u202aasha@example.org\u200b ' }).email).toBe(
    'asha@example.org',
  )
})

test.each([
  ' Asha@Example.org ',
  '\u200basha\u2060@example.org\ufeff',
  'ａｓｈａ＠ｅｘａｍｐｌｅ．ｏｒｇ',
  'asha\u00ad@example.org\u00a0',
])('%j is compared as asha@example.org', (typed) => expect(normalEmail(typed)).toBe('asha@example.org'))

test('an error disappears as soon as its answer is valid, and the others stay', () => {
  const fault = faultIn(newsletterForm, { name: '', email: 'asha' })
  if (!fault) throw new Error('The form has two errors')
  expect(remainingFault(newsletterForm, fault, { name: '', email: 'asha@' }, 'email')).toBe(fault)
  expect(remainingFault(newsletterForm, fault, { name: 'A', email: 'asha' }, 'name')?.errors).toEqual([fault.errors[1]])
  const last = { sentence: 'The server disagrees', errors: [{ field: 'email', message: 'We know no such address' }] }
  const values = { name: 'Asha', email: 'asha@example.org' }
  expect(remainingFault(newsletterForm, last, values, 'name')).toBe(last)
  expect(remainingFault(newsletterForm, last, values, 'email')).toBeNull()
})

test('all boxes of a form can be ticked and sent together', () => {
  const forms = enquiryForms().filter(({ checkboxes }) => checkboxes)
  expect(forms.length).toBeGreaterThan(0)
  for (const form of forms) {
    const errors = validate(enquiryWithLabels(texts, labels, form), { checkbox: form.checkboxes?.options })
    expect(errors.map(({ field }) => field)).not.toContain('checkbox')
  }
})

test('every form that is filled to its limits can be posted, whatever the script', () => {
  const forms = [
    ...enquiryForms().map((form) => enquiryWithLabels(texts, labels, form)),
    describeDonation({ ...donationTerms('INR'), asksPan: true }),
    describeDonation(donationTerms('USD')),
    ...sponsorshipEvents().map((event) => describeSponsorship(termsOf(event))),
  ]
  for (const { fields } of forms) {
    const answers = Object.entries<Field>(fields).map(([name, { maxLength = 0, options = [] }]) => [
      name,
      'क'.repeat(maxLength) + options.map(({ value }) => value).join(),
    ])
    // A key, a time stamp and a Turnstile token come along: at most 3 KB.
    expect(String(new URLSearchParams(answers)).length + 3 * 1024).toBeLessThan(bodyLimits.form)
  }
})

keepEnvironment()
beforeEach(() => setEnvironment({ DATA_ENCRYPTION_KEY: randomBytes(32).toString('base64') }))

/** An answer to the donation form as it is stored; what is wrong with it instead. */
const answer = (currency: 'INR' | 'USD', field: 'postal_code' | 'pan') => (typed: string) => {
  const gift = { currency, amount: '', paymenttype: 'monthly', money: 'other', otherMoney: '500', reason: '2' }
  const from = { donorType: '1', citizen: 'yes', firstName: 'Asha', email: 'asha@example.org', paymentMethod: 'card' }
  const address = { line1: '12 Lake Road', city: 'Pune', postal_code: '411001', country: currency.slice(0, 2) }
  const read = donationCheckout.read({ ...gift, ...from, ...address, [field]: typed }, 'form')
  const plan = read.ok ? donationCheckout.plan(read.value) : read
  if (!plan.ok) return plan.failure
  const { identity, page } = plan.value
  return field === 'pan' ? identity : page.payer?.address.postal_code
}
const phone = (typed: string) =>
  validate({ fields: { phone: phoneField(texts) }, texts }, { phone: typed }).length > 0 ? null : normalizePhone(typed)
const dayOf = (day: string) => {
  const read = readPayment({ amount: '1500.50', currency: 'INR', day, mode: 'cash' })
  return read.ok && read.value.day
}
const isAadhaar = (idNumber: string) =>
  readDonor({ name: 'Asha', citizen: 'yes', idKind: 'aadhaar', idNumber }, { amount: 100, currency: 'INR' }).ok
const amountOf = (typed: string) => parseWholeAmount(typed, currencyTerms('INR'))?.amount

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
  ['an amount of a form', '1500', 150_000, amountOf],
  ['an amount in the office', '1,500.50', 150_050, (typed) => readAmount(typed, 'INR')],
  ['a day in the office', '2026-11-01', '2026-11-01', dayOf],
  ['an Aadhaar number', '234123412346', true, isAadhaar],
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
  ...['', 'G-7KQM-2X9', 'G-7KQM-2X90', '7-7KQM-2X9D', 'GG-7KQM-2X9D', 'G-7KQM-2X9D-4', 'Г-7KQM-2X9D'],
  'G-7KQM-2X9D.',
])('%j is no reference', (typed) => expect(readReference(typed)).toBeNull())
