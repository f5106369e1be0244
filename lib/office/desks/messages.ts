/** Messages from all forms but the families', and mails that were not sent. */

import { type Selectable, sql } from 'kysely'
import {
  findEnquiry,
  finish,
  keptStates,
  type ListedEnquiry,
  listedEnquiry,
  listedMail,
  markAnswered,
  retry,
  selectEnquiries,
  stages,
} from '#lib/contact/enquiries/admin.ts'
import { answerRows, mailFields } from '#lib/contact/enquiries/mail.ts'
import { isEmail } from '#lib/contact/forms/form.ts'
import { normalEmail } from '#lib/contact/forms/text.ts'
import type { Gift } from '#lib/giving/ledger/paid-gift.ts'
import { findOrders } from '#lib/giving/orders/store.ts'
import { releaseMessage } from '#lib/giving/products/invoice.ts'
import { receiptNumbers } from '#lib/giving/register.ts'
import type { Session } from '#lib/office/access/session.ts'
import { roles } from '#lib/office/access/staff.ts'
import { onListed } from '#lib/office/desks/action.ts'
import { choices, type Detail, deskInSql, inWords, mayEnter } from '#lib/office/desks/desk.ts'
import { mailboxOf } from '#lib/platform/http/client-address.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { officeAddress } from '#lib/platform/office.ts'
import { unsentStates } from '#lib/platform/outbox/queue.ts'
import { isReferenceWritten, readReference } from '#lib/platform/reference.ts'
import { type Also, type Database, store } from '#lib/platform/store/index.ts'
import { countOf, type Select } from '#lib/platform/store/keyed.ts'
import { holds, searchedIn, telephoneIn, telephoneTyped } from '#lib/platform/store/search.ts'
import { enquiryForms, helpForm, invoiceForm, newsletterForm } from '#lib/site/content/form-ids.ts'

const sendAgain = async (entry: ListedEnquiry, also: Also) => (await retry([entry], also)) > 0

/** Without the families' requests, which have their own desk. */
const messageForms = [...enquiryForms.filter((form) => form !== helpForm), newsletterForm, invoiceForm]
const messageStages = [...stages.filter((stage) => stage !== 'erased'), 'unanswered'] as const

export const messages = deskInSql<Database, 'enquiries', ListedEnquiry>({
  title: 'messages',
  roles,
  sortedBy: 'sent',
  newestFirst: true,
  columns: {
    sender: { heading: 'sender', cell: ({ fields, reference }) => senderOf(fields) || reference },
    sent: { heading: 'sent', cell: ({ createdAt }) => ({ moment: createdAt }), sort: [], csv: 'sent' },
    form: { heading: 'form', cell: ({ form }) => inWords(form), csv: 'form', value: ({ form }) => form },
    reference: { heading: 'reference', cell: ({ reference }) => reference, csv: 'reference' },
    stage: { heading: 'stage', cell: ({ stage }) => inWords(stage), csv: 'stage', value: ({ stage }) => stage },
    answered: { heading: 'answered', cell: ({ answeredAt }) => (answeredAt ? { moment: answeredAt } : '') },
  },
  filters: [
    { name: 'form', label: 'form', options: () => choices(messageForms) },
    { name: 'stage', label: 'stage', options: () => choices(messageStages) },
  ],
  search: 'searchPerson',
  idOf: ({ reference }) => reference,
  late: ({ stage }) => stage === 'dead' || stage === 'unknown' || stage === 'quarantined',
  id: 'reference',
  key: ['created_at', 'reference'],
  all: async () => (await store()).db.selectFrom('enquiries'),
  steps(all, { filters: { form, stage }, search }) {
    if (isEmail(normalEmail(search))) return all.where(sentBy(search))
    if (isOneOf([...rareStates, 'dead', 'unknown'], stage)) return inStage(all, stage)
    return form ? all.where('form', '=', form) : all
  },
  matching: (all, { filters, search }) => {
    // What most rows meet is written so that SQLite reads in the order of time, instead of sorting them for every page.
    let found = filters.form
      ? all.where('form', '=', filters.form)
      : all.where(sql<string>`form || ''`, 'in', messageForms)
    if (search) found = found.where(sentBy(search))
    return inStage(found, filters.stage).where(sql<string>`state || ''`, '!=', 'erased')
  },
  read: async (ids) => {
    const rows = await (await selectEnquiries()).where('enquiries.reference', 'in', ids).execute()
    return rows.map(listedEnquiry)
  },
  async find(reference) {
    const entry = await findMessage(reference)
    if (!entry) return null
    const { fields, form, stage, createdAt, answeredAt, spamReason, lastError } = entry
    const isFailed = isOneOf(unsentStates, stage)
    return {
      title: `${inWords(form)}: ${senderOf(fields)}`,
      links: fields.email ? [{ label: 'reply', href: `mailto:${encodeURIComponent(fields.email)}` }] : [],
      facts: [
        ...answerRows(form, fields),
        [textsIn().office.reference, reference],
        [textsIn().office.sent, { moment: createdAt }],
        [textsIn().office.stage, inWords(stage)],
        ...(answeredAt ? [[textsIn().office.answered, { moment: answeredAt }] as const] : []),
        ...(spamReason ? [[textsIn().office.looksLikeSpam, spamReason] as const] : []),
        ...(lastError ? [[textsIn().office.lastError, lastError] as const] : []),
      ],
      quote: fields.message,
      forms: [
        ...(answeredAt ? [] : [{ intent: 'messages.answered', submit: 'markAnswered' } as const]),
        ...(stage === 'quarantined' ? [{ intent: 'messages.release', submit: 'release' } as const] : []),
        ...(isFailed ? [{ intent: 'messages.retry', submit: 'sendAgain' } as const] : []),
      ],
    }
  },
  file: {
    submit: 'exportList',
    name: 'messages',
    answers: { usual: () => Object.keys(mailFields()), of: ({ fields }) => fields },
  },
  actions: {
    'messages.answered': onListed(findMessage, markAnswered),
    'messages.release': onListed(findMessage, releaseMessage),
    'messages.retry': onListed(findMessage, sendAgain),
  },
})

