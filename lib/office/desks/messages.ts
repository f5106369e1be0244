/** Messages from all forms but the families', and mails that were not sent. */
import 'server-only'
import { sql } from 'kysely'
import {
  type Entry,
  entryOf,
  exportLines,
  findEnquiry,
  finish,
  keptStates,
  mailEntry,
  markAnswered,
  retry,
  selectEnquiries,
  stages,
} from '#lib/contact/enquiries/admin.ts'
import { answerRows } from '#lib/contact/enquiries/mail.ts'
import { isEmail } from '#lib/contact/forms/form.ts'
import { normalEmail } from '#lib/contact/forms/text.ts'
import { releaseMessage } from '#lib/giving/products/invoice.ts'
import { roles } from '#lib/office/access/staff.ts'
import { exportOf, onEntry } from '#lib/office/desks/action.ts'
import { choices, type Desk, inWords, type ListQuery, rowsPerPage, words } from '#lib/office/desks/desk.ts'
import { mailboxOf } from '#lib/platform/http/client-address.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { isReferenceWritten, readReference } from '#lib/platform/reference.ts'
import { type Also, store } from '#lib/platform/store/index.ts'
import { pages } from '#lib/platform/store/pages.ts'
import { enquiryForms, helpForm, invoiceForm, newsletterForm } from '#lib/site/content/form-ids.ts'

const sendAgain = async (entry: Entry, also: Also) => (await retry([entry], also)) > 0

/** Without the families' requests, which have their own desk. */
const messageForms = [...enquiryForms.filter((form) => form !== helpForm), newsletterForm, invoiceForm]
const messageStages = [...stages.filter((stage) => stage !== 'erased'), 'unanswered'] as const

export const messages: Desk = {
  title: 'messages',
  roles: roles,
  order: 'created_at',
  newestFirst: true,
  columns: [
    { name: 'sender', heading: 'sender' },
    { name: 'created_at', heading: 'sent', sorts: true },
    { name: 'form', heading: 'form', sorts: true },
    { name: 'reference', heading: 'reference' },
    { name: 'stage', heading: 'stage' },
    { name: 'answered', heading: 'answered' },
  ],
  filters: [
    { name: 'form', label: 'form', options: () => choices(messageForms) },
    { name: 'stage', label: 'stage', options: () => choices(messageStages) },
  ],
  search: 'searchMessages',
  async list(query) {
    const { page, sort, descending } = query
    const order = descending ? 'desc' : 'asc'
    const rows = await (await selectMessages(query))
      .$if(sort === 'form', (selected) => selected.orderBy('enquiries.form', order))
      .orderBy('enquiries.created_at', order)
      .limit(rowsPerPage + 1)
      .offset((page - 1) * rowsPerPage)
      .execute()
    return rows.map(entryOf).map(({ reference, createdAt, form, fields, stage, answeredAt }) => ({
      id: reference,
      cells: [
        senderOf(fields) || reference,
        { moment: createdAt },
        inWords(form),
        reference,
        inWords(stage),
        answeredAt ? { moment: answeredAt } : '',
      ],
      late: stage === 'dead' || stage === 'unknown' || stage === 'quarantined',
    }))
  },
  async find(reference) {
    const entry = await findMessage(reference)
    if (!entry) return null
    const { fields, form, stage, createdAt, answeredAt, spamReason, lastError } = entry
    const isFailed = isOneOf(['waiting', 'dead', 'unknown'], stage)
    return {
      title: `${inWords(form)}: ${senderOf(fields)}`,
      links: fields.email ? [{ label: 'reply', href: `mailto:${encodeURIComponent(fields.email)}` }] : [],
      facts: [
        ...answerRows(form, fields),
        [words().reference, reference],
        [words().sent, { moment: createdAt }],
        [words().stage, inWords(stage)],
        ...(answeredAt ? [[words().answered, { moment: answeredAt }] as const] : []),
        ...(spamReason ? [[words().looksLikeSpam, spamReason] as const] : []),
        ...(lastError ? [[words().lastError, lastError] as const] : []),
      ],
      quote: fields.message,
      forms: [
        ...(answeredAt ? [] : [{ intent: 'message-answered', submit: 'markAnswered' } as const]),
        ...(stage === 'quarantined' ? [{ intent: 'message-release', submit: 'release' } as const] : []),
        ...(isFailed ? [{ intent: 'message-retry', submit: 'sendAgain' } as const] : []),
      ],
    }
  },
  forms: [{ intent: 'message-export', submit: 'exportList' }],
  actions: {
    'message-answered': onEntry('messages.answered', findMessage, markAnswered),
    'message-release': onEntry('messages.release', findMessage, releaseMessage),
    'message-retry': onEntry('messages.retry', findMessage, sendAgain),
    'message-export': exportOf(
      { roles, action: 'messages.export', file: 'messages.csv' },
      () => messages,
      (asked) => exportLines(() => messagesFrom(asked)),
    ),
  },
}

