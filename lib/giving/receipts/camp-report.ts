/**
 * Donors who asked what their gifts did are mailed when the report of a camp is in, once for each donor and camp. A donor
 * agrees on the page after giving or at Your gifts, and ends it by the link in each mail.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { isEmail } from '#lib/contact/forms/form.ts'
import { normalEmail } from '#lib/contact/forms/text.ts'
import { recordedPayment } from '#lib/giving/orders/payment.ts'
import { giftPayload, readReportsToken } from '#lib/giving/receipts/links.ts'
import { isOffered } from '#lib/giving/receipts/request-link.ts'
import { dayMs, utcNow } from '#lib/platform/clock.ts'
import { currentLanguage } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { Currency } from '#lib/platform/money.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { sign } from '#lib/platform/signed.ts'
import { store } from '#lib/platform/store/index.ts'
import { campOfGift, isSampleReport } from '#lib/site/camps/outcomes.ts'
import { camps, pageWith } from '#lib/site/content/index.ts'

const purpose = 'camp-reports'
/** The kind of these mails in the outbox. */
export const reportKind = 'camp-report'
export const reportPayload = giftPayload.extend({ campId: z.string() })

export async function consentOf(email: string) {
  const { db } = await store()
  return db.selectFrom('report_consents').selectAll().where('email', '=', normalEmail(email)).executeTakeFirst()
}

/** Whether this donor gets reports. */
export async function hearsReports(email: string): Promise<boolean> {
  return (await consentOf(email)) !== undefined
}

/** In the current language. */
export async function agreeToReports(email: string): Promise<void> {
  const row = {
    id: randomUUID(),
    email: normalEmail(email),
    agreed: messages()('reports.agree'),
    language: currentLanguage(),
    created_at: utcNow(),
  }
  const { db } = await store()
  await db
    .insertInto('report_consents')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
}

/** `of`: the address of a donor, or the token of a mail, which is not trusted. */
export async function endReports(of: { email: string } | { token: unknown }): Promise<void> {
  const [column, value] =
    'email' in of ? (['email', normalEmail(of.email)] as const) : (['id', readReportsToken(of.token)] as const)
  const { db } = await store()
  if (value) await db.deleteFrom('report_consents').where(column, '=', value).execute()
}

/** Whether the charity has a register of camps, which is where a report is published. */
export const publishesReports = (): boolean => pageWith('camp-outcomes') !== undefined

/** Whether the page of this payment may ask: there are reports, and it is a gift that was paid, with an address to which mail can be sent. */
export async function mayHearReports(
  sessionId: string,
): Promise<{ email: string; currency: Currency; hears: boolean } | null> {
  const payment = isOffered() && publishesReports() ? await recordedPayment(sessionId) : null
  if (payment?.gift?.status !== 'paid' || !isEmail(payment.donor.email)) return null
  const { email } = payment.donor
  return { email, currency: payment.money.currency, hears: await hearsReports(email) }
}

/** A camp may be counted some weeks before its report is published. */
const countedBeforeMs = 90 * dayMs

/** Queues the mails about camps whose report is in. Daily; a mail that was queued before is not queued again. */
export async function mailCampReports(): Promise<void> {
  const { db } = await store()
  const reported = camps().filter((camp) => camp.report && !isSampleReport(camp))
  if (reported.length === 0 || !isOffered()) return
  const rows = await db
    .selectFrom('report_consents')
    .innerJoin('gifts', (join) =>
      join.on(sql`lower(gifts.donor_email)`, '=', (row) => row.ref('report_consents.email')),
    )
    .select(['gifts.id', 'gifts.campaign', 'gifts.reason', 'gifts.occurred_at', 'email', 'report_consents.created_at'])
    .where('gifts.status', '=', 'paid')
    .where('gifts.kind', '!=', 'sponsorship')
    .orderBy('gifts.occurred_at')
    .execute()
  await db.transaction().execute(async (transaction) => {
    for (const { id: giftId, email, created_at, ...gift } of rows) {
      const camp = campOfGift(camps(), gift)
      const isNew = Date.parse(camp?.report?.day ?? '') > Date.parse(created_at) - countedBeforeMs
      if (!camp || !reported.includes(camp) || !isNew) continue
      const subject = `${camp.id}/${sign(purpose, email).slice(0, 22)}`
      await enqueue(transaction, reportKind, subject, { payload: { giftId, campId: camp.id } })
    }
  })
  wakeOutboxWorker()
}
