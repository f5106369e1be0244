import { renderToStaticMarkup } from 'react-dom/server'
import { StoryOverPage } from '#components/stories/story-over-page.tsx'
import { stories } from '#lib/content/index.ts'

jest.mock('next/navigation', () => ({ useRouter: () => ({}) }))

const exits = (html: string) => html.match(/<a data-exit=""/g)?.length ?? 0

test('a story about abuse can be left from its dialog, and its hotline is a telephone link', () => {
  const story = stories('USA').find(({ quickExit }) => quickExit)
  if (!story) throw new Error('A story from the USA is what this is tested on')
  const html = renderToStaticMarkup(<StoryOverPage story={story} />)
  expect(html).toMatch(/^<dialog/)
  expect(exits(html)).toBe(1)
  expect(html).toContain('href="tel:+18883737888"')
})

test('other stories have no such button', () => {
  const [story] = stories('India')
  if (!story) throw new Error('A story from India is what this is tested on')
  expect(exits(renderToStaticMarkup(<StoryOverPage story={story} />))).toBe(0)
})

test('every story that tells somebody in danger whom to call can be left at once', () => {
  const emergency = stories().filter(({ body }) => /\b(?:112|911)\b/.test(body))
  expect(emergency.length).toBeGreaterThan(1)
  expect(emergency.filter(({ quickExit }) => !quickExit).map(({ address }) => address)).toEqual([])
})