async function selectMessages({ filters: { form, stage = '' }, search }: ListQuery) {
  let query = (await selectEnquiries())
    // A condition that most rows meet is written so that SQLite reads in the order of time, instead of sorting all rows for every page.
    .where(form ? 'enquiries.form' : sql<string>`enquiries.form || ''`, 'in', form ? [form] : messageForms)
  const email = normalEmail(search)
  if (isEmail(email))
    query = query.where('enquiries.state', 'in', keptStates).where('enquiries.email', 'in', [email, mailboxOf(email)])
  else query = query.where('enquiries.state', '!=', 'erased')
  const reference = readReference(search)
  if (reference && isReferenceWritten(search)) query = query.where('enquiries.reference', '=', reference)
  else if (search)
    query = query.where(({ and, eb, or }) =>
      or([
        eb('enquiries.reference', '=', reference),
        and([eb('enquiries.email', '>=', email), eb('enquiries.email', '<', `${email}\uffff`)]),
      ]),
    )
  if (stage === 'unanswered') query = query.where('answered_at', 'is', null).where('enquiries.state', '=', 'stored')
  else if (isOneOf(['waiting', 'sent', 'dead', 'unknown'] as const, stage))
    query = query
      .where(stage === 'sent' ? sql<string>`outbox.state || ''` : 'outbox.state', '=', stage)
      .where(sql<string>`enquiries.state || ''`, 'in', ['stored', 'confirmed'])
  else if (isOneOf(['quarantined', 'unconfirmed', 'unsubscribed'] as const, stage))
    query = query.where('enquiries.state', '=', stage)
  return query
}

/** All messages of a list, by the time at which they were sent. @throws when the store fails. */
async function* messagesFrom(query: ListQuery): AsyncGenerator<Entry> {
  const newestFirst = query.sort === 'form' || query.descending
  for await (const page of pages(await selectMessages(query), 'enquiries.created_at', 'enquiries.id', { newestFirst }))
    yield* page.map(entryOf)
}

/** @throws when the store fails. */
export async function countUnanswered(): Promise<number> {
  const { db } = await store()
  const { count } = await db
    .selectFrom('enquiries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'stored')
    .where('answered_at', 'is', null)
    .where('form', 'in', messageForms)
    .executeTakeFirstOrThrow()
  return count
}

/** A message, but not a family's request. @throws when the store fails. */
export async function findMessage(reference: string) {
  const entry = await findEnquiry(reference)
  return entry && entry.form !== helpForm && entry.stage !== 'erased' ? entry : null
}

const senderOf = ({ name, firstname = '', lastname = '', email = '' }: Readonly<Record<string, string>>) =>
  name || `${firstname} ${lastname}`.trim() || email

const mailStates = ['dead', 'unknown', 'waiting'] as const

export const mails: Desk = {
  title: 'mails',
  isNameless: true,
  roles: roles,
  order: 'created_at',
  newestFirst: true,
  columns: [
    { name: 'kind', heading: 'kind', sorts: true },
    { name: 'created_at', heading: 'when', sorts: true },
    { name: 'state', heading: 'stage' },
    { name: 'tries', heading: 'tries' },
    { name: 'error', heading: 'lastError' },
  ],
  filters: [{ name: 'state', label: 'stage', options: () => choices(mailStates) }],
  async list({ filters: { state }, sort, descending, page }) {
    const { db } = await store()
    const rows = await db
      .selectFrom('outbox')
      .selectAll()
      .where('state', 'in', isOneOf(mailStates, state) ? [state] : mailStates)
      .orderBy(sort === 'kind' ? 'kind' : 'created_at', descending ? 'desc' : 'asc')
      .limit(rowsPerPage + 1)
      .offset((page - 1) * rowsPerPage)
      .execute()
    return rows.map(({ id, created_at, kind, state, tries, last_error }) => ({
      id,
      cells: [inWords(kind), { moment: created_at }, inWords(state), String(tries), last_error ?? ''],
    }))
  },
  async find(id) {
    const entry = await findMail(id)
    if (!entry) return null
    return {
      title: inWords(entry.form),
      facts: [
        [words().when, { moment: entry.createdAt }],
        [words().stage, inWords(entry.stage)],
        [words().tries, String(entry.tries)],
        [words().lastError, entry.lastError ?? ''],
      ],
      forms: [
        { intent: 'mail-retry', submit: 'sendAgain' },
        { intent: 'mail-done', submit: 'dealtWith' },
      ],
    }
  },
  actions: {
    'mail-retry': onEntry('mails.retry', findMail, async (mail, also) => (await sendAgain(mail, also)) && 'gone'),
    'mail-done': onEntry('mails.done', findMail, async (mail, also) => (await finish([mail], also)) > 0 && 'gone'),
  },
}

/** A mail that was not sent. @throws when the store fails. */
export async function findMail(id: string) {
  const { db } = await store()
  const row = await db
    .selectFrom('outbox')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', mailStates)
    .executeTakeFirst()
  return row ? mailEntry(row, { id: row.subject_id, reference: row.subject_id, fields: {} }) : null
}
