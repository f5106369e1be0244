/** Start-up notes about variables that are not set. */

import type { Env } from '#lib/platform/env.ts'

/** Features that not every charity has. */
export type SiteFeatures = Record<'cards' | 'liveFigures' | 'identityDocuments', boolean>

/** One sentence for each feature of the site that is off or limited. */
export function startupNotes(set: Env, has: SiteFeatures): string[] {
  const notes: [boolean, string][] = [
    [!set.siteUrlGiven, `SITE_URL is not set: links in API responses start with ${set.siteUrl}.`],
    [!set.databaseUrl, `DATABASE_URL is not set: gifts and enquiries are kept in SQLite in ${set.dataDir}.`],
    [has.liveFigures && !set.campsApiUrl, 'CAMPS_API_URL is not set: the camp figures are those of the content files.'],
    [has.cards && !set.stripe, 'STRIPE_SECRET_KEY is not set: the site does not accept cards and says so.'],
    [!set.emailjs, 'EMAILJS_SERVICE_ID is not set: enquiries are stored and no mail is sent.'],
    [
      set.emailjs !== null && !set.siteUrlGiven,
      'SITE_URL is not set: mails have no links. Sign-ups for the newsletter go to the office without a confirmation, donors get no link to their gifts, and nobody is reminded of an unfinished gift.',
    ],
    [
      set.emailjs !== null && !set.emailjs.privateKey,
      'EMAILJS_PRIVATE_KEY is not set: require it at EmailJS, because the template sends to any address.',
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
    [
      has.identityDocuments && set.dataEncryptionKeys.length === 0,
      'DATA_ENCRYPTION_KEY is not set: donors are asked for no number of a document, such as a tax number.',
    ],
    [!set.operatorToken, 'OPERATOR_TOKEN is not set: /api/health reports only whether the site works.'],
  ]
  return notes.flatMap(([applies, note]) => (applies ? [note] : []))
}
