import { addressLines } from '#lib/giving/checkout/attempts.ts'
import { donationCheckout } from '#lib/giving/donation/checkout.ts'
import { usStates } from '#lib/giving/donation/payer.ts'
import { asha, ashaForm } from '../checkout/support.ts'

function read(data: Record<string, unknown>, kind: 'json' | 'form' = 'json') {
  const result = donationCheckout.read(data, kind)
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return { values: result.value.values, planned: donationCheckout.plan(result.value) }
}

test('JSON and a form post of the same gift are the same, and a form is sent to the hosted page', () => {
  const fromJson = read({ ...asha, paymenttype: 'once' })
  const fromForm = read({ ...ashaForm, uiMode: 'embedded' }, 'form')
  expect(fromForm.values).toEqual(fromJson.values)
  expect(fromJson.planned).toMatchObject({ value: { uiMode: 'embedded' } })
  expect(fromForm.planned).toMatchObject({ value: { uiMode: 'hosted' } })
})

test('the address may be nested or flat', () => {
  const { address, ...flat } = asha
  expect(read({ ...flat, ...address }).values).toEqual(read(asha).values)
})

test.each([
  ['Asha Rao', 'Asha', 'Rao'],
  ['  Asha  Devi   Rao ', 'Asha Devi', 'Rao'],
  ['Asha', 'Asha', ''],
])('the name %p stands for first and last name', (name, firstName, lastName) => {
  const { firstName: _, lastName: __, ...rest } = asha
  expect(read({ ...rest, name }).values).toMatchObject({ firstName, lastName })
})

test.each([null, true, [], ['x'], { $ne: '' }])('an answer that is no text (%p) counts as none', (odd) => {
  const { values } = read({ ...asha, firstName: odd, money: odd, address: odd })
  expect(values).toMatchObject({ firstName: '', money: '', line1: '' })
})

test('control characters, half a letter and marks that turn text around do not come through', () => {
  const address = { ...asha.address, line1: 'a\tb' }
  const { values } = read({ ...asha, firstName: 'Jose\u0301\r\nBcc:\u0007 x', lastName: '\u202eRa\ud83do', address })
  expect(values).toMatchObject({ firstName: 'José Bcc: x', lastName: 'Ra\ufffdo', line1: 'a b' })
})

test('errors that only programs make are named', () => {
  expect(donationCheckout.read({ ...asha, uiMode: 'popup', paymentMethod: 'cheque' }, 'json')).toEqual({
    ok: false,
    failure: [
      { field: 'uiMode', message: 'Must be "embedded" or "hosted"' },
      { field: 'paymentMethod', message: 'Must be "card", "upi" or "bank"' },
    ],
  })
})

test('a donor lives in any state of the USA that the Postal Service lists, military and Pacific ones too', () => {
  const codes = usStates.map(({ value }) => value)
  expect(codes).toHaveLength(62)
  expect(codes).toEqual(expect.arrayContaining('DC PR VI AA AE AP AS GU MP FM MH PW'.split(' ')))
  expect(usStates.map(({ label }) => label)).toEqual(usStates.map(({ label }) => label).toSorted())
  for (const state of codes) {
    const address = { line1: 'Unit 100 Box 4120', city: 'APO', state, postal_code: '09012', country: 'US' }
    const { values, planned } = read({ ...asha, currency: 'USD', money: 5000, amount: 500_000, address })
    expect(planned).toMatchObject({ ok: true, value: { payer: { address: { state } } } })
    expect(addressLines(values)).toEqual(['Unit 100 Box 4120', `APO, ${state}, 09012`])
  }
})
