/**
 * The delivery loop, started with the server. Runs at once when this process queues mail, and every few seconds for retries and
 * for mail queued by other servers. Its timer does not keep the process alive.
 */
import { dayMs, hourMs } from '#lib/platform/clock.ts'
import { deliverAnnouncements } from '#lib/platform/outbox/announce.ts'
import { deliverDue, type MailKinds, noOutage, type Outage } from '#lib/platform/outbox/deliver.ts'
import { schedule } from '#lib/platform/outbox/schedule.ts'
import { processState } from '#lib/platform/process-state.ts'
import { outsideRequests } from '#lib/platform/reference.ts'
import { logFailures } from '#lib/platform/warnings.ts'

type OutboxWork = {
  kinds: MailKinds
  /** Runs soon after the start and then once a day, however much mail waits; again after an hour when it throws. */
  daily(): Promise<void>
}

type Shared = {
  /** Null when no worker runs. */
  running: { work: OutboxWork; stop: AbortController } | null
  timer: NodeJS.Timeout | null
  round: Promise<void> | null
  /** Mail was queued during a round. */
  again: boolean
  dailyTimer: NodeJS.Timeout | null
  daily: Promise<void> | null
  outage: Outage
}
const shared = processState(
  'outbox-worker',
  (): Shared => ({
    running: null,
    timer: null,
    round: null,
    again: false,
    dailyTimer: null,
    daily: null,
    outage: noOutage(),
  }),
).get

function plan(state: Shared, milliseconds: number): void {
  if (state.timer) clearTimeout(state.timer)
  state.timer = setTimeout(() => begin(state), milliseconds).unref()
}

function begin(state: Shared): void {
  if (!state.running) return
  const { work, stop } = state.running
  state.again = false
  const round = () =>
    Promise.all([
      deliverDue(work.kinds, { signal: stop.signal, outage: state.outage }),
      deliverAnnouncements(stop.signal),
    ])
  const done = logFailures('Outbox delivery failed and will be retried', round).then(
    () => undefined,
    () => undefined,
  )
  state.round = done.finally(() => {
    state.round = null
    // Jitter of 10 %, so that several servers do not poll in step.
    if (state.running) plan(state, state.again ? 0 : schedule.pollMs * (0.9 + Math.random() * 0.2))
  })
}

/** Apart from the rounds, of which one takes as long as there is mail. */
function planDaily(state: Shared, milliseconds: number): void {
  state.dailyTimer = setTimeout(() => {
    const { running } = state
    if (!running) return
    const done = logFailures('The daily work failed and will be retried in an hour', running.work.daily).then(
      () => dayMs,
      () => hourMs,
    )
    state.daily = done.then((next) => {
      state.daily = null
      if (state.running) planDaily(state, next)
    })
  }, milliseconds).unref()
}

/** Starts at most once per process. */
export function startOutboxWorker(work: OutboxWork): void {
  const state = shared()
  if (state.running) return
  state.running = { work, stop: new AbortController() }
  plan(state, 0)
  planDaily(state, schedule.pollMs)
}

/** Delivers newly queued mail without waiting for the next poll. Does nothing when no worker runs. */
export function wakeOutboxWorker(): void {
  const state = shared()
  if (!state.running) return
  if (state.round !== null) state.again = true
  else outsideRequests(() => plan(state, 0))
}

/** Stops the loop. Resolves when the mail in progress is sent and recorded, at most one call to the mail service later, and the daily work is done. */
export async function stopOutboxWorker(): Promise<void> {
  const state = shared()
  for (const timer of [state.timer, state.dailyTimer]) if (timer) clearTimeout(timer)
  state.running?.stop.abort()
  state.running = null
  await Promise.all([state.round, state.daily])
}
