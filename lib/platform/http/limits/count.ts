/** Request counters for the current window, in the store (shared by all servers) or in this process. */
import 'server-only'
import { sql } from 'kysely'
import { type Bucket, windowSeconds } from '#lib/platform/http/limits/table.ts'
import { processState } from '#lib/platform/process-state.ts'
import { type Store, store } from '#lib/platform/store/index.ts'

/** A counter and its maximum per window. */
export type Count = { key: string; most: number }
/** `over`: the counter that was exceeded; null when none was. */
export type Counts = { over: Count | null; counts: ReadonlyMap<string, number> }

export const siteKey = (bucket: Bucket): string => `site:${bucket}`
const isForSite = (key: string) => key.startsWith('site:')

/** In Unix seconds. */
export function currentWindow(): { start: number; secondsLeft: number } {
  const now = Math.floor(Date.now() / 1000)
  const start = now - (now % windowSeconds)
  return { start, secondsLeft: start + windowSeconds - now }
}

/**
 * Increments each counter in order and stops at the first that is exceeded, so that a rejected visitor does not use up the allowance
 * of their network or of the whole site. @throws when the store fails.
 */
export async function countInStore(counts: readonly Count[]): Promise<Counts> {
  const { start } = currentWindow()
  const { db, dialect } = await store()
  return db.transaction().execute(async (transaction) => {
    // Every request waits for the row of the whole site. A counter may lose its last second in a crash, so nobody waits for the disk
    // as well. `true`: for this transaction only. https://www.postgresql.org/docs/current/wal-async-commit.html
    if (dialect === 'postgres') await sql`select set_config('synchronous_commit', 'off', true)`.execute(transaction)
    const counted = new Map<string, number>()
    for (const count of counts) {
      const times = await addToStore(transaction, count.key, start)
      counted.set(count.key, times)
      if (times > count.most) return { over: count, counts: counted }
    }
    return { over: null, counts: counted }
  })
}

/** Increments a counter and returns its value. `window_start`: Unix seconds; the counter is deleted some time after. @throws when the store fails. */
export async function addToStore(db: Store['db'], key: string, window_start: number): Promise<number> {
  const { count } = await db
    .insertInto('rate_limits')
    .values({ key, window_start, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet((row) => ({ count: row('rate_limits.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  // The first request of a window deletes expired windows, including old declines.
  if (count === 1 && isForSite(key))
    await db.deleteFrom('rate_limits').where('window_start', '<', window_start).execute()
  return count
}

/** Memory bound: further addresses count only towards the site-wide limit. */
const maxKeys = 50_000

type InProcess = { start: number; counts: Map<string, number> }
const windowState = processState<InProcess>('limits', () => ({ start: 0, counts: new Map() }))

function inProcess(): InProcess {
  const { start } = currentWindow()
  if (windowState.get().start !== start) windowState.set({ start, counts: new Map() })
  return windowState.get()
}

/** As {@link countInStore}, for this process alone. */
export function countInProcess(counts: readonly Count[]): Counts {
  const { counts: kept } = inProcess()
  const counted = new Map<string, number>()
  for (const count of counts) {
    const { key, most } = count
    const times = (kept.get(key) ?? 0) + 1
    if (kept.has(key) || kept.size < maxKeys || isForSite(key)) kept.set(key, times)
    counted.set(key, times)
    if (times > most) return { over: count, counts: counted }
  }
  return { over: null, counts: counted }
}
