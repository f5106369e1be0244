/** Splits texts into the words that the search compares: lower case, without accents. Pure. */

/** Too common to tell one page from another. */
const stopWords = new Set(
  'a an and are as at be been but by can do for from had has have he her his how i if in into is it its more no not of on one or our out she so than that the their them then there they this to up us was we were what when where which who will with you your'.split(
    ' ',
  ),
)

/** "What's André's 5K?" -> "what's andre's 5k?" */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc]/g, "'")

/** The folded words of a text, in order. "Chloé’s 5K isn't far" -> chloe, 5k, isnt, far */
export const wordsIn = (text: string): string[] =>
  (fold(text).match(/[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu) ?? []).map((word) =>
    word.replace(/'s$/, '').replaceAll("'", ''),
  )

/** The distinct words of a query, at most `limit`. Stop words count only where there is nothing else. */
export function queryWords(query: string, limit = 8): string[] {
  const all = [...new Set(wordsIn(query))]
  const telling = all.filter((word) => !stopWords.has(word))
  return (telling.length > 0 ? telling : all).slice(0, limit)
}
