/** Reads a gift for a mail about it. */
import { sql } from 'kysely'
import { isEmail } from '#lib/contact/forms/form.ts'
import { normalEmail } from '#lib/contact/forms/text.ts'
import { arrivedStatuses } from '#lib/giving/orders/order.ts'
import { type Store, store } from '#lib/platform/store/index.ts'
import type { Gift } from '#lib/platform/store/schema.ts'

export type { Gift }

/** Whether a payment with this reference is paid; for a monthly gift, that of any month. */
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

/** Identifies a donor by the address, or by the name without one, so people without an address may share a name. The same expression as in the index. */
export const giverOf = (table: 'gifts' | 'other') =>
  sql<string>`case when ${sql.ref(`${table}.donor_email`)} = '' then ${sql.ref(`${table}.donor_name`)} else lower(${sql.ref(`${table}.donor_email`)}) end`

/** The same, of a donor in memory. */
export const giverKey = ({ name, email }: { name: string; email: string }): string =>
  email ? normalEmail(email) : name

/** What the donor gave before anything went back, in the smallest unit: a gift that was refunded in full keeps its amount. */
export const grossOf = ({ status, amount, given_back }: Pick<Gift, 'status' | 'amount' | 'given_back'>): number =>
  status === 'refunded' ? amount : amount + given_back

/** In any state. */
export async function findGift(id: string): Promise<Gift | null> {
  const { db } = await store()
  return (await db.selectFrom('gifts').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export type GivenGift = Pick<Gift, 'id' | 'donor_email'>

/** Gifts whose payment has proved the donor's address. */
export const givenGifts = (db: Store['db']) =>
  db.selectFrom('gifts').select(['gifts.id', 'donor_email']).where('status', 'in', arrivedStatuses)

/** The latest gift of a subscription, or with a reference, whose donor has an e-mail address. */
export async function latestMonth(by: 'subscription_id' | 'reference', value: string): Promise<GivenGift | null> {
  const { db } = await store()
  const gift = await givenGifts(db).where(by, '=', value).orderBy('occurred_at', 'desc').limit(1).executeTakeFirst()
  return gift && isEmail(gift.donor_email) ? gift : null
}
