/** Long lists are split into pages with their own addresses: /Blog, /Blog/page/2 … Pure. */
import type { Page, Photo, Post } from './schema.ts'

export const postsPerPage = 9

export const photosPerPage = 24

/** `page`: from 1; the first has the plain address. */
export const pageAddress = (address: string, page: number): string => (page === 1 ? address : `${address}/page/${page}`)

/** The page number of an address, from 1, and the address of the first page. */
export function partOf(address: string): { first: string; page: number } {
  const [, first = address, page = '1'] = /^(.*)\/page\/(\d+)$/.exec(address) ?? []
  return { first, page: Number(page) }
}

/** The second and later pages of a list, with only the heading and the list; none when one page is enough. */
export function laterPages(page: Page, lists: { posts: readonly Post[]; photos: readonly Photo[] }): Page[] {
  const list = page.blocks.find((block) => block.kind === 'gallery' || (block.kind === 'posts' && block.pages))
  if (!list) return []
  const parts =
    list.kind === 'posts'
      ? Math.ceil((lists.posts.length - list.skip) / postsPerPage)
      : Math.ceil(lists.photos.length / photosPerPage)
  return Array.from({ length: Math.max(parts - 1, 0) }, (_, place) => {
    const number = place + 2
    return {
      ...page,
      address: pageAddress(page.address, number),
      aliases: [],
      title: `${page.title}, page ${number}`,
      description: `Page ${number} of ${parts}. ${page.description}`.slice(0, 200),
      parent: { label: page.title, href: page.address },
      blocks: page.blocks
        .filter((block) => block === list || block.kind === 'hero')
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
