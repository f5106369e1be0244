/**
 * Everything that the process writes becomes the log's own form: one JSON object a line, with control characters escaped. Next
 * and libraries write plain text, and part of it comes from requests, so that a visitor could otherwise forge a line.
 */
import { writeSync } from 'node:fs'
import { format, stripVTControlCharacters } from 'node:util'
import { log, logLine, logWriter } from '#lib/log.ts'
import { propertyOf } from '#lib/narrow.ts'

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

/** For the whole life of the process. Call it before Next is loaded. */
export function captureProcessOutput(): void {
  const write = process.stdout.write.bind(process.stdout)
  logWriter.set((line) => write(line))
  for (const [method, level] of Object.entries(levels))
    console[method as keyof typeof levels] = (...args: unknown[]) => record(level, format(...args))
  for (const [stream, level] of [
    [process.stdout, 'info'],
    [process.stderr, 'error'],
  ] as const)
    stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      record(level, typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
      const done = rest.find((argument) => typeof argument === 'function')
      if (done) queueMicrotask(() => done())
      return true
    }) as typeof stream.write
}

/** Ends the process with one line, whatever LOG_LEVEL says. For a start that failed. */
export function exitWith(error: unknown): never {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  // A sentence for the operator needs no stack; a bug does.
  const isSentence = name === 'Error' && !propertyOf(error, 'code')
  writeSync(process.stderr.fd, logLine('error', message, isSentence ? {} : { stack }))
  process.exit(1)
}
