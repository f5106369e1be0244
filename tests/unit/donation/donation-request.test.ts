import { readDonation } from '#lib/giving/donation/checkout.ts'
import { asha, ashaForm } from '../checkout/support.ts'

function read(data: Record<string, unknown>, kind: 'json' | 'form' = 'json') {
  const result = readDonation(data, kind)
  if (!result.ok) throw new Error(JSON.stringify(result.faults))
  return { values: result.form.posted.values, planned: result.form.plan() }
}

test('JSON and a form post of the same gift are the same, and a form is sent to the hosted page', () => {
  const fromJson = read({ ...asha, paymenttype: 'once' })
  const fromForm = read({ ...ashaForm, uiMode: 'embedded' }, 'form')
  expect(fromForm.values).toEqual(fromJson.values)
  expect(fromJson.planned).toMatchObject({ plan: { uiMode: 'embedded' } })
  expect(fromForm.planned).toMatchObject({ plan: { uiMode: 'hosted' } })
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
  expect(readDonation({ ...asha, uiMode: 'popup', paymentMethod: 'cheque' }, 'json')).toEqual({
    ok: false,
    faults: [
      { field: 'uiMode', message: 'Must be "embedded" or "hosted"' },
      { field: 'paymentMethod', message: 'Must be "card", "upi" or "bank"' },
    ],
  })
})
