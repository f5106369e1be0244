/** The lines of a text that answer a question, with the words that fitted told apart. Pure. */
import type { Found } from './build.ts'
import { wordsIn } from './words.ts'

export type Piece = { text: string; hit: boolean }

/** Letters, about two lines on a desk. */
const length = 180

/** The stretch of the body with the most of the words; where there is none, the description. */
export function excerpt({ text, hits }: Pick<Found, 'text' | 'hits'>): Piece[] {
  const wanted = new Set(hits)
  const body = text.body.replace(/\s+/g, ' ').trim()
  const words = [...body.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word, index, hit: fits(word, wanted) }))
  const places = words.filter(({ hit }) => hit)
  if (places.length === 0) return pieces(text.description, wanted)
  const most = places
    .map(({ index }) => ({
      index,
      count: places.filter((one) => one.index >= index && one.index < index + length).length,
    }))
    .reduce((best, one) => (one.count > best.count ? one : best))
  const from = words.find(({ index }) => index >= most.index - 40)?.index ?? 0
  const last = words.findLast(({ word, index }) => index + word.length <= from + length)
  const to = Math.max(last ? last.index + last.word.length : 0, most.index + 1)
  const part = pieces(body.slice(from, to), wanted)
  return [...(from > 0 ? [plain('… ')] : []), ...part, ...(to < body.length ? [plain(' …')] : [])]
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

const fits = (word: string, wanted: ReadonlySet<string>) => wordsIn(word).some((one) => wanted.has(one))
