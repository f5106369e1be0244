/**
 * The pace of calls to the mail service, kept by all servers on one database together: one call at a time, and an interval
 * between the end of one and the beginning of the next, because nobody knows at which instant in between the service counts it.
 */
import 'server-only'
import { sql } from 'kysely'
import { now, utcNow } from '#lib/clock.ts'
import { store } from '#lib/store/index.ts'

/** Holds milliseconds since 1970, as text: no call may begin before that. */
const slotKey = 'outbox-next-send'

/** `heldUntil`: as it is kept, so that only the holder gives the slot back. */
export type SendSlot = { heldUntil: string }

/**
 * Takes the right to make one call, at once or not at all: then `waitMs` says when to ask again. `holdMs`: after that long the
 * slot is free again even if its holder never gave it back. A kept time further ahead than any holder could have set comes from
 * a wrong clock, and counts as free.
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
  // The holder may be done long before its time is over.
  const longest = Math.max(20, intervalMs / 4)
  return { slot: null, waitMs: Math.min(longest, Math.max(1, Number(row?.value ?? 0) - time)) }
}

/** After the call, or once it is clear that there is none (`called` false): then the next may begin at once. */
export async function releaseSendSlot({ heldUntil }: SendSlot, intervalMs: number, called: boolean): Promise<void> {
  const { db } = await store()
  // One millisecond more, because the clock's reading is rounded down.
  const next = now().getTime() + (called ? intervalMs + 1 : 0)
  await db
    .updateTable('settings')
    .set({ value: String(next), updated_at: utcNow() })
    .where('key', '=', slotKey)
    .where('value', '=', heldUntil)
    .execute()
}
