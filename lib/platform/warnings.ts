/**
 * Warnings for operators: logged when a condition begins, and listed by /api/health for holders of OPERATOR_TOKEN. Per process.
 * Imports only the log, so that any module can report.
 */
import { hourMs, now } from '#lib/platform/clock.ts'
import { log } from '#lib/platform/log.ts'
import { processState } from '#lib/platform/process-state.ts'

/** What is reported while it is true. Each, and each of {@link Failing}, is a row of the conditions (lib/jobs/conditions.ts), which says where it is read. */
export type Reported =
  | 'analytics'
  | 'comparison'
  | 'database'
  | 'kept-assets'
  | 'limit-reached'
  | 'node-env'
  | 'retention-clock'
  | 'turned-away'
  | 'unnamed-proxy'
  | 'webhook-clock'

/** What can fail at each attempt: services, webhooks, the database, pages that are compared. */
export type Failing =
  | 'analytics-service'
  | 'camps'
  | 'database'
  | 'emailjs'
  | 'giving-pages'
  | 'giving-pages-unreached'
  | 'ipinfo'
  | 'stripe'
  | 'stripe-account'
  | 'turnstile'
  | 'webhooks'

type Warning = { name: Reported; sentence: string; endsAt: number; loggedAt: number }
const warnings = processState('warnings', () => new Map<string, Warning>()).get

const logEveryMs = hourMs

type WarningOptions = {
  /** Which one of several, such as the limit. */
  of?: string
  /** Expires after this long unless it is reported again; without it, at `clearWarning` or a restart. */
  seconds?: number
  /** Counts and names for the log line. Never personal data. */
  fields?: Record<string, unknown>
}

/**
 * Reports a condition. An active warning of the same name is replaced, with another log line after an hour, so
 * this may be called for every request. `sentence` says what is wrong and what to do; no personal data.
 */
export function reportWarning(name: Reported, sentence: string, { of, seconds, fields }: WarningOptions = {}): void {
  const key = of === undefined ? name : `${name}:${of}`
  const before = warnings().get(key)
  const isDue = !isActive(before) || elapsedMs() - before.loggedAt >= logEveryMs
  warnings().set(key, {
    name,
    sentence,
    endsAt: seconds === undefined ? Number.POSITIVE_INFINITY : elapsedMs() + seconds * 1000,
    loggedAt: isDue ? elapsedMs() : before.loggedAt,
  })
  if (isDue) log.warn(sentence, { warning: key, ...fields })
}

export function clearWarning(name: Reported): void {
  for (const [key, warning] of warnings())
    if (warning.name === name && warnings().delete(key)) log.info('A warning was resolved', { warning: key })
}

/** The sentences of the active warnings, oldest first; all without a name. */
export const warningsOf = (name?: Reported): string[] =>
  [...warnings().values()]
    .filter((warning) => isActive(warning) && (name === undefined || warning.name === name))
    .map(({ sentence }) => sentence)

/** Monotonic, so that setting the system clock does not end a warning. */
const elapsedMs = () => performance.now()
const isActive = (warning: Warning | undefined): warning is Warning =>
  warning !== undefined && warning.endsAt > elapsedMs()

/** Since when something has failed without a success in between: calls to a service, webhooks, the database. `why`: a sentence about the latest, if it is known. Per process. */
export type FailureStreak = { since: Date; latest: Date; why: string | null }

const streaks = processState('failure-streaks', () => new Map<Failing, FailureStreak | null>()).get

export function noteOutcome(name: Failing, worked: boolean, why: string | null = null): void {
  const time = now()
  const before = streaks().get(name)
  // A clock that was ahead may have been set back since.
  const since = before && before.since < time ? before.since : time
  streaks().set(name, worked ? null : { since, latest: time, why })
}

/** Null if the last attempt worked; undefined if there was none yet. */
export const failureStreak = (name: Failing): FailureStreak | null | undefined => streaks().get(name)

/** By sentence: how often it failed in a row, and when that was logged last (performance.now()). */
const logged = processState('logged-failures', () => new Map<string, { failures: number; at: number }>()).get

/**
 * Logs the first failure in a row, then one an hour, and the recovery. For work that is repeated regardless of visitors.
 * @param failure fields of the log line; null after a success.
 */
export function logOutcome(sentence: string, failure: Record<string, unknown> | null): void {
  const before = logged().get(sentence)
  if (!failure) {
    if (before) log.info('A failure was resolved', { failure: sentence, failures: before.failures })
    logged().delete(sentence)
    return
  }
  const time = performance.now()
  const isDue = !before || time - before.at >= hourMs
  const failures = (before?.failures ?? 0) + 1
  logged().set(sentence, { failures, at: isDue ? time : before.at })
  if (isDue) log.warn(sentence, { ...failure, ...(failures > 1 && { failures }) })
}

/** Logs as {@link logOutcome} whether `work` succeeds. @throws what `work` throws. */
export async function logFailures<Result>(sentence: string, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await work()
    logOutcome(sentence, null)
    return result
  } catch (error) {
    logOutcome(sentence, { error })
    throw error
  }
}
