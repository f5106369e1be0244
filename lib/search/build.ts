/** An inverted index over a few hundred texts, and the question asked of it. Pure: it is given the texts, and reads nothing. */
import { isOneSlipAway, questionWords, wordsIn } from './words.ts'

export type Text = {
  address: string
  title: string
  /** Where it stands: "Countries", "Story from Kenya". */
  kind: string
  /** Said under the title where no sentence fits. */
  description: string
  /** Sentences, as plain words without marks: a paragraph, an answer or a caption each. */
  prose: readonly string[]
  /** Headings, names, figures and buttons: a page is found by them too, but they make no sentence to quote. */
  labels: readonly string[]
}

export type Index = {
  texts: readonly Text[]
  /** Word -> text by its place -> weight there. */
  byWord: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** Every word, sorted, so that words with one beginning lie together. */
  words: readonly string[]
}

export type Found = { text: Text; score: number /** The words of the texts that fitted. */; hits: readonly string[] }

/** A word in the title says more than one in the text. */
const weights = { title: 10, kind: 2, description: 3, body: 1 } as const
/** What a word is worth that is not the very word that was asked for. */
const partly = { beginning: 0.6, slip: 0.4 } as const
/** Letters that a word needs before other words may stand in for it. */
const least = { beginning: 2, slip: 4 } as const

export function buildIndex(texts: readonly Text[]): Index {
  const byWord = new Map<string, Map<number, number>>()
  for (const [place, { title, kind, description, prose, labels }] of texts.entries()) {
    const fields = { title, kind, description, body: [...prose, ...labels].join(' ') }
    for (const field of ['title', 'kind', 'description', 'body'] as const) {
      const counts = new Map<string, number>()
      for (const word of wordsIn(fields[field])) counts.set(word, (counts.get(word) ?? 0) + 1)
      for (const [word, count] of counts) {
        const places = byWord.get(word) ?? new Map<number, number>()
        // The tenth mention says hardly more than the third.
        places.set(place, (places.get(place) ?? 0) + weights[field] * (1 + Math.log(count)))
        byWord.set(word, places)
      }
    }
  }
  return { texts, byWord, words: [...byWord.keys()].sort() }
}

/**
 * The best first, at most `most`. Every word of the question fits, as itself, as a beginning or with one slip; where no text has
 * them all, those that have some.
 */
export function search(index: Index, question: string, most = 20): Found[] {
  const asked = questionWords(question)
  const scores = new Map<number, { score: number; fitted: number; hits: Set<string> }>()
  for (const word of asked) {
    const best = new Map<number, { score: number; hits: string[] }>()
    for (const { known, worth } of fitting(index, word)) {
      const places = index.byWord.get(known) ?? new Map<number, number>()
      // A word that few texts have tells them apart (inverse document frequency).
      const rarity = Math.log(1 + index.texts.length / places.size)
      for (const [place, weight] of places) {
        const score = worth * weight * rarity
        const before = best.get(place)
        best.set(place, { score: Math.max(score, before?.score ?? 0), hits: [...(before?.hits ?? []), known] })
      }
    }
    for (const [place, { score, hits }] of best) {
      const sum = scores.get(place) ?? { score: 0, fitted: 0, hits: new Set<string>() }
      for (const hit of hits) sum.hits.add(hit)
      scores.set(place, { score: sum.score + score, fitted: sum.fitted + 1, hits: sum.hits })
    }
  }
  const found = [...scores].flatMap(([place, { score, fitted, hits }]) => {
    const text = index.texts[place]
    return text ? [{ text, score, fitted, hits: [...hits] }] : []
  })
  const all = found.filter(({ fitted }) => fitted === asked.length)
  return (all.length > 0 ? all : found)
    .sort((a, b) => b.fitted - a.fitted || b.score - a.score || a.text.address.localeCompare(b.text.address))
    .slice(0, most)
    .map(({ text, score, hits }) => ({ text, score, hits }))
}

/** Slips are looked for only where nothing else fits: "care" is no slip of "case". */
function fitting({ words, byWord }: Index, asked: string): { known: string; worth: number }[] {
  const fits = byWord.has(asked) ? [{ known: asked, worth: 1 }] : []
  if (asked.length >= least.beginning)
    for (let at = firstFrom(words, asked); words[at]?.startsWith(asked); at++) {
      const known = words[at]
      if (known && known !== asked) fits.push({ known, worth: (partly.beginning * asked.length) / known.length })
    }
  if (fits.length > 0 || asked.length < least.slip) return fits
  return words.filter((known) => isOneSlipAway(asked, known)).map((known) => ({ known, worth: partly.slip }))
}

/** The place of the first word that is not before `wanted` (binary search). */
function firstFrom(words: readonly string[], wanted: string): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle] ?? '') < wanted) low = middle + 1
    else high = middle
  }
  return low
}
