/** What can be found: pages, stories and posts, as plain words. Pure: it is given the content. */
import type { Page, Post, Story } from '#lib/content/schema.ts'
import type { Text } from './build.ts'

type Searched = {
  pages: readonly Page[]
  stories: readonly Story[]
  posts: readonly Post[]
  /** Of pages that are code: address, title and description. */
  others: readonly Pick<Page, 'address' | 'title' | 'description'>[]
}

export function textsOf({ pages, stories, posts, others }: Searched): Text[] {
  const countryTitle = new Map(pages.map(({ country, title }) => [country, title]))
  // A list that goes on at /page/2 is found by its first page.
  const first = pages.filter(({ address }) => !/\/page\/\d+$/.test(address))
  return [
    ...first.map(({ address, title, description, parent, blocks }) => ({
      address,
      title,
      kind: parent?.label ?? 'Page',
      description,
      body: blocks.flatMap((block) => readable(block)).join(' '),
    })),
    ...stories.map(({ address, title, summary, country, body }) => ({
      address,
      title,
      kind: `Story from ${countryTitle.get(country) ?? country}`,
      description: summary,
      body: plain(body),
    })),
    ...posts.map(({ address, title, excerpt, body }) => ({
      address,
      title,
      kind: 'Blog post',
      description: excerpt,
      body: plain(body),
    })),
    ...others
      .filter(({ address }) => !first.some((page) => page.address === address))
      .map(({ address, title, description }) => ({ address, title, kind: 'Page', description, body: '' })),
  ]
}

/** Fields that no visitor reads as words of the page: addresses, names of things in code, what a picture shows. */
const unread = new Set(
  'id kind href src pattern who look alt tone sample section country length uploaded source live form as about event only'.split(
    ' ',
  ),
)

function readable(value: unknown, field = ''): string[] {
  if (unread.has(field)) return []
  if (typeof value === 'string') return [plain(value)]
  if (Array.isArray(value)) return value.flatMap((item) => readable(item))
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([name, item]) => readable(item, name))
  return []
}

/** Markdown without its marks; of a link and a picture, the words. */
const plain = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/[*_`|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
