/**
 * Checks the clock before anything is erased: a server that starts with a clock years ahead would otherwise erase every enquiry.
 * Compares the current time with the stored time of the last retention run.
 */
import 'server-only'
import { z } from 'zod'
import { now } from '#lib/platform/clock.ts'
import { store } from '#lib/platform/store/index.ts'
import { readSetting, writeSetting } from '#lib/platform/store/settings.ts'

const settingKey = 'retention-clock'
const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
/** Retention runs every day. After a longer gap, even a legitimate one, erasing waits until the clock is confirmed. */
const longestGapMs = 10 * dayMs
/** Daily runs that must agree on a clock that jumped before it is trusted: a week in which an operator can read the warning. */
const runsToConfirm = 7
const shortestStepMs = 20 * hourMs

/** Times in milliseconds since 1970. `held`: after a jump, the time of the last run and how many runs have agreed with the new clock. */
const keptSchema = z.object({
  believed: z.number(),
  held: z.object({ seen: z.number(), runs: z.number() }).optional(),
})
type Kept = z.infer<typeof keptSchema>
type ClockVerdict = { ok: true } | { ok: false; daysAhead: number; runsLeft: number }

async function readKept(): Promise<Kept | null> {
  const setting = await readSetting(settingKey)
  return setting ? keptSchema.parse(JSON.parse(setting.value)) : null
}

/** Time of the newest row, for databases older than the recording of runs; null for an empty one. */
async function newestRow(): Promise<number | null> {
  const { db } = await store()
  const [row] = await db
    .selectFrom('enquiries')
    .select('created_at as at')
    .unionAll(db.selectFrom('checkout_attempts').select('created_at as at'))
    .unionAll(db.selectFrom('stripe_events').select('received_at as at'))
    .orderBy('at', 'desc')
    .limit(1)
    .execute()
  return row ? Date.parse(row.at) : null
}

function heldUntilConfirmed(time: number, held: Kept['held']): NonNullable<Kept['held']> {
  const step = held ? time - held.seen : Number.NaN
  if (!held || Number.isNaN(step) || step < 0 || step > longestGapMs) return { seen: time, runs: 1 }
  return step < shortestStepMs ? held : { seen: time, runs: held.runs + 1 }
}

/** Records this run and returns whether it may erase by this clock. `confirmed`: an operator vouches for the clock. @throws when the store fails. */
export async function verifyClock(confirmed: boolean): Promise<ClockVerdict> {
  const time = now().getTime()
  const kept = await readKept()
  const last = kept?.believed ?? (await newestRow())
  const ahead = last === null ? 0 : time - last
  const held = confirmed || ahead <= longestGapMs ? undefined : heldUntilConfirmed(time, kept?.held)
  if (!held || held.runs > runsToConfirm) {
    await writeSetting(settingKey, JSON.stringify({ believed: time } satisfies Kept))
    return { ok: true }
  }
  await writeSetting(settingKey, JSON.stringify({ believed: last ?? time, held } satisfies Kept))
  return { ok: false, daysAhead: Math.floor(ahead / dayMs), runsLeft: runsToConfirm + 1 - held.runs }
}
