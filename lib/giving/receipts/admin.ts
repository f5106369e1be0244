/** Mail in the outbox with what it is about, for `charity outbox`; the states of receipts; and what is kept about a person, which donors erase too. */
import { sql } from 'kysely'
import { enquiriesOf, type Filter, type ListedEnquiry, listedMail } from '#lib/contact/enquiries/admin.ts'
import { readFields } from '#lib/contact/enquiries/mail.ts'
import { eraseEnquiries } from '#lib/contact/enquiries/store-enquiry.ts'
import { normalEmail } from '#lib/contact/forms/text.ts'
import { eraseStaged, type StagedAbout, stagedAbout, stagedInWords } from '#lib/giving/exchange/person.ts'
import { eraseOrdersOf, tributeMessagesTo } from '#lib/giving/orders/erase.ts'
import { ordersOf } from '#lib/giving/orders/store.ts'
import { missedKind } from '#lib/giving/pledges/missed-month.ts'
import { changeKind } from '#lib/giving/receipts/change-subscription.ts'
import { linkKind } from '#lib/giving/receipts/request-link.ts'
import { freePlaces } from '#lib/giving/tickets/places.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { readReference } from '#lib/platform/reference.ts'
import { store } from '#lib/platform/store/index.ts'
import { pages } from '#lib/platform/store/pages.ts'
import { telephoneTyped } from '#lib/platform/store/search.ts'

async function select() {
  const { db } = await store()
  return db
    .selectFrom('outbox')
    .leftJoin('enquiries', 'enquiries.id', 'outbox.subject_id')
    .leftJoin('gifts', 'gifts.id', 'outbox.subject_id')
    .select([
      'outbox.id as mail',
      'outbox.subject_id as id',
      'outbox.kind',
      'outbox.state',
      'outbox.tries',
      'outbox.due_at',
      'outbox.last_error',
      'outbox.created_at',
      'enquiries.form',
      'enquiries.fields',
      'enquiries.reference as enquiry',
      'gifts.reference as gift',
      'gifts.object_id',
      'gifts.amount',
      'gifts.currency',
      'gifts.donor_name',
      'gifts.donor_email',
      'gifts.occurred_at',
    ])
}
type Row = Awaited<ReturnType<Awaited<ReturnType<typeof select>>['executeTakeFirstOrThrow']>>

/** `form` of the entry: the form of an enquiry; for any other mail, its kind. */
function listedOf(row: Row): ListedEnquiry {
  const { id, enquiry, gift, object_id, amount, currency, donor_name, donor_email, occurred_at, form, fields } = row
  const money = amount !== null && currency !== null ? formatMoney({ amount, currency }) : ''
  const ofGift = { name: donor_name ?? '', email: donor_email ?? '', amount: money, paid: occurred_at ?? '' }
  const known = object_id === null ? {} : { ...ofGift, payment: object_id }
  const about = fields === null ? known : readFields({ reference: enquiry ?? '', fields, form: form ?? '' })
  const entry = listedMail(row, { id, reference: enquiry ?? gift ?? object_id ?? id, fields: about })
  return { ...entry, form: form ?? entry.form }
}

/** Oldest first. */
export async function* listMail({ stage, form, since }: Filter = {}): AsyncGenerator<ListedEnquiry> {
  const all = await select()
  // Read in the order of time, not by the index on the state, which would sort all of a state for every page.
  const asked = stage ? all.where(sql<string>`outbox.state || ''`, '=', stage) : all
  for await (const page of pages(asked, 'outbox.created_at', 'outbox.id', { from: since }))
    yield* page.map(listedOf).filter((entry) => !form || entry.form === form)
}

/**
 * The mail about an enquiry, an order or a gift. @param reference of either, which all months of a monthly gift share, as somebody wrote it; or the id of
 * one payment, or of the subject of the mail.
 */
export async function mailOf(reference: string): Promise<ListedEnquiry[]> {
  const { db } = await store()
  const written = readReference(reference) ?? reference
  const ids = await db
    .selectFrom('gifts')
    .select('id')
    .where('reference', '=', written)
    .union(db.selectFrom('gifts').select('id').where('object_id', '=', reference))
    .union(db.selectFrom('enquiries').select('id').where('reference', '=', written))
    .execute()
  const found = [written, ...ids.map(({ id }) => id)]
  const versions = await db.selectFrom('receipts').select('id').where('gift_id', 'in', found).execute()
  const rows = await (await select())
    .where(({ or, and, eb }) =>
      or([
        eb('outbox.subject_id', 'in', [reference, ...found, ...versions.map(({ id }) => id)]),
        and([
          eb('outbox.kind', 'in', [missedKind, changeKind, linkKind]),
          or(found.map((id) => eb('outbox.subject_id', 'like', `${id}/%`))),
        ]),
      ]),
    )
    .orderBy('outbox.created_at')
    .execute()
  return rows.map(listedOf)
}

