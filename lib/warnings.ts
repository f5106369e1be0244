/**
 * Conditions that an operator should look at, in plain sentences: written to the log when they begin, and listed by
 * /api/health for whoever has OPERATOR_TOKEN. Kept per process. Imports nothing but the log, so that any module can report.
 */
import 'server-only'
import { log } from '#lib/log.ts'
import { processState } from '#lib/process-state.ts'

type Warning = { sentence: string; endsAt: number }
const warnings = processState('warnings', () => new Map<string, Warning>()).get

export type WarningOptions = {
  /** How long it stands when it is not reported again; without it, until `clearWarning` or a restart. */
  seconds?: number
  /** Counts and names for the log line. Never personal data. */
  fields?: Record<string, unknown>
}

/**
 * Reports a condition. `key` names it ('rate-limit-ceiling'): the same key replaces the sentence, and is logged only when it was
 * not standing already, so it may be called for every request. `sentence` says what is wrong and what to do; no personal data.
 */
export function reportWarning(key: string, sentence: string, { seconds, fields }: WarningOptions = {}): void {
  const standing = isStanding(warnings().get(key))
  warnings().set(key, {
    sentence,
    endsAt: seconds === undefined ? Number.POSITIVE_INFINITY : elapsedMs() + seconds * 1000,
  })
  if (!standing) log.warn(sentence, { warning: key, ...fields })
}

/** The condition is over. Does nothing when it was not reported. */
export function clearWarning(key: string): void {
  if (warnings().delete(key)) log.info('A warning is over', { warning: key })
}

/** The sentences that stand now, oldest first. */
export function currentWarnings(): string[] {
  return [...warnings().values()].filter(isStanding).map(({ sentence }) => sentence)
}

/** Not the wall clock: a warning must not end because somebody set the clock. */
const elapsedMs = () => performance.now()
const isStanding = (warning: Warning | undefined) => warning !== undefined && warning.endsAt > elapsedMs()
