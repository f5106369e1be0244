/**
 * The daily mail to the office: what came in, and what waits for a person. There is one for a quiet day too, so that its absence means
 * that something is wrong. Contains no names.
 */
import 'server-only'
import type { HelpFigures } from '#lib/contact/enquiries/admin.ts'
import { noticeMail } from '#lib/contact/notices/alert.ts'
import { type DayFigures, dayFigures } from '#lib/contact/notices/day-figures.ts'
import { now } from '#lib/platform/clock.ts'
import { dayAfter, dayInWords } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import { formatMoney, usualCurrency } from '#lib/platform/money.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import type { Mail } from '#lib/platform/providers/emailjs.ts'
import { store } from '#lib/platform/store/index.ts'
import { momentOf, wallTime } from '#lib/platform/zone.ts'
import { helpForm } from '#lib/site/content/form-ids.ts'
import { receiptTerms, site } from '#lib/site/content/index.ts'

/** Hour of the next morning in the organisation's zone. */
const sentAt = '07:00'

/**
 * Queues the summaries of today and tomorrow, each due on the morning after. To be called once a day: tomorrow's is queued too, in case
 * the next call is late. The subject of a summary is its day, so there is one, however many servers call this. @throws when the store fails.
 */
export async function enqueueSummaries(): Promise<void> {
  if (!env().notices.summaryTo) return
  const { zone } = site()
  const today = wallTime(zone, now()).slice(0, 10)
  const { db } = await store()
  await db.transaction().execute(async (transaction) => {
    for (const day of [today, dayAfter(today)])
      await enqueue(transaction, summaryMail.kind, day, momentOf(zone, dayAfter(day), sentAt).toISOString())
  })
}

export const summaryMail = { kind: 'summary', template: 'notice', compose } satisfies MailKind

/** Null if nobody gets summaries any more. @param day such as 2026-11-21. @throws when the store fails. */
async function compose(day: string): Promise<Mail | null> {
  const to = env().notices.summaryTo
  if (!to) return null
  const { zone, names } = site()
  const midnight = (of: string) => momentOf(zone, of, '00:00').toISOString()
  const figures = await dayFigures({ from: midnight(day), until: midnight(dayAfter(day)) })
  const { locale } = receiptTerms(usualCurrency())
  return noticeMail({
    to,
    subject: `${names.organisation}: ${dayInWords(day, locale, { weekday: true })}`,
    lines: summaryLines(figures),
    reference: `summary-${day}`,
  })
}

/** "1 gift", "3 gifts". */
const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

const giftNames = { 'one-off': 'one-time gift', monthly: 'monthly gift', sponsorship: 'sponsorship' } as const

/** A title and its lines; nothing without lines. */
const section = (title: string, lines: readonly (string | false)[]) => {
  const said = lines.filter((line) => line !== false)
  return said.length > 0 ? [title, ...said, ''] : []
}

const atLeastOne = (count: number, sentence: string) => count > 0 && sentence

/** student-intern -> Student intern */
const formName = (form: string) => form.charAt(0).toUpperCase() + form.slice(1).replaceAll('-', ' ')

/** Also for charity outbox. */
export function helpLines({ asked, answered, hoursToAnswer, waiting }: HelpFigures): string[] {
  if (asked + waiting === 0) return []
  const inTime = hoursToAnswer === null ? '' : `, after ${counted(Math.round(hoursToAnswer), 'hour')} at the mean`
  return [
    `${asked} came, ${answered} of them answered${inTime}`,
    `${waiting} in all ${waiting === 1 ? 'waits' : 'wait'} for an answer`,
  ]
}

/** The text of the mail. */
export function summaryLines({ gifts, monthly, payments, help, enquiries, waiting }: DayFigures): string[] {
  const { started, stopped } = monthly
  const { refunded, failed, declined } = payments
  const overdue = section('FAMILIES WAIT FOR AN ANSWER', [
    atLeastOne(
      help.overdue,
      `${counted(help.overdue, 'request for a surgery has', 'requests for a surgery have')} had no answer for more than a day: charity outbox list --form=${helpForm}`,
    ),
  ])
  const cameIn = [
    ...section('REQUESTS FOR A SURGERY', helpLines(help)),
    ...section('GIFTS', [
      ...gifts.map(
        ({ kind, currency, count, amount }) =>
          `${counted(count, giftNames[kind])}: ${formatMoney({ amount, currency })}`,
      ),
      atLeastOne(started, `Monthly giving: ${counted(started, 'donor')} began`),
      atLeastOne(stopped, `Monthly giving: ${counted(stopped, 'donor')} stopped`),
      atLeastOne(refunded, `${counted(refunded, 'payment')} refunded`),
      atLeastOne(failed, `${counted(failed, 'payment')} failed at the donor’s bank`),
      atLeastOne(declined, `Cards were declined ${counted(declined, 'time')}`),
    ]),
    ...section(
      'MESSAGES AND SIGN-UPS',
      enquiries.map(({ form, count }) => `${formName(form)}: ${count}`),
    ),
  ]
  const { disputes, quarantined, lateMails, deadMails, unknownMails } = waiting
  const toDo = section('PLEASE LOOK AT', [
    atLeastOne(
      disputes,
      `${counted(disputes, 'payment is', 'payments are')} disputed by the donor’s bank. Stripe’s dashboard says until when to answer.`,
    ),
    atLeastOne(
      quarantined,
      `${counted(quarantined, 'message looks', 'messages look')} like spam and ${quarantined === 1 ? 'waits' : 'wait'} for somebody to read: charity outbox list --stage=quarantined`,
    ),
    atLeastOne(lateMails, `${counted(lateMails, 'mail waits', 'mails wait')} to be sent for more than an hour.`),
    atLeastOne(deadMails, `${counted(deadMails, 'mail')} could not be delivered: charity outbox list --stage=dead`),
    atLeastOne(
      unknownMails,
      `${counted(unknownMails, 'mail')} may or may not have arrived: charity outbox list --stage=unknown`,
    ),
  ])
  return [
    ...overdue,
    ...(cameIn.length > 0 ? cameIn : ['A quiet day: no gifts and no messages.', '']),
    ...(toDo.length > 0 ? toDo : ['Nothing waits for you.', '']),
  ].slice(0, -1)
}
