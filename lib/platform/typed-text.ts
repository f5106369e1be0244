/** Reads what people type: digits of any script, and words that are nearly right. Pure. */
/** Every script has its ten digits in a row, from zero to nine (Unicode Standard, section 4.6). */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

/** "१,०००", "１，０００" and "1,000" are the same; any space becomes one plain space, and direction marks go. Letters stay as they are. */
export function toAsciiDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/(?!\d)\p{Nd}/gu, plainDigit)
    .replace(/٬/g, ',')
    .replace(/٫/g, '.')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
}

/** How many letters must be added, removed or replaced to turn `a` into `b` (Levenshtein distance). Pure. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, changed))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** Behind a link: ". ", ")", ">", "&amp;", and "=3D" of a mail that was decoded halfway (RFC 2045, section 6.7). Percent-encoded or not. */
const linkEnd = /(?:%[\da-f]{2}|&\w+;|=3d|[^\p{L}\p{N}])+$/iu

/** A path without what mail programs and people leave behind a link; "/" if nothing else is left. No address of ours ends so. */
export const withoutLinkEnd = (path: string): string => path.replace(linkEnd, '') || '/'

/** The token of a link, without what is left around it. Tokens have letters, digits, `_`, `.` and `-`, and begin and end with a letter or digit. */
export const linkToken = (value: unknown): string =>
  (typeof value === 'string' && /^[^\dA-Za-z\s]*(?:3D)?([\w.-]*[\dA-Za-z])/.exec(value)?.[1]) || ''
