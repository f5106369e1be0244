/**
 * The daily mail to the office: what came in, and what waits for a person. There is one for a quiet day too, so that its absence means
 * that something is wrong. Contains no names.
 */
import 'server-only'
import { countQuarantined, type HelpFigures, helpFigures, leavingFamilies } from '#lib/contact/enquiries/admin.ts'
import { inWords } from '#lib/contact/enquiries/mail.ts'
import { noticeMail } from '#lib/contact/notices/alert.ts'
import { dayMs, endOfTime, hourMs, now, utcNow } from '#lib/platform/clock.ts'
import { dayAfter, dayInWords } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import type { Mail } from '#lib/platform/mail/compose.ts'
import { type Currency, formatMoney } from '#lib/platform/money.ts'
import { officePage } from '#lib/platform/office.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { eventTypes } from '#lib/platform/providers/stripe.ts'
import { store } from '#lib/platform/store/index.ts'
import type { GiftsTable } from '#lib/platform/store/schema.ts'
import { momentOf, wallTime } from '#lib/platform/zone.ts'
import { usualCurrency } from '#lib/site/content/currencies.ts'
import { helpForm } from '#lib/site/content/form-ids.ts'
import { charityEvent, receiptTerms, site } from '#lib/site/content/index.ts'

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
      await enqueue(transaction, summaryMail.kind, day, { dueAt: momentOf(zone, dayAfter(day), sentAt).toISOString() })
  })
}

export const summaryMail: MailKind = { kind: 'summary', mayRepeat: true, compose }

/** Null if nobody receives summaries any longer. @param day such as 2026-11-21. @throws when the store fails. */
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
    lines: summaryLines(figures, await officePage()),
    reference: `summary-${day}`,
  })
}

/** "1 gift", "3 gifts". */
const counted = (count: number, singular: string, many = `${singular}s`) => `${count} ${count === 1 ? singular : many}`

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

/** Also for charity outbox. */
export function helpLines({ asked, answered, hoursToAnswer, waiting }: HelpFigures): string[] {
  if (asked + waiting === 0) return []
  const inTime = hoursToAnswer === null ? '' : `, after ${counted(Math.round(hoursToAnswer), 'hour')} on average`
  return [
    `${asked} came, ${answered} of them answered${inTime}`,
    `${waiting} still ${waiting === 1 ? 'waits' : 'wait'} for an answer, earlier ones included`,
  ]
}

