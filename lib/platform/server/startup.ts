/** What start-up prints: which features are on, which are off, and what is dangerous. And everything that the process writes, as log lines. */
import 'server-only'
import { writeSync } from 'node:fs'
import { format, stripVTControlCharacters } from 'node:util'
import { startupNotes } from '#lib/platform/env/notes.ts'
import type { Env } from '#lib/platform/env.ts'
import { log, logLine, logWriter } from '#lib/platform/log.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { currentWarnings } from '#lib/platform/warnings.ts'

type Report = { on: string[]; off: string[]; dangerous: string[] }

export function startupReport(set: Env, warnings: readonly string[]): Report {
  const features: [unknown, string][] = [
    [true, `${set.siteUrl} on port ${set.port}, version ${set.version}`],
    [true, set.databaseUrl ? 'Store: PostgreSQL' : `Store: SQLite in ${set.dataDir}`],
    [
      set.stripe,
      `Gifts by card, ${set.stripe?.isLive ? 'live: cards are charged' : 'with test keys: no card is charged'}`,
    ],
    [set.emailjs, 'Mail'],
    [set.emailjs?.templates.receipt, 'Receipts'],
    [set.notices.summaryTo, 'Daily summary'],
    [set.notices.alertTo, 'Alerts by mail'],
    [set.campsApiUrl, 'Camp figures of the API'],
    [set.ipinfo, 'Countries of visitors by ipinfo'],
    [set.turnstile, 'Turnstile'],
    [set.analytics, 'Analytics, for visitors who agree'],
    [set.dataEncryptionKeys.length > 0, 'PANs, encrypted'],
    [set.trustedProxies.length > 0, `Trusted proxies: ${set.trustedProxies.join(', ')}`],
    [set.operatorToken, 'Details of /api/health for OPERATOR_TOKEN'],
  ]
  return {
    on: features.flatMap(([isOn, name]) => (isOn ? [name] : [])),
    off: startupNotes(set),
    dangerous: [...new Set([...set.warnings, ...warnings])],
  }
}

/** The same for people: one line each. */
export function startupTable({ on, off, dangerous }: Report): string {
  const rows = { on, off, DANGER: dangerous }
  const lines = Object.entries(rows).flatMap(([state, sentences]) =>
    sentences.map((sentence) => `  ${state.padEnd(7)} ${sentence}`),
  )
  return `\n${lines.join('\n')}\n\n`
}

/** A table on a terminal, otherwise one line of the log. */
export function printStartup(set: Env): void {
  const report = startupReport(set, currentWarnings())
  if (process.stdout.isTTY) logWriter.get()(startupTable(report))
  else log[report.dangerous.length > 0 ? 'warn' : 'info']('The server has started', report)
}

/**
 * Turns everything that the process writes into log lines: one JSON object per line, with control characters escaped. Next and
 * libraries write plain text that may contain parts of requests, which would let a visitor forge log lines.
 */
type Level = 'debug' | 'info' | 'warn' | 'error'

const levels: Record<'debug' | 'error' | 'info' | 'log' | 'trace' | 'warn', Level> = {
  debug: 'debug',
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
  trace: 'error',
}

function record(level: Level, text: string) {
  const message = stripVTControlCharacters(text).trim()
  if (message) log[level](message)
}

/** For the lifetime of the process. Call it before Next is loaded. */
export function captureProcessOutput(): void {
  const write = process.stdout.write.bind(process.stdout)
  logWriter.set((line) => write(line))
  for (const [method, level] of Object.entries(levels))
    Object.assign(console, { [method]: (...args: unknown[]) => record(level, format(...args)) })
  for (const [stream, level] of [
    [process.stdout, 'info'],
    [process.stderr, 'error'],
  ] as const)
    Object.assign(stream, {
      write(chunk: string | Uint8Array, ...rest: unknown[]) {
        record(level, typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
        const done = rest.find((argument) => typeof argument === 'function')
        if (done) queueMicrotask(() => done())
        return true
      },
    })
}

/** Why the process ended, from sysexits.h; 0 after a signal, 1 for a bug. docs/operate/start-and-stop.md explains them. */
export const exitCodes = { noBuild: 66, portInUse: 69, environment: 78 } as const

/** Ends the process with one line, whatever LOG_LEVEL is. For a failed start. */
export function exitWith(error: unknown, code = 1): never {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  // A message for the operator needs no stack; a bug does.
  const isSentence = name === 'Error' && !propertyOf(error, 'code')
  writeSync(process.stderr.fd, logLine('error', message, isSentence ? {} : { stack }))
  process.exit(code)
}
