/** What the first page of the office shows besides the conditions (lib/jobs/conditions.ts): families, and today's gifts. */
import type { Session } from '#lib/office/access/session.ts'
import { mayEnter } from '#lib/office/desks/desk.ts'
import { type DueFamily, dueFamilies, families } from '#lib/office/desks/families.ts'
import { now } from '#lib/platform/clock.ts'
import { dayAfter } from '#lib/platform/dates.ts'
import type { Currency } from '#lib/platform/money.ts'
import { store } from '#lib/platform/store/index.ts'
import type { GiftKind } from '#lib/platform/store/schema.ts'
import { momentOf, wallTime } from '#lib/platform/zone.ts'
import { site } from '#lib/site/content/index.ts'

/** Amounts in the smallest unit. */
export type PaidGifts = { kind: GiftKind; currency: Currency; count: number; amount: number }

export type Today = {
  gifts: PaidGifts[]
  /** In the organisation's zone. */
  day: string
  /** Families that nobody has answered, oldest first, those to be called by today, and those erased within a week: 21 of each at most. */
  families: DueFamily[]
  calls: DueFamily[]
  leaving: DueFamily[]
}

/** Paid gifts of a period. @param until the first moment after it; both are ISO 8601. A gift counts on the day of its payment, which for a bank debit is days after it was made. */
export async function paidGifts({ from, until }: { from: string; until: string }): Promise<PaidGifts[]> {
  const { db } = await store()
  const gifts = await db
    .selectFrom('gifts')
    .select(({ fn }) => ['kind', 'currency', fn.countAll<number>().as('count'), fn.sum('amount').as('amount')])
    .where('status', '=', 'paid')
    .where('paid_at', '>=', from)
    .where('paid_at', '<', until)
    .groupBy(['kind', 'currency'])
    .orderBy('currency')
    .orderBy('kind', 'desc')
    .execute()
  return gifts.map((row) => ({ ...row, amount: Number(row.amount) }))
}

/** For the current day in the organisation's zone. The names of families are for those who may see them: whoever shows them writes the log. @throws when the store fails. */
export async function today(session: Pick<Session, 'roles'>): Promise<Today> {
  const { zone } = site()
  const day = wallTime(zone, now()).slice(0, 10)
  const midnight = (of: string) => momentOf(zone, of, '00:00').toISOString()
  const [gifts, due] = await Promise.all([
    paidGifts({ from: midnight(day), until: midnight(dayAfter(day)) }),
    dueFamilies(day, mayEnter(session, families.roles)),
  ])
  return { day, gifts, ...due }
}
