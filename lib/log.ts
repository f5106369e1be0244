/**
 * The log: one JSON line an event on standard output, for machines and people to search.
 * Never takes names, addresses, messages or amounts of a person: callers log references and counts.
 */
import 'server-only'
import { env, type LogLevel } from '#lib/env.ts'

const weight: Record<LogLevel, number> = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 }

/** An error says what happened and where; the properties that drivers add (SQL parameters, rows) stay out. */
function plain(value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const code = (value as { code?: unknown }).code
  return {
    name: value.name,
    message: value.message,
    code: typeof code === 'string' ? code : undefined,
    stack: value.stack,
  }
}

/** A wrong environment must still be able to complain. */
function threshold(): number {
  try {
    return weight[env().logLevel]
  } catch {
    return weight.info
  }
}

function write(level: Exclude<LogLevel, 'silent'>, message: string, fields: Record<string, unknown>) {
  if (weight[level] < threshold()) return
  const entries = Object.entries(fields).map(([name, value]) => [name, plain(value)])
  const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...Object.fromEntries(entries) })
  process.stdout.write(`${line}\n`)
}

type Write = (message: string, fields?: Record<string, unknown>) => void
const at =
  (level: Exclude<LogLevel, 'silent'>): Write =>
  (message, fields = {}) =>
    write(level, message, fields)

export const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
