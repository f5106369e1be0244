/**
 * Rate limit for calls to the mail service, shared by all servers on one database: one call at a time, with an interval between the
 * end of one and the start of the next, because the service may count a call at any moment in between.
 */
import 'server-only'
import { sql } from 'kysely'
import { now, utcNow } from '#lib/platform/clock.ts'
import { store } from '#lib/platform/store/index.ts'

/** Stored value: milliseconds since 1970, as text. No call may start before that time. */
const slotKey = 'outbox-next-send'

/** `heldUntil`: the stored value, so that only the holder can release the slot. */
type SendSlot = { heldUntil: string }

/**
 * Reserves the slot for one call without waiting; if it is taken, `waitMs` says when to ask again. `holdMs`: the slot expires after
 * that even if its holder never releases it. A stored time too far in the future comes from a wrong clock and is ignored.
 */
export async function reserveSendSlot(
  intervalMs: number,
  holdMs: number,
): Promise<{ slot: SendSlot } | { slot: null; waitMs: number }> {
  const { db } = await store()
  const time = now().getTime()
  const heldUntil = String(time + holdMs)
  const kept = sql<number>`cast(settings.value as bigint)`
  const taken = await db
    .insertInto('settings')
    .values({ key: slotKey, value: heldUntil, updated_at: utcNow() })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value: heldUntil, updated_at: utcNow() })
        .where(sql<boolean>`${kept} <= ${time} or ${kept} > ${time + Math.max(holdMs, intervalMs) + 1000}`),
    )
    .returning('value')
    .executeTakeFirst()
  if (taken) return { slot: { heldUntil } }
  const row = await db.selectFrom('settings').select('value').where('key', '=', slotKey).executeTakeFirst()
  // The holder may release the slot well before it expires.
  const longest = Math.max(20, intervalMs / 4)
  return { slot: null, waitMs: Math.min(longest, Math.max(1, Number(row?.value ?? 0) - time)) }
}

/** `called`: false when no call was made after all, so that the next may start at once. */
export async function releaseSendSlot({ heldUntil }: SendSlot, intervalMs: number, called: boolean): Promise<void> {
  const { db } = await store()
  // One extra millisecond, because the clock value is rounded down.
  const next = now().getTime() + (called ? intervalMs + 1 : 0)
  await db
    .updateTable('settings')
    .set({ value: String(next), updated_at: utcNow() })
    .where('key', '=', slotKey)
    .where('value', '=', heldUntil)
    .execute()
}
