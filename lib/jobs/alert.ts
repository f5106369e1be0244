/** The mail to operators about a lasting problem (lib/jobs/watch.ts), and the one when it is over. Contains no names. */
import { hostname } from 'node:os'
import { z } from 'zod'
import { noticeMail } from '#lib/contact/notices/notice.ts'
import {
  findEach,
  givingPagesCauses,
  idsOf,
  inHealth,
  stripeCauses,
  type Trouble,
  troubles,
  webhookCauses,
} from '#lib/jobs/conditions.ts'
import { hourMs, minuteMs } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import type { Mail } from '#lib/platform/mail/compose.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import { countAbandoned } from '#lib/platform/outbox/queue.ts'
import { readSetting } from '#lib/platform/store/index.ts'
import { wallTime, zoneName } from '#lib/platform/zone.ts'
import { site } from '#lib/site/content/index.ts'

type AlertWords = {
  /** For how long it has failed. */
  afterMs: number
  /** Ends the subject line. */
  begun: string
  over: string
  /** The effect on visitors, and what to do. */
  lines: () => readonly string[]
  /** Stands before `lines`, if the cause is known. */
  causes?: Readonly<Record<string, string>>
}

export const alertTexts: Readonly<Record<Trouble, AlertWords>> = {
  database: {
    afterMs: 15 * minuteMs,
    begun: 'the database fails',
    over: 'the database works again',
    lines: () => [
      'No gift can be recorded until it works. The forms say so, and Stripe repeats its messages for three days.',
      `The server that noticed it is ${hostname()}.`,
    ],
  },
  mail: {
    // It is tried again for a day, and a quota may recover by itself.
    afterMs: hourMs,
    begun: 'mail is not being sent',
    over: 'mail is being sent again',
    lines: () => [
      'Enquiries and receipts wait in the database and are not lost. They will be sent once this is fixed.',
      'See what the mail service responds: charity outbox list --stage=waiting, then show one of them. Often the month’s quota is used up, or the template was renamed. Once you have fixed it: charity outbox retry --waiting.',
    ],
  },
  undelivered: {
    afterMs: 0,
    begun: 'mails need your attention',
    over: 'no mail needs your attention any more',
    lines: () => [
      'They are not retried automatically. /api/health and the daily summary count them until each is dealt with.',
    ],
  },
  webhooks: {
    afterMs: 15 * minuteMs,
    begun: 'gifts are recorded late',
    over: 'gifts are recorded in time again',
    causes: webhookCauses,
    lines: () => [
      'Until this is fixed, the site asks Stripe for each gift a quarter of an hour later, and receipts are late. Then charity gifts resync says whether anything is missing.',
    ],
  },
  stripe: {
    afterMs: 15 * minuteMs,
    begun: 'giving by card does not work',
    over: 'giving by card works again',
    causes: stripeCauses,
    lines: () => [
      'Donors cannot give by card: the forms say so, and keep what donors typed.',
      'If Stripe refused to open a donor’s payment page, this is resolved once another one opens: go to a form, choose to pay, and leave.',
    ],
  },
  'giving-pages': {
    // A deployment to several servers is over by then.
    afterMs: 15 * minuteMs,
    begun: 'the giving pages are not as they were built',
    over: 'the giving pages are as they were built again',
    causes: givingPagesCauses,
    lines: () => [
      'If nobody changed the proxy, the host or a service in front of the site, somebody may have attacked it: turn giving by card off (empty STRIPE_SECRET_KEY) and read docs/operate/breach.md.',
      'Servers that run different versions for longer than a quarter of an hour cause it too.',
    ],
  },
}

/** The setting that exists while a problem lasts; its value is when it began, ISO 8601. */
export const troubleSetting = (trouble: Trouble) => `trouble:${trouble}`
/** One of `causes`, or empty: why a problem last began. */
export const causeSetting = (trouble: Trouble) => `cause:${trouble}`

/** The two events, stored as part of an alert's subject in the outbox, so that each is sent once. */
const episodeSchema = z.object({ trouble: z.enum(troubles), since: z.string(), until: z.string().nullable() })
type Episode = z.infer<typeof episodeSchema>

export const alertSubject = ({ trouble, since, until }: Episode) =>
  [trouble, since, ...(until ? [until] : [])].join(' ')

function moment(iso: string): string {
  const { zone } = site()
  return `${wallTime(zone, new Date(iso)).slice(0, 16).replace('T', ' ')} (${zoneName(zone)})`
}

/** Null if nobody gets alerts. `details`: further lines about the findings. */
export function alertMail({ trouble, since, until }: Episode, details: readonly string[] = []): Mail | null {
  const to = env().notices.alertTo
  if (!to) return null
  const { begun, over, lines } = alertTexts[trouble]
  return noticeMail({
    to,
    subject: `${site().names.organisation}: ${until ? over : begun}`,
    lines: until
      ? [`It lasted from ${moment(since)} to ${moment(until)}.`, ...details]
      : [`Since ${moment(since)}.`, '', ...details, ...lines(), '', 'You will get another mail when it is over.'],
    reference: alertSubject({ trouble, since, until }),
  })
}

export const operatorAlert: MailKind = { kind: 'alert', urgent: true, mayRepeat: true, compose }

/** Sentences about the cause, and about mail, for an alert and the log. */
export async function detailsOf({ trouble, since, until }: Episode): Promise<string[]> {
  const { causes } = alertTexts[trouble]
  if (causes && !until) {
    const cause = causes[(await readSetting(causeSetting(trouble)))?.value ?? '']
    return cause ? [cause] : []
  }
  if (trouble === 'mail' && until) {
    const { dead } = await countAbandoned(since)
    return [`Mails abandoned meanwhile: ${dead}.${dead > 0 ? ' To send them again: charity outbox retry --dead' : ''}`]
  }
  return trouble === 'undelivered' && !until ? (await findEach(idsOf(trouble))).map(inHealth) : []
}

/** Null if it is no longer needed: nobody gets alerts, or the problem ended before this could be sent. */
async function compose(_: string, payload: unknown): Promise<Mail | null> {
  const episode = episodeSchema.parse(payload)
  const { trouble, since, until } = episode
  if (!until && (await readSetting(troubleSetting(trouble)))?.value !== since) return null
  return alertMail(episode, await detailsOf(episode))
}
