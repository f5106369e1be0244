/** The part of a text that is shown under a search result, with the matching words marked. Pure. */
import { type SearchHit, wordsIn } from './search.ts'

type Piece = { text: string; hit: boolean }

/** Characters: about two lines on a desktop. */
const maxLength = 180

/** The consecutive sentences that contain the most of the words, each counted once; the description where none matches. */
export function excerpt({ text, hits }: Pick<SearchHit, 'text' | 'hits'>): Piece[] {
  const wanted = new Set(hits)
  const best = text
    .words()
    .prose.flatMap((passage) => stretches(sentencesOf(passage), wanted))
    .map((stretch) => ({ stretch, count: new Set(wordsIn(stretch)).intersection(wanted).size }))
    .reduce((best, next) => (next.count > best.count ? next : best), { stretch: '', count: 0 })
  if (best.count === 0) return pieces(text.description, wanted)
  return best.stretch.length <= maxLength ? pieces(best.stretch, wanted) : cut(best.stretch, wanted)
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
const sentencesOf = (passage: string) => [...segmenter.segment(passage)].map(({ segment }) => segment.trim())

/** For each matching sentence: the sentence and as many of the following ones as fit. */
const stretches = (sentences: readonly string[], wanted: ReadonlySet<string>): string[] =>
  sentences.flatMap((first, index) => {
    if (!matches(first, wanted)) return []
    let stretch = first
    for (const next of sentences.slice(index + 1)) {
      if (stretch.length + 1 + next.length > maxLength) break
      stretch += ` ${next}`
    }
    return stretch
  })

/** The part of one long sentence that contains the most of the words. */
function cut(sentence: string, wanted: ReadonlySet<string>): Piece[] {
  const words = [...sentence.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    word,
    index,
    hit: matches(word, wanted),
  }))
  const places = words.filter(({ hit }) => hit)
  const densest = places
    .map(({ index }) => ({
      index,
      count: places.filter((place) => place.index >= index && place.index < index + maxLength).length,
    }))
    .reduce((best, next) => (next.count > best.count ? next : best))
  // Some context before the word; more if the sentence ends soon after it.
  const start = Math.min(densest.index - 40, sentence.length - maxLength)
  const from = words.find(({ index }) => index >= start)?.index ?? 0
  const last = words.findLast(({ word, index }) => index + word.length <= from + maxLength)
  const to = Math.max(last ? last.index + last.word.length : 0, densest.index + 1)
  const part = pieces(sentence.slice(from, to), wanted)
  return [...(from > 0 ? [plain('… ')] : []), ...part, ...(to < sentence.length ? [plain(' …')] : [])]
}

const plain = (text: string): Piece => ({ text, hit: false })

/** Adjacent words that match, or do not, are joined into one piece. */
function pieces(text: string, wanted: ReadonlySet<string>): Piece[] {
  const all: Piece[] = []
  for (const part of text.split(/([\p{L}\p{N}\p{M}'’]+)/u)) {
    const hit = matches(part, wanted)
    const last = all.at(-1)
    if (last?.hit === hit) last.text += part
    else if (part !== '') all.push({ text: part, hit })
  }
  return all
}

const matches = (text: string, wanted: ReadonlySet<string>) => wordsIn(text).some((word) => wanted.has(word))
