/**
 * `npm start`: the built site with a real environment. Next's own server, with the client's address settled and the
 * prerendered pages answered from memory. https://nextjs.org/docs/app/guides/custom-server
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import next from 'next'
import { readEnv } from '#lib/env.ts'
import { byPath, compressOnce, compressStreams, failClosed, rememberPages, serveAssets } from '#lib/http/accelerate.ts'
import { failClosedPolicy } from '#lib/http/csp.ts'
import { decodable } from '#lib/http/decodable.ts'
import { settleClient, trusts } from '#lib/http/forwarded.ts'
import { noteUnnamedProxy } from '#lib/http/limits/unnamed-proxy.ts'
import { closeStore } from '#lib/store/index.ts'
import { reportWarning } from '#lib/warnings.ts'

const env = readEnv()
if (process.env.NODE_ENV && process.env.NODE_ENV !== 'production')
  reportWarning(
    'node-env',
    `NODE_ENV is ${process.env.NODE_ENV}: set it to production, or leave it out, when the built site is served.`,
  )
const root = path.join(import.meta.dirname, '..')
const port = env.port

// Pages that were built for another origin are made anew, and forms may ask Turnstile (lib/http/csp-cache-handler.mjs).
Object.assign(globalThis, {
  [Symbol.for('charity.served-origin')]: env.siteUrl,
  [Symbol.for('charity.turnstile-origin')]: env.turnstile?.apiBase,
})

const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 16 * 1024 })
const app = next({ dev: false, dir: root, port, hostname: 'localhost', httpServer: server, quiet: true })
await app.prepare()

const answer = failClosed(app.getRequestHandler(), failClosedPolicy)
const manifest = JSON.parse(readFileSync(path.join(root, '.next', 'prerender-manifest.json'), 'utf8')) as {
  routes: object
}
const prerendered = new Set(Object.keys(manifest.routes))
const pages = byPath(prerendered, rememberPages(compressOnce(answer)), compressStreams(answer))
const handle = serveAssets(pages, path.join(root, '.next', 'static'), { 'x-content-type-options': 'nosniff' })
const isTrusted = trusts(env.trustedProxies)
const proxiesAreNamed = env.trustedProxies.length > 0

server.on('request', (request, response) => {
  const { unnamedProxy } = settleClient(request, isTrusted, { proxiesAreNamed })
  if (unnamedProxy) noteUnnamedProxy(unnamedProxy)
  request.url = decodable(request.url ?? '/')
  void handle(request, response)
})
server.listen(port, () => console.log(`Serving ${env.siteUrl} on port ${port}`))

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    // What is under way is finished; what is idle is let go.
    server.close(
      () =>
        void app
          .close()
          .then(closeStore)
          .finally(() => process.exit(0)),
    )
    server.closeIdleConnections()
    setTimeout(() => process.exit(0), 10_000).unref()
  })
