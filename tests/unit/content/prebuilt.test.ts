import { newestStories, prebuilt } from '#lib/site/content/pagination.ts'

test('the newest stories are built, those of one day in the editors’ order, and the same list is sorted once', () => {
  const stories = Array.from({ length: prebuilt.stories + 50 }, (_, index) => ({
    index,
    updated: index >= 50 && index < 60 ? '2026-11-22' : '2026-01-01',
  }))
  const built = newestStories(stories)
  expect(built.size).toBe(prebuilt.stories)
  expect([...built].slice(0, 12).map(({ index }) => index)).toEqual([50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 0, 1])
  expect(newestStories(stories)).toBe(built)
})
