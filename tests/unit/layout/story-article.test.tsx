import { renderToStaticMarkup } from 'react-dom/server'
import { StoryArticle } from '#components/stories/story-article.tsx'
import { StoryCard } from '#components/stories/story-card.tsx'
import { StoryDialog } from '#components/stories/story-dialog.tsx'
import { page, stories } from '#lib/content/index.ts'

const home = page('/India')
const [first, second, third] = stories('India')
if (!home || !first || !second || !third) throw new Error('India and three of its stories are what this is tested on')

describe('the page of a story', () => {
  const html = renderToStaticMarkup(<StoryArticle story={second} home={home} before={first} after={third} />)

  test('has the title as its only first heading, and the text below it from the second level', () => {
    expect(html.match(/<h1[^>]*>([^<]*)<\/h1>/)?.[1]).toBe(second.title)
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  test('leads to the story before, the story after, the country and a gift', () => {
    for (const address of [first.address, third.address, '/India#stories', '/give?page=stories'])
      expect(html).toContain(`href="${address}"`)
  })

  test('shares its own absolute address', () => {
    expect(html).toMatch(new RegExp(`value="https?://[^"]*${second.address}"`))
  })

  test('offers no story before the first one', () => {
    const opening = renderToStaticMarkup(<StoryArticle story={first} home={home} before={undefined} after={second} />)
    expect(opening).not.toContain('Previous story')
    expect(opening).toContain('Next story')
  })
})

test('the card of a story says READ FULL STORY, and of which', () => {
  const html = renderToStaticMarkup(<StoryCard story={first} />)
  const link = html.match(/<a href="([^"]*)".*?<\/a>/)
  expect(link?.[1]).toBe(first.address)
  expect(link?.[0].replace(/<[^>]*>/g, '')).toBe(`READ FULL STORY ${first.title}`)
})

test('the dialog that a story opens in holds a way out, which only some stories show', () => {
  expect(renderToStaticMarkup(<StoryDialog />)).toMatch(/<div data-part="exit" hidden="">.*data-exit=/)
})

test('the hotline in a story about trafficking is a telephone link', () => {
  const story = stories('USA').find(({ quickExit }) => quickExit)
  if (!story) throw new Error('A story from the USA is what this is tested on')
  const html = renderToStaticMarkup(<StoryArticle story={story} home={home} before={undefined} after={undefined} />)
  expect(html).toContain('href="tel:+18883737888"')
})

test('every story that tells somebody in danger whom to call can be left at once', () => {
  const emergency = stories().filter(({ body }) => /\b(?:112|911)\b/.test(body))
  expect(emergency.length).toBeGreaterThan(1)
  expect(emergency.filter(({ quickExit }) => !quickExit).map(({ address }) => address)).toEqual([])
})
