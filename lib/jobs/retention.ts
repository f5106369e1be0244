/**
 * Erases personal data that is no longer needed: enquiries (once they are delivered), families' sooner, payments that were never completed,
 * tribute messages to families, and bank statements in the office. The periods are `keep` of content/site.yaml.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { familiesQuietFor } from '#lib/contact/enquiries/admin.ts'
import { endedSignUps } from '#lib/contact/enquiries/newsletter.ts'
import { eraseEnquiries } from '#lib/contact/enquiries/store-enquiry.ts'
import { eraseImports } from '#lib/giving/exchange/import.ts'
import { eraseAbandoned, eraseOldTributeMessages } from '#lib/giving/orders/erase.ts'
import { eraseTickets } from '#lib/giving/tickets/places.ts'
import { eraseTyped } from '#lib/office/access/typed.ts'
import { eraseStatements } from '#lib/office/desks/statement-in-hand.ts'
import { dayMs, hourMs, now, utcNow } from '#lib/platform/clock.ts'
import { log } from '#lib/platform/log.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { readSetting, store, writeSetting } from '#lib/platform/store/index.ts'
import { pages } from '#lib/platform/store/pages.ts'
import { clearWarning, reportWarning, warningsOf } from '#lib/platform/warnings.ts'
import type { KeepPeriod } from '#lib/site/content/fields.ts'
import { helpForm } from '#lib/site/content/form-ids.ts'
import { site } from '#lib/site/content/index.ts'

/**
 * Checks the clock before anything is erased: a server that starts with a clock years ahead would otherwise erase every enquiry.
 * Compares the current time with the stored time of the last retention run.
 */
const settingKey = 'retention-clock'
/** Retention runs every day. After a longer gap, even a legitimate one, erasing waits until the clock is confirmed. */
const maxGapMs = 10 * dayMs
/** Daily runs that must agree on a clock that jumped before it is trusted: a week in which an operator can read the warning. */
const runsToConfirm = 7
const minStepMs = 20 * hourMs

/** Times in milliseconds since 1970. `held`: after a jump, the time of the last run and how many runs have agreed with the new clock. */
const clockSchema = z.object({
  believed: z.number(),
  held: z.object({ seen: z.number(), runs: z.number() }).optional(),
})
type ClockRecord = z.infer<typeof clockSchema>
type ClockVerdict = Result<null, { daysAhead: number; runsLeft: number }>

async function readClock(): Promise<ClockRecord | null> {
  const setting = await readSetting(settingKey)
  return setting ? clockSchema.parse(JSON.parse(setting.value)) : null
}

/** Time of the newest row, for databases older than the recording of runs; null for an empty one. */
async function newestRow(): Promise<number | null> {
  const { db } = await store()
  const rows = await db
    .selectFrom('enquiries')
    .select(({ fn }) => fn.max<string | null>('created_at').as('at'))
    .unionAll(db.selectFrom('orders').select(({ fn }) => fn.max<string | null>('created_at').as('at')))
    .unionAll(db.selectFrom('stripe_events').select(({ fn }) => fn.max<string | null>('received_at').as('at')))
    .execute()
  const times = rows.flatMap(({ at }) => (at === null ? [] : [Date.parse(at)]))
  return times.length > 0 ? Math.max(...times) : null
}

function heldUntilConfirmed(time: number, held: ClockRecord['held']): NonNullable<ClockRecord['held']> {
  const step = held ? time - held.seen : Number.NaN
  if (!held || Number.isNaN(step) || step < 0 || step > maxGapMs) return { seen: time, runs: 1 }
  return step < minStepMs ? held : { seen: time, runs: held.runs + 1 }
}

/** Records this run and returns whether it may erase by this clock. `confirmed`: an operator vouches for the clock. */
async function verifyClock(confirmed: boolean): Promise<ClockVerdict> {
  const time = now().getTime()
  const kept = await readClock()
  const last = kept?.believed ?? (await newestRow())
  const ahead = last === null ? 0 : time - last
  const held = confirmed || ahead <= maxGapMs ? undefined : heldUntilConfirmed(time, kept?.held)
  if (!held || held.runs > runsToConfirm) {
    await writeSetting(settingKey, JSON.stringify({ believed: time } satisfies ClockRecord))
    return success(null)
  }
  await writeSetting(settingKey, JSON.stringify({ believed: last ?? time, held } satisfies ClockRecord))
  return failure({ daysAhead: Math.floor(ahead / dayMs), runsLeft: runsToConfirm + 1 - held.runs })
}

