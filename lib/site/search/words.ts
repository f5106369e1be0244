/** Splits texts into the words that the search compares: lower case, without accents. Pure. */

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
