/** Servers for the tests in this folder, on free ports. All are closed after the test that started them. */
import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { metrics, type Rejection } from '#lib/platform/metrics.ts'
import type { Handler } from '#lib/platform/server/handler.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

/** @returns the port. */
export async function start(server: Server): Promise<number> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** How often so far. */
export async function rejections(what: Rejection): Promise<number> {
  const { values } = await metrics().rejections.get()
  return values.find(({ labels }) => labels.what === what)?.value ?? 0
}

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; bytes: Buffer; body: string }
export type Get = (path: string, headers?: Record<string, string>, method?: string) => Promise<Answer>

/** A server with one handler, and a function that sends requests to it. */
export async function serve(handler: Handler): Promise<Get> {
  const port = await start(createServer((request, response) => void handler(request, response)))
  return (path, headers = {}, method = 'GET') =>
    new Promise((resolve, reject) => {
      const sent = httpRequest({ port, host: '127.0.0.1', path, headers, method, agent: false }, async (response) => {
        const bytes = Buffer.concat(await response.toArray())
        resolve({ status: response.statusCode, headers: response.headers, bytes, body: bytes.toString() })
      })
      sent.on('error', reject).end()
    })
}
