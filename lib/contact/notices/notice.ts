/** The form of mails to the office and to operators. */
import { utcNow } from '#lib/platform/clock.ts'
import { minuteInUtc } from '#lib/platform/dates.ts'
import type { Mail } from '#lib/platform/mail/compose.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { siteMail } from '#lib/site/mail/look.ts'

type Notice = {
  /** E-mail addresses, separated by commas. */
  to: string
  subject: string
  /** An empty one ends a paragraph. */
  lines: readonly string[]
  /** The same for a mail that is sent again. */
  reference: string
}

export function noticeMail({ to, subject, lines, reference }: Notice): Mail {
  const t = messages()
  return siteMail({
    to: to.split(', '),
    subject,
    parts: [
      ...lines
        .join('\n')
        .split('\n\n')
        .map((paragraph) => ({ paragraph })),
      {
        rows: [
          [t('officeMail.reference'), reference],
          [t('officeMail.sent'), minuteInUtc(utcNow())],
        ],
      },
    ],
  })
}
