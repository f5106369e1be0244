/** Reads what people type: digits of any script, codes, and words that are nearly right. Pure and browser-safe. */
/** Every script has its ten digits in a row, from zero to nine (Unicode Standard, section 4.6). */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

/** Signs other than dashes (category Pd) that people type as a hyphen: minus, bullet, modifier letter, and the long vowel of Japanese keyboards. */
const hyphen = /[\p{Pd}\u2212\u2043\u02d7\u30fc]/gu

/**
 * "१,०००", "１，０００" and "1,000" are the same; any space becomes one plain space, any dash a hyphen, and invisible characters go. Letters keep
 * their script and case: one that only looks like a digit stays a letter, and ² and ½ stay what they are.
 */
export function toAsciiDigits(text: string): string {
  return text
    .replace(/\P{No}+/gu, (part) => part.normalize('NFKC'))
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .replace(/(?!\d)\p{Nd}/gu, plainDigit)
    .replace(/٬/g, ',')
    .replace(/٫/g, '.')
    .replace(hyphen, '-')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The digits of a text, such as a telephone number, in ASCII. */
export const digitsIn = (typed: string): string => toAsciiDigits(typed).replace(/\D/g, '')

/** A code such as a PAN, a PIN code or a reference, however it was typed: in ASCII capitals, without spaces and hyphens. What no code holds stays. */
export const plainCode = (typed: string): string =>
  toAsciiDigits(typed)
    .replace(/[ -]+/g, '')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase())

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