const oldest = (keep: KeepPeriod = 'enquiries') => utcNow(-site().keep[keep] * dayMs)

type ExpiredKind = 'messages' | 'families' | 'signUps'
/** How many enquiries of each kind are erased. */
export type Expired = Map<ExpiredKind, number>

/** "messages older than 730 days: 3, families’ requests of which nothing is as late as 90 days ago: 1" */
export function expiredInWords(counts: Expired): string {
  const { enquiries, surgery } = site().keep
  const words = {
    messages: `messages older than ${enquiries} days`,
    families: `families’ requests of which nothing is as late as ${surgery} days ago`,
    signUps: 'sign-ups that were ended or never confirmed',
  }
  return [...counts].map(([kind, count]) => `${words[kind]}: ${count}`).join(', ') || 'nothing'
}

/**
 * Ids of enquiries past their retention period, in pages, with their kind: delivered ones, and ones left in quarantine. A family's waits for what is
 * still to come.
 */
export async function* expiredEnquiries(): AsyncGenerator<[kind: ExpiredKind, ids: string[]]> {
  const { db } = await store()
  const columns = ['enquiries.id', 'enquiries.state', 'outbox.state as delivery'] as const
  const old = db
    .selectFrom('enquiries')
    .leftJoin('outbox', 'outbox.subject_id', 'enquiries.id')
    .select(columns)
    .where(sql<string>`enquiries.form || ''`, '!=', helpForm)
    .where('enquiries.created_at', '<', oldest())
  const families = (await familiesQuietFor(site().keep.surgery))
    .leftJoin('outbox', 'outbox.subject_id', 'enquiries.id')
    .select(columns)
  const isOver = ({ state, delivery }: { state: string; delivery: string | null }) =>
    state === 'quarantined' || (state === 'stored' && delivery === 'sent')
  for (const [kind, expired] of [
    ['messages', old.where('enquiries.state', '=', 'quarantined')],
    ['messages', old.where('enquiries.state', '=', 'stored')],
    ['families', families],
  ] as const)
    for await (const page of pages(expired as typeof old, 'enquiries.created_at', 'enquiries.id'))
      yield [kind, page.filter(isOver).map(({ id }) => id)]
  for await (const ids of endedSignUps()) yield ['signUps', ids]
}

/** Adds to the counts. */
export function countExpired(counts: Expired, kind: ExpiredKind, { length }: readonly string[]) {
  if (length > 0) counts.set(kind, (counts.get(kind) ?? 0) + length)
}

const warningKey = 'retention-clock'

/**
 * Returns the number of enquiries erased; 0, and nothing else erased either, while the clock cannot be trusted. `confirmed`: an operator
 * vouches for the clock. `counts`: gets how many of each kind. Sign-ups for the newsletter that were confirmed stay until somebody
 * unsubscribes; others are erased, because the newsletter service holds the list.
 */
export async function enforceRetention({ confirmed = false, counts = new Map() as Expired } = {}): Promise<number> {
  const clock = await verifyClock(confirmed)
  if (!clock.ok) {
    reportWarning(
      warningKey,
      `Nothing is erased: this server’s clock is ${clock.failure.daysAhead} days ahead of the last retention run. Set the clock. If it is right: charity outbox retention --yes, or wait ${clock.failure.runsLeft} days.`,
    )
    return 0
  }
  clearWarning(warningKey)
  await eraseAbandoned()
  await eraseOldTributeMessages()
  await eraseStatements()
  await eraseTyped()
  await eraseImports()
  await eraseTickets(oldest('payments').slice(0, 10))
  for await (const [kind, ids] of expiredEnquiries()) {
    await eraseEnquiries(ids)
    countExpired(counts, kind, ids)
  }
  if (counts.size > 0) log.info(`Erased past their retention period: ${expiredInWords(counts)}`)
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** Tries again if erasing waits for the clock, so that the warning ends when the clock is set, not a day later. */
export async function retryHeldRetention(): Promise<void> {
  if (warningsOf(warningKey).length > 0) await enforceRetention()
}
