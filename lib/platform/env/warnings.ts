/** What start-up and health say about the variables: what is off without them, and which values are probably a mistake. */

import { type Source, type Variables, variables, weakSecrets } from '#lib/platform/env/variables.ts'
import type { Env } from '#lib/platform/env.ts'
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

/** One sentence for each feature that is off or limited. */
export function startupNotes(set: Env): string[] {
  const notes: [boolean, string][] = [
    [!set.siteUrlGiven, `SITE_URL is not set: links in API responses start with ${set.siteUrl}.`],
    [!set.databaseUrl, `DATABASE_URL is not set: gifts and enquiries are kept in SQLite in ${set.dataDir}.`],
    [!set.campsApiUrl, 'CAMPS_API_URL is not set: the camp figures are those of the content files.'],
    [!set.stripe, 'STRIPE_SECRET_KEY is not set: the site takes no cards and says so.'],
    [!set.emailjs, 'EMAILJS_SERVICE_ID is not set: enquiries are stored and no mail is sent.'],
    [
      set.emailjs !== null && !set.emailjs.templates.receipt,
      'EMAILJS_TEMPLATE_RECEIPT is not set: receipts are kept and not sent.',
    ],
    [
      set.emailjs !== null && !set.emailjs.templates.link,
      'EMAILJS_TEMPLATE_LINK is not set: donors get no link to their gifts. They can stop a monthly gift but not change it; STRIPE_PORTAL has no effect.',
    ],
    [
      set.emailjs !== null && !set.emailjs.templates.card,
      'EMAILJS_TEMPLATE_CARD is not set: donors who give in memory of somebody are not offered a card to the family.',
    ],
    [
      set.emailjs !== null && !set.emailjs.templates.failed,
      'EMAILJS_TEMPLATE_FAILED is not set: donors whose bank refuses a bank debit, or a month of their gift, get no mail about it.',
    ],
    [
      set.emailjs !== null && !set.emailjs.templates.update,
      'EMAILJS_TEMPLATE_UPDATE is not set: donors get no mail when a monthly gift of theirs is changed, and are not offered a reminder.',
    ],
    [
      set.emailjs !== null && !(set.emailjs.templates.confirm && set.siteUrlGiven),
      'EMAILJS_TEMPLATE_CONFIRM or SITE_URL is not set: sign-ups for the newsletter go to the office at once, and nobody is asked to confirm.',
    ],
    [set.emailjs !== null && !set.notices.summaryTo, 'SUMMARY_EMAIL is not set: the office gets no daily summary.'],
    [
      set.emailjs !== null && !set.notices.alertTo,
      'ALERT_EMAIL is not set: nobody is mailed when gifts, the database or mail fail.',
    ],
    [!set.ipinfo, 'IPINFO_TOKEN is not set: countries are looked up in the embedded database.'],
    [!set.turnstile, 'TURNSTILE_SITE_KEY is not set: spam is detected without Turnstile.'],
    [
      set.signingSecret === null,
      'SIGNING_SECRET is not set: a generated one is kept in the database, where every server and every backup has it.',
    ],
    [
      set.stripe !== null && !set.siteUrlGiven,
      'SITE_URL is not set: receipts of monthly gifts carry no link to stop them, and name the office instead.',
    ],
    [set.dataEncryptionKeys.length === 0, 'DATA_ENCRYPTION_KEY is not set: donors in India are not asked for a PAN.'],
    [!set.operatorToken, 'OPERATOR_TOKEN is not set: /api/health reports only whether the site works.'],
  ]
  return notes.flatMap(([applies, note]) => (applies ? [note] : []))
}
