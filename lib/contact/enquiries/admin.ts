/** What the staff may do with enquiries: list, resend, release from quarantine, mark as answered, export. Used by the office, and by `charity outbox` to send again. */
import { sql, type Transaction, type UpdateObject } from 'kysely'
import { readFields } from '#lib/contact/enquiries/mail.ts'
import { queueMail, stateOf } from '#lib/contact/enquiries/store-enquiry.ts'
import { enquiryMails } from '#lib/contact/forms/kinds.ts'
import { normalEmail } from '#lib/contact/forms/text.ts'
import { dayMs, hourMs, utcNow } from '#lib/platform/clock.ts'
import { mailboxOf } from '#lib/platform/http/client-address.ts'
import { dealtWith, unsentStates } from '#lib/platform/outbox/queue.ts'
import { readReference } from '#lib/platform/reference.ts'
import { type Also, type Database, store, writeTogether } from '#lib/platform/store/index.ts'
import { countOf } from '#lib/platform/store/keyed.ts'
import { pages } from '#lib/platform/store/pages.ts'
import { telephoneIn, telephoneTyped } from '#lib/platform/store/search.ts'
import { digitsIn } from '#lib/platform/typed-text.ts'
import { helpForm, newsletterForm } from '#lib/site/content/form-ids.ts'
import { site } from '#lib/site/content/index.ts'

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

export type ListedEnquiry = {
  id: string
  reference: string
  form: string
  stage: Stage
  fields: Record<string, string>
  createdAt: string
  /** When somebody marked it as answered. */
  answeredAt: string | null
  spamReason: string | null
  tries: number
  /** The next attempt, if it waits. */
  dueAt: string | null
  lastError: string | null
}

export type Filter = { stage?: Stage | undefined; form?: string | undefined; since?: string | undefined }

export async function selectEnquiries() {
  const { db } = await store()
  return db
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
      'enquiries.answered_at',
      'outbox.state as delivery',
      'outbox.tries',
      'outbox.due_at',
      'outbox.last_error',
    ])
}
/** A row of a query. */
type Selected<Query> = Query extends () => Promise<{ execute(): Promise<(infer Row)[]> }> ? Row : never

export function listedEnquiry(row: Selected<typeof selectEnquiries>): ListedEnquiry {
  const stage = row.state === 'stored' || row.state === 'confirmed' ? (row.delivery ?? 'waiting') : row.state
  return {
    id: row.id,
    reference: row.reference,
    form: row.form,
    stage,
    fields: readFields(row),
    createdAt: row.created_at,
    answeredAt: row.answered_at,
    spamReason: row.spam_reason,
    tries: row.tries ?? 0,
    dueAt: stage === 'waiting' ? row.due_at : null,
    lastError: row.last_error,
  }
}

/** `since`: ISO 8601, the earliest moment. */
function fits(enquiry: ListedEnquiry, { stage, form, since }: Filter): boolean {
  return (
    (!stage || enquiry.stage === stage) && (!form || enquiry.form === form) && (!since || enquiry.createdAt >= since)
  )
}

/** Oldest first. */
export async function* listEnquiries(filter: Filter = {}): AsyncGenerator<ListedEnquiry> {
  const { form, since: from } = filter
  const all = await selectEnquiries()
  const selected = form ? all.where('enquiries.form', '=', form) : all
  for await (const page of pages(selected, 'enquiries.created_at', 'enquiries.id', { from }))
    yield* page.map(listedEnquiry).filter((enquiry) => fits(enquiry, filter))
}

/** Null if there is no enquiry with that reference. */
export async function findEnquiry(reference: string): Promise<ListedEnquiry | null> {
  const row = await (await selectEnquiries()).where('enquiries.reference', '=', reference).executeTakeFirst()
  return row ? listedEnquiry(row) : null
}

type OutboxRow = Pick<Database['outbox'], 'kind' | 'state' | 'tries' | 'due_at' | 'last_error' | 'created_at'>

/** A mail of the outbox in the same form. @param about what the mail is about. */
export const listedMail = (
  row: OutboxRow,
  about: Pick<ListedEnquiry, 'id' | 'reference' | 'fields'>,
): ListedEnquiry => ({
  ...about,
  form: row.kind,
  stage: row.state,
  createdAt: row.created_at,
  answeredAt: null,
  spamReason: null,
  tries: row.tries,
  dueAt: row.state === 'waiting' ? row.due_at : null,
  lastError: row.last_error,
})

