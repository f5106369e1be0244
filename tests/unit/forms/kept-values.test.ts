import { keepValues, keptValues } from '#components/forms/kept-values.ts'

const typed = {
  firstName: 'Asha',
  reason: '6',
  paymenttype: 'monthly',
  money: 'other',
  otherMoney: '16000',
  line1: '12 Lake Road',
  pan: 'ABCPE1234F',
  citizen: 'yes',
}

const kept = new Map<string, string>()
const storage = {
  setItem: (key: string, value: string) => kept.set(key, value),
  getItem: (key: string) => kept.get(key) ?? null,
}

beforeAll(() => {
  Object.defineProperty(globalThis, 'sessionStorage', { value: storage, configurable: true })
})
afterEach(() => kept.clear())
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'sessionStorage')
})

test('details and address are kept for every form, citizenship for a reload of its own, and the PAN for none', () => {
  keepValues('donation', 'INR', typed)
  expect(keptValues('donation', 'USD', false)).toMatchObject({
    firstName: 'Asha',
    reason: '6',
    line1: expect.stringContaining('Lake'),
  })
  expect([...kept.values()].join()).not.toMatch(/ABCPE/)
  expect(keptValues('donation', 'INR', true)).toHaveProperty('citizen')
  expect(keptValues('donation', 'INR', false)).not.toHaveProperty('citizen')
})

test('the gift comes back to the form that was reloaded', () => {
  keepValues('donation', 'INR', typed)
  expect(keptValues('donation', 'INR', true)).toMatchObject({
    paymenttype: 'monthly',
    money: 'other',
    otherMoney: '16000',
  })
})

test('the gift appears neither on a new visit nor in a form in another currency', () => {
  keepValues('donation', 'INR', typed)
  expect(keptValues('donation', 'INR', false)).not.toHaveProperty('money')
  expect(keptValues('donation', 'USD', true)).not.toHaveProperty('otherMoney')
})

test('a sponsor keeps the levels on one event’s form only, and finds nothing of a donor’s', () => {
  keepValues('donation', 'USD', typed)
  keepValues('sponsorship', '5k-run', { firstName: 'Ruth Lee', levels: ['marathon'], promotionalItems: true })
  const details = { firstName: 'Ruth Lee' }
  expect([
    keptValues('sponsorship', '5k-run', true),
    keptValues('sponsorship', '5k-run', false),
    keptValues('sponsorship', 'dance', true),
  ]).toEqual([{ ...details, levels: ['marathon'], promotionalItems: true }, details, details])
})

test.each(['{', 'null', '[]', '"x"', '{"values":[]}'])('what is no record of ours (%s) brings nothing back', (text) => {
  kept.set('donation', text)
  expect(keptValues('donation', 'INR', true)).toEqual({})
})
