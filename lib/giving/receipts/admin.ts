/** Receipts for the office: delivery state, and dropping unwanted ones. For charity outbox and charity gifts; donors erase what is theirs too. */
import 'server-only'
import { sql } from 'kysely'
import {
  type Entry,
  enquiriesOf,
  type Filter,
  fits,
  giftMailKinds,
  mailEntry,
  type Selected,
} from '#lib/contact/enquiries/admin.ts'
import { eraseEnquiries } from '#lib/contact/enquiries/store-enquiry.ts'
import { normalEmail } from '#lib/contact/forms/text.ts'
import { cardsTo, eraseOrdersOf } from '#lib/giving/orders/erase.ts'
import { ordersOf } from '#lib/giving/orders/store.ts'
import { freePlaces } from '#lib/giving/tickets/places.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { readReference } from '#lib/platform/reference.ts'
import { store } from '#lib/platform/store/index.ts'
import { pages } from '#lib/platform/store/pages.ts'

/** The kind of a mail about a gift; for an enquiry, the name of its form. */
const receiptForm = 'receipt'

async function select() {
  const { db } = await store()
  return (
    db
      .selectFrom('outbox')
      .innerJoin('gifts', 'gifts.id', 'outbox.subject_id')
      .select([
        'gifts.id',
        'outbox.kind',
        'gifts.reference',
        'gifts.object_id',
        'gifts.amount',
        'gifts.currency',
        'gifts.donor_name',
        'gifts.donor_email',
        'gifts.occurred_at',
        'outbox.state',
        'outbox.tries',
        'outbox.due_at',
        'outbox.last_error',
        'outbox.created_at',
      ])
      // Read in the order of time, not by the index on the kind, which would sort all of them for every page.
      .where(sql<string>`outbox.kind || ''`, 'in', giftMailKinds)
  )
}

function entryOf(row: Selected<typeof select>): Entry {
  const { id, object_id: payment, reference, donor_name: name, donor_email: email, occurred_at: paid } = row
  const fields = { name, email, amount: formatMoney(row), paid, payment }
  return mailEntry(row, { id, reference: reference ?? payment, fields })
}

/** Includes the other mail about payments. Oldest first. */
export async function* listReceipts(filter: Filter = {}): AsyncGenerator<Entry> {
  for await (const page of pages(await select(), 'outbox.created_at', 'outbox.id', { from: filter.since }))
    yield* page.map(entryOf).filter((entry) => fits(entry, filter))
}

/** All months of a monthly gift share one reference; the payment's own id identifies one of them. */
export async function receiptsOf(reference: string): Promise<Entry[]> {
  const rows = await (await select())
    .where((row) =>
      row.or([
        row('gifts.reference', '=', readReference(reference) ?? reference),
        row('gifts.object_id', '=', reference),
      ]),
    )
    .orderBy('outbox.created_at')
    .execute()
  return rows.map(entryOf)
}

/** States of the receipts of these gifts, by the id of the gift. */
export async function receiptStates(giftIds: readonly string[]): Promise<Map<string, string>> {
  const { db } = await store()
  const rows = await db
    .selectFrom('outbox')
    .select(['subject_id', 'state'])
    .where('kind', '=', receiptForm)
    .where('subject_id', 'in', giftIds)
    .execute()
  return new Map(rows.map(({ subject_id, state }) => [subject_id, state]))
}

/** Unsent receipts of gifts paid before that time (ISO 8601), which a newly configured template would send. */
export async function unsentBefore(before: string): Promise<Entry[]> {
  const rows = await (await select())
    .where('outbox.kind', '=', receiptForm)
    .where('outbox.state', 'in', ['waiting', 'dead', 'unknown'])
    .where('gifts.occurred_at', '<', before)
    .orderBy('outbox.created_at')
    .execute()
  return rows.map(entryOf)
}

/** Removes them from the outbox. They return only if a dispute is won later. */
export async function dropReceipts(entries: readonly Entry[]): Promise<void> {
  const { db } = await store()
  for (const { id } of entries)
    await db
      .deleteFrom('outbox')
      .where('kind', '=', 'receipt')
      .where('subject_id', '=', id)
      .where('state', '!=', 'sent')
      .execute()
}

/**
 * Everything that the site keeps about a person, by e-mail address or, of messages alone, telephone number: what erasing removes (messages, payments
 * without a gift, cards to them, the wish to hear what their gifts did), and what the law wants kept (gifts, their receipts, and the bank's text of transfers; of their payments all but
 * telephone number and counters), with paid tickets until their event is over. Mail and counters hold ids and keyed hashes only. @throws when the store fails.
 */
export async function personData(who: string) {
  const { db } = await store()
  const gifts = await db
    .selectFrom('gifts')
    .selectAll()
    .where(sql`lower(donor_email)`, '=', normalEmail(who))
    .orderBy('occurred_at')
    .execute()
  const ids = ['', ...gifts.map(({ id }) => id)]
  const receipts = await db.selectFrom('receipts').selectAll().where('gift_id', 'in', ids).execute()
  const transfers = await db
    .selectFrom('transfers')
    .select(['id', 'text', 'confirmed_at'])
    .where('id', 'in', ['', ...gifts.map((gift) => gift.object_id)])
    .execute()
  const references = new Set(gifts.map(({ reference }) => reference))
  const orders = await ordersOf(who)
  const kept = orders.filter(({ reference }) => references.has(reference))
  const tickets = await db
    .selectFrom('tickets')
    .selectAll()
    .where('reference', 'in', ['', ...orders.map(({ reference }) => reference)])
    .execute()
  return {
    removed: {
      messages: await enquiriesOf(who),
      payments: orders.filter((order) => !kept.includes(order)),
      cards: (await cardsTo(who)).map(({ reference, card }) => ({ reference, to: card?.to, email: card?.email })),
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

/** Erases what the law does not want kept, and returns what {@link personData} said before. @throws when the store fails. */
export async function erasePerson(who: string): Promise<Awaited<ReturnType<typeof personData>>> {
  const data = await personData(who)
  await eraseEnquiries(data.removed.messages.map(({ id }) => id))
  for (const { reference } of data.removed.tickets) await freePlaces(reference)
  await eraseOrdersOf(who)
  const { db } = await store()
  await db.deleteFrom('report_consents').where('email', '=', normalEmail(who)).execute()
  return data
}
