/** Finds misspelt variable names. Unrelated variables in the environment are ignored, so only close matches count. */
import { editDistance } from '#lib/edit-distance.ts'

/** First words that only this site's variables have. */
const ownWords = new Set(['STRIPE', 'EMAILJS', 'TURNSTILE', 'IPINFO', 'OUTBOX', 'ENQUIRY', 'CAMPS'])

/** One name is a prefix of the other: STRIPE_SECRET. */
const isShortened = (one: string, other: string) =>
  one.includes('_') && other.includes('_') && (one.startsWith(`${other}_`) || other.startsWith(`${one}_`))

/**
 * The variables in `given` that are not in `known` but resemble one of them. Up to a quarter of the letters may differ: TRUSTED_PROXY
 * is taken for TRUSTED_PROXIES, but HOST not for PORT.
 */
export function lookAlikes(given: readonly string[], known: readonly string[]): { name: string; known: string }[] {
  return given.flatMap((name) => {
    if (known.includes(name) || name.startsWith('npm_')) return []
    const plain = name.toUpperCase().replace(/^NEXT_PUBLIC_/, '')
    const ranked = known.map((one) => ({ one, away: isShortened(plain, one) ? 0 : editDistance(plain, one) }))
    const nearest = ranked.reduce((best, next) => (next.away < best.away ? next : best))
    const isNear = nearest.away <= Math.floor(Math.min(plain.length, nearest.one.length) / 4)
    return isNear || ownWords.has(plain.split('_')[0] ?? '') ? [{ name, known: nearest.one }] : []
  })
}
