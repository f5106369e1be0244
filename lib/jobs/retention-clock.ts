/**
 * Whether the clock can be believed before anything is erased by it: a server that starts with a clock years ahead would otherwise
 * erase every enquiry. Compares now with the last time that retention ran, which the store keeps.
 */
import 'server-only'
import { z } from 'zod'
import { now } from '#lib/clock.ts'
import { store } from '#lib/store/index.ts'
import { readSetting, writeSetting } from '#lib/store/settings.ts'

const settingKey = 'retention-clock'
const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
/** Retention runs every day. A site that was switched off for longer waits as well; a wrong clock does no harm meanwhile. */
const longestGapMs = 10 * dayMs
/** Runs, a day apart, that must agree on a clock that jumped before it is believed: a week in which somebody can read the warning. */
const runsToConfirm = 7
const shortestStepMs = 20 * hourMs

/** Times in milliseconds since 1970. `held`: a clock that jumped, when it was last seen, and how many runs have agreed with it since. */
const keptSchema = z.object({
  believed: z.number(),
  held: z.object({ seen: z.number(), runs: z.number() }).optional(),
})
type Kept = z.infer<typeof keptSchema>
export type ClockVerdict = { ok: true } | { ok: false; daysAhead: number; runsLeft: number }

async function readKept(): Promise<Kept | null> {
  const setting = await readSetting(settingKey)
  return setting ? keptSchema.parse(JSON.parse(setting.value)) : null
}

/** When something was last written, for a database from before runs were noted; null for an empty one. */
async function newestRow(): Promise<number | null> {
  const { db } = await store()
  const newest = await Promise.all([
    db
      .selectFrom('enquiries')
      .select(({ fn }) => fn.max('created_at').as('at'))
      .executeTakeFirst(),
    db
      .selectFrom('checkout_attempts')
      .select(({ fn }) => fn.max('created_at').as('at'))
      .executeTakeFirst(),
    db
      .selectFrom('stripe_events')
      .select(({ fn }) => fn.max('received_at').as('at'))
      .executeTakeFirst(),
  ])
  const times = newest.flatMap((row) => (row?.at ? [Date.parse(row.at)] : []))
  return times.length > 0 ? Math.max(...times) : null
}

function heldUntilConfirmed(time: number, held: Kept['held']): NonNullable<Kept['held']> {
  const step = held ? time - held.seen : Number.NaN
  if (!held || Number.isNaN(step) || step < 0 || step > longestGapMs) return { seen: time, runs: 1 }
  return step < shortestStepMs ? held : { seen: time, runs: held.runs + 1 }
}

/** Notes this run, and says whether it may erase by this clock. `confirmed`: an operator says that the clock is right. @throws when the store fails. */
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
