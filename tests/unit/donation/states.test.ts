import { usStates } from '#lib/giving/donation/payer.ts'

test('the list of states has all 62 of the US Postal Service, military mail too, in alphabetical order', () => {
  const codes = usStates.map(({ value }) => value)
  expect(codes).toEqual(
    expect.arrayContaining(['AA', 'AE', 'AP', 'AS', 'GU', 'MP', 'PR', 'VI', 'DC', 'FM', 'MH', 'PW']),
  )
  expect(new Set(codes).size).toBe(62)
  const labels = usStates.map(({ label }) => label)
  expect(labels).toEqual(labels.toSorted())
})
