import { cardAddress } from '#lib/seo/metadata.ts'

test.each([
  ['/', '/og/Home.png'],
  ['/India', '/og/India.png'],
  ['/India/stories/the-500th', '/og/India/stories/the-500th.png'],
])('The social card of %s stands at %s', (page, card) => {
  expect(cardAddress(page)).toBe(card)
})
