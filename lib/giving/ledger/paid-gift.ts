/** Reads gifts: for a mail about one, and for the office. */
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

/**
 * Gifts by the number of a receipt ("2026-27/00123"), by reference (all months of a monthly gift) or by the id of the payment. Several
 * entities may have given the same number. Oldest first. @throws when the store fails.
 */
export async function findGifts(key: string): Promise<Gift[]> {
  const { db } = await store()
  const [, year, number] = /^(\d{4})(?:-\d{2})?\/(\d{1,9})$/.exec(key) ?? []
  return db
    .selectFrom('gifts')
    .selectAll()
    .where((row) =>
      year && number
        ? row('id', 'in', (query) =>
            query
              .selectFrom('receipts')
              .select('gift_id')
              .where('year', '=', Number(year))
              .where('number', '=', Number(number)),
          )
        : row.or([row('reference', '=', key.toUpperCase()), row('object_id', '=', key)]),
    )
    .orderBy('occurred_at')
    .execute()
}
