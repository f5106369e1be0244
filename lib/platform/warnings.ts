/**
 * Warnings for operators: logged when a condition begins, and listed by /api/health for holders of OPERATOR_TOKEN. Per process.
 * Imports only the log, so that any module can report.
 */
import 'server-only'
import { log } from '#lib/platform/log.ts'
import { processState } from '#lib/platform/process-state.ts'

type Warning = { sentence: string; endsAt: number; loggedAt: number }
const warnings = processState('warnings', () => new Map<string, Warning>()).get

const logEveryMs = 60 * 60_000

type WarningOptions = {
  /** Expires after this long unless it is reported again; without it, at `clearWarning` or a restart. */
  seconds?: number
  /** Counts and names for the log line. Never personal data. */
  fields?: Record<string, unknown>
}

/**
 * Reports a condition. An active warning with the same `key` ('rate-limit-ceiling') is replaced, with another log line after an hour, so
 * this may be called for every request. `sentence` says what is wrong and what to do; no personal data.
 */
export function reportWarning(key: string, sentence: string, { seconds, fields }: WarningOptions = {}): void {
  const before = warnings().get(key)
  const isDue = !isActive(before) || elapsedMs() - before.loggedAt >= logEveryMs
  warnings().set(key, {
    sentence,
    endsAt: seconds === undefined ? Number.POSITIVE_INFINITY : elapsedMs() + seconds * 1000,
    loggedAt: isDue ? elapsedMs() : before.loggedAt,
  })
  if (isDue) log.warn(sentence, { warning: key, ...fields })
}

export function clearWarning(key: string): void {
  if (warnings().delete(key)) log.info('A warning is over', { warning: key })
}

/** The sentences of all active warnings, oldest first. */
export function currentWarnings(): string[] {
  return [...warnings().values()].filter(isActive).map(({ sentence }) => sentence)
}

/** Monotonic, so that setting the system clock does not end a warning. */
const elapsedMs = () => performance.now()
const isActive = (warning: Warning | undefined): warning is Warning =>
  warning !== undefined && warning.endsAt > elapsedMs()
