import {
  type DonationField,
  type DonationValues,
  describeDonation,
  describeGift,
  payLabel,
  presetReason,
  stepOf,
} from '#lib/donation/form.ts'
import { faultIn, validate } from '#lib/forms/form.ts'
import { wholeMoney } from '#lib/money.ts'

const terms = {
  minimum: wholeMoney(50, 'INR'),
  maximum: wholeMoney(500_000, 'INR'),
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

test('a gift that is filled in has no errors', () => {
  expect(wrong({})).toEqual([])
})

test('an empty first step names every required field, in the order of the form, and says what to do', () => {
  expect(validate(describeGift(terms), {})).toEqual([
    { field: 'paymenttype', message: 'Choose whether to give once or every month' },
    { field: 'money', message: 'Choose or enter an amount between ₹50 and ₹5,00,000' },
    { field: 'reason', message: 'Choose what your gift is for' },
    { field: 'donorType', message: 'Choose whether you give as an individual or as an organisation' },
    { field: 'firstName', message: 'Enter your first name' },
    { field: 'lastName', message: 'Enter your last name' },
    { field: 'email', message: 'Enter your e-mail address, like name@example.org' },
    { field: 'phone', message: 'Enter your telephone number' },
  ])
})

test('an empty second step names what an address needs', () => {
  expect(validate(form, {}).filter(({ field }) => stepOf(field) === 2)).toEqual([
    { field: 'line1', message: 'Enter the first line of your address' },
    { field: 'city', message: 'Enter your town or city' },
    { field: 'postal_code', message: 'Enter your PIN code: six digits, like 400001' },
  ])
})

test('spaces are no answer', () => {
  expect(wrong({ firstName: '  ', city: ' ' }).map(({ field }) => field)).toEqual(['firstName', 'city'])
})

test('only an organisation is asked for its name', () => {
  expect(wrong({ donorType: '1', org_name: '' })).toEqual([])
  expect(wrong({ donorType: '2', org_name: '' })).toEqual([
    { field: 'org_name', message: 'Enter the name of your organisation' },
  ])
  expect(wrong({ donorType: '2', org_name: 'Rao Textiles' })).toEqual([])
})

test.each([
  'asha',
  'asha@',
  '@example.org',
  'asha@example',
  'a b@example.org',
  'a@b..org',
  'a@b.c',
  'a@@b.org',
  'a@b.org,c@d.org',
])('the e-mail address %p is refused', (email) => {
  expect(wrong({ email })).toEqual([{ field: 'email', message: 'Enter your e-mail address, like name@example.org' }])
})

test.each(['asha@example.org', "o'neill+gift@mail.example.co.in", 'अ@example.org'])(
  'the e-mail address %p is taken',
  (email) => {
    expect(wrong({ email })).toEqual([])
  },
)

test.each(['1234', 'call me', '12345678901234567890123', '+91 22 5555 ext 3', '++9122'])(
  'the telephone %p is refused',
  (phone) => {
    expect(wrong({ phone })).toEqual([
      { field: 'phone', message: 'Enter your telephone number in digits, like +91 22 5555 0100' },
    ])
  },
)

test.each(['12345', '022 5555 0100', '+1 (423) 555-0100', '12345678901234567890'])(
  'the telephone %p is taken',
  (phone) => {
    expect(wrong({ phone })).toEqual([])
  },
)

test.each([
  ['money', { money: '49' }],
  ['money', { money: '500001' }],
  ['money', { money: '0' }],
  ['money', { money: '-1000' }],
  ['money', { money: '100.5' }],
  ['money', { money: 'much' }],
  ['otherMoney', { money: 'other', otherMoney: '' }],
  ['otherMoney', { money: 'other', otherMoney: '49' }],
  ['otherMoney', { money: 'other', otherMoney: '1,50' }],
])('an amount that cannot be given is told at %s: %p', (field, changes) => {
  expect(wrong(changes)).toEqual([{ field, message: 'Choose or enter an amount between ₹50 and ₹5,00,000' }])
})

test.each(['1000.50', '₹1,000.5'])(
  'paise (%p) are refused by name, because the limits would not explain it',
  (otherMoney) => {
    expect(wrong({ money: 'other', otherMoney })).toEqual([
      { field: 'otherMoney', message: 'Enter whole rupees, without paise, like 1,000' },
    ])
  },
)

test.each([{ money: '50' }, { money: '500000' }, { money: 'other', otherMoney: '₹1,500' }])(
  'the amount %p can be given',
  (changes) => {
    expect(wrong(changes)).toEqual([])
  },
)

test.each(['40001', '4000011', '000001', 'EC1A 1BB', '40000a'])('the PIN code %p is refused', (postal_code) => {
  expect(wrong({ postal_code })).toEqual([
    { field: 'postal_code', message: 'Enter your PIN code: six digits, like 400001' },
  ])
})

test('a PIN code may have a space in its middle', () => {
  expect(wrong({ postal_code: '400 001' })).toEqual([])
})

test('this form is for addresses in India', () => {
  expect(wrong({ country: 'US' })).toEqual([{ field: 'country', message: 'This form is for addresses in India' }])
})

test('every text has an end', () => {
  const long = (field: DonationField) => 'x'.repeat((form.fields[field].maxLength ?? 0) + 1)
  const errors = wrong({
    donorType: '2',
    firstName: long('firstName'),
    lastName: long('lastName'),
    email: `${long('email')}@example.org`,
    org_name: long('org_name'),
    line1: long('line1'),
    line2: long('line2'),
    city: long('city'),
    state: long('state'),
  })
  expect(errors.map(({ field }) => field)).toEqual([
    'firstName',
    'lastName',
    'email',
    'org_name',
    'line1',
    'line2',
    'city',
    'state',
  ])
  expect(errors.every(({ message }) => /^Shorten .* to \d+ characters or fewer$/.test(message))).toBe(true)
})

test('the summary says that something is missing only when something is', () => {
  const missing = { ...good, firstName: '' }
  const odd = { ...good, email: 'asha' }
  expect(faultIn(form, missing)?.sentence).toBe('Please fill out all the required fields.')
  expect(faultIn(form, odd)?.sentence).toBe('Please correct the fields that are marked.')
})

test('each field belongs to one step', () => {
  expect(stepOf('email')).toBe(1)
  expect(stepOf('otherMoney')).toBe(1)
  expect(stepOf('org_name')).toBe(2)
  expect(stepOf('postal_code')).toBe(2)
})

test('the button says the exact total', () => {
  expect(payLabel(good)).toBe('Give ₹1,000 a month')
  expect(payLabel({ ...good, paymenttype: 'once', money: 'other', otherMoney: '1,00,000' })).toBe('Give ₹1,00,000')
  expect(payLabel({ money: 'other', otherMoney: '' })).toBe('Give')
})

test('the address presets only the eight reasons', () => {
  expect(['1', '8', '0', '9', '12', 'x', '', ['2'], undefined].map(presetReason)).toEqual([
    '1',
    '8',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
  ])
})
