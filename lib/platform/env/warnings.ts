/** What start-up and health say about variables whose values are probably a mistake. */

import { type Source, type Variables, variables, weakSecrets } from '#lib/platform/env/variables.ts'
import { editDistance } from '#lib/platform/typed-text.ts'

const shortRetentionDays = 30
/** Whether only this machine can reach it; true if it is unset. */
export const isLocal = (origin: string | undefined) =>
  origin === undefined || /^https?:\/\/(?:(?:[\w-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/.test(origin)

/** Probable misconfigurations: one sentence each, for the start-up log and /api/health. Names variables, never values. */
export function startupWarnings(set: Variables, given: Source): string[] {
  const warnings: string[] = []
  if (set.STRIPE_SECRET_KEY?.includes('_test_') && set.SITE_URL?.startsWith('https://'))
    warnings.push('STRIPE_SECRET_KEY is a test key on a site with https: no card is charged, and no gift is real.')
  if (set.ENQUIRY_RETENTION_DAYS < shortRetentionDays)
    warnings.push(
      `ENQUIRY_RETENTION_DAYS is ${set.ENQUIRY_RETENTION_DAYS}: enquiries are erased before a month is over, answered or not.`,
    )
  // The sandbox's secrets are fine on localhost.
  for (const { name, weakness } of weakSecrets(given))
    if (!(isLocal(set.SITE_URL) && weakness.includes('sandbox'))) warnings.push(`${name} ${weakness}.`)
  for (const { name, known } of lookAlikes(Object.keys(given), Object.keys(variables.shape)))
    warnings.push(`${name} is not a variable of this site, and nothing reads it. Did you mean ${known}?`)
  return warnings
}

/** First words that only this site's variables have. */
const ownWords = new Set(['STRIPE', 'EMAILJS', 'TURNSTILE', 'IPINFO', 'OUTBOX', 'ENQUIRY', 'CAMPS'])

/** One name is a prefix of the other: STRIPE_SECRET. */
const isShortened = (one: string, other: string) =>
  one.includes('_') && other.includes('_') && (one.startsWith(`${other}_`) || other.startsWith(`${one}_`))

/**
 * Misspelt names: the variables in `given` that are not in `known` but resemble one of them. Up to a quarter of the letters may differ: TRUSTED_PROXY
 * is taken for TRUSTED_PROXIES, but HOST not for PORT.
 */
function lookAlikes(given: readonly string[], known: readonly string[]): { name: string; known: string }[] {
  return given.flatMap((name) => {
    if (known.includes(name) || name.startsWith('npm_')) return []
    const plain = name.toUpperCase().replace(/^NEXT_PUBLIC_/, '')
    const ranked = known.map((one) => ({ one, away: isShortened(plain, one) ? 0 : editDistance(plain, one) }))
    const nearest = ranked.reduce((best, next) => (next.away < best.away ? next : best))
    const isNear = nearest.away <= Math.floor(Math.min(plain.length, nearest.one.length) / 4)
    return isNear || ownWords.has(plain.split('_')[0] ?? '') ? [{ name, known: nearest.one }] : []
  })
}