/** Changes mail that is not sent; skips mail that is being sent. Returns the number of mails. */
async function change(
  listed: readonly ListedEnquiry[],
  set: UpdateObject<Database, 'outbox'>,
  also?: Also,
): Promise<number> {
  let count = 0
  for (const { id, form } of listed) {
    const update = async (db: Transaction<Database>) =>
      db
        .updateTable('outbox')
        .set({ ...set, updated_at: utcNow(), lease: null })
        .where('subject_id', '=', id)
        .where('kind', 'in', [...enquiryMails, form])
        .where('state', 'in', unsentStates)
        .where((outbox) => outbox.or([outbox('lease', 'is', null), outbox('due_at', '<=', utcNow())]))
        .returning('id')
        .executeTakeFirst()
    if (await writeTogether(async (db) => (await update(db)) !== undefined, also)) count += 1
  }
  return count
}

/** Schedules waiting and abandoned mail for delivery now, with all its attempts. Mail that was never tried keeps its date. */
export const retry = (listed: readonly ListedEnquiry[], also?: Also): Promise<number> =>
  change(
    listed,
    {
      state: 'waiting',
      tries: 0,
      unknown_outcomes: 0,
      due_at: sql<string>`case when tries = 0 and due_at > ${utcNow()} then due_at else ${utcNow()} end`,
    },
    also,
  )

/** Marks mail as dealt with: it has arrived, or is no longer needed. */
export const finish = (listed: readonly ListedEnquiry[], also?: Also): Promise<number> =>
  change(listed, { state: 'sent', last_error: dealtWith }, also)

/** Releases an enquiry from quarantine, so that it is delivered like any other. False if it was not quarantined. */
export const release = (enquiry: ListedEnquiry, also?: Also): Promise<boolean> =>
  writeTogether(async (transaction) => {
    const row = await transaction
      .updateTable('enquiries')
      .set({ state: stateOf(enquiry.form) })
      .where('id', '=', enquiry.id)
      .where('state', '=', 'quarantined')
      .returning('id')
      .executeTakeFirst()
    if (row) await queueMail(transaction, enquiry)
    return row !== undefined
  }, also)

/** States of an enquiry whose fields are kept. */
export const keptStates = ['stored', 'quarantined', 'unconfirmed', 'confirmed', 'unsubscribed'] as const

/**
 * Everything sent from an e-mail address or a telephone number, in every form and state, or what has this reference; oldest first. Families' requests
 * are read one by one, because they are encrypted; and so are rows of an older version of the site, which does not know the column.
 */
export async function enquiriesOf(who: string): Promise<ListedEnquiry[]> {
  const reference = readReference(who)
  if (reference)
    return [await findEnquiry(reference)].flatMap((enquiry) => (enquiry && enquiry.stage !== 'erased' ? enquiry : []))
  const [address, digits, telephone] = [normalEmail(who), digitsIn(who), telephoneTyped(who)]
  const isMailed = who.includes('@')
  const isTheirs = ({ fields }: ListedEnquiry) =>
    isMailed ? normalEmail(fields.email ?? '') === address : digits !== '' && digitsIn(fields.number ?? '') === digits
  // Few numbers are so short, or have an extension: there is no index for them.
  if (!isMailed && !telephone) {
    const found: ListedEnquiry[] = []
    for await (const enquiry of listEnquiries()) if (isTheirs(enquiry)) found.push(enquiry)
    return found
  }
  const kept = (await selectEnquiries()).where('enquiries.state', 'in', keptStates)
  const indexed = isMailed
    ? kept.where('enquiries.email', 'in', [address, mailboxOf(address)])
    : kept.where(
        sql<boolean>`enquiries.id in (select id from enquiries where ${telephoneIn('enquiries')} = ${telephone})`,
      )
  const listed = (await indexed.execute())
    .map(listedEnquiry)
    .filter((enquiry) => isTheirs(enquiry) || (isMailed && enquiry.form === newsletterForm))
  for (const state of keptStates) {
    const withoutAddress = (await selectEnquiries())
      .where('enquiries.state', '=', state)
      .where('enquiries.email', 'is', null)
    for await (const page of pages(withoutAddress, 'enquiries.created_at', 'enquiries.id'))
      listed.push(
        ...page
          .map(listedEnquiry)
          .filter((enquiry) => isTheirs(enquiry) && !listed.some(({ id }) => id === enquiry.id)),
      )
  }
  return listed.sort((a, b) => a.createdAt.localeCompare(b.createdAt))
}