type Messages = Select<Database, 'enquiries'>

/** Of messages of which there are few. */
const rareStates = ['quarantined', 'unconfirmed', 'unsubscribed'] as const

function inStage(all: Messages, stage = ''): Messages {
  if (stage === 'unanswered') return all.where('answered_at', 'is', null).where('state', '=', 'stored')
  if (isOneOf(rareStates, stage)) return all.where('state', '=', stage)
  if (stage === '') return all
  const mail = sql`select subject_id from outbox where subject_id = enquiries.id and state || '' = ${stage}`
  const rare = sql`select subject_id from outbox where state = ${stage}`
  return all
    .where(sql<string>`state || ''`, 'in', ['stored', 'confirmed'])
    .where(sql<boolean>`id in (${stage === 'sent' ? mail : rare})`)
}

/** Whether a message has this reference, telephone number or address, or these words in a name or address. */
function sentBy(search: string) {
  const reference = readReference(search)
  if (reference && isReferenceWritten(search)) return sql<boolean>`reference = ${reference}`
  const telephone = telephoneTyped(search)
  if (telephone) return sql<boolean>`${telephoneIn('enquiries')} = ${telephone}`
  const email = normalEmail(search)
  if (isEmail(email))
    return sql<boolean>`state in (${sql.join(keptStates)}) and email in (${sql.join([email, mailboxOf(email)])})`
  return sql<boolean>`(reference = ${reference} or ${holds(searchedIn('enquiries'), search)})`
}

export async function countUnanswered(): Promise<number> {
  const all = (await store()).db.selectFrom('enquiries')
  return countOf(all.where('state', '=', 'stored').where('answered_at', 'is', null).where('form', 'in', messageForms))
}

/** A message, but not a family's request. */
async function findMessage(reference: string) {
  const entry = await findEnquiry(reference)
  return entry && entry.form !== helpForm && entry.stage !== 'erased' ? entry : null
}

const senderOf = ({ name, firstname = '', lastname = '', email = '' }: Readonly<Record<string, string>>) =>
  name || `${firstname} ${lastname}`.trim() || email

type Outbox = Selectable<Database['outbox']>
/** What a mail is about: a gift, with its receipt; an order of which nothing came; or a message. `name`: of who gave or wrote. */
type Subject = { name: string; gift?: Gift; receipt?: string; order?: string; message?: string }
type ListedMail = Outbox & { subject: Subject }

const giftIn = (payload: string | null) => String(payload ? (JSON.parse(payload).giftId ?? '') : '')

/** Subjects are ids of gifts, of versions of receipts and of messages, and references of orders; some with more behind a slash. */
async function withSubjects(rows: readonly Outbox[]): Promise<ListedMail[]> {
  const { db } = await store()
  const named = rows.map((row) => ({ row, key: row.subject_id.split('/')[0] ?? '', giftId: giftIn(row.payload) }))
  const keys = named.map(({ key }) => key)
  const versions = await db.selectFrom('receipts').select(['id', 'gift_id']).where('id', 'in', keys).execute()
  const giftOf = new Map(versions.map(({ id, gift_id }) => [id, gift_id]))
  const ids = [...keys, ...giftOf.values(), ...named.map(({ giftId }) => giftId)]
  const found = await db.selectFrom('gifts').selectAll().where('id', 'in', ids).execute()
  const gifts = new Map(found.map((gift) => [gift.id, gift]))
  const [numbers, orders] = [await receiptNumbers(found), await findOrders(keys)]
  const entries = (await (await selectEnquiries()).where('enquiries.id', 'in', keys).execute()).map(listedEnquiry)
  const messages = new Map(entries.flatMap((entry) => (entry.form === helpForm ? [] : [[entry.id, entry]])))
  return named.map(({ row, key, giftId }) => {
    const gift = gifts.get(giftId) ?? gifts.get(giftOf.get(key) ?? key)
    if (gift) return { ...row, subject: { name: gift.donor_name, gift, receipt: numbers.get(gift.id) ?? '' } }
    const [order, message] = [orders.get(key), messages.get(key)]
    if (order) return { ...row, subject: { name: order.donor.name, order: order.reference } }
    return { ...row, subject: message ? { name: senderOf(message.fields), message: message.reference } : { name: '' } }
  })
}

