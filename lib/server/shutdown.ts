/** The end of the server process: what is under way is finished first, requests and mail alike. */
import 'server-only'
import type { Server } from 'node:http'
import { stopOutboxWorker } from '#lib/outbox/worker.ts'
import { closeStore } from '#lib/store/index.ts'

/** More than one call to the mail service may take. A host that kills earlier than this may have a mail sent twice. */
const graceMs = 15_000

/** @param closeApp called once nothing is under way any more. */
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
