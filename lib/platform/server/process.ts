/** The process that serves the site: what it prints at its start, how all output becomes log lines, and how it ends. */
import { writeSync } from 'node:fs'
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { type SiteFeatures, startupNotes } from '#lib/platform/env/notes.ts'
import type { Env } from '#lib/platform/env.ts'
import { ignoreOutputErrors, log, logLine, logWriter } from '#lib/platform/log.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { stopOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { beginClosing, beginStopping } from '#lib/platform/process-state.ts'
import { closeStore } from '#lib/platform/store/index.ts'
import { warningsOf } from '#lib/platform/warnings.ts'

/** What serves visitors, what is off or limited, and what is dangerous. */
export function startupReport(set: Env, has: SiteFeatures, warnings: readonly string[]) {
  const cards = set.stripe?.isLive ? 'live: cards are charged' : 'with test keys: no card is charged'
  return {
    on: [
      `${set.siteUrl} on port ${set.port}, version ${set.version}`,
      set.databaseUrl ? 'Store: PostgreSQL' : `Store: SQLite in ${set.dataDir}`,
      ...(set.stripe ? [`Card payments, ${cards}`] : []),
      ...(set.trustedProxies.length > 0 ? [`Trusted proxies: ${set.trustedProxies.join(', ')}`] : []),
    ],
    off: startupNotes(set, has),
    dangerous: [...new Set([...set.warnings, ...warnings])],
  }
}

/** A table on a terminal, otherwise one line of the log. */
export function printStartup(set: Env, has: SiteFeatures): void {
  const report = startupReport(set, has, warningsOf())
  const { on, off, dangerous } = report
  if (process.stdout.isTTY) {
    const rows = Object.entries({ on, off, DANGER: dangerous })
    const lines = rows.flatMap(([state, entries]) => entries.map((entry) => `  ${state.padEnd(7)} ${entry}\n`))
    logWriter.get()(`\n${lines.join('')}\n`)
  } else log[dangerous.length > 0 ? 'warn' : 'info']('The server has started', report)
}

/** What a log collector that does not read may cost. A pipe holds 64 KB; the rest is kept in memory. */
const maxWaitingBytes = 1_000_000

/**
 * Turns everything that the process writes into log lines: one JSON object per line, with control characters escaped. Next and
 * libraries write plain text that may contain parts of requests, which would let a visitor forge log lines. Output that cannot be
 * written is dropped. For the lifetime of the process; to be called before Next is loaded.
 */
export function captureProcessOutput(): void {
  ignoreOutputErrors()
  const write = process.stdout.write.bind(process.stdout)
  let lost = 0
  logWriter.set((line) => {
    if (process.stdout.writableLength > maxWaitingBytes) {
      lost += 1
      return
    }
    if (lost > 0) write(logLine('warn', 'Lines of the log were lost because nothing read it', { lines: lost }))
    lost = 0
    write(line)
  })
  for (const [stream, level] of [
    [process.stdout, 'info'],
    [process.stderr, 'error'],
  ] as const)
    Object.assign(stream, {
      write(chunk: string | Uint8Array, ...rest: unknown[]) {
        const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
        const message = stripVTControlCharacters(text).trim()
        if (message) log[level](message)
        const done = rest.find((argument) => typeof argument === 'function')
        if (done) queueMicrotask(() => done())
        return true
      },
    })
}

/** Why the process ended, from sysexits.h; 0 after a signal, 1 for a bug. docs/operate/one-machine.md explains them. */
export const exitCodes = { noBuild: 66, portInUse: 69, environment: 78 } as const

/** Ends the process with one line, whatever LOG_LEVEL is. For a failed start. */
export function exitWith(error: unknown, code = 1): never {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  // A message for the operator needs no stack; a bug does.
  const isSentence = name === 'Error' && !propertyOf(error, 'code')
  writeNow(logLine('error', message, isSentence ? {} : { stack }))
  process.exit(code)
}

const maxWriteMs = 2000

/** Writes to stderr before it returns. Gives up when nothing reads it, or reads it too slowly. */
function writeNow(text: string): void {
  const deadline = performance.now() + maxWriteMs
  let rest = Buffer.from(text)
  while (rest.length > 0 && performance.now() < deadline)
    try {
      rest = rest.subarray(writeSync(process.stderr.fd, rest))
    } catch (error) {
      // A pipe that is full.
      if (propertyOf(error, 'code') !== 'EAGAIN') return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
}

/** In milliseconds after the signal. Docker kills a container after ten seconds. */
const times = {
  /** Longer than a proxy keeps idle connections (docs/operate/nginx.conf: 4 s), so that it closes them and not this server. */
  drain: 5000,
  /**
   * The last part of that period: connections for pages are closed without a response, so that nginx asks another server and sends nothing
   * here for some seconds. A connection that is made while the port is being closed would be reset.
   */
  closing: 1000,
  /** Connections are closed, whatever they are doing. */
  cut: 8500,
  /** Later than a call to the mail service times out (8 s). A mail whose outcome is not recorded may be sent twice. */
  exit: 9500,
}

/** Ctrl+C arrives twice when npm forwards it, too. */
const repeatedWithinMs = 1000

/**
 * Graceful shutdown, within ten seconds of the signal. After SIGTERM the server is no longer ready, but answers for some seconds:
 * that long a load balancer may still send requests, and a proxy may use the connections that it keeps open. SIGINT (Ctrl+C) skips
 * that. Then requests and mail in progress are finished. @param closeApp called when nothing is in progress.
 */
export function shutDownOnSignals(
  server: Server,
  closeApp: () => Promise<void>,
  { drainMs = times.drain }: { drainMs?: number } = {},
): void {
  let stoppedAt: number | null = null

  async function shutDown(signal: NodeJS.Signals) {
    log.info(`Stopping after ${signal}: no longer ready; finishing requests and mail in progress`)
    beginStopping()
    const mail = stopOutboxWorker()
    if (signal === 'SIGTERM' && drainMs > 0) {
      await sleep(drainMs - times.closing)
      beginClosing()
      await sleep(times.closing)
    }
    const requests = new Promise((resolve) => server.close(resolve))
    // Connections that were still in use when the port was closed.
    setInterval(() => server.closeIdleConnections(), 100).unref()
    await Promise.all([requests, mail])
    await closeApp()
    await closeStore()
  }

  function onSignal(signal: NodeJS.Signals) {
    if (stoppedAt !== null) {
      if (performance.now() - stoppedAt > repeatedWithinMs) exit(1, `Stopped at once by a second ${signal}`)
      return
    }
    stoppedAt = performance.now()
    setTimeout(() => server.closeAllConnections(), times.cut).unref()
    setTimeout(() => exit(1, 'Stopped although something was still in progress after 9.5 s'), times.exit).unref()
    shutDown(signal).then(
      () => exit(0, 'Stopped: everything in progress was finished'),
      (error: unknown) => exit(1, 'Stopped, but not cleanly', { error }),
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal)
}

function exit(code: 0 | 1, sentence: string, fields: Record<string, unknown> = {}): never {
  log[code === 0 ? 'info' : 'error'](sentence, fields)
  process.exit(code)
}
