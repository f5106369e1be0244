import { formAddress } from '#lib/checkout/form-address.ts'
import { donationForm, sponsorshipForm } from '#lib/content/index.ts'
import { donationStart } from '#lib/donation/checkout.ts'
import { wholeMoney } from '#lib/money.ts'
import { sponsorshipStart } from '#lib/sponsorship/checkout.ts'

const queryOf = (address: string) => {
  const { searchParams } = new URL(address, 'http://localhost')
  return Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)])) as Record<
    string,
    string[]
  >
}
const rupees = donationForm('INR')
const run = sponsorshipForm('5k-run')

test.each([
  ['monthly', 1000, '2', { paymenttype: 'monthly', money: '1000', reason: '2', campaign: 'legacy-continues' }],
  ['once', 1234, '7', { paymenttype: 'once', money: 'other', otherMoney: '1234', reason: '7' }],
] as const)('a gift (%s) of %i is selected again at its form', async (frequency, amount, reason, selected) => {
  const address = formAddress(rupees.page, rupees, {
    money: wholeMoney(amount, 'INR'),
    frequency,
    reason: Number(reason),
    campaign: 'legacy-continues',
  })
  expect(address).toMatch(/^\/DonateIndia\?/)
  const query = Object.fromEntries(Object.entries(queryOf(address)).map(([name, [value]]) => [name, value]))
  expect((await donationStart('INR', rupees.presets, query, '')).values).toMatchObject(selected)
})

test('levels are selected again, and those that are not offered are left out', async () => {
  const address = formAddress(run.page, run, { levels: ['running-circle', 'big-wheel', 'big'] }, { cancelled: true })
  const start = await sponsorshipStart('5k-run', { ...queryOf(address), cancelled: '1' }, '')
  expect(start).toMatchObject({ cancelled: true, values: { levels: ['big-wheel', 'running-circle'], firstName: '' } })
  expect((await sponsorshipStart('5k-run', { levels: 'big-wheels' }, '')).values.levels).toEqual([])
})

test('a payment of which nothing is known leads to the form alone', () => {
  expect(formAddress(rupees.page, rupees, {})).toMatch(/^\/DonateIndia(#[\w-]+)?$/)
})
