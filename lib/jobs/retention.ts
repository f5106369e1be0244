/**
 * Erases personal data that is no longer needed: enquiries after ENQUIRY_RETENTION_DAYS (once they are delivered), families' sooner,
 * payments that were never completed, and cards to families after thirty days.
 */
import 'server-only'
import { eraseEnquiries } from '#lib/contact/enquiries/erase.ts'
import { endedSignUps } from '#lib/contact/enquiries/newsletter.ts'
import { eraseOldCards } from '#lib/giving/checkout/attempts.ts'
import { eraseAbandoned } from '#lib/giving/checkout/erase-abandoned.ts'
import { verifyClock } from '#lib/jobs/retention-clock.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { log } from '#lib/platform/log.ts'
import { store } from '#lib/platform/store/index.ts'
import { clearWarning, reportWarning } from '#lib/platform/warnings.ts'
import { helpForm } from '#lib/site/content/form-ids.ts'

const dayMs = 24 * 60 * 60_000

/** A family's request, which says something about a patient's health. content/forms/get-surgery.yaml states this period. */
export const helpRetentionDays = 90

const oldest = () => utcNow(-env().enquiryRetentionDays * dayMs)
const oldestHelp = () => utcNow(-Math.min(env().enquiryRetentionDays, helpRetentionDays) * dayMs)

/** Enquiries past their retention period: delivered ones, and ones left in quarantine. */
export async function expiredEnquiries(): Promise<{ id: string; reference: string }[]> {
  const { db } = await store()
  return db
    .selectFrom('enquiries')
    .leftJoin('outbox', 'outbox.subject_id', 'enquiries.id')
    .select(['enquiries.id', 'enquiries.reference'])
    .where((row) =>
      row.or([
        row('enquiries.created_at', '<', oldest()),
        row.and([row('enquiries.form', '=', helpForm), row('enquiries.created_at', '<', oldestHelp())]),
      ]),
    )
    .where((row) =>
      row.or([
        row('enquiries.state', '=', 'quarantined'),
        row.and([row('enquiries.state', '=', 'stored'), row('outbox.state', '=', 'sent')]),
      ]),
    )
    .orderBy('enquiries.created_at')
    .execute()
}

const warningKey = 'retention-clock'

/**
 * Returns the number of enquiries erased; 0, and nothing else erased either, while the clock cannot be trusted. `confirmed`: an
 * operator vouches for the clock. Sign-ups for the newsletter that were confirmed stay until somebody unsubscribes; others are erased, because the newsletter service holds the list. @throws when the store fails.
 */
export async function enforceRetention({ confirmed = false } = {}): Promise<number> {
  const clock = await verifyClock(confirmed)
  if (!clock.ok) {
    reportWarning(
      warningKey,
      `Nothing is erased: this server’s clock is ${clock.daysAhead} days ahead of the last retention run. Set the clock. If it is right: charity outbox retention --yes, or wait ${clock.runsLeft} days.`,
    )
    return 0
  }
  clearWarning(warningKey)
  await eraseAbandoned()
  await eraseOldCards()
  const found = [...(await expiredEnquiries()), ...(await endedSignUps())]
  if (found.length > 0)
    log.info('Erasing enquiries past their retention period', { enquiries: found.length, olderThan: oldest() })
  for (let start = 0; start < found.length; start += 100)
    await eraseEnquiries(found.slice(start, start + 100).map(({ id }) => id))
  return found.length
}
