/** Reads a gift for a mail about it. */
import 'server-only'
import type { Selectable } from 'kysely'
import { type Database, store } from '#lib/platform/store/index.ts'

export type Gift = Selectable<Database['gifts']>

/** Null if its status has changed: no mail is then written about it. @throws when the store fails. */
export async function giftIn(status: 'paid' | 'failed', id: string): Promise<Gift | null> {
  const { db } = await store()
  const gift = await db
    .selectFrom('gifts')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', status)
    .executeTakeFirst()
  return gift ?? null
}

/** Whether a payment with this reference is paid; for a monthly gift, that of any month. @throws when the store fails. */
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

/** In any state. @throws when the store fails. */
export async function findGift(id: string): Promise<Gift | null> {
  const { db } = await store()
  return (await db.selectFrom('gifts').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}
