import { describeEnquiry, describeNewsletter } from '#lib/contact/enquiries/form.ts'
import {
  answerTo,
  emailField,
  type FormDescription,
  type FormValues,
  faultIn,
  isEmail,
  phoneField,
  readValues,
  validate,
} from '#lib/contact/forms/form.ts'
import { normalizePhone } from '#lib/contact/forms/read-post.ts'
import { manyLines, oneLine } from '#lib/contact/forms/text.ts'
import { textsIn } from '#lib/platform/messages/index.ts'

const texts = textsIn('en-GB').rules
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
