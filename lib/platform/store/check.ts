/** Checks that the store works, by writing to it. */
import { randomBytes } from 'node:crypto'
import { minuteMs } from '#lib/platform/clock.ts'
import { processState } from '#lib/platform/process-state.ts'
import { storeCause, storeProblem } from '#lib/platform/store/failure.ts'
import { checkStoreIntegrity, type Store, store, writeSetting } from '#lib/platform/store/index.ts'
import { clearWarning, reportWarning } from '#lib/platform/warnings.ts'

const settingKey = 'health'
/**
 * Size of the longest enquiry: on a nearly full disk a smaller write could still succeed. Not at every check, because that would write
 * hundreds of megabytes a day.
 */
const probeBytes = 36 * 1024
const probeEveryMs = 5 * minuteMs
const freshForMs = 3000
const integrityEveryMs = 10_000
const checkEveryMs = 15_000

type Check = { last: Promise<void>; at: number; integrityAt: number; probeAt: number }
type Shared = { checks: WeakMap<Store, Check>; timer: NodeJS.Timeout | null }
const shared = processState('store-check', (): Shared => ({ checks: new WeakMap(), timer: null })).get

/** `isLong`: as much as an enquiry, and then frees the space. */
async function writeProbe(isLong: boolean): Promise<void> {
  if (isLong) await writeSetting(settingKey, randomBytes(probeBytes / 2).toString('hex'))
  await writeSetting(settingKey, 'written')
}

async function check(opened: Store): Promise<void> {
  const { checks } = shared()
  const before = checks.get(opened)
  if (before && performance.now() - before.at < freshForMs) return before.last
  const now = performance.now()
  const integrityIsDue = !before || now - before.integrityAt >= integrityEveryMs
  // Also after a failure.
  const probeIsDue = !before || now - before.probeAt >= probeEveryMs
  const last = writeProbe(probeIsDue).then(() => (integrityIsDue ? checkStoreIntegrity() : undefined))
  checks.set(opened, {
    last,
    at: now,
    integrityAt: integrityIsDue ? now : before.integrityAt,
    probeAt: probeIsDue ? now : before.probeAt,
  })
  // A failure is not cached: the next call tries again.
  last.catch(() => checks.delete(opened))
  return last
}

/**
 * @throws when the store cannot be opened or written, its file is missing, or (checked every ten seconds) is corrupt.
 * Success is cached for three seconds, so that frequent requests cannot overload the disk.
 */
export async function checkStore(): Promise<void> {
  await check(await store())
}

/** Null if it works. */
export const storeTrouble = (): Promise<string | null> =>
  checkStore().then(
    () => null,
    (error: unknown) => storeCause(error),
  )

async function checkAndReport(): Promise<void> {
  try {
    await checkStore()
    clearWarning('database')
  } catch (error) {
    reportWarning('database', storeProblem(error), { fields: { error } })
  }
}

/** Checks regularly, so that the log shows when the store fails and recovers. The timer does not keep the process alive. */
export function startStoreChecks(): void {
  const state = shared()
  state.timer ??= setInterval(() => void checkAndReport(), checkEveryMs).unref()
}

export function stopStoreChecks(): void {
  const state = shared()
  if (state.timer) clearInterval(state.timer)
  state.timer = null
}
