/** Mail to addresses that anybody can type: so many of a kind to one mailbox in a day. */
import type { Transaction } from 'kysely'
import { mailsPerDay } from '#lib/giving/orders/limits.ts'
import { countMailTo } from '#lib/platform/http/limits.ts'
import { log } from '#lib/platform/log.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import type { Database } from '#lib/platform/store/index.ts'

/** Queues a mail, unless its mailbox has reached its limit today. */
export async function enqueueWithin(
  transaction: Transaction<Database>,
  kind: keyof typeof mailsPerDay,
  subject: string,
  email: string,
  payload?: object,
): Promise<void> {
  if ((await countMailTo(transaction, kind, email)) <= mailsPerDay[kind])
    await enqueue(transaction, kind, subject, { payload })
  else log.warn('A mail is not sent: its address has reached its daily limit of such mails', { kind, subject })
}
