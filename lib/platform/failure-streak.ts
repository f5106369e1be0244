/** Since when something fails without a success in between: calls to a service, webhooks, the database. Per process. */
import 'server-only'
import { now } from '#lib/platform/clock.ts'
import { processState } from '#lib/platform/process-state.ts'

/** From the first failure to the latest. */
export type FailureStreak = { since: Date; latest: Date }

const streaks = processState('failure-streaks', () => new Map<string, FailureStreak | null>()).get

/** `name`: of what worked or failed, such as 'stripe'. */
export function noteOutcome(name: string, worked: boolean): void {
  const time = now()
  streaks().set(name, worked ? null : { since: streaks().get(name)?.since ?? time, latest: time })
}

/** Everything that failed the last time it was tried. */
export const openStreaks = (): (FailureStreak & { name: string })[] =>
  [...streaks()].flatMap(([name, streak]) => (streak ? [{ name, ...streak }] : []))

/** Null when it worked the last time; undefined when it has not been tried yet. */
export const failureStreak = (name: string): FailureStreak | null | undefined => streaks().get(name)
