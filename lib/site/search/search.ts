/** Full-text search over some thousand texts, by MiniSearch. Pure: it is given the texts. */
import MiniSearch, { type SearchResult } from 'minisearch'
import type { Language } from '#lib/platform/languages/index.ts'

export type Text = {
  address: string
  title: string
  /** Shown above the title: "Countries", "Story from Kenya". */
  kind: string
  /** Shown if no sentence matches. */
  description: string
  /** The language of title, description and words, if it differs from the page's. */
  lang?: Language | undefined
  /** Read when the text is indexed or quoted, because a copy of all words would take more memory than the content. */
  words: () => SearchWords
}

export type SearchWords = {
  /** Plain sentences: one entry for each paragraph, answer or caption. */
  prose: readonly string[]
  /** Headings, names, figures and buttons: searched, but never quoted. */
  labels: readonly string[]
}

export type SearchHit = { text: Text /** Words of the text that matched. */; hits: readonly string[] }

export type Search = {
  /** The best match first. `meant`: synonyms, used if no text has all of `words`. */
  find: (words: readonly string[], meant?: readonly string[]) => SearchHit[]
  /** Whether a text contains a word that begins with it. */
  knows: (word: string) => boolean
}

/** In characters. */
const minPrefixLength = 2

/** Number of texts indexed at a time: a few milliseconds. */
const atOnce = 10

/** @param pause yields to other requests. */
export async function searchOver(texts: Iterable<Text>, pause: () => Promise<unknown>): Promise<Search> {
  const byAddress = new Map<string, Text>()
  type Indexed = Omit<Text, 'words'> & SearchWords
  const knows = (word: string) => index.search(word, { fuzzy: false }).length > 0
  const index: MiniSearch<Indexed> = new MiniSearch<Indexed>({
    idField: 'address',
    fields: ['title', 'kind', 'description', 'prose', 'labels'],
    stringifyField: (value) => (Array.isArray(value) ? value.join(' ') : String(value)),
    tokenize: wordsIn,
    processTerm: (word) => word,
    searchOptions: {
      boost: { title: 5, description: 2 },
      prefix: (word) => word.length >= minPrefixLength,
      // Typos are considered only for a word that matches nothing: "care" is not a typo of "case".
      fuzzy: (word) => !knows(word) && maxEdits(word),
    },
  })
  for (const text of texts) {
    byAddress.set(text.address, text)
    const { words, lang: _, ...named } = text
    index.add({ ...named, ...words() })
    if (byAddress.size % atOnce === 0) await pause()
  }

  return {
    knows,
    find(words, meant = words) {
      const exact = { combineWith: 'AND', fuzzy: false } as const
      // Without a typo no word needs similar ones, which would double the time.
      const tries = [
        [words, exact],
        [meant, exact],
        [words, { combineWith: 'AND' }],
        [[...new Set([...words, ...meant])], {}],
      ] as const
      let found: SearchResult[] = []
      for (const [asked, options] of tries) if (found.length === 0) found = index.search(asked.join(' '), options)
      return found.flatMap(({ id, terms }) => {
        const text = byAddress.get(id)
        return text ? [{ text, hits: terms }] : []
      })
    },
  }
}

/** Accents, the dot below letters of Devanagari, which many leave out, and invisible joiners. Its vowel signs stay: दिन is not दान. */
const ignored = /[\u0300-\u036f\u093c\u200c\u200d]/g

/** "What's André's 5K?" -> "what's andre's 5k?". The two signs of a nasal vowel in Devanagari are one: माँ and मां. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(ignored, '')
    .replaceAll('\u0901', '\u0902')
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc]/g, "'")

/** The folded words of a text, in order. "Chloé’s 5K isn't far" -> chloe, 5k, isnt, far */
export const wordsIn = (text: string): string[] =>
  (fold(text).match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:'[\p{L}\p{N}]+)*/gu) ?? []).map((word) =>
    word.replace(/'s$/, '').replaceAll("'", ''),
  )

/** The distinct words of a query, at most `limit`. Stop words count only where there is nothing else. */
export function queryWords(query: string, stopWords: ReadonlySet<string>, limit = 8): string[] {
  const all = [...new Set(wordsIn(query))]
  const telling = all.filter((word) => !stopWords.has(word))
  return (telling.length > 0 ? telling : all).slice(0, limit)
}

/** How many letters of a word may be wrong: none in a short word, two in a longer one, because two swapped letters count as two. */
export function maxEdits(word: string): number {
  const letters = word.replace(/\p{M}/gu, '').length
  return letters < 4 ? 0 : letters < 6 ? 1 : 2
}
