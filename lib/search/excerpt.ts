/** The lines of a text that answer a question, with the words that fitted told apart. Pure. */
import type { Found } from './build.ts'
import { wordsIn } from './words.ts'

export type Piece = { text: string; hit: boolean }

/** Letters, about two lines on a desk. */
const length = 180

/** The sentences that follow each other with the most of the words, each counted once; where none has any, the description. */
export function excerpt({ text, hits }: Pick<Found, 'text' | 'hits'>): Piece[] {
  const wanted = new Set(hits)
  const best = text.prose
    .flatMap((passage) => stretches(sentencesOf(passage), wanted))
    .map((stretch) => ({ stretch, count: new Set(wordsIn(stretch)).intersection(wanted).size }))
    .reduce((most, one) => (one.count > most.count ? one : most), { stretch: '', count: 0 })
  if (best.count === 0) return pieces(text.description, wanted)
  return best.stretch.length <= length ? pieces(best.stretch, wanted) : cut(best.stretch, wanted)
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
const sentencesOf = (passage: string) => [...segmenter.segment(passage)].map(({ segment }) => segment.trim())

/** From each sentence that fits on, as many as find room; a longer one stands alone. */
const stretches = (sentences: readonly string[], wanted: ReadonlySet<string>): string[] =>
  sentences.flatMap((first, place) => {
    if (!fits(first, wanted)) return []
    let stretch = first
    for (const next of sentences.slice(place + 1)) {
      if (stretch.length + 1 + next.length > length) break
      stretch += ` ${next}`
    }
    return stretch
  })

/** The part of one long sentence with the most of the words. */
function cut(sentence: string, wanted: ReadonlySet<string>): Piece[] {
  const words = [...sentence.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word, index, hit: fits(word, wanted) }))
  const places = words.filter(({ hit }) => hit)
  const most = places
    .map(({ index }) => ({
      index,
      count: places.filter((one) => one.index >= index && one.index < index + length).length,
    }))
    .reduce((best, one) => (one.count > best.count ? one : best))
  // What stands before the word, as long as what follows it fills the rest.
  const start = Math.min(most.index - 40, sentence.length - length)
  const from = words.find(({ index }) => index >= start)?.index ?? 0
  const last = words.findLast(({ word, index }) => index + word.length <= from + length)
  const to = Math.max(last ? last.index + last.word.length : 0, most.index + 1)
  const part = pieces(sentence.slice(from, to), wanted)
  return [...(from > 0 ? [plain('… ')] : []), ...part, ...(to < sentence.length ? [plain(' …')] : [])]
}

const plain = (text: string): Piece => ({ text, hit: false })

/** Neighbours of one sort are one piece. */
function pieces(text: string, wanted: ReadonlySet<string>): Piece[] {
  const all: Piece[] = []
  for (const part of text.split(/([\p{L}\p{N}\p{M}'’]+)/u)) {
    const hit = fits(part, wanted)
    const last = all.at(-1)
    if (last?.hit === hit) last.text += part
    else if (part !== '') all.push({ text: part, hit })
  }
  return all
}

const fits = (text: string, wanted: ReadonlySet<string>) => wordsIn(text).some((one) => wanted.has(one))
