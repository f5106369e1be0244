/** The site's server in front of a fake Next, on a free port. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import type { Handler } from '#lib/server/handler.ts'
import { withSecurityHeaders } from '#lib/server/response-headers.ts'
import { createSiteServer, type SiteServerOptions } from '#lib/server/site-server.ts'

export type GateSite = {
  port: number
  server: Server
  /** How many clients are connected to this server. */
  openConnections(): Promise<number>
  close(): Promise<void>
}

/** A page that says which URL and method reached it. */
export const echo: Handler = (request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<h1>${request.method} ${request.url}</h1>`)
}

export async function startGateSite(
  handler: Handler = echo,
  options: Partial<SiteServerOptions> = {},
): Promise<GateSite> {
  const server = createSiteServer(withSecurityHeaders(handler), { siteUrl: null, trustedProxies: [], ...options })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    server,
    openConnections: promisify(server.getConnections.bind(server)),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
