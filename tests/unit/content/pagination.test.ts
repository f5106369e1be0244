import {
  entriesOn,
  laterPages,
  newestStories,
  numbersAround,
  pageCount,
  pageOfEntry,
  prebuilt,
} from '#lib/site/content/pagination.ts'
import type { Page, Post } from '#lib/site/content/schema.ts'
import { load, problemsOf, storyFile } from './small-site.ts'

describe('the pages of a list', () => {
  const page = {
    address: '/Grace',
    title: 'Blog',
    description: 'Posts.',
    aliases: ['/Blog'],
    blocks: [
      { kind: 'hero', heading: 'Blog', intro: 'Hello.', pattern: 'usa', look: 'arch', actions: [] },
      { kind: 'posts', heading: 'Posts', pages: true, skip: 0, count: 9 },
      { kind: 'seam' },
    ],
  } as unknown as Page
  const posts = (count: number) => Array.from({ length: count }, () => ({})) as Post[]

  test.each([
    [0, []],
    [9, []],
    [10, ['/Grace/page/2']],
    [28, ['/Grace/page/2', '/Grace/page/3', '/Grace/page/4']],
  ])('%i posts have the further pages %j', (count, addresses) => {
    expect(laterPages(page, { posts: posts(count), photos: [], stories: [] }).map(({ address }) => address)).toEqual(
      addresses,
    )
  })

  test('a further page has its own title, no aliases, and a link back', () => {
    const [second] = laterPages(page, { posts: posts(10), photos: [], stories: [] })
    expect(second).toMatchObject({
      title: 'Blog, page 2',
      description: 'Page 2 of 2. Posts.',
      aliases: [],
      parent: { label: 'Blog', href: '/Grace' },
    })
    expect(second?.blocks.map(({ kind }) => kind)).toEqual(['hero', 'posts'])
  })

  test.each([0, 9, 10, 33, 34])('of %i entries, each is on one page, which can be found', (count) => {
    const sizes = { first: 9, later: 24 }
    const all = Array.from({ length: count }, (_, index) => index)
    const shown = Array.from({ length: pageCount(count, sizes) }, (_, index) => entriesOn(all, index + 1, sizes))
    expect(shown.flat()).toEqual(all)
    expect(shown.slice(1).every((page) => page.length > 0)).toBe(true)
    for (const index of all) expect(shown[pageOfEntry(index, sizes) - 1]).toContain(index)
  })

  test.each([
    [1, 1, [1]],
    [5, 9, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    [1, 40, [1, 2, 'gap', 40]],
    [20, 40, [1, 'gap', 19, 20, 21, 'gap', 40]],
    [40, 40, [1, 'gap', 39, 40]],
  ])('page %i of %i links to %j', (page, last, numbers) => expect(numbersAround(page, last)).toEqual(numbers))
})

describe('the stories of a country', () => {
  /** `look`: of the portrait of a story, by its number. */
  const stories = (count: number, look: (number: number) => number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `content/stories/India/bowl-${index}.md`,
        storyFile(`Bowl ${index}`, { look: look(index) }),
      ]),
    )

  test('go on, on pages that are not the page of the country', () => {
    const { pages } = load(stories(40, (number) => number + 10))
    const later = pages.filter(({ address }) => address.startsWith('/India/page/'))
    expect(later.map(({ address, country }) => [address, country])).toEqual([
      ['/India/page/2', undefined],
      ['/India/page/3', undefined],
    ])
  })

  test('repeat no person on one page, but may across pages', () => {
    // The first page has nine stories, the small site's own one among them.
    expect(problemsOf(stories(30, (number) => (number === 20 ? 10 : number + 10)))).toEqual([])
    expect(problemsOf(stories(30, (number) => (number === 20 ? 29 : number + 10)))).toEqual([
      expect.stringContaining('/India/page/2 shows this girl twice'),
    ])
  })
})

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
