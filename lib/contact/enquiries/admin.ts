/** What the staff may do with enquiries: list, resend, release from quarantine, erase. Used by `charity outbox` only. */
import 'server-only'
import { sql, type UpdateObject } from 'kysely'
import { enquiryMails, readFields } from '#lib/contact/enquiries/mail.ts'
import { queueMail, stateOf } from '#lib/contact/enquiries/store-enquiry.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { dealtWith } from '#lib/platform/outbox/queue.ts'
import { type Database, store } from '#lib/platform/store/index.ts'
import { helpForm } from '#lib/site/content/form-ids.ts'

/** Delivery states of an enquiry. */
export const stages = [
  'waiting',
  'sent',
  'dead',
  'unknown',
  'quarantined',
  'unconfirmed',
  'unsubscribed',
  'erased',
] as const
type Stage = (typeof stages)[number]

export type Entry = {
  id: string
  reference: string
  form: string
  stage: Stage
  fields: Record<string, string>
  createdAt: string
  spamReason: string | null
  tries: number
  /** The next attempt, if it waits. */
  dueAt: string | null
  lastError: string | null
}

export type Filter = { stage?: Stage | undefined; form?: string | undefined; since?: string | undefined }

async function select(reference?: string) {
  const { db } = await store()
  const entries = db
    .selectFrom('enquiries')
    .leftJoin('outbox', 'outbox.subject_id', 'enquiries.id')
    .select([
      'enquiries.id',
      'enquiries.reference',
      'enquiries.form',
      'enquiries.fields',
      'enquiries.state',
      'enquiries.spam_reason',
      'enquiries.created_at',
      'outbox.state as delivery',
      'outbox.tries',
      'outbox.due_at',
      'outbox.last_error',
    ])
    .orderBy('enquiries.created_at')
    .orderBy('enquiries.reference')
  return (reference ? entries.where('enquiries.reference', '=', reference) : entries).execute()
}
type Row = Awaited<ReturnType<typeof select>>[number]

function entryOf(row: Row): Entry {
  const stage = row.state === 'stored' || row.state === 'confirmed' ? (row.delivery ?? 'waiting') : row.state
  return {
    id: row.id,
    reference: row.reference,
    form: row.form,
    stage,
    fields: readFields(row),
    createdAt: row.created_at,
    spamReason: row.spam_reason,
    tries: row.tries ?? 0,
    dueAt: stage === 'waiting' ? row.due_at : null,
    lastError: row.last_error,
  }
}

/** `since`: ISO 8601, the earliest moment. */
export function fits(entry: Entry, { stage, form, since }: Filter): boolean {
  return (!stage || entry.stage === stage) && (!form || entry.form === form) && (!since || entry.createdAt >= since)
}

/** Oldest first. */
export async function listEnquiries(filter: Filter = {}): Promise<Entry[]> {
  return (await select()).map(entryOf).filter((entry) => fits(entry, filter))
}

/** Null if there is no enquiry with that reference. */
export async function findEnquiry(reference: string): Promise<Entry | null> {
  const [row] = await select(reference)
  return row ? entryOf(row) : null
}

/** Kinds of mail about a payment, which lib/giving/receipts lists. */
export const giftMailKinds = ['receipt', 'sponsorship', 'failed-payment'] as const

type OutboxRow = Pick<Database['outbox'], 'kind' | 'state' | 'tries' | 'due_at' | 'last_error' | 'created_at'>

/** Kinds of mail that are not about an enquiry. */
export const mailEntry = (row: OutboxRow, about: Pick<Entry, 'id' | 'reference' | 'fields'>): Entry => ({
  ...about,
  form: row.kind,
  stage: row.state,
  createdAt: row.created_at,
  spamReason: null,
  tries: row.tries,
  dueAt: row.state === 'waiting' ? row.due_at : null,
  lastError: row.last_error,
})

/** Mail about neither an enquiry nor a gift, such as the daily one about the quarantine. Oldest first. */
export async function listOtherMail(filter: Filter = {}): Promise<Entry[]> {
  const { db } = await store()
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .where('kind', 'not in', [...enquiryMails, ...giftMailKinds])
    .orderBy('created_at')
    .execute()
  const entries = rows.map((row) => mailEntry(row, { id: row.subject_id, reference: row.subject_id, fields: {} }))
  return entries.filter((entry) => fits(entry, filter))
}

