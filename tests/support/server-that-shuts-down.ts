/** Run as a separate process: delivers mail like the server, serves no pages, and shuts down on SIGTERM. */
import { createServer } from 'node:http'
import { startMailWorker } from '#lib/jobs/mail.ts'
import { shutDownOnSignals } from '#lib/platform/server/process.ts'
import { store } from '#lib/platform/store/index.ts'

await store()
const server = createServer().listen(0, '127.0.0.1')
shutDownOnSignals(server, async () => undefined, { drainMs: 0 })
startMailWorker()
