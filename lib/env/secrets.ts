/** Tells a secret that somebody made up, or copied from an example, from one that a program drew. A guess on the safe side: a random value never looks weak. */

/** Six letters or more, so that a random value holds none of them by chance. */
const exampleWords =
  /change[-_ ]?(?:me|this|it)|secret|password|placeholder|example|default|replace|insecure|testing|charity/i
const fewestCharacters = 16
const fewestDistinct = 6

/** 'abcabcabc' and 'aaaa', with or without a cut-off end. */
function repeatsItself(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length += 1)
    if ([...text].every((character, index) => character === text[index % length])) return true
  return false
}

/** More than half of its characters follow the one before them: 0123456789abcdef. */
function countsUp(text: string): boolean {
  const codes = Array.from(text, (character) => character.charCodeAt(0))
  const steps = codes.filter((code, index) => index > 0 && Math.abs(code - (codes[index - 1] ?? 0)) === 1)
  return steps.length > text.length / 2
}

/** The vendor's own examples, which accept everything: https://developers.cloudflare.com/turnstile/troubleshooting/testing/ */
const isCloudflareDummy = (text: string) => /^[123]x0{10,}/.test(text)

const isOfTheSandbox = (text: string) =>
  [text, Buffer.from(text, 'base64').toString('latin1')].some((one) => /sandbox/i.test(one))

/** What follows the last mark of a vendor's: whsec_… */
const withoutPrefix = (text: string) => text.replace(/^whsec_/, '')

/**
 * Why `value` protects nothing, as the end of a sentence about its variable and without a part of it; null when it looks random.
 * `issued`: a vendor drew it, so only values that everybody knows are weak.
 */
export function weaknessOf(value: string, { issued = false } = {}): string | null {
  if (isOfTheSandbox(value)) return 'is one of the sandbox, which everybody knows'
  if (isCloudflareDummy(value)) return 'is a test value that accepts everything'
  if (issued) return null
  const text = withoutPrefix(value)
  if (text.length < fewestCharacters) return 'is too short to be a secret'
  if (exampleWords.test(text)) return 'holds a word that examples use'
  if (new Set(text).size < fewestDistinct || repeatsItself(text) || countsUp(text)) return 'is easy to guess'
  return null
}
