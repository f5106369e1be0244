/**
 * Turns everything that the process writes into log lines: one JSON object per line, with control characters escaped. Next and
 * libraries write plain text that may contain parts of requests, which would let a visitor forge log lines.
 */
import { writeSync } from 'node:fs'
import { format, stripVTControlCharacters } from 'node:util'
import { log, logLine, logWriter } from '#lib/platform/log.ts'
import { propertyOf } from '#lib/platform/narrow.ts'

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