/** As {@link markAnswered}. */
export async function answer(db: Transaction<Database>, id: string): Promise<boolean> {
  const row = await db
    .updateTable('enquiries')
    .set({ answered_at: utcNow() })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Marks an enquiry as answered. False if there is no such enquiry, or it was marked before. */
export const markAnswered = ({ id }: Pick<ListedEnquiry, 'id'>, also?: Also): Promise<boolean> =>
  writeTogether((db) => answer(db, id), also)

/** The same expression as in the index, without parameters: otherwise SQLite reads all requests, most of them erased. */
export const isKeptFamily = sql<boolean>`enquiries.form || '' = ${sql.lit(helpForm)} and enquiries.state <> 'erased'`

/** Families' requests that are kept, with their state. */
export const keptFamilies = async () =>
  (await store()).db
    .selectFrom('enquiries')
    .leftJoin('families', 'families.enquiry_id', 'enquiries.id')
    .where(isKeptFamily)

/**
 * Families' requests of which nothing is as late as so many days ago: the request, its answer, the next call, the day of the surgery, the last change
 * and the last note. They are erased after `keep.surgery` days.
 */
export async function familiesQuietFor(days: number) {
  const since = utcNow(-days * dayMs)
  const day = since.slice(0, 10)
  return (await keptFamilies())
    .where('enquiries.created_at', '<', since)
    .where(sql`coalesce(answered_at, '')`, '<', since)
    .where(sql`coalesce(families.updated_at, '')`, '<', since)
    .where(sql`coalesce(next_call, '')`, '<', day)
    .where(sql`coalesce(surgery_day, '')`, '<', day)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('family_notes')
            .select('family_notes.id')
            .whereRef('family_notes.enquiry_id', '=', 'enquiries.id')
            .where('family_notes.created_at', '>=', since),
        ),
      ),
    )
}

/** The office hears of a request so many days before it is erased. */
export const leavingDays = 7

/** Families' requests that are erased within a week. */
export const leavingFamilies = () => familiesQuietFor(site().keep.surgery - leavingDays)

export type HelpFigures = {
  asked: number
  answered: number
  /** Mean hours from the request to its answer; null if none was answered. */
  hoursToAnswer: number | null
  /** Unanswered requests of any age. */
  waiting: number
}

/** Families' requests of a period (ISO 8601), or all; and those that wait now, including suspected spam. */
export async function helpFigures({ from = '', until = '9999' } = {}): Promise<HelpFigures> {
  const { db } = await store()
  const figures = { asked: 0, answered: 0, waiting: 0 }
  let hours = 0
  const requests = db
    .selectFrom('enquiries')
    .select(['created_at', 'answered_at', 'state'])
    .where('form', '=', helpForm)
  for await (const page of pages(requests, 'created_at', 'id'))
    for (const { created_at, answered_at, state } of page) {
      const isOfPeriod = created_at >= from && created_at < until
      if (isOfPeriod) figures.asked += 1
      if (isOfPeriod && answered_at !== null) {
        figures.answered += 1
        hours += (Date.parse(answered_at) - Date.parse(created_at)) / hourMs
      }
      if (answered_at === null && state !== 'erased') figures.waiting += 1
    }
  return { ...figures, hoursToAnswer: figures.answered > 0 ? hours / figures.answered : null }
}

/** Families' requests without an answer for more than a day, including suspected spam. */
export async function countOverdueFamilies(): Promise<number> {
  const families = (await store()).db.selectFrom('enquiries').where('form', '=', helpForm)
  return countOf(
    families.where('created_at', '<', utcNow(-dayMs)).where('answered_at', 'is', null).where('state', '!=', 'erased'),
  )
}

export const countQuarantined = async (): Promise<number> =>
  countOf((await store()).db.selectFrom('enquiries').where('state', '=', 'quarantined'))
