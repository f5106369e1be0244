/** What the first page of the office shows besides the conditions (lib/jobs/conditions.ts): families, and today's gifts. */
import type { Session } from '#lib/office/access/session.ts'
import { dayOf, type Staff } from '#lib/office/access/staff.ts'
import { mayEnter } from '#lib/office/desks/desk.ts'
import { type DueFamily, dueFamilies, families } from '#lib/office/desks/families.ts'
import { type Condition, givenIn } from '#lib/office/desks/gift-search.ts'
import { dayAfter } from '#lib/platform/dates.ts'
import type { Currency } from '#lib/platform/money.ts'
import { store } from '#lib/platform/store/index.ts'
import type { GiftKind } from '#lib/platform/store/schema.ts'
import { entityDay } from '#lib/site/content/index.ts'

/** Amounts in the smallest unit. */
export type PaidGifts = { kind: GiftKind; currency: Currency; count: number; amount: number }

export type Today = {
  /** Gifts of the current day at the legal entity of each currency, like the list that the sums link to. */
  gifts: PaidGifts[]
  /** Families that nobody has answered, oldest first, those to be called by today, and those erased within a week: 21 of each at most. */
  families: DueFamily[]
  calls: DueFamily[]
  leaving: DueFamily[]
}

/** Sums of paid gifts. @param which of them. */
export async function paidGifts(which: Condition): Promise<PaidGifts[]> {
  const { db } = await store()
  const gifts = await db
    .selectFrom('gifts')
    .select(({ fn }) => ['kind', 'currency', fn.countAll<number>().as('count'), fn.sum('amount').as('amount')])
    .where('status', '=', 'paid')
    .where(which)
    .groupBy(['kind', 'currency'])
    .orderBy('currency')
    .orderBy('kind', 'desc')
    .execute()
  return gifts.map((row) => ({ ...row, amount: Number(row.amount) }))
}

/** For the current day: a gift's is that of its legal entity, a call's that of whoever looks. The names of families are for those who may see them: whoever shows them writes the log. */
export async function today(session: Pick<Session, 'roles'> & { staff: Pick<Staff, 'zone'> }): Promise<Today> {
  const day = dayOf(session.staff)
  const isOfToday = givenIn((currency) => {
    const first = entityDay(currency)
    return { first, after: dayAfter(first) }
  })
  const [gifts, due] = await Promise.all([paidGifts(isOfToday), dueFamilies(day, mayEnter(session, families.roles))])
  return { gifts, ...due }
}
