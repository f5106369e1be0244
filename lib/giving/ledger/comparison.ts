/**
 * Compares the ledger with the provider, and records what is missing: webhooks may be lost, and a restored database is older than the gifts.
 * Once a day by one server, and by `charity gifts resync`.
 */
import { z } from 'zod'
import { recordPayouts } from '#lib/giving/ledger/payouts.ts'
import { recordEvent, recordGift } from '#lib/giving/ledger/record-event.ts'
import { cardProvider, type PaymentProvider } from '#lib/giving/orders/card-payments.ts'
import { dayMs, hourMs, minuteMs, now, utcNow } from '#lib/platform/clock.ts'
import { log } from '#lib/platform/log.ts'
import { stopping } from '#lib/platform/process-state.ts'
import type { EventSubject, ProviderResult } from '#lib/platform/providers/payments.ts'
import { failure, success } from '#lib/platform/result.ts'
import { readSetting, store, writeSetting, writeSettingOnce } from '#lib/platform/store/index.ts'
import { clearWarning, reportWarning } from '#lib/platform/warnings.ts'

const settingKey = 'gift-comparison'
/** A webhook that is younger may still be under way. */
const settleMs = 15 * minuteMs

/** All times are ISO 8601. */
const comparisonSchema = z.object({
  at: z.string(),
  since: z.string(),
  /** Until when everything has been compared, by this comparison and earlier ones; null if they leave a gap. */
  done: z.string().nullable(),
  compared: z.int(),
  /** What was missing, and its event types. */
  recorded: z.int(),
  types: z.array(z.string()),
  /** When the newest of these events happened. */
  newest: z.string().nullable(),
  /** What could not be read or written. */
  failed: z.int(),
})
export type Comparison = z.infer<typeof comparisonSchema>

/** Null before the first, and for a row of another version. */
function readComparison(value = ''): Comparison | null {
  try {
    return comparisonSchema.parse(JSON.parse(value))
  } catch {
    return null
  }
}

export const lastComparison = async () => readComparison((await readSetting(settingKey))?.value)

/** Gifts that the ledger lacks, or whose payment was not decided. */
async function undecided(begun: readonly EventSubject[]): Promise<EventSubject[]> {
  const { db } = await store()
  const rows = await db
    .selectFrom('gifts')
    .select('object_id')
    .where('status', 'not in', ['pending', 'failed'])
    .execute()
  const decided = new Set(rows.map(({ object_id }) => object_id))
  return begun.filter(({ id }) => !decided.has(id))
}

const interrupted = failure({ kind: 'unable' } as const)

type Period = {
  /** By default where the last comparison ended. */
  since?: Date | undefined
  until?: Date
}

/** If the provider cannot list something, the result is that failure, and nothing is stored. */
export async function compareGifts(
  provider: PaymentProvider,
  { since: asked, until = now() }: Period = {},
): Promise<ProviderResult<Comparison>> {
  const last = await lastComparison()
  const eventsSince = new Date(until.getTime() - provider.maxEventDays * dayMs)
  // A later time was written by a clock that was ahead.
  const doneBefore = last?.done && last.done <= until.toISOString() ? new Date(last.done) : eventsSince
  const since = asked ?? new Date(doneBefore.getTime() - hourMs)

  const events = await provider.listEvents({ since: since > eventsSince ? since : eventsSince, until })
  if (!events.ok) return events
  // An hour of overlap does not justify reading the lists.
  const isOlder = since.getTime() < eventsSince.getTime() - hourMs
  const lists = isOlder ? await provider.listGifts(since) : null
  if (lists && !lists.ok) return lists

  const found = { compared: 0, recorded: 0, failed: 0, types: new Set<string>(), newest: null as string | null }
  const count = (kind: string, type: string, at?: Date) => {
    found.compared += 1
    if (kind === 'send-again') found.failed += 1
    if (kind !== 'recorded') return
    found.recorded += 1
    found.types.add(type)
    if (at) found.newest = at.toISOString()
  }
  for (const event of events.value) {
    if (stopping().aborted) return interrupted
    count((await recordEvent(event, provider)).kind, event.type, event.createdAt)
  }
  const older = lists ? [...(await undecided(lists.value.begun)), ...lists.value.changed] : []
  for (const subject of older) {
    if (stopping().aborted) return interrupted
    count((await recordGift(subject, provider)).kind, subject.kind)
  }

  const isGapless = found.failed === 0 && since <= doneBefore
  const comparison: Comparison = {
    ...found,
    types: [...found.types].sort(),
    at: utcNow(),
    since: since.toISOString(),
    done: isGapless ? until.toISOString() : (last?.done ?? null),
  }
  await writeSetting(settingKey, JSON.stringify(comparison))
  const { compared, recorded, failed } = comparison
  log[recorded + failed > 0 ? 'warn' : 'info']('The gifts were compared with those of the payment provider', {
    since: comparison.since,
    compared,
    recorded,
    failed,
    types: comparison.types,
  })
  return success(comparison)
}

/**
 * Compares, and reads the payouts, when the last comparison is a day old; an hour later if it failed or left something out. Payouts that
 * cannot be read wait for the next one. If there are several servers, the one that changes the row does it.
 */
export async function compareWhenDue(provider = cardProvider()): Promise<void> {
  if (!provider || !(await takeTurn())) return
  const compared = await compareGifts(provider, { until: new Date(now().getTime() - settleMs) })
  const done = compared.ok ? await recordPayouts(provider) : compared
  if (done.ok) return clearWarning('comparison')
  const { failure } = done
  const why = failure.kind === 'misconfigured' ? failure.fault : failure.kind
  const sentence = `The gifts or payouts could not be compared with those of the payment provider (${why}): the log has its answer.`
  reportWarning('comparison', sentence, { seconds: (2 * hourMs) / 1000 })
}

/** True for one server, when a comparison is due. Until the first has ended the value is empty. */
async function takeTurn(): Promise<boolean> {
  const { db } = await store()
  const before = await readSetting(settingKey)
  if (!before) return writeSettingOnce(db, settingKey, '')
  const last = readComparison(before.value)
  // A time in the future was written by a clock that was ahead.
  const isWithin = (ms: number, at: string) => at > utcNow(-ms) && at <= utcNow(hourMs)
  if ((last && last.failed === 0 && isWithin(dayMs, last.at)) || isWithin(hourMs, before.updatedAt)) return false
  const taken = await db
    .updateTable('settings')
    .set({ updated_at: utcNow() })
    .where('key', '=', settingKey)
    .where('updated_at', '=', before.updatedAt)
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}
