import { giftSentence, offeredGift } from '#lib/giving/checkout/donate-destinations.ts'
import { donationForm } from '#lib/site/content/index.ts'

test.each([
  ['INR', '₹1,000', 'USD'],
  ['USD', '$50', 'INR'],
] as const)(
  'a page offers an amount in %s, in the words of the form, and leads to the same one in the other currency',
  (currency, amount, other) => {
    const pays = donationForm(currency).presets[1]?.pays
    const gift = offeredGift('India', { reason: 2, preset: 2 }, currency)
    const href = '/give?page=India&reason=2&preset=2&currency='
    expect(gift).toMatchObject({ href: href + currency, button: `Give ${amount}`, offer: { amount, pays } })
    expect(gift.other).toMatchObject({ href: href + other })
    expect(giftSentence(gift, 2)).toBe(`${amount}: ${pays}`)
  },
)

test('without an amount it says what the purpose does, and the visitor’s country decides', () => {
  const gift = offeredGift('India', { reason: 6 }, 'USD')
  expect(gift).toMatchObject({ href: '/give?page=India&reason=6', button: 'Give', other: null })
  expect(giftSentence(gift, 6)).toContain('Project Butterfly')
})