/** What a member of staff may read of it: donors are for those who may open them. */
const subjectFor = ({ subject }: ListedMail, session: Session): Subject =>
  subject.message || mayEnter(session, ['money']) ? subject : { name: '' }

function subjectLinks({ gift, order, message }: Subject): NonNullable<Detail['links']> {
  const donor = gift ? encodeURIComponent(gift.object_id) : order
  return [
    ...(gift ? [{ label: 'openGift', href: `${officeAddress}/gifts/${donor}` } as const] : []),
    ...(donor ? [{ label: 'donor', href: `${officeAddress}/donors/${donor}` } as const] : []),
    ...(message ? [{ label: 'openMessage', href: `${officeAddress}/messages/${message}` } as const] : []),
  ]
}

export const mails = deskInSql<Database, 'outbox', ListedMail>({
  title: 'mails',
  roles,
  sortedBy: 'when',
  newestFirst: true,
  columns: {
    kind: { heading: 'kind', cell: ({ kind }) => inWords(kind), sort: ['kind'] },
    name: { heading: 'name', cell: (row, session) => subjectFor(row, session).name },
    amount: {
      heading: 'gift',
      cell(row, session) {
        const { gift, order } = subjectFor(row, session)
        return gift ? formatMoney(gift) : (order ?? '')
      },
    },
    receipt: { heading: 'receipt', cell: (row, session) => subjectFor(row, session).receipt ?? '' },
    when: { heading: 'when', cell: ({ created_at }) => ({ moment: created_at }), sort: [] },
    state: { heading: 'stage', cell: ({ state }) => inWords(state) },
    tries: { heading: 'tries', cell: ({ tries }) => String(tries) },
    error: { heading: 'lastError', cell: ({ last_error }) => last_error ?? '' },
  },
  filters: [{ name: 'state', label: 'stage', options: () => choices(unsentStates) }],
  idOf: ({ id }) => id,
  id: 'id',
  // Few of all mails wait or failed, so they are sorted instead of looked for in the order of time.
  key: [() => sql`created_at || ''`, 'id'],
  all: async () => (await store()).db.selectFrom('outbox').where('state', 'in', unsentStates),
  matching: (all, { filters: { state } }) => (isOneOf(unsentStates, state) ? all.where('state', '=', state) : all),
  read: async (ids) => {
    const { db } = await store()
    return withSubjects(await db.selectFrom('outbox').selectAll().where('id', 'in', ids).execute())
  },
  async find(id, session) {
    const row = await unsent(id)
    const [mail] = row ? await withSubjects([row]) : []
    if (!mail) return null
    const [entry, subject] = [listedMailOf(mail), subjectFor(mail, session)]
    return {
      title: inWords(entry.form),
      links: subjectLinks(subject),
      facts: [
        [textsIn().office.name, subject.name],
        [textsIn().office.gift, subject.gift ? formatMoney(subject.gift) : (subject.order ?? '')],
        [textsIn().office.receipt, subject.receipt ?? ''],
        [textsIn().office.when, { moment: entry.createdAt }],
        [textsIn().office.stage, inWords(entry.stage)],
        [textsIn().office.tries, String(entry.tries)],
        [textsIn().office.lastError, entry.lastError ?? ''],
      ],
      forms: [
        { intent: 'mails.retry', submit: 'sendAgain' },
        { intent: 'mails.done', submit: 'dealtWith' },
      ],
    }
  },
  actions: {
    'mails.retry': onListed(findMail, async (mail, also) => (await sendAgain(mail, also)) && 'gone'),
    'mails.done': onListed(findMail, async (mail, also) => (await finish([mail], also)) > 0 && 'gone'),
  },
})

/** A mail that was not sent. */
async function findMail(id: string) {
  const row = await unsent(id)
  return row ? listedMailOf(row) : null
}

const listedMailOf = (row: Outbox) => listedMail(row, { id: row.subject_id, reference: row.subject_id, fields: {} })

async function unsent(id: string): Promise<Outbox | undefined> {
  const { db } = await store()
  const mail = db.selectFrom('outbox').selectAll().where('id', '=', id)
  return mail.where('state', 'in', unsentStates).executeTakeFirst()
}
