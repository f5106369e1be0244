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
      ...words(blocks.flatMap((block) => read(block))),
    })),
    ...stories.map(({ address, title, summary, country, body }) => ({
      address,
      title,
      kind: `Story from ${countryTitle.get(country) ?? country}`,
      description: summary,
      ...words(partsOf(body)),
    })),
    ...posts.map(({ address, title, excerpt, body }) => ({
      address,
      title,
      kind: 'Blog post',
      description: excerpt,
      ...words(partsOf(body)),
    })),
    ...others
      .filter(({ address }) => !first.some((page) => page.address === address))
      .map(({ address, title, description }) => ({ address, title, kind: 'Page', description, prose: [], labels: [] })),
  ]
}

type Part = { text: string; prose: boolean }

const words = (parts: readonly Part[]): Pick<Text, 'prose' | 'labels'> => ({
  prose: parts.flatMap(({ text, prose }) => (prose ? text : [])),
  labels: parts.flatMap(({ text, prose }) => (prose ? [] : text)),
})

/** Fields that no visitor reads as words of the page: addresses, names of things in code, what a picture shows. */
const unread = new Set(
  'id kind href src pattern who look alt tone sample section country length uploaded source live form as about event only'.split(
    ' ',
  ),
)
/** Fields that hold sentences, in Markdown or plain; all others are headings, names, figures and buttons. */
const sentences = new Set(['text', 'intro', 'note', 'answer', 'transcript'])

function read(value: unknown, field = ''): Part[] {
  if (unread.has(field)) return []
  if (typeof value === 'string') return sentences.has(field) ? partsOf(value) : [{ text: plain(value), prose: false }]
  if (Array.isArray(value)) return value.flatMap((item) => read(item))
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([name, item]) => read(item, name))
  return []
}

/** Markdown, a paragraph, a heading, an item of a list or a row of a table each: of these, what is no sentence is a label. */
function partsOf(markdown: string): Part[] {
  return markdown
    .split(/\n\s*\n|\n(?=\s*(?:(?:[-*+]|\d+\.|#{1,6})\s|\|))|(?<=^#{1,6}\s.*)\n/m)
    .map((part) => ({ text: plain(part), prose: !/^\s*(?:#|\|)/.test(part) }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
}

/** Markdown without its marks; of a link and a picture, the words. */
const plain = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/[*_`|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