/** Changes mail that is not sent; skips mail that is being sent. Returns the number of mails. */
async function change(entries: readonly Entry[], set: UpdateObject<Database, 'outbox'>): Promise<number> {
  const { db } = await store()
  let count = 0
  for (const { id, form } of entries) {
    const row = await db
      .updateTable('outbox')
      .set({ ...set, updated_at: utcNow(), lease: null })
      .where('subject_id', '=', id)
      .where('kind', 'in', [...enquiryMails, form])
      .where('state', 'in', ['waiting', 'dead', 'unknown'])
      .where((outbox) => outbox.or([outbox('lease', 'is', null), outbox('due_at', '<=', utcNow())]))
      .returning('id')
      .executeTakeFirst()
    if (row) count += 1
  }
  return count
}

/** Schedules waiting and abandoned mail for delivery now, with all its attempts. Mail that was never tried keeps its date. */
export const retry = (entries: readonly Entry[]): Promise<number> =>
  change(entries, {
    state: 'waiting',
    tries: 0,
    unknown_outcomes: 0,
    due_at: sql<string>`case when tries = 0 and due_at > ${utcNow()} then due_at else ${utcNow()} end`,
  })

/** Marks mail as dealt with: it has arrived, or is not needed any more. */
export const finish = (entries: readonly Entry[]): Promise<number> =>
  change(entries, { state: 'sent', last_error: dealtWith })

/** Releases an enquiry from quarantine, so that it is delivered like any other. False if it was not quarantined. */
export async function release(entry: Entry): Promise<boolean> {
  const { db } = await store()
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('enquiries')
      .set({ state: stateOf(entry.form) })
      .where('id', '=', entry.id)
      .where('state', '=', 'quarantined')
      .returning('id')
      .executeTakeFirst()
    if (row) await queueMail(transaction, entry)
    return row !== undefined
  })
}

export const sameAddress = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

const digitsOf = (number: string) => number.replace(/\D/g, '')

/** Everything sent from an e-mail address or a telephone number, in every form and state. */
export async function enquiriesOf(who: string): Promise<Entry[]> {
  const isTheirs = who.includes('@')
    ? ({ fields }: Entry) => sameAddress(fields.email ?? '', who)
    : ({ fields }: Entry) => digitsOf(fields.number ?? '') === digitsOf(who) && digitsOf(who) !== ''
  return (await listEnquiries()).filter(isTheirs)
}

/** Marks a family's request as answered. False if there is no such request, or it was marked before. */
export async function markAnswered({ id }: Pick<Entry, 'id'>): Promise<boolean> {
  const { db } = await store()
  const row = await db
    .updateTable('enquiries')
    .set({ answered_at: utcNow() })
    .where('id', '=', id)
    .where('form', '=', helpForm)
    .where('answered_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type HelpFigures = {
  asked: number
  answered: number
  /** Mean hours from the request to its answer; null if none was answered. */
  hoursToAnswer: number | null
  /** Unanswered requests of any age, and how many of them are more than a day old. */
  waiting: number
  overdue: number
}

const hourMs = 3_600_000

/** Families' requests of a period (ISO 8601), or all; and those that wait now, including suspected spam. */
export async function helpFigures({ from = '', until = '9999' } = {}): Promise<HelpFigures> {
  const { db } = await store()
  const rows = await db
    .selectFrom('enquiries')
    .select(['created_at', 'answered_at', 'state'])
    .where('form', '=', helpForm)
    .execute()
  const asked = rows.filter(({ created_at }) => created_at >= from && created_at < until)
  const hours = asked.flatMap(({ created_at, answered_at }) =>
    answered_at === null ? [] : [(Date.parse(answered_at) - Date.parse(created_at)) / hourMs],
  )
  const waiting = rows.filter(({ answered_at, state }) => answered_at === null && state !== 'erased')
  return {
    asked: asked.length,
    answered: hours.length,
    hoursToAnswer: hours.length > 0 ? hours.reduce((sum, each) => sum + each, 0) / hours.length : null,
    waiting: waiting.length,
    overdue: waiting.filter(({ created_at }) => created_at < utcNow(-24 * hourMs)).length,
  }
}

export async function countQuarantined(): Promise<number> {
  const { db } = await store()
  const { count } = await db
    .selectFrom('enquiries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'quarantined')
    .executeTakeFirstOrThrow()
  return count
}
