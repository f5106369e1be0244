/** The HTTP server in front of Next: connection limits, the visitor's address, and the request gate. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { logFailure } from '#lib/platform/http/failure.ts'
import { log } from '#lib/platform/log.ts'
import { newReference } from '#lib/platform/reference.ts'
import { reportWarning } from '#lib/platform/warnings.ts'
import { addressMatcher, resolveClientIp } from './client-ip.ts'
import {
  type ConnectionLimits,
  countedAddress,
  defaultLimits,
  limitConnections,
  oneAtATime,
} from './connection-limits.ts'
import type { Handler } from './handler.ts'
import { refusalText, refuse } from './refusal.ts'
import { requestGate } from './request-gate.ts'
import { countUnreadable, measureRequests, noteKind, noteRendered } from './request-metrics.ts'
import { closeGently } from './response-headers.ts'

export type SiteServerOptions = {
  /** The origin in SITE_URL. Null when it is not set: then any host is accepted. */
  siteUrl: string | null
  trustedProxies: readonly string[]
  limits?: Partial<ConnectionLimits>
  /** Wraps the handler with responses that are the same for every visitor, which do not need the client's address. */
  fromMemory?: (handler: Handler) => Handler
  /** Once aborted, every response is the last on its connection. */
  stopping?: AbortSignal
  /** Once aborted, requests that another server can answer as well are not answered: proxies then ask another server. */
  closing?: AbortSignal
}

/**
 * Milliseconds. Proxies usually keep idle connections for 60 seconds and must be the side that closes them: otherwise a proxy may send
 * a request on a connection that is being closed, and the visitor gets an error.
 */
const timeouts = { keepAliveTimeout: 75_000, headersTimeout: 10_000, requestTimeout: 30_000 }

/** A server that is not listening yet. `handler` gets the requests that pass the gate; when it throws, the error is logged and the response is 500. */
export function createSiteServer(
  handler: Handler,
  { siteUrl, trustedProxies, limits, fromMemory = (inner) => inner, stopping, closing }: SiteServerOptions,
): Server {
  const isTrusted = addressMatcher(trustedProxies)
  const allLimits = { ...defaultLimits, ...limits }
  const forVisitor: Handler = (request, response) => {
    noteRendered(request, response)
    const { unnamedProxy } = resolveClientIp(request, isTrusted)
    if (unnamedProxy) reportWarning('unnamed-proxy', missingProxy(unnamedProxy))
    return handler(request, response)
  }
  const gate = measureRequests(
    requestGate(fromMemory(forVisitor), {
      isTrusted,
      siteHost: siteUrl === null ? null : new URL(siteUrl).hostname,
      onUnknownHost: warnOnce(siteUrl),
    }),
  )

  function fail(request: IncomingMessage, response: ServerResponse, error: unknown) {
    const reference = newReference('F')
    logFailure({ method: request.method ?? '', path: request.url ?? '', kind: 'gate', reference, error })
    if (response.headersSent) response.destroy()
    else refuse(request, response, 500, { reference })
  }

  const { handle, answerOn } = oneAtATime((request, response) => {
    if (stopping?.aborted) response.shouldKeepAlive = false
    // A status would do for some proxies only, and 503 means a page that has to wait, which must not mark a server as dead.
    if (closing?.aborted && request.method === 'GET') return void response.destroy()
    try {
      const answered = gate(request, response)
      if (answered instanceof Promise) answered.catch((error: unknown) => fail(request, response, error))
    } catch (error) {
      fail(request, response, error)
    }
  }, allLimits.waiting)

  const server = createServer({
    ...timeouts,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: 16 * 1024,
    // The gate itself responds to a request without Host.
    requireHostHeader: false,
    // Next's upgrade listener keeps the sockets of upgrades that it does not serve.
    shouldUpgradeCallback: () => false,
  })
  const sockets = limitConnections(server, allLimits, {
    countedBy: (address) => (address && isTrusted(address) ? null : countedAddress(address)),
    isIdle: (socket) => answerOn(socket) === null,
  })
  stopping?.addEventListener('abort', () => {
    for (const socket of sockets) {
      const answer = answerOn(socket)
      if (answer) answer.shouldKeepAlive = false
    }
  })
  server.on('request', handle)
  server.on('checkContinue', handle)
  server.on(
    'checkExpectation',
    measureRequests((request, response) => {
      noteKind(response, 'refused')
      refuse(request, response, 417)
    }),
  )
  server.on('upgrade', (_, socket) => socket.destroy())
  server.on('connect', (_, socket) => {
    // Node no longer listens for errors on a tunnel's socket.
    socket.on('error', () => socket.destroy())
    socket.end(refusalText(400), () => socket.destroy())
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Ignore errors after the last response.
    if (!socket.writable && error.code !== 'ECONNRESET') return
    if (error.code === 'ECONNRESET' || answerOn(socket)?.headersSent) return void socket.destroy()
    const status = statusOf[error.code ?? ''] ?? 400
    countUnreadable(status)
    socket.write(refusalText(status))
    closeGently(socket)
  })
  return server
}

const missingProxy = (address: string) =>
  `Forwarding headers arrive from ${address}, which is not listed in TRUSTED_PROXIES. If it is your proxy, add it: until then its visitors share one limit, and limits per address do not work.`

const statusOf: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Logs once that a proxy does not preserve Host, because every page would then be 421. */
function warnOnce(siteUrl: string | null) {
  let warned = false
  return (host: string) => {
    if (warned) return
    warned = true
    log.warn(
      'A request for another host was rejected with 421. If it came through your proxy, configure the proxy to preserve the Host header.',
      {
        host: host.slice(0, 100),
        siteUrl,
      },
    )
  }
}

/**
 * Connections that wait in the kernel until we accept them; Node's default is 511. While a server is busy, a proxy would find the
 * queue full, take the server for dead and answer 502. Linux allows net.core.somaxconn at most, which is 4096.
 */
const backlog = 4096

/** @throws with one sentence for the operator when the port is in use. */
export function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is in use. Stop the program that uses it, or set PORT to another.`)
          : error,
      ),
    )
    server.listen({ port, backlog }, resolve)
  })
}
