/** Graceful shutdown: finishes requests and mail in progress. */
import 'server-only'
import type { Server } from 'node:http'
import { stopOutboxWorker } from '#lib/outbox/worker.ts'
import { closeStore } from '#lib/store/index.ts'

/** Longer than one call to the mail service. If the host kills the process earlier, a mail may be sent twice. */
const graceMs = 15_000

/** @param closeApp called when nothing is in progress any more. */
export function shutDownOnSignals(server: Server, closeApp: () => Promise<void>): void {
  const shutDown = async () => {
    const requests = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    await Promise.all([requests, stopOutboxWorker()])
    await closeApp()
    await closeStore()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      setTimeout(() => process.exit(0), graceMs).unref()
      void shutDown().finally(() => process.exit(0))
    })
}
