/** Receipts as the staff see them beside the enquiries: where each is on its way, and which of them nobody wants any more. Used by npm run outbox and npm run gifts only. */
import 'server-only'
import { type Entry, type Filter, fits } from '#lib/enquiries/admin.ts'
import { formatMoney } from '#lib/money.ts'
import { store } from '#lib/store/index.ts'

/** Where an enquiry has the name of its form, a mail about a gift has its kind: this one, or the mail to the office about a sponsorship. */
const receiptForm = 'receipt'

async function select() {
  const { db } = await store()
  return db
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
    .where('outbox.kind', 'in', [receiptForm, 'sponsorship'])
    .orderBy('outbox.created_at')
    .execute()
}
type Row = Awaited<ReturnType<typeof select>>[number]

function entryOf(row: Row): Entry {
  return {
    id: row.id,
    reference: row.reference ?? row.object_id,
    form: row.kind,
    stage: row.state,
    fields: {
      name: row.donor_name,
      email: row.donor_email,
      amount: formatMoney({ amount: row.amount, currency: row.currency }),
      paid: row.occurred_at,
      payment: row.object_id,
    },
    createdAt: row.created_at,
    spamReason: null,
    tries: row.tries,
    dueAt: row.state === 'waiting' ? row.due_at : null,
    lastError: row.last_error,
  }
}

/** With the mail about sponsorships. Oldest first. */
export async function listReceipts(filter: Filter = {}): Promise<Entry[]> {
  return (await select()).map(entryOf).filter((entry) => fits(entry, filter))
}

/** All months of a monthly gift have one reference; the payment's own id names one of them. */
export async function receiptsOf(reference: string): Promise<Entry[]> {
  return (await listReceipts()).filter(
    (entry) => entry.reference === reference.toUpperCase() || entry.fields.payment === reference,
  )
}

/** Those that were never sent, of gifts paid before that moment (ISO 8601): what a new template would otherwise send by surprise. */
export async function unsentBefore(before: string): Promise<Entry[]> {
  return (await listReceipts({ form: receiptForm })).filter(
    ({ stage, fields }) => stage !== 'sent' && (fields.paid ?? '') < before,
  )
}

/** Takes them out of the outbox; only a dispute that is won later puts one back. */
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
