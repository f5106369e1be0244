/** The daily mail to the office about enquiries in quarantine: how many came in a day, and how to look at them. Quotes none of them. */
import 'server-only'
import { sql, type Transaction } from 'kysely'
import { officeMail } from '#lib/contact/enquiries/mail.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { dayAfter } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import type { Mail } from '#lib/platform/providers/emailjs.ts'
import { type Database, store } from '#lib/platform/store/index.ts'
import { site } from '#lib/site/content/index.ts'

const nextDay = (day: string) => `${dayAfter(day)}T00:00:00.000Z`

/** In the transaction that writes the enquiry: one mail a day (UTC), due when the day is over. Its subject is the day, so all servers agree. */
export async function enqueueQuarantineMail(transaction: Transaction<Database>): Promise<void> {
  const today = utcNow().slice(0, 10)
  await enqueue(transaction, quarantineMail.kind, today, nextDay(today))
}

export const quarantineMail = { kind: 'quarantine', template: 'enquiry', compose } satisfies MailKind

/** Null when none of that day's is in quarantine any more, or when the daily summary counts them. @param day ISO 8601, such as 2026-11-21. @throws when the store fails. */
async function compose(day: string): Promise<Mail | null> {
  if (env().notices.summaryTo) return null
  const { db } = await store()
  const ofThatDay = sql<number>`case when created_at >= ${day} and created_at < ${nextDay(day)} then 1 end`
  const { count, inAll } = await db
    .selectFrom('enquiries')
    .select(({ fn }) => [fn.count<number>(ofThatDay).as('count'), fn.countAll<number>().as('inAll')])
    .where('state', '=', 'quarantined')
    .executeTakeFirstOrThrow()
  if (count === 0) return null
  return officeMail('enquiry', {
    fields: {
      firstname: site().names.organisation,
      lastname: 'website',
      email: site().names.email,
      message: [
        `${count === 1 ? 'One message' : `${count} messages`} of ${day} (UTC) looked like spam and went into quarantine. There ${inAll === 1 ? 'is one' : `are ${inAll}`} in it now.`,
        '',
        'Nobody else is told about them, and their senders were thanked. Please look at them:',
        'charity outbox list --stage=quarantined',
        '',
        'If one is not spam, have it delivered, with its reference:',
        'charity outbox release E-0000-0000',
      ].join('\n'),
    },
    form: 'quarantine',
    reference: `quarantine-${day}`,
    sentAt: utcNow(),
  })
}
