/** The mail to operators about a lasting problem (lib/jobs/watch.ts), and the one when it is over. Contains no names. */
import 'server-only'
import { hostname } from 'node:os'
import { utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import type { Mail } from '#lib/platform/providers/emailjs.ts'
import { readSetting } from '#lib/platform/store/index.ts'
import { wallTime, zoneName } from '#lib/platform/zone.ts'
import { site } from '#lib/site/content/index.ts'

/** Mail to the office and to operators: the values that the account's template fills in. Sends nothing. */
type Notice = {
  /** E-mail addresses, separated by commas. */
  to: string
  subject: string
  lines: readonly string[]
  /** The same for a mail that is sent again. */
  reference: string
}

export const noticeMail = ({ to, subject, lines, reference }: Notice): Mail => ({
  template: 'notice',
  params: { email: to, subject, message: lines.join('\n'), reference, sent_at: utcNow() },
})

export const troubles = ['database', 'mail', 'webhooks', 'stripe'] as const
export type Trouble = (typeof troubles)[number]

type AlertWords = {
  /** Ends the subject line. */
  begun: string
  over: string
  /** The effect on visitors, and what to do. */
  lines: () => readonly string[]
}

export const words: Readonly<Record<Trouble, AlertWords>> = {
  database: {
    begun: 'the database does not respond',
    over: 'the database responds again',
    lines: () => [
      'No gift can be recorded until it works. The forms say so, and Stripe repeats its messages for three days.',
      `The server that noticed it is ${hostname()}.`,
    ],
  },
  mail: {
    begun: 'mail is not being sent',
    over: 'mail is being sent again',
    lines: () => [
      'Enquiries and receipts wait in the database and are not lost. They are sent as soon as this is mended.',
      'Look what the mail service answers: charity outbox list --stage=waiting, then show one of them. Often the month’s quota is used up, or a template was renamed.',
    ],
  },
  webhooks: {
    begun: 'gifts are not being recorded',
    over: 'gifts are being recorded again',
    lines: () => [
      'Stripe’s messages about payments (webhooks) are rejected or cannot be recorded. Donors are charged, and get no receipt until this is mended. Stripe repeats its messages for three days.',
      'The warnings of /api/health say which setting to change.',
    ],
  },
  stripe: {
    begun: 'Stripe does not take our calls',
    over: 'Stripe takes our calls again',
    lines: () => [
      'Nobody can give by card: the forms say so, and keep what donors typed.',
      'Look at https://status.stripe.com, whether this server reaches api.stripe.com, and whether STRIPE_SECRET_KEY is still valid: the log has a line “A Stripe request failed” for each call.',
    ],
  },
}

/** The setting that exists while a problem lasts; its value is when it began, ISO 8601. */
export const troubleSetting = (trouble: Trouble) => `trouble:${trouble}`

/** The two events, stored as part of an alert's subject in the outbox, so that each is sent once. */
type Episode = { trouble: Trouble; since: string; until: string | null }

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
  const { begun, over, lines } = words[trouble]
  return noticeMail({
    to,
    subject: `${site().names.organisation}: ${until ? over : begun}`,
    lines: until
      ? [`It lasted from ${moment(since)} to ${moment(until)}.`]
      : [`Since ${moment(since)}.`, '', ...details, ...lines(), '', 'You will get another mail when it is over.'],
    reference: alertSubject({ trouble, since, until }),
  })
}

export const operatorAlert = { kind: 'alert', template: 'notice', urgent: true, compose } satisfies MailKind

/** Null if it is no longer needed: nobody gets alerts, or the problem ended before this could be sent. @throws when the store fails. */
async function compose(subject: string): Promise<Mail | null> {
  const [trouble, since, until = null] = subject.split(' ')
  if (!isOneOf(troubles, trouble) || !since) return null
  if (!until && (await readSetting(troubleSetting(trouble)))?.value !== since) return null
  return alertMail({ trouble, since, until })
}
