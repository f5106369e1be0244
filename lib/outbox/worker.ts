/**
 * The loop that delivers, started with the server: at once when something was put into the outbox here, and every few
 * seconds for what other servers left. Between rounds it does not keep the process alive.
 */
import 'server-only'
import { log } from '#lib/log.ts'
import { deliverDue, type MailKinds, noOutage, type Outage } from '#lib/outbox/deliver.ts'
import { schedule } from '#lib/outbox/schedule.ts'
import { processState } from '#lib/process-state.ts'

export type OutboxWork = {
  kinds: MailKinds
  /** What else is done once a day, after a round. */
  daily(): Promise<void>
}

type Shared = {
  /** Null where no worker runs. */
  running: { work: OutboxWork; stop: AbortController } | null
  timer: NodeJS.Timeout | null
  round: Promise<void> | null
  /** Something was put into the outbox during a round. */
  again: boolean
  /** Reading of the clock that nobody can set, in milliseconds. */
  dailyAt: number
  outage: Outage
}
const shared = processState(
  'outbox-worker',
  (): Shared => ({ running: null, timer: null, round: null, again: false, dailyAt: 0, outage: noOutage() }),
).get

const dayMs = 24 * 60 * 60_000

async function doRound(state: Shared, { kinds, daily }: OutboxWork, signal: AbortSignal): Promise<void> {
  try {
    await deliverDue(kinds, { signal, outage: state.outage })
    if (signal.aborted || performance.now() < state.dailyAt) return
    state.dailyAt = performance.now() + dayMs
    await daily()
  } catch (error) {
    log.warn('The outbox could not be worked on; it is tried again', { error })
  }
}

function plan(state: Shared, milliseconds: number): void {
  if (state.timer) clearTimeout(state.timer)
  state.timer = setTimeout(() => begin(state), milliseconds).unref()
}

function begin(state: Shared): void {
  if (!state.running) return
  const { work, stop } = state.running
  state.again = false
  state.round = doRound(state, work, stop.signal).finally(() => {
    state.round = null
    // Ten per cent more or less, so that servers side by side do not look together.
    if (state.running) plan(state, state.again ? 0 : schedule.pollMs * (0.9 + Math.random() * 0.2))
  })
}

/** Starts once a process. */
export function startOutboxWorker(work: OutboxWork): void {
  const state = shared()
  if (state.running) return
  state.running = { work, stop: new AbortController() }
  plan(state, 0)
}

/** Something was put into the outbox: it need not wait for the next look. Does nothing where no worker runs. */
export function wakeOutboxWorker(): void {
  const state = shared()
  if (!state.running) return
  if (state.round !== null) state.again = true
  else plan(state, 0)
}

/** Ends the loop. Resolves when the mail on its way is sent and noted, which takes as long as one call to the mail service may. */
export async function stopOutboxWorker(): Promise<void> {
  const state = shared()
  if (state.timer) clearTimeout(state.timer)
  state.running?.stop.abort()
  state.running = null
  await state.round
}
