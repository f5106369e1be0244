/** Run as a process of its own: delivers mail like the server, answers no pages, and ends like the server on SIGTERM. */
import { createServer } from 'node:http'
import { startMailWorker } from '#lib/jobs/mail.ts'
import { shutDownOnSignals } from '#lib/server/shutdown.ts'
import { store } from '#lib/store/index.ts'

await store()
const server = createServer().listen(0, '127.0.0.1')
shutDownOnSignals(server, async () => undefined)
startMailWorker()
