import { donationForm, stories } from '#lib/content/index.ts'
import { storyGift } from '#lib/donation/story-gift.ts'

test('a story asks for an amount of both forms, in the words of the forms', () => {
  const [rupees, dollars] = (['INR', 'USD'] as const).map((currency) => donationForm(currency).presets[1])
  const { href, button, sentences } = storyGift({ reason: 2, preset: 2 })
  expect(href).toBe('/give?page=stories&reason=2&preset=2')
  expect(button).toBe('Give ₹1,000 or $50')
  expect(sentences).toEqual([`₹1,000: ${rupees?.pays}`, `$50: ${dollars?.pays}`])
})

test('without an amount it says what the purpose does', () => {
  expect(storyGift({ reason: 6 })).toMatchObject({ href: '/give?page=stories&reason=6', button: 'Give' })
  expect(storyGift({ reason: 6 }).sentences[0]).toContain('Project Butterfly')
})

test('stories with the way out of their page, which are about abuse, show a calm face', () => {
  for (const { quickExit, picture } of stories()) if (quickExit) expect(picture).toMatchObject({ mood: 'calm' })
})