/** The text of the mail. @param office its address; without one, the lines name commands. */
export function summaryLines(
  { gifts, pledges, monthly, payments, help, enquiries, waiting }: DayFigures,
  office: string | null = null,
): string[] {
  const where = (path: string, command: string) => (office ? office + path : command)
  const { started, stopped } = monthly
  const { refunded, failed, lost, declined } = payments
  const overdue = section('FAMILIES WAIT FOR AN ANSWER', [
    atLeastOne(
      help.overdue,
      `${counted(help.overdue, 'request for a surgery has', 'requests for a surgery have')} had no answer for more than a day: ${where('/families?state=new', `charity outbox list --form=${helpForm}`)}`,
    ),
  ])
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
  const { leaving, disputes, crowded, oldPledges, quarantined, lateMails, deadMails, unknownMails } = waiting
  const toDo = section('PLEASE LOOK AT', [
    atLeastOne(
      leaving,
      `${counted(leaving, 'request for a surgery', 'requests for a surgery')} will be erased within a week, ${site().keep.surgery} days after the last of request, call, surgery, change and note: ${where('/families', `charity outbox list --form=${helpForm}`)}`,
    ),
    ...disputes.map(
      ({ reference, answerBy }) =>
        `The donor’s bank disputes ${reference}: answer by ${answerBy} at ${where(`/gifts?search=${reference}`, 'https://dashboard.stripe.com/disputes')}`,
    ),
    ...crowded,
    oldPledges.length > 0 &&
      `The money of ${counted(oldPledges.length, 'pledge')} has not arrived for ten days: ${oldPledges.slice(0, 20).join(', ')}${oldPledges.length > 20 ? ' …' : ''} (${where('/pledges', 'charity staff add opens the office, which lists them')})`,
    atLeastOne(
      quarantined,
      `${counted(quarantined, 'message looks', 'messages look')} like spam and ${quarantined === 1 ? 'waits' : 'wait'} for somebody to read: ${where('/messages?stage=quarantined', 'charity outbox list --stage=quarantined')}`,
    ),
    atLeastOne(
      lateMails,
      `${counted(lateMails, 'mail has', 'mails have')} been waiting to be sent for more than an hour.`,
    ),
    atLeastOne(
      deadMails,
      `${counted(deadMails, 'mail')} could not be delivered: ${where('/mails?state=dead', 'charity outbox list --stage=dead')}`,
    ),
    atLeastOne(
      unknownMails,
      `${counted(unknownMails, 'mail')} may or may not have arrived: ${where('/mails?state=unknown', 'charity outbox list --stage=unknown')}`,
    ),
    deadMails + unknownMails > 0 &&
      (office
        ? 'Open each of these mails to send it again, or to mark it as dealt with.'
        : 'Send these mails again (charity outbox retry), or mark them as dealt with (charity outbox done).'),
  ])
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
  gifts: { kind: GiftsTable['kind']; currency: Currency; count: number; amount: number }[]
  /** Announced by transfer on that day, paid by now or not. */
  pledges: { currency: Currency; count: number; amount: number }[]
  monthly: { started: number; stopped: number }
  payments: { refunded: number; failed: number; lost: number; declined: number }
  /** Families that asked for a surgery. */
  help: HelpFigures
  /** By the id of the form, without those in quarantine and those of families. */
  enquiries: { form: string; count: number }[]
  /** As of now, whatever the day. */
  waiting: {
    /** Families' requests that are erased within a week. */
    leaving: number
    /** Disputes that can still be answered, each with the last day for an answer. */
    disputes: { reference: string; answerBy: string }[]
    /** A sentence for each kind of ticket of which most places are held. */
    crowded: string[]
    /** References of pledges that are ten days old and have no gift. */
    oldPledges: string[]
    quarantined: number
    lateMails: number
    deadMails: number
    unknownMails: number
  }
}

const lateAfterMs = hourMs
const lateTransferMs = 10 * dayMs
/** Longer than a pledge is kept, so that no older rows are read. */
const pledgeKeptMs = 100 * dayMs

/** By name, so that an index finds them. */
const everPaid = ['paid', 'refunded', 'disputed', 'lost', 'undone'] as const

/** A gift counts on the day of its payment, which for a bank debit is days after it was made. */
export async function paidGifts({ from, until }: Period): Promise<DayFigures['gifts']> {
  const { db } = await store()
  const gifts = await db
    .selectFrom('gifts')
    .select(({ fn }) => ['kind', 'currency', fn.countAll<number>().as('count'), fn.sum('amount').as('amount')])
    .where('status', '=', 'paid')
    .where('paid_at', '>=', from)
    .where('paid_at', '<', until)
    .groupBy(['kind', 'currency'])
    .orderBy('currency')
    .orderBy('kind', 'desc')
    .execute()
  return gifts.map((row) => ({ ...row, amount: Number(row.amount) }))
}

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

const pledgesSince = async (from: string, until: string) =>
  (await store()).db
    .selectFrom('orders')
    .where('pay_by', '=', 'transfer')
    .where('created_at', '>=', from)
    .where('created_at', '<', until)

async function pledgeFigures({ from, until }: Period): Promise<DayFigures['pledges']> {
  const rows = await (await pledgesSince(from, until))
    .select(({ fn }) => ['currency', fn.countAll<number>().as('count'), fn.sum('amount').as('amount')])
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}

