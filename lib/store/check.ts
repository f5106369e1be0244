/** Whether what visitors send would be kept: tried, not guessed. */
import 'server-only'
import { randomBytes } from 'node:crypto'
import { processState } from '#lib/process-state.ts'
import { checkStoreIntegrity, type Store, store } from '#lib/store/index.ts'
import { writeSetting } from '#lib/store/settings.ts'
import { clearWarning, reportWarning } from '#lib/warnings.ts'

/** What /api/health says while it is so. */
export const storeProblem = 'The store fails: nothing that visitors send can be kept.'

const settingKey = 'health'
/** As much as the longest enquiry: a disk that is nearly full has room for less. */
const probeBytes = 36 * 1024
const freshForMs = 3000
const integrityEveryMs = 10_000
const checkEveryMs = 15_000

type Check = { last: Promise<void>; at: number; integrityAt: number }
type Shared = { checks: WeakMap<Store, Check>; timer: NodeJS.Timeout | null }
const shared = processState('store-check', (): Shared => ({ checks: new WeakMap(), timer: null })).get

/** Writes what an enquiry would take, and gives the room back. */
async function writeProbe(): Promise<void> {
  await writeSetting(settingKey, randomBytes(probeBytes / 2).toString('hex'))
  await writeSetting(settingKey, 'written')
}

async function check(opened: Store): Promise<void> {
  const { checks } = shared()
  const before = checks.get(opened)
  if (before && performance.now() - before.at < freshForMs) return before.last
  const now = performance.now()
  const integrityIsDue = !before || now - before.integrityAt >= integrityEveryMs
  const last = writeProbe().then(() => (integrityIsDue ? checkStoreIntegrity() : undefined))
  checks.set(opened, { last, at: now, integrityAt: integrityIsDue ? now : before.integrityAt })
  // A failure is not kept: the next call tries again.
  last.catch(() => checks.delete(opened))
  return last
}

/**
 * @throws when the store cannot be opened, takes no writing, lies in a file that is gone, or (looked at every ten seconds) is damaged.
 * That all is well holds for three seconds, so that nobody can keep the disk busy by asking.
 */
export async function checkStore(): Promise<void> {
  await check(await store())
}

async function checkAndReport(): Promise<void> {
  try {
    await checkStore()
    clearWarning('store')
  } catch (error) {
    reportWarning('store', storeProblem, { fields: { error } })
  }
}

/** Checks from now on, so that the log tells when the store fails and when it works again. Starts once a process and does not keep it alive. */
export function startStoreChecks(): void {
  const state = shared()
  state.timer ??= setInterval(() => void checkAndReport(), checkEveryMs).unref()
}

export function stopStoreChecks(): void {
  const state = shared()
  if (state.timer) clearInterval(state.timer)
  state.timer = null
}
