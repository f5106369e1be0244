import { renderToStaticMarkup } from 'react-dom/server'
import { StoryArticle } from '#components/stories/story-article.tsx'
import { StoryCard } from '#components/stories/story-card.tsx'
import { giftHref } from '#lib/giving/checkout/donate-destinations.ts'
import { page, site, stories } from '#lib/site/content/index.ts'

const home = page('/India')
const [first, second, third] = stories('India')
if (!home || !first || !second || !third) throw new Error('These tests need a page for India and three stories.')

const article = (props: Partial<Parameters<typeof StoryArticle>[0]> = {}) =>
  renderToStaticMarkup(
    <StoryArticle story={second} home={home} list="/India#stories" before={first} after={third} {...props} />,
  )

test('a story has its title as the only h1, and links to its neighbours, its country and a gift', () => {
  const html = article()
  expect([...html.matchAll(/<h1[^>]*>([^<]*)<\/h1>/g)].map(([, title]) => title)).toEqual([second.title])
  for (const address of [
    first.address,
    third.address,
    '/India#stories',
    giftHref('India', second.gift).replaceAll('&', '&amp;'),
  ])
    expect(html).toContain(`href="${address}"`)
  expect(html).toMatch(new RegExp(`value="https?://[^"]*${second.address}"`))
})

test('a story says that its portrait is drawn, and what the gold means where there is any', () => {
  const { patient, other } = site().portraits
  for (const story of stories()) {
    const { picture } = story
    if (picture.kind !== 'portrait') continue
    const html = article({ story })
    expect(html.includes(patient)).toBe(picture.seam)
    expect(html.includes(other)).toBe(!picture.seam)
  }
})

test('the link of a card says which story it opens', () => {
  const link = /<a href="([^"]*)".*?<\/a>/.exec(renderToStaticMarkup(<StoryCard story={first} />))
  expect(link?.[1]).toBe(first.address)
  expect(link?.[0].replace(/<[^>]*>/g, '')).toBe(`READ FULL STORY ${first.title}`)
})

test('every story that tells somebody in danger whom to call can be left at once', () => {
  const emergency = stories().filter(({ body }) => /\b(?:112|911)\b/.test(body))
  expect(emergency.length).toBeGreaterThan(1)
  expect(emergency.filter(({ quickExit }) => !quickExit).map(({ address }) => address)).toEqual([])
})

test('a story asks for a gift in one currency: rupees in India, dollars elsewhere, until the visitor’s country is known', () => {
  for (const story of stories()) {
    const panels = [
      ...article({ story }).matchAll(/<div data-currency="(\w+)"( hidden="")?>(.*?)(?=<div data-currency|<\/aside>)/gs),
    ]
    const shown = panels.flatMap(([, currency, hidden, html = '']) => (hidden ? [] : [{ currency, html }]))
    expect(shown).toEqual([{ currency: story.country === 'India' ? 'INR' : 'USD', html: expect.any(String) }])
    expect(shown[0]?.html).not.toMatch(/₹.*\$|\$.*₹/s)
  }
})
