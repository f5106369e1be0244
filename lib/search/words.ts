/** Texts as words to search by: small letters without accents. Pure. */

/** Said so often that they tell no page from another. */
const common = new Set(
  'a an and are as at be been but by can do for from had has have he her his how i if in into is it its more no not of on one or our out she so than that the their them then there they this to up us was we were what when where which who will with you your'.split(
    ' ',
  ),
)

/** "What's André's 5K?" -> "what's andre's 5k?": one letter for one letter where the text is composed (NFC). */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc]/g, "'")

const word = /[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu

/** Every word in its order, folded; "child's" is "child". */
export const wordsIn = (text: string): string[] =>
  (fold(text).match(word) ?? []).map((one) => one.replace(/'s$/, '').replaceAll("'", ''))

/** The words of a question: each once, at most `most`, without common ones unless there are no others. */
export function questionWords(question: string, most = 8): string[] {
  const all = [...new Set(wordsIn(question))]
  const telling = all.filter((one) => !common.has(one))
  return (telling.length > 0 ? telling : all).slice(0, most)
}

/** Whether one word becomes the other by one letter too many, too few, wrong, or swapped with its neighbour. */
export function isOneSlipAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  const rest = (text: string, from: number) => text.slice(from)
  if (short.length < long.length) return rest(short, at) === rest(long, at + 1)
  if (rest(short, at + 1) === rest(long, at + 1)) return true
  return short[at] === long[at + 1] && short[at + 1] === long[at] && rest(short, at + 2) === rest(long, at + 2)
}
