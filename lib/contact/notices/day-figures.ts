/** Figures of one day, and of what waits for a person now: counts and amounts, no personal data. */
import 'server-only'
import { sql } from 'kysely'
import { countQuarantined, type HelpFigures, helpFigures } from '#lib/contact/enquiries/admin.ts'
import { utcNow } from '#lib/platform/clock.ts'
import type { Currency } from '#lib/platform/money.ts'
import { eventTypes } from '#lib/platform/providers/stripe.ts'
import { store } from '#lib/platform/store/index.ts'
import type { GiftsTable } from '#lib/platform/store/schema.ts'
import { helpForm } from '#lib/site/content/form-ids.ts'

/** ISO 8601, UTC; `until` is the first moment after it. */
type Period = { from: string; until: string }

export type DayFigures = {
  /** Amounts in the smallest unit. */
  gifts: { kind: GiftsTable['kind']; currency: Currency; count: number; amount: number }[]
  monthly: { started: number; stopped: number }
  payments: { refunded: number; failed: number; declined: number }
  /** Families that asked for a surgery. */
  help: HelpFigures
  /** By the id of the form, without those in quarantine and those of families. */
  enquiries: { form: string; count: number }[]
  /** As of now, whatever the day. */
  waiting: { disputes: number; quarantined: number; lateMails: number; deadMails: number; unknownMails: number }
}

const lateAfterMs = 60 * 60_000

/** A gift counts on the day of its payment, which for a bank debit is days after it was made. */
async function giftFigures({ from, until }: Period) {
  const { db } = await store()
  // Null in rows of older versions of the site.
  const paidAt = sql<string>`coalesce(paid_at, recorded_at)`
  const gifts = await db
    .selectFrom('gifts')
    .select(({ fn }) => ['kind', 'currency', fn.countAll<number>().as('count'), fn.sum('amount').as('amount')])
    .where('status', '=', 'paid')
    .where(paidAt, '>=', from)
    .where(paidAt, '<', until)
    .groupBy(['kind', 'currency'])
    .orderBy('currency')
    .orderBy('kind', 'desc')
    .execute()
  const firstMonths = await db
    .selectFrom('gifts')
    .select('subscription_id')
    .where('kind', '=', 'monthly')
    .where('status', 'not in', ['pending', 'failed'])
    .groupBy('subscription_id')
    .having(sql<string>`min(${paidAt})`, '>=', from)
    .having(sql<string>`min(${paidAt})`, '<', until)
    .execute()
  return { gifts: gifts.map((row) => ({ ...row, amount: Number(row.amount) })), started: firstMonths.length }
}

async function eventFigures({ from, until }: Period) {
  const { db } = await store()
  const events = db.selectFrom('stripe_events').where('received_at', '>=', from).where('received_at', '<', until)
  const { stopped } = await events
    .select(({ fn }) => fn.count<number>('object_id').distinct().as('stopped'))
    .where('type', '=', eventTypes.subscriptionEnded)
    .where('object_id', 'in', (given) =>
      given.selectFrom('gifts').select('subscription_id').where('subscription_id', 'is not', null),
    )
    .executeTakeFirstOrThrow()
  const { declined } = await events
    .select(({ fn }) => fn.countAll<number>().as('declined'))
    .where('type', '=', eventTypes.declined)
    .executeTakeFirstOrThrow()
  return { stopped, declined }
}

/** Payments whose state became this one on that day; of disputes, all that are open. */
async function troubledPayments({ from, until }: Period) {
  const { db } = await store()
  const rows = await db
    .selectFrom('gifts')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where((gift) =>
      gift.or([
        gift('status', '=', 'disputed'),
        gift.and([
          gift('status', 'in', ['refunded', 'failed']),
          gift('updated_at', '>=', from),
          gift('updated_at', '<', until),
        ]),
      ]),
    )
    .groupBy('status')
    .execute()
  return (status: string) => rows.find((row) => row.status === status)?.count ?? 0
}

async function enquiryFigures({ from, until }: Period) {
  const { db } = await store()
  const enquiries = await db
    .selectFrom('enquiries')
    .select(({ fn }) => ['form', fn.countAll<number>().as('count')])
    .where('state', '!=', 'quarantined')
    .where('form', '!=', helpForm)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .groupBy('form')
    .orderBy('form')
    .execute()
  return { enquiries, quarantined: await countQuarantined() }
}

async function mailFigures() {
  const { db } = await store()
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where((mail) =>
      mail.or([
        mail('state', 'in', ['dead', 'unknown']),
        mail.and([mail('state', '=', 'waiting'), mail('created_at', '<', utcNow(-lateAfterMs))]),
      ]),
    )
    .groupBy('state')
    .execute()
  const of = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
  return { lateMails: of('waiting'), deadMails: of('dead'), unknownMails: of('unknown') }
}

/** @throws when the store fails. */
export async function dayFigures(day: Period): Promise<DayFigures> {
  const { gifts, started } = await giftFigures(day)
  const { stopped, declined } = await eventFigures(day)
  const troubled = await troubledPayments(day)
  const { enquiries, quarantined } = await enquiryFigures(day)
  return {
    gifts,
    monthly: { started, stopped },
    payments: { refunded: troubled('refunded'), failed: troubled('failed'), declined },
    help: await helpFigures(day),
    enquiries,
    waiting: { disputes: troubled('disputed'), quarantined, ...(await mailFigures()) },
  }
}
