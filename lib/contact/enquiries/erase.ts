/** Erases the content of an enquiry and keeps its reference. Pending mail is cancelled. */
import 'server-only'
import type { Transaction } from 'kysely'
import { enquiryMails } from '#lib/contact/enquiries/mail.ts'
import { type Database, store } from '#lib/platform/store/index.ts'

/** Idempotent. @throws when the store fails: then none of them was erased. */
export async function eraseEnquiries(ids: readonly string[]): Promise<void> {
  const { db } = await store()
  await db.transaction().execute(async (transaction) => {
    for (const id of ids) await eraseOne(transaction, id)
  })
}

async function eraseOne(transaction: Transaction<Database>, id: string): Promise<void> {
  await transaction
    .updateTable('enquiries')
    // The key contains a hash of the answers.
    .set({ state: 'erased', fields: '{}', idempotency_key: `erased:${id}` })
    .where('id', '=', id)
    .execute()
  await transaction.deleteFrom('outbox').where('subject_id', '=', id).where('kind', 'in', enquiryMails).execute()
}