/** The oldest first. */
async function oldPledges(): Promise<string[]> {
  const rows = await (await pledgesSince(utcNow(-pledgeKeptMs), utcNow(-lateTransferMs)))
    .where('state', '=', 'waiting')
    .select('reference')
    .orderBy('created_at')
    .execute()
  return rows.map(({ reference }) => reference)
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
  const { declined } = await events
    .select(({ fn }) => fn.countAll<number>().as('declined'))
    .where('type', '=', eventTypes.declined)
    .executeTakeFirstOrThrow()
  return { stopped, declined }
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

/** The most urgent first. */
export async function openDisputes(): Promise<DayFigures['waiting']['disputes']> {
  const { db } = await store()
  const rows = await db
    .selectFrom('gifts')
    .select(['reference', 'object_id', 'answer_by'])
    .where('answer_by', '>', utcNow())
    .orderBy('answer_by')
    .execute()
  return rows.map(({ reference, object_id, answer_by }) => ({
    reference: reference ?? object_id,
    answerBy: wallTime(site().zone, new Date(answer_by ?? '')).slice(0, 10),
  }))
}

/**
 * A sentence for each kind of ticket of which more than half of the places are held without a payment, or without the press of the link that keeps
 * free ones: somebody may be keeping others out. @throws when the store fails.
 */
export async function crowdedKinds(): Promise<string[]> {
  const { db } = await store()
  const rows = await db
    .selectFrom('tickets')
    .select(({ fn }) => ['event', 'day', 'kind', fn.countAll<number>().as('held')])
    .where('held_until', '>', utcNow())
    .where('held_until', '!=', endOfTime)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('gifts')
            .select('gifts.id')
            .whereRef('gifts.reference', '=', 'tickets.reference')
            .where('gifts.status', '!=', 'undone'),
        ),
      ),
    )
    .groupBy(['event', 'day', 'kind'])
    .execute()
  return rows.flatMap(({ event, day, kind, held }) => {
    const { title, tickets } = charityEvent(event) ?? {}
    const found = tickets?.kinds.find(({ id }) => id === kind)
    if (!found || held * 2 <= found.places) return []
    return `${held} of the ${found.places} places of ${found.name} (${title}, ${day}) are held and not paid or confirmed. If that goes on, somebody may be blocking them.`
  })
}

async function enquiryFigures({ from, until }: Period) {
  const { db } = await store()
  const enquiries = await db
    .selectFrom('enquiries')
    .select(({ fn }) => ['form', fn.countAll<number>().as('count')])
    .where('state', 'in', ['stored', 'unconfirmed', 'confirmed', 'unsubscribed', 'erased'])
    .where('form', '!=', helpForm)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .groupBy('form')
    .orderBy('form')
    .execute()
  return { enquiries, quarantined: await countQuarantined() }
}

async function mailFigures() {
  const { db } = await store()
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where((mail) =>
      mail.or([
        mail('state', 'in', ['dead', 'unknown']),
        mail.and([mail('state', '=', 'waiting'), mail('created_at', '<', utcNow(-lateAfterMs))]),
      ]),
    )
    .groupBy('state')
    .execute()
  const of = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
  return { lateMails: of('waiting'), deadMails: of('dead'), unknownMails: of('unknown') }
}

/** Figures of one day, and of what waits for a person now. @throws when the store fails. */
export async function dayFigures(day: Period): Promise<DayFigures> {
  const { stopped, declined } = await eventFigures(day)
  const troubled = await troubledPayments(day)
  const { enquiries, quarantined } = await enquiryFigures(day)
  return {
    gifts: await paidGifts(day),
    pledges: await pledgeFigures(day),
    monthly: { started: await startedMonthly(day), stopped },
    payments: { refunded: troubled('refunded'), failed: troubled('failed'), lost: troubled('lost'), declined },
    help: await helpFigures(day),
    enquiries,
    waiting: {
      leaving: (await (await leavingFamilies()).select('enquiries.id').execute()).length,
      disputes: await openDisputes(),
      crowded: await crowdedKinds(),
      oldPledges: await oldPledges(),
      quarantined,
      ...(await mailFigures()),
    },
  }
}
