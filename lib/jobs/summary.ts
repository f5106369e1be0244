/**
 * The daily mail to the office: what came in, and what waits for a person. There is one for a quiet day too, so that its absence means
 * that something is wrong. Contains no names.
 */
import { type HelpFigures, helpFigures } from '#lib/contact/enquiries/admin.ts'
import { inWords } from '#lib/contact/enquiries/mail.ts'
import { noticeMail } from '#lib/contact/notices/notice.ts'
import { type Found, findEach, idsIn, inMail } from '#lib/jobs/conditions.ts'
import { type PaidGifts, paidGifts } from '#lib/office/desks/today.ts'
import { now } from '#lib/platform/clock.ts'
import { dayAfter, dayInWords } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import type { Mail } from '#lib/platform/mail/compose.ts'
import { type Currency, formatMoney } from '#lib/platform/money.ts'
import { officePage } from '#lib/platform/office.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { eventTypes } from '#lib/platform/providers/stripe.ts'
import { store } from '#lib/platform/store/index.ts'
import { countOf } from '#lib/platform/store/keyed.ts'
import { localDay, midnight, momentOf } from '#lib/platform/zone.ts'
import { usualCurrency } from '#lib/site/content/currencies.ts'
import { helpForm } from '#lib/site/content/form-ids.ts'
import { receiptTerms, site } from '#lib/site/content/index.ts'

/** Hour of the next morning in the organisation's zone. */
const sentAt = '07:00'

/**
 * Queues the summaries of today and tomorrow, each due on the morning after. To be called once a day: tomorrow's is queued too, in case the
 * next call is late. The subject of a summary is its day, so there is one, however many servers call this.
 */
export async function enqueueSummaries(): Promise<void> {
  if (!env().notices.summaryTo) return
  const { zone } = site()
  const today = localDay(zone, now())
  const { db } = await store()
  await db.transaction().execute(async (transaction) => {
    for (const day of [today, dayAfter(today)])
      await enqueue(transaction, summaryMail.kind, day, { dueAt: momentOf(zone, dayAfter(day), sentAt).toISOString() })
  })
}

export const summaryMail: MailKind = { kind: 'summary', mayRepeat: true, compose }

/** Null if nobody receives summaries any longer. @param day such as 2026-11-21. */
async function compose(day: string): Promise<Mail | null> {
  const to = env().notices.summaryTo
  if (!to) return null
  const { zone, names } = site()
  const figures = await dayFigures({ from: midnight(zone, day), until: midnight(zone, dayAfter(day)) })
  const { locale } = receiptTerms(usualCurrency())
  return noticeMail({
    to,
    subject: `${names.organisation}: ${dayInWords(day, locale, { weekday: true })}`,
    lines: summaryLines(figures, await findEach(idsIn('summary')), await officePage()),
    reference: `summary-${day}`,
  })
}

/** "1 gift", "3 gifts". */
const counted = (count: number, singular: string) => `${count} ${singular}${count === 1 ? '' : 's'}`

const giftNames = {
  'one-off': 'one-time gift',
  monthly: 'monthly gift',
  sponsorship: 'sponsorship',
  ticket: 'ticket order',
} as const

/** A title and its lines; nothing without lines. */
const section = (title: string, lines: readonly (string | false)[]) => {
  const present = lines.filter((line) => line !== false)
  return present.length > 0 ? [title, ...present, ''] : []
}

const atLeastOne = (count: number, sentence: string) => count > 0 && sentence

function helpLines({ asked, answered, hoursToAnswer, waiting }: HelpFigures): string[] {
  if (asked + waiting === 0) return []
  const inTime = hoursToAnswer === null ? '' : `, after ${counted(Math.round(hoursToAnswer), 'hour')} on average`
  return [
    `${asked} came, ${answered} of them answered${inTime}`,
    `${waiting} still ${waiting === 1 ? 'waits' : 'wait'} for an answer, earlier ones included`,
  ]
}

/** The text of the mail. @param found what waits for a person. @param office its address; without one, the lines name commands. */
export function summaryLines(
  { gifts, pledges, monthly, payments, help, enquiries }: DayFigures,
  found: readonly Found[],
  office: string | null = null,
): string[] {
  const { started, stopped } = monthly
  const { refunded, failed, lost, declined } = payments
  const { urgent = [], other = [] } = Object.groupBy(found, ({ level }) => (level === 'urgent' ? 'urgent' : 'other'))
  const print = (some: readonly Found[]) => some.map((one) => inMail(one, office))
  const overdue = section('FAMILIES WAIT FOR AN ANSWER', print(urgent))
  const cameIn = [
    ...section('REQUESTS FOR A SURGERY', helpLines(help)),
    ...section('GIFTS', [
      ...gifts.map(
        ({ kind, currency, count, amount }) =>
          `${counted(count, giftNames[kind])}: ${formatMoney({ amount, currency })}`,
      ),
      ...pledges.map(
        ({ currency, count, amount }) => `Announced by transfer: ${count}, ${formatMoney({ amount, currency })}`,
      ),
      atLeastOne(started, `Monthly giving: ${counted(started, 'donor')} began`),
      atLeastOne(stopped, `Monthly giving: ${counted(stopped, 'donor')} stopped`),
      atLeastOne(refunded, `${counted(refunded, 'payment')} refunded`),
      atLeastOne(failed, `${counted(failed, 'payment')} failed at the donor’s bank`),
      atLeastOne(lost, `${counted(lost, 'payment')} taken back by the donor’s bank`),
      atLeastOne(declined, `Cards were declined ${counted(declined, 'time')}`),
    ]),
    ...section(
      'MESSAGES AND SIGN-UPS',
      enquiries.map(({ form, count }) => `${inWords(form)}: ${count}`),
    ),
  ]
  const toDo = section('PLEASE LOOK AT', print(other))
  return [
    ...overdue,
    ...(cameIn.length > 0 ? cameIn : ['A quiet day: no gifts and no messages.', '']),
    ...(toDo.length > 0 ? toDo : ['Nothing needs your attention.', '']),
  ].slice(0, -1)
}

