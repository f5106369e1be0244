/** Turns pages, stories and posts into plain texts to search. Pure. */
import type { Film, Playlist } from '#lib/site/content/film-schema.ts'
import { partOf } from '#lib/site/content/pagination.ts'
import type { Page, Post, Story } from '#lib/site/content/schema.ts'
import type { SearchWords, Text } from './search.ts'

type Searched = {
  pages: readonly Page[]
  stories: readonly Story[]
  posts: readonly Post[]
  /** The films and playlists that a page shows. */
  filmed: (page: Page) => readonly (Film | Playlist)[]
  /** The name of a result without a heading above it. */
  kinds: { page: string; post: string; storyFrom: (country: string) => string; sample: string }
}

/** Their words are read on demand, because those of thousands of texts take seconds. */
export function* textsOf({ pages, stories, posts, filmed, kinds }: Searched): Generator<Text> {
  const kindOf = (kind: string, labelled: unknown) => (labelled ? `${kind} (${kinds.sample})` : kind)
  const countryTitle = new Map(pages.map(({ country, title }) => [country, title]))
  for (const page of pages) {
    // Only the first page of a long list is a result.
    if (partOf(page.address).page > 1) continue
    yield {
      address: page.address,
      title: page.title,
      kind: page.parent?.label ?? kinds.page,
      description: page.description,
      lang: page.lang,
      words: () => words([...page.blocks, ...filmed(page)].flatMap((part) => read(part))),
    }
  }
  for (const { address, title, summary, country, body, lang, labelled } of stories)
    yield {
      address,
      title,
      kind: kindOf(kinds.storyFrom(countryTitle.get(country) ?? country), labelled),
      description: summary,
      lang,
      words: () => words(partsOf(body)),
    }
  for (const { address, title, excerpt, body, lang, labelled } of posts)
    yield {
      address,
      title,
      kind: kindOf(kinds.post, labelled),
      description: excerpt,
      lang,
      words: () => words(partsOf(body)),
    }
}

type Part = { text: string; prose: boolean }

const words = (parts: readonly Part[]): SearchWords => ({
  prose: parts.flatMap(({ text, prose }) => (prose ? text : [])),
  labels: parts.flatMap(({ text, prose }) => (prose ? [] : text)),
})

/** Fields that are not text on the page: addresses, identifiers, alternate texts. */
const skippedFields = new Set(
  'id kind href src pattern who look mood alt tone sample labelled review section country currency choose zone deadline length uploaded source figure form as about event only campaign film films playlist poster'.split(
    ' ',
  ),
)
/** Fields that contain sentences, in Markdown or plain. All others are headings, names, figures and buttons. */
const sentenceFields = new Set(['text', 'intro', 'note', 'answer', 'transcript'])

function read(value: unknown, field = ''): Part[] {
  if (skippedFields.has(field)) return []
  if (typeof value === 'string')
    return sentenceFields.has(field) ? partsOf(value) : [{ text: plain(value), prose: false }]
  if (Array.isArray(value)) return value.flatMap((item) => read(item))
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([name, item]) => read(item, name))
  return []
}

/** Splits Markdown into paragraphs, headings, list items and table rows. Headings and table rows are labels. */
function partsOf(markdown: string): Part[] {
  return markdown
    .split(/\n\s*\n|\n(?=\s*(?:(?:[-*+]|\d+\.|#{1,6})\s|\|))|(?<=^#{1,6}\s.*)\n/m)
    .map((part) => ({ text: plain(part), prose: !/^\s*(?:#|\|)/.test(part) }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
}

/** The text of Markdown without its syntax. Links keep their text, pictures their alternate text. */
const plain = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/[*_`|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
