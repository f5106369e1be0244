/**
 * What visitors typed is not kept for ever: enquiries as long as ENQUIRY_RETENTION_DAYS says (one that nobody was sent yet until
 * it is), drafts and payments that were never made until nothing can come of them.
 */
import 'server-only'
import { eraseAbandoned } from '#lib/checkout/erase-abandoned.ts'
import { utcNow } from '#lib/clock.ts'
import { eraseEnquiries } from '#lib/enquiries/erase.ts'
import { env } from '#lib/env.ts'
import { verifyClock } from '#lib/jobs/retention-clock.ts'
import { log } from '#lib/log.ts'
import { store } from '#lib/store/index.ts'
import { clearWarning, reportWarning } from '#lib/warnings.ts'

const dayMs = 24 * 60 * 60_000

const oldest = () => utcNow(-env().enquiryRetentionDays * dayMs)

/** The enquiries whose time is over: delivered, or in quarantine where nobody wanted them. */
export async function outlived(): Promise<{ id: string; reference: string }[]> {
  const { db } = await store()
  return db
    .selectFrom('enquiries')
    .leftJoin('outbox', 'outbox.subject_id', 'enquiries.id')
    .select(['enquiries.id', 'enquiries.reference'])
    .where('enquiries.created_at', '<', oldest())
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
 * How many enquiries were erased; 0 while the clock cannot be believed, and then nothing else is let go of either. `confirmed`: an
 * operator says that it is right. The newsletter's readers are on its list, not here: their sign-ups go too. @throws when the store fails.
 */
export async function enforceRetention({ confirmed = false } = {}): Promise<number> {
  const clock = await verifyClock(confirmed)
  if (!clock.ok) {
    reportWarning(
      warningKey,
      `Nothing is erased: this server’s clock is ${clock.daysAhead} days ahead of the last time that old enquiries were looked for. Set the clock. If it is right: npm run outbox -- retention --yes, or wait ${clock.runsLeft} days.`,
    )
    return 0
  }
  clearWarning(warningKey)
  const { db } = await store()
  // Written only by versions of the site that kept drafts in the store.
  await db.deleteFrom('form_drafts').where('expires_at', '<=', utcNow()).execute()
  await eraseAbandoned()
  const found = await outlived()
  if (found.length > 0)
    log.info('Enquiries are erased because their time is over', { enquiries: found.length, olderThan: oldest() })
  for (let start = 0; start < found.length; start += 100)
    await eraseEnquiries(found.slice(start, start + 100).map(({ id }) => id))
  return found.length
}
