import { shareTargets } from '#components/share/share.tsx'

const url = 'https://charity.example/India/stories/the-500th?from=poster&year=2026'
const title = "What's the price? 50% & more"

test.each([
  ['facebook', 'u', url],
  ['whatsapp', 'text', `${title} ${url}`],
  ['x', 'url', url],
  ['x', 'text', title],
  ['linkedin', 'url', url],
])('%s gets the whole address or title in %s', (network, parameter, value) => {
  const target = shareTargets(url, title).find((one) => one.network === network)
  expect(new URL(target?.href ?? '').searchParams.get(parameter)).toBe(value)
})

test('the blog offers Instagram, for which the link is copied because it has no page to share on', () => {
  const targets = shareTargets(url, title, 'blog').map((target) => [target.label, 'copies' in target])
  expect(targets).toEqual([
    ['Facebook', false],
    ['WhatsApp', false],
    ['X', false],
    ['Instagram', true],
  ])
})
