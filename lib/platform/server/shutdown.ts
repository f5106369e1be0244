/**
 * Graceful shutdown, within ten seconds of the signal. After SIGTERM the server is not ready any more, but answers for some seconds:
 * that long a load balancer may still send requests, and a proxy may use the connections that it keeps open. SIGINT (Ctrl+C) skips
 * that. Then requests and mail in progress are finished.
 */
import 'server-only'
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '#lib/platform/log.ts'
import { stopOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { beginClosing, beginStopping } from '#lib/platform/process-state.ts'
import { closeStore } from '#lib/platform/store/index.ts'

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

type Options = { drainMs?: number }

/** @param closeApp called when nothing is in progress any more. */
export function shutDownOnSignals(
  server: Server,
  closeApp: () => Promise<void>,
  { drainMs = times.drain }: Options = {},
): void {
  let stoppedAt: number | null = null

  async function shutDown(signal: NodeJS.Signals) {
    log.info(`Stopping after ${signal}: not ready any more, requests and mail in progress are finished`)
    beginStopping()
    const mail = stopOutboxWorker()
    if (signal === 'SIGTERM' && drainMs > 0) {
      await sleep(drainMs - times.closing)
      beginClosing()
      await sleep(times.closing)
    }
    const requests = new Promise((resolve) => server.close(resolve))
    await Promise.all([requests, mail])
    await closeApp()
    await closeStore()
  }

  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppedAt !== null) {
      if (performance.now() - stoppedAt > repeatedWithinMs) exit(1, `Stopped at once by a second ${signal}`)
      return
    }
    stoppedAt = performance.now()
    setTimeout(() => cutConnections(server), times.cut).unref()
    setTimeout(() => exit(1, 'Stopped although something was still in progress after 9.5 s'), times.exit).unref()
    shutDown(signal).then(
      () => exit(0, 'Stopped: everything in progress was finished'),
      (error: unknown) => exit(1, 'Stopped, but not cleanly', { error }),
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal)
}

function cutConnections(server: Server): void {
  server.getConnections((_, connections) => {
    if (connections > 0) log.warn('Connections that did not end were closed', { connections })
    server.closeAllConnections()
  })
}

function exit(code: 0 | 1, sentence: string, fields: Record<string, unknown> = {}): never {
  log[code === 0 ? 'info' : 'error'](sentence, fields)
  process.exit(code)
}
