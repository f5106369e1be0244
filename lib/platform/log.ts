/**
 * The log: one JSON line per event on standard output.
 * Lines written while a request is handled name its failure reference as `request`.
 * Never log personal names, addresses, messages or amounts; log references and counts.
 */
import { env, type LogLevel } from '#lib/platform/env.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { processState } from '#lib/platform/process-state.ts'
import { currentRequest } from '#lib/platform/reference.ts'

const weight: Record<LogLevel, number> = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 }

/** Leaves out the properties that database drivers add to errors (SQL parameters, rows). */
function serializeError(value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const code = propertyOf(value, 'code')
  return {
    name: value.name,
    message: value.message,
    code: typeof code === 'string' ? code : undefined,
    stack: value.stack,
  }
}

/** An invalid environment must still be logged. */
function threshold(): number {
  try {
    return weight[env().logLevel]
  } catch {
    return weight.info
  }
}

/** A reader that is gone or a full disk costs the lines that are written then, never the process. Later lines are tried again. */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/** Writes a line. lib/platform/server/process.ts replaces it, because it turns all other output into lines of this log. */
export const logWriter = processState('log-writer', () => {
  ignoreOutputErrors()
  return (line: string): unknown => process.stdout.write(line)
})

// JSON does not escape these, but terminals and log viewers act on them: DEL, C1, line and paragraph separators, bidi.
const unescaped = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** One line, including its line feed. */
export function logLine(
  level: Exclude<LogLevel, 'silent'>,
  message: string,
  fields: Record<string, unknown> = {},
): string {
  const entries = Object.entries(fields).map(([name, value]) => [name, serializeError(value)])
  const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...Object.fromEntries(entries) })
  return `${line.replace(unescaped, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`
}

function write(level: Exclude<LogLevel, 'silent'>, message: string, fields: Record<string, unknown>) {
  if (weight[level] < threshold()) return
  const request = currentRequest()
  const line = logLine(level, message, request ? { request: request.reference, ...fields } : fields)
  logWriter.get()(line)
  if (request) request.isLogged = true
}

type Write = (message: string, fields?: Record<string, unknown>) => void
const at =
  (level: Exclude<LogLevel, 'silent'>): Write =>
  (message, fields = {}) =>
    write(level, message, fields)

export const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }

/**
 * The reference of the current request, for a response that shows it; undefined outside of requests. Visitors quote it, so the log must have
 * it: if no line of this request was written yet, one is.
 */
export function shownReference(status: number): string | undefined {
  const request = currentRequest()
  if (request && !request.isLogged) log.error('A request failed', { path: request.path, status })
  return request?.reference
}
