import { giftSentences, offeredGift } from '#lib/giving/donation/offered-gift.ts'
import { donationForm, stories } from '#lib/site/content/index.ts'

test('a page offers an amount of both forms, in the words of the forms', () => {
  const [rupees, dollars] = (['INR', 'USD'] as const).map((currency) => donationForm(currency).presets[1])
  const gift = offeredGift('stories', { reason: 2, preset: 2 })
  expect(gift.href).toBe('/give?page=stories&reason=2&preset=2')
  expect(gift.button).toBe('Give ₹1,000 or $50')
  expect(giftSentences(gift, 2)).toEqual([`₹1,000: ${rupees?.pays}`, `$50: ${dollars?.pays}`])
})

test('without an amount it says what the purpose does', () => {
  const gift = offeredGift('stories', { reason: 6 })
  expect(gift).toMatchObject({ href: '/give?page=stories&reason=6', button: 'Give' })
  expect(giftSentences(gift, 6)).toEqual([expect.stringContaining('Project Butterfly')])
})

test('stories with the way out of their page, which are about abuse, show a calm face', () => {
  for (const { quickExit, picture } of stories()) if (quickExit) expect(picture).toMatchObject({ mood: 'calm' })
})
