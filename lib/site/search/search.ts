/** Full-text search over some thousand texts, by MiniSearch. */
import MiniSearch, { type SearchResult } from 'minisearch'
import type { Language } from '#lib/platform/languages/index.ts'
import { maxEdits, wordsIn } from './words.ts'

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
  words: () => Words
}

export type Words = {
  /** Plain sentences: one entry for each paragraph, answer or caption. */
  prose: readonly string[]
  /** Headings, names, figures and buttons: searched, but never quoted. */
  labels: readonly string[]
}

export type Found = { text: Text /** Words of the text that matched. */; hits: readonly string[] }

export type Search = {
  /** The best match first. `meant`: synonyms, used if no text has all of `words`. */
  find: (words: readonly string[], meant?: readonly string[]) => Found[]
  /** Whether a text contains a word that begins with it. */
  knows: (word: string) => boolean
}

/** In characters. */
const shortestPrefix = 2

/** Number of texts indexed at a time: a few milliseconds. */
const atOnce = 10

/** @param pause yields to other requests. */
export async function searchOver(texts: Iterable<Text>, pause: () => Promise<unknown>): Promise<Search> {
  const byAddress = new Map<string, Text>()
  type Indexed = Omit<Text, 'words'> & Words
  const knows = (word: string) => index.search(word, { fuzzy: false }).length > 0
  const index: MiniSearch<Indexed> = new MiniSearch<Indexed>({
    idField: 'address',
    fields: ['title', 'kind', 'description', 'prose', 'labels'],
    stringifyField: (value) => (Array.isArray(value) ? value.join(' ') : String(value)),
    tokenize: wordsIn,
    processTerm: (word) => word,
    searchOptions: {
      boost: { title: 5, description: 2 },
      prefix: (word) => word.length >= shortestPrefix,
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
