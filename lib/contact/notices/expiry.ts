/**
 * The mail to the office and the operators before a registration, an approval or a sentence about the law runs out: 90, 30 and 7 days before, and
 * once it has. Each is told once. A claim whose end is moved begins again.
 */
import { z } from 'zod'
import { noticeMail } from '#lib/contact/notices/notice.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import type { Mail } from '#lib/platform/mail/compose.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { store } from '#lib/platform/store/index.ts'
import { type Claim, claimState, daysLeft, endOf, warnDays } from '#lib/site/content/claims.ts'
import { claims, site } from '#lib/site/content/index.ts'
import { count } from '#lib/site/content/problem.ts'

const recipients = () => {
  const { alertTo, summaryTo } = env().notices
  return [...new Set([alertTo, summaryTo].flatMap((list) => list?.split(', ') ?? []))].join(', ')
}

/** The smallest of the days that have been reached: 90, 30, 7, or -1 once it is over. */
const reached = (claim: Claim, today: string): number => {
  const left = daysLeft(claim, today)
  return left < 0 ? -1 : Math.min(...warnDays.filter((days) => left <= days))
}

const keyOf = (claim: Claim, today: string) =>
  `told:${claim.file} ${claim.what} ${endOf(claim)} ${reached(claim, today)}`

/** Queues one mail about all claims that have reached one of the days since the last call. Daily. */
export async function enqueueExpiries(): Promise<void> {
  const { all, today } = claims()
  const expiring = all.filter((claim) => ['over', 'overdue', 'soon'].includes(claimState(claim, today)))
  const keys = expiring.map((claim) => keyOf(claim, today))
  if (keys.length === 0 || !recipients()) return
  const { db } = await store()
  const time = utcNow()
  await db.transaction().execute(async (transaction) => {
    // Of several servers, the one that inserts a row tells it.
    const told = await transaction
      .insertInto('settings')
      .values(keys.map((key) => ({ key, value: time, updated_at: time })))
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .execute()
    if (told.length > 0)
      await enqueue(transaction, expiryMail.kind, time, { payload: { keys: told.map(({ key }) => key), today } })
  })
  wakeOutboxWorker()
}

const payloadSchema = z.object({ keys: z.array(z.string()), today: z.string() })

export const expiryMail = { kind: 'expiry', mayRepeat: true, compose } satisfies MailKind

const sentenceOf = (claim: Claim, today: string): string => {
  const end = endOf(claim)
  const state = claimState(claim, today)
  if (state === 'over')
    return `${claim.what} was valid until ${end}. Visitors no longer see it, and receipts of later gifts do not name it.`
  if (state === 'overdue') return `${claim.what} was to be read again by ${end}. Visitors still see it.`
  const what = end === claim.until ? 'is valid until' : 'is to be read again by'
  return `${claim.what} ${what} ${end} (${count(daysLeft(claim, today), 'day')} left).`
}

/** Null if nobody gets it any more, or each end was moved meanwhile. */
async function compose(subject: string, payload: unknown): Promise<Mail | null> {
  const { keys, today } = payloadSchema.parse(payload)
  const told = claims().all.filter((claim) => keys.includes(keyOf(claim, today)))
  const to = recipients()
  if (!to || told.length === 0) return null
  return noticeMail({
    to,
    subject: `${site().names.organisation}: registrations and legal texts that run out`,
    lines: [
      ...told.flatMap((claim) => [sentenceOf(claim, today), `  ${claim.where}`, '']),
      'Enter the new dates in the file, or replace the text. The office lists all of them under “What expires”.',
    ],
    reference: `expiry-${subject}`,
  })
}
