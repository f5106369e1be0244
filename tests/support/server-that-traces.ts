/** Run as a separate process: the API of the site with tracing and mail, in front of a Next that fails. Sends its port to its parent. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { env } from '#lib/env.ts'
import { startMailWorker } from '#lib/jobs/mail.ts'
import { answerApi, loadApiRoutes } from '#lib/server/api-routes.ts'
import { startTracing } from '#lib/server/open-telemetry.ts'
import { withReferences } from '#lib/server/references.ts'
import { shutDownOnSignals } from '#lib/server/shutdown.ts'
import { traceRequests } from '#lib/server/trace-requests.ts'
import { currentWarnings } from '#lib/warnings.ts'

const { tracesTo, version, siteUrl } = env()
const stopTracing = startTracing(tracesTo ?? '', version)
const routes = await loadApiRoutes((address) => import(`#app${address}/route.ts`))
const answer = withReferences(
  traceRequests(answerApi((_, response) => void response.writeHead(500).end(), routes, siteUrl)),
)
const server = createServer((request, response) => void answer(request, response))
startMailWorker()
shutDownOnSignals(
  server,
  async () => {
    await stopTracing()
    process.send?.({ warnings: currentWarnings() })
  },
  { drainMs: 0 },
)
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
