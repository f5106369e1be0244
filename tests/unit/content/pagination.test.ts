import { renderToStaticMarkup } from 'react-dom/server'
import { NumberedPages } from '#components/layout/page-steps.tsx'
import {
  entriesOn,
  laterPages,
  numbersAround,
  pageAddress,
  pageCount,
  pageOfEntry,
  partOf,
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

  test('a page number and its address are converted both ways', () => {
    expect(partOf('/Grace')).toEqual({ first: '/Grace', page: 1 })
    expect(partOf('/Grace/page/12')).toEqual({ first: '/Grace', page: 12 })
    expect([1, 2].map((number) => pageAddress('/Grace', number))).toEqual(['/Grace', '/Grace/page/2'])
  })

  test.each([0, 1, 8, 9, 10, 32, 33, 34, 57, 58])('of %i entries, each is on one page, which can be found', (count) => {
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

  test('a page in the middle links to its neighbours, and to itself as the current one', () => {
    const html = renderToStaticMarkup(
      NumberedPages({ list: 'stories', page: 3, last: 30, address: (number) => pageAddress('/India', number) }),
    )
    expect(html).toMatch(/href="\/India\/page\/2" rel="prev"/)
    expect(html).toMatch(/href="\/India\/page\/4" rel="next"/)
    expect(html).toMatch(/href="\/India\/page\/3"[^>]*aria-current="page"/)
  })
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
    expect(later.map(({ blocks }) => blocks.map(({ kind }) => kind))).toEqual([
      ['hero', 'stories'],
      ['hero', 'stories'],
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
