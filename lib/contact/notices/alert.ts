/** The mail to operators about a lasting problem (lib/jobs/watch.ts), and the one when it is over. Contains no names. */
import 'server-only'
import { hostname } from 'node:os'
import { z } from 'zod'
import { utcNow } from '#lib/platform/clock.ts'
import { minuteInUtc } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import type { Mail } from '#lib/platform/mail/compose.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import { countAbandoned } from '#lib/platform/outbox/queue.ts'
import type { ProviderFault } from '#lib/platform/providers/payments.ts'
import { readSetting } from '#lib/platform/store/index.ts'
import { wallTime, zoneName } from '#lib/platform/zone.ts'
import { site } from '#lib/site/content/index.ts'
import { siteMail } from '#lib/site/mail/look.ts'

/** Mail to the office and to operators. Sends nothing. */
type Notice = {
  /** E-mail addresses, separated by commas. */
  to: string
  subject: string
  /** An empty one ends a paragraph. */
  lines: readonly string[]
  /** The same for a mail that is sent again. */
  reference: string
}

export const noticeMail = ({ to, subject, lines, reference }: Notice): Mail =>
  siteMail({
    to: to.split(', '),
    subject,
    parts: [
      ...lines
        .join('\n')
        .split('\n\n')
        .map((paragraph) => ({ paragraph })),
      {
        rows: [
          ['Reference', reference],
          ['Sent', minuteInUtc(utcNow())],
        ],
      },
    ],
  })

export const troubles = ['database', 'mail', 'undelivered', 'webhooks', 'stripe', 'giving-pages'] as const
export type Trouble = (typeof troubles)[number]

/** What to do about each cause. */
export const stripeCauses: Readonly<Record<ProviderFault | 'unreachable', string>> = {
  unreachable:
    'Stripe cannot be reached, or answers with errors. Look at https://status.stripe.com, and whether this server reaches api.stripe.com.',
  key: 'Stripe does not accept STRIPE_SECRET_KEY. Set the key of https://dashboard.stripe.com/apikeys and restart the site.',
  permission:
    'STRIPE_SECRET_KEY is a restricted key that may not open payment pages. Let it write Checkout Sessions and Customers at https://dashboard.stripe.com/apikeys.',
  account:
    'The Stripe account cannot accept payments (charges_enabled). Do what https://dashboard.stripe.com/account/status asks for.',
  method:
    'The Stripe account does not accept payments in a currency or by a method that the form needs. Turn one on at https://dashboard.stripe.com/settings/payment_methods.',
  clock: 'Stripe rejects the timestamps that this server sends. Set its clock (timedatectl).',
  request:
    'Stripe rejects the site’s requests. The log has a line “A Stripe request failed” with the parameter and the id of the request, which https://dashboard.stripe.com/logs explains. If it began with an update, roll back.',
}

export const webhookCauses: Readonly<Record<'wrong-signature' | 'clock' | 'silent' | 'unrecorded', string>> = {
  'wrong-signature':
    'This server refuses Stripe’s messages (webhooks) because their signature does not match. Set STRIPE_WEBHOOK_SECRET to the signing secret of the endpoint at https://dashboard.stripe.com/webhooks and restart the site.',
  clock: 'This server refuses Stripe’s messages (webhooks) because of its clock. Set it (timedatectl).',
  silent:
    'Stripe’s messages (webhooks) do not reach this server. The endpoint at https://dashboard.stripe.com/webhooks shows whether it is enabled, its URL, and the response that Stripe received.',
  unrecorded: 'Stripe’s messages (webhooks) arrive and cannot be recorded. The log says why.',
}

type AlertWords = {
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
    begun: 'the database fails',
    over: 'the database works again',
    lines: () => [
      'No gift can be recorded until it works. The forms say so, and Stripe repeats its messages for three days.',
      `The server that noticed it is ${hostname()}.`,
    ],
  },
  mail: {
    begun: 'mail is not being sent',
    over: 'mail is being sent again',
    lines: () => [
      'Enquiries and receipts wait in the database and are not lost. They will be sent once this is fixed.',
      'See what the mail service responds: charity outbox list --stage=waiting, then show one of them. Often the month’s quota is used up, or the template was renamed. Once you have fixed it: charity outbox retry --waiting.',
    ],
  },
  undelivered: {
    begun: 'mails need your attention',
    over: 'no mail needs your attention any more',
    lines: () => [
      'They are not retried automatically. Look at them: charity outbox list --stage=dead, and --stage=unknown.',
      'charity outbox retry sends them again; charity outbox done marks those that have arrived, or that you have answered in another way. /api/health and the daily summary count them until then.',
    ],
  },
  webhooks: {
    begun: 'gifts are recorded late',
    over: 'gifts are recorded in time again',
    causes: webhookCauses,
    lines: () => [
      'Until this is fixed, the site asks Stripe for each gift a quarter of an hour later, and receipts are late. Then charity gifts resync says whether anything is missing.',
    ],
  },
  stripe: {
    begun: 'giving by card does not work',
    over: 'giving by card works again',
    causes: stripeCauses,
    lines: () => [
      'Donors cannot give by card: the forms say so, and keep what donors typed.',
      'If Stripe refused to open a donor’s payment page, this is resolved once another one opens: go to a form, choose to pay, and leave.',
    ],
  },
  'giving-pages': {
    begun: 'the giving pages are not as they were built',
    over: 'the giving pages are as they were built again',
    causes: {
      changed:
        'What visitors get from SITE_URL has other headers or scripts than the build. The log has a line “The giving pages are not as they were built” that names them.',
      unreached: 'The server has not been able to read its own pages at SITE_URL for hours. The log says why.',
    },
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

/** Sentences about the cause, and about mail, for an alert and the log. @throws when the store fails. */
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
  if (trouble !== 'undelivered' || until) return []
  const { dead, unknown } = await countAbandoned()
  return [
    ...(dead > 0 ? [`Mails abandoned after about three days: ${dead}.`] : []),
    ...(unknown > 0 ? [`Mails that may or may not have arrived: ${unknown}.`] : []),
  ]
}

/** Null if it is no longer needed: nobody gets alerts, or the problem ended before this could be sent. @throws when the store fails. */
async function compose(_: string, payload: unknown): Promise<Mail | null> {
  const episode = episodeSchema.parse(payload)
  const { trouble, since, until } = episode
  if (!until && (await readSetting(troubleSetting(trouble)))?.value !== since) return null
  return alertMail(episode, await detailsOf(episode))
}