/** States of the receipts of these gifts, by the id of the gift. */
export async function receiptStates(giftIds: readonly string[]): Promise<Map<string, string>> {
  const { db } = await store()
  const rows = await db
    .selectFrom('outbox')
    .select(['subject_id', 'state'])
    .where('kind', '=', 'receipt')
    .where('subject_id', 'in', giftIds)
    .execute()
  return new Map(rows.map(({ subject_id, state }) => [subject_id, state]))
}

/**
 * Everything that the site keeps about a person, by e-mail address, telephone number, or the reference of a message: what erasing removes
 * (messages, payments without a gift, tribute messages to them, the wish to hear what their gifts did), and what the law wants kept (gifts, their
 * receipts, and the bank's text of transfers; of their payments all but telephone number and counters), with paid tickets until their event
 * is over. Mail and counters hold ids and keyed hashes only.
 */
export async function personData(who: string) {
  const { db } = await store()
  const orders = await ordersOf(who)
  const ordered = orders.map(({ reference }) => reference)
  const gifts = await db
    .selectFrom('gifts')
    .selectAll()
    .where((gift) =>
      telephoneTyped(who) ? gift('reference', 'in', ordered) : gift(sql`lower(donor_email)`, '=', normalEmail(who)),
    )
    .orderBy('occurred_at')
    .execute()
  const ids = gifts.map(({ id }) => id)
  const receipts = await db.selectFrom('receipts').selectAll().where('gift_id', 'in', ids).execute()
  const transfers = await db
    .selectFrom('transfers')
    .select(['id', 'text', 'confirmed_at'])
    .where(
      'id',
      'in',
      gifts.map((gift) => gift.object_id),
    )
    .execute()
  const references = new Set(gifts.map(({ reference }) => reference))
  const kept = orders.filter(({ reference }) => references.has(reference))
  const tickets = await db.selectFrom('tickets').selectAll().where('reference', 'in', ordered).execute()
  return {
    removed: {
      messages: await enquiriesOf(who),
      payments: orders.filter((order) => !kept.includes(order)),
      cards: (await tributeMessagesTo(who)).map(({ reference, card }) => ({
        reference,
        to: card?.to,
        email: card?.email,
      })),
      consents: await db.selectFrom('report_consents').selectAll().where('email', '=', normalEmail(who)).execute(),
      tickets: tickets.filter(({ reference }) => !references.has(reference)),
    },
    kept: {
      gifts,
      receipts,
      transfers,
      payments: kept,
      tickets: tickets.filter(({ reference }) => references.has(reference)),
    },
  }
}

/** The same with what imports that are not confirmed hold. Searching a large file takes seconds. */
export const dataToErase = async (who: string) => ({ ...(await personData(who)), staged: await stagedAbout(who) })

/** What erasing removes, for people to read. */
export const removedInWords = ({
  removed: { messages: sent, payments, cards, consents, tickets },
  staged = [],
}: Awaited<ReturnType<typeof personData>> & { staged?: readonly StagedAbout[] }): string[] => [
  ...new Set([
    ...[...sent, ...payments, ...cards, ...tickets].map(({ reference }) => reference),
    ...consents.map(() => messages()('office.consent')),
    ...stagedInWords(staged),
  ]),
]

/** Erases what the law does not want kept, and returns what that was. @param found by {@link dataToErase}, where it was asked before. */
export async function erasePerson(who: string, found?: Awaited<ReturnType<typeof dataToErase>>) {
  const data = found ?? (await dataToErase(who))
  await eraseEnquiries(data.removed.messages.map(({ id }) => id))
  for (const { reference } of data.removed.tickets) await freePlaces(reference)
  await eraseOrdersOf(who)
  await eraseStaged(data.staged)
  const { db } = await store()
  await db.deleteFrom('report_consents').where('email', '=', normalEmail(who)).execute()
  return data
}
