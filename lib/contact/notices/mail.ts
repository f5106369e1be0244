/** Mail to the office and to operators: the values that the account's template fills in. Sends nothing. */
import 'server-only'
import { utcNow } from '#lib/platform/clock.ts'
import type { Mail } from '#lib/platform/providers/emailjs.ts'

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