/** ISO 8601, UTC; `until` is the first moment after it. */
type Period = { from: string; until: string }

export type DayFigures = {
  /** Amounts in the smallest unit. */
  gifts: PaidGifts[]
  /** Announced by transfer on that day, paid by now or not. */
  pledges: { currency: Currency; count: number; amount: number }[]
  monthly: { started: number; stopped: number }
  payments: { refunded: number; failed: number; lost: number; declined: number }
  /** Families that asked for a surgery. */
  help: HelpFigures
  /** By the id of the form, without those in quarantine and those of families. */
  enquiries: { form: string; count: number }[]
}

/** By name, so that an index finds them. */
const everPaid = ['paid', 'refunded', 'disputed', 'lost', 'undone'] as const

/** Donors whose first monthly gift was paid on that day. */
async function startedMonthly({ from, until }: Period): Promise<number> {
  const { db } = await store()
  const { started } = await db
    .selectFrom('gifts')
    .select(({ fn }) => fn.count<number>('subscription_id').distinct().as('started'))
    .where('kind', '=', 'monthly')
    .where('status', 'in', everPaid)
    .where('paid_at', '>=', from)
    .where('paid_at', '<', until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('gifts as earlier')
            .select('earlier.id')
            .whereRef('earlier.subscription_id', '=', 'gifts.subscription_id')
            .where('earlier.kind', '=', 'monthly')
            .where('earlier.status', 'in', everPaid)
            .where('earlier.paid_at', '<', from),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return started
}

async function pledgeFigures({ from, until }: Period): Promise<DayFigures['pledges']> {
  const { db } = await store()
  const rows = await db
    .selectFrom('orders')
    .select(({ fn }) => ['currency', fn.countAll<number>().as('count'), fn.sum('amount').as('amount')])
    .where('pay_by', '=', 'transfer')
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}

async function eventFigures({ from, until }: Period) {
  const { db } = await store()
  const events = db.selectFrom('stripe_events').where('received_at', '>=', from).where('received_at', '<', until)
  const { stopped } = await events
    .select(({ fn }) => fn.count<number>('object_id').distinct().as('stopped'))
    .where('type', '=', eventTypes.subscriptionEnded)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('gifts').select('gifts.id').whereRef('gifts.subscription_id', '=', 'stripe_events.object_id')),
    )
    .executeTakeFirstOrThrow()
  return { stopped, declined: await countOf(events.where('type', '=', eventTypes.declined)) }
}

/** Payments whose state became this one on that day. */
async function troubledPayments({ from, until }: Period) {
  const { db } = await store()
  const rows = await db
    .selectFrom('gifts')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('status', 'in', ['refunded', 'failed', 'lost'])
    .where('updated_at', '>=', from)
    .where('updated_at', '<', until)
    .groupBy('status')
    .execute()
  return (status: string) => rows.find((row) => row.status === status)?.count ?? 0
}

async function enquiryFigures({ from, until }: Period): Promise<DayFigures['enquiries']> {
  const { db } = await store()
  return db
    .selectFrom('enquiries')
    .select(({ fn }) => ['form', fn.countAll<number>().as('count')])
    .where('state', 'in', ['stored', 'unconfirmed', 'confirmed', 'unsubscribed', 'erased'])
    .where('form', '!=', helpForm)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .groupBy('form')
    .orderBy('form')
    .execute()
}

async function dayFigures(day: Period): Promise<DayFigures> {
  const { stopped, declined } = await eventFigures(day)
  const troubled = await troubledPayments(day)
  return {
    // A gift counts on the day of its payment, which for a bank debit is days after it was made.
    gifts: await paidGifts((row) => row.and([row('paid_at', '>=', day.from), row('paid_at', '<', day.until)])),
    pledges: await pledgeFigures(day),
    monthly: { started: await startedMonthly(day), stopped },
    payments: { refunded: troubled('refunded'), failed: troubled('failed'), lost: troubled('lost'), declined },
    help: await helpFigures(day),
    enquiries: await enquiryFigures(day),
  }
}
