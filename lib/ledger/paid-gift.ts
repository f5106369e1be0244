/** Reads a gift for a mail about it. */
import 'server-only'
import type { Selectable } from 'kysely'
import { type Database, store } from '#lib/store/index.ts'

/** Null when it was refunded or is disputed: then nothing is written about it. @throws when the store fails. */
export async function paidGift(id: string): Promise<Selectable<Database['gifts']> | null> {
  const { db } = await store()
  const gift = await db
    .selectFrom('gifts')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'paid')
    .executeTakeFirst()
  return gift ?? null
}

/** Whether a payment of this reference is paid; of a monthly gift, any month's. @throws when the store fails. */
export async function hasPaidGift(reference: string): Promise<boolean> {
  const { db } = await store()
  const gift = await db
    .selectFrom('gifts')
    .select('id')
    .where('reference', '=', reference)
    .where('status', '=', 'paid')
    .executeTakeFirst()
  return gift !== undefined
}
