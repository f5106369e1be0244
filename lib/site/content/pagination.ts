/** Long lists are split into pages with their own addresses: /Blog, /Blog/page/2 … Pure. */
import type { BlockOf } from './block-schema.ts'
import type { Page, Photo, Post, Story } from './schema.ts'

/** Number of entries on a list's first page, which has other blocks too, and on each later page. */
type Sizes = { first: number; later: number }

export const perPage = {
  posts: { first: 9, later: 9 },
  photos: { first: 24, later: 24 },
  stories: { first: 9, later: 18 },
  results: { first: 20, later: 20 },
} as const satisfies Record<string, Sizes>

/** `page`: from 1; the first has the plain address. */
export const pageAddress = (address: string, page: number): string => (page === 1 ? address : `${address}/page/${page}`)

/** The page number of an address, from 1, and the address of the first page. */
export function partOf(address: string): { first: string; page: number } {
  const [, first = address, page = '1'] = /^(.*)\/page\/(\d+)$/.exec(address) ?? []
  return { first, page: Number(page) }
}

/** At least one, also for an empty list. */
export const pageCount = (entries: number, { first, later }: Sizes): number =>
  1 + Math.ceil(Math.max(0, entries - first) / later)

/** `page`: from 1. */
export function entriesOn<Entry>(all: readonly Entry[], page: number, { first, later }: Sizes): Entry[] {
  const end = first + (page - 1) * later
  return all.slice(page === 1 ? 0 : end - later, end)
}

/** The number of the page, from 1, that shows the entry at `index`. */
export const pageOfEntry = (index: number, { first, later }: Sizes): number =>
  1 + Math.max(0, Math.ceil((index + 1 - first) / later))

/** The page numbers to link to: one row on a phone. A gap replaces the others. */
export function numbersAround(page: number, last: number): (number | 'gap')[] {
  const near = (number: number) => number === 1 || number === last || Math.abs(number - page) <= 1 || last <= 9
  return Array.from({ length: last }, (_, index) => index + 1).flatMap((number) => {
    if (near(number)) return number
    return near(number - 1) ? 'gap' : []
  })
}

/** All stories of the block, in the editors' order. */
export const storiesOf = (
  { country, only }: Pick<BlockOf<'stories'>, 'country' | 'only'>,
  all: readonly Story[],
): Story[] => all.filter((story) => story.country === country && (only?.includes(story.slug) ?? true))

/** The stories on one page of the list. Named stories are all on one page. */
export function storiesOn(block: Parameters<typeof storiesOf>[0], all: readonly Story[], page: number): Story[] {
  const told = storiesOf(block, all)
  return block.only ? told : entriesOn(told, page, perPage.stories)
}

type Lists = { posts: readonly Post[]; photos: readonly Photo[]; stories: readonly Story[] }

/** The number of pages of a block: one, except for long lists. */
export function pagesOf(block: Page['blocks'][number], { posts, photos, stories }: Lists): number {
  if (block.kind === 'posts' && block.pages) return pageCount(posts.length - block.skip, perPage.posts)
  if (block.kind === 'gallery') return pageCount(photos.length, perPage.photos)
  if (block.kind === 'stories' && !block.only) return pageCount(storiesOf(block, stories).length, perPage.stories)
  return 1
}

/** The second and later pages of a list, with only the heading and the list; none when one page is enough. */
export function laterPages(page: Page, lists: Lists): Page[] {
  const needed = new Map(page.blocks.map((block) => [block, pagesOf(block, lists)]))
  const parts = Math.max(1, ...needed.values())
  return Array.from({ length: parts - 1 }, (_, index) => {
    const number = index + 2
    return {
      ...page,
      address: pageAddress(page.address, number),
      aliases: [],
      title: `${page.title}, page ${number}`,
      description: `Page ${number} of ${parts}. ${page.description}`.slice(0, 200),
      parent: { label: page.title, href: page.address },
      // The page of a country is the first one.
      country: undefined,
      blocks: page.blocks
        .filter((block) => block.kind === 'hero' || (needed.get(block) ?? 1) >= number)
        .map((block) =>
          block.kind === 'hero'
            ? {
                ...block,
                heading: `${block.heading}, page ${number}`,
                intro: `Page ${number} of ${parts}.`,
                actions: [],
                look: 'plain' as const,
              }
            : block,
        ),
    }
  })
}

/** Maximum of each kind: more than the site has today, and few enough for a build of minutes. */
export const prebuilt = { stories: 200, photos: 200, shareImages: 200, pagesOfList: 4 } as const

const newestOf = new WeakMap<readonly object[], ReadonlySet<object>>()

/** The stories that a build renders, which have share images of their own: the newest ones. */
export function newestStories<Story extends { updated: string }>(all: readonly Story[]): ReadonlySet<Story> {
  const known = newestOf.get(all) as ReadonlySet<Story> | undefined
  if (known) return known
  // Sorting is stable: entries of one day keep the editors' order.
  const newest = new Set(all.toSorted((a, b) => b.updated.localeCompare(a.updated)).slice(0, prebuilt.stories))
  newestOf.set(all, newest)
  return newest
}

/** The page that shows the photos, which have their own pages below it. */
export const galleryOf = (pages: readonly Page[]): Page | undefined =>
  pages.find(({ blocks }) => blocks.some(({ kind }) => kind === 'gallery'))
