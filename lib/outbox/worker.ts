/**
 * The loop that delivers, started with the server: at once when something was put into the outbox here, and every few
 * seconds for what other servers left. Once a day it lets go of what was kept long enough. Never ends the process, never
 * keeps it alive.
 */
import 'server-only'
import { enforceRetention } from '#lib/enquiries/retention.ts'
import { log } from '#lib/log.ts'
import { deliverDue } from '#lib/outbox/deliver.ts'
import { schedule } from '#lib/outbox/schedule.ts'

type Shared = { timer: NodeJS.Timeout | null; round: Promise<void> | null; again: boolean; retentionAt: number }
const key = Symbol.for('charity.outbox-worker')

/** On globalThis, because the loop and the routes are bundled apart. */
function shared(): Shared {
  const holder = globalThis as { [key]?: Shared }
  holder[key] ??= { timer: null, round: null, again: false, retentionAt: 0 }
  return holder[key]
}

const dayMs = 24 * 60 * 60_000

async function work(state: Shared): Promise<void> {
  try {
    await deliverDue()
    if (Date.now() < state.retentionAt) return
    state.retentionAt = Date.now() + dayMs
    const erased = await enforceRetention()
    if (erased > 0) log.info('Enquiries were erased because their time was over', { erased })
  } catch (error) {
    log.warn('The outbox could not be worked on; it is tried again', { error })
  }
}

function plan(state: Shared, milliseconds: number): void {
  if (state.timer) clearTimeout(state.timer)
  state.timer = setTimeout(() => begin(state), milliseconds).unref()
}

function begin(state: Shared): void {
  state.again = false
  state.round = work(state).finally(() => {
    state.round = null
    // Ten per cent more or less, so that servers side by side do not look together.
    if (state.timer) plan(state, state.again ? 0 : schedule.pollMs * (0.9 + Math.random() * 0.2))
  })
}

/** Starts once a process. */
export function startOutboxWorker(): void {
  const state = shared()
  if (!state.timer) plan(state, 0)
}

/** Something was put into the outbox: it need not wait for the next look. Does nothing where no worker runs. */
export function wakeOutboxWorker(): void {
  const state = shared()
  if (!state.timer) return
  if (state.round !== null) state.again = true
  else plan(state, 0)
}

/** Ends the loop, and waits for the mail that is on its way. */
export async function stopOutboxWorker(): Promise<void> {
  const state = shared()
  if (state.timer) clearTimeout(state.timer)
  state.timer = null
  await state.round
}
