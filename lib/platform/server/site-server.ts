/** The HTTP server in front of Next: timeouts, the request gate, the client's address, and how long responses take. */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type Server,
  ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { addressMatcher, resolveClientAddress } from '#lib/platform/http/client-address.ts'
import { logFailure } from '#lib/platform/http/failure.ts'
import type { Router } from '#lib/platform/http/routing.ts'
import { log } from '#lib/platform/log.ts'
import { metrics } from '#lib/platform/metrics.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { newReference } from '#lib/platform/reference.ts'
import { reportWarning } from '#lib/platform/warnings.ts'
import type { ApiRoutes } from './api-routes.ts'
import { closeGently, type Handler, isUnread, kindOf, noteKind, pathOf } from './handler.ts'
import { recordRejection, refusalText, refuse } from './refusal.ts'
import { requestGate } from './request-gate.ts'

export type SiteServerOptions = {
  /** Those under /api. */
  apiRoutes: ApiRoutes
  postsTo?: Router['postsTo']
  /** The origin in SITE_URL. Null when it is not set: then any host is accepted. */
  siteUrl: string | null
  /** As in lib/platform/server/request-gate.ts. */
  apart?: { host: string | null; paths: readonly string[] } | undefined
  trustedProxies: readonly string[]
  /** Whether those proxies replace `Host` and send the requested one in `X-Forwarded-Host`. */
  forwardedHost?: boolean
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
/**
 * A connection without progress is closed after this long, such as one whose client does not read. Node looks once more before it closes one with
 * unread bytes, so it waits half as long for those. A response that has begun, and of which nothing is unread, may take longer: a long list of the
 * office is being made.
 */
const stalledMs = 30_000
const halfOf = (socket: Duplex | null) => Number(propertyOf(propertyOf(socket, 'server'), 'timeout') ?? 0) / 2

/** Open connections of the process. Further ones are closed at once. */
const maxConnections = 2000

/** Bytes of the status line and all headers. Proxies answer 502 if they do not fit into a buffer of often 4 KB, and then treat the server as dead. */
const maxHeadBytes = 4096
/** Of them for what Node adds: the status line, `Date`, `Connection` and `Keep-Alive`. */
const ownHeadBytes = 160

type Head = OutgoingHttpHeaders | OutgoingHttpHeader[]

/** Alternating names and values, in the order in which they are sent. */
const linesOf = (head: Head): OutgoingHttpHeader[] =>
  Array.isArray(head)
    ? head
    : Object.entries(head).flatMap(([name, value]) => [value ?? []].flat().flatMap((item) => [name, item]))

/** With a separator after each name, and a line end after each value. */
const bytesOf = (lines: readonly OutgoingHttpHeader[]) =>
  lines.reduce<number>((bytes, line) => bytes + String(line).length + 2, 0)

/**
 * Bounds the headers of every response just before they are written, whoever made it: some repeat what a visitor sent. A redirect within
 * the site loses its query. @throws when other headers are too long, which then are not sent.
 */
class BoundedResponse extends ServerResponse {
  override writeHead(status: number, reason?: string | Head, headers?: Head): this {
    const passed = linesOf((typeof reason === 'string' ? headers : reason) ?? {})
    const set = linesOf(this.getHeaders())
    const bytes = ownHeadBytes + bytesOf(set) + bytesOf(passed)
    this.socket?.setTimeout(halfOf(this.socket))
    // Not read until the response is sent: whatever a client sends would count as progress. Most responses are sent by then.
    setImmediate(() => isUnread(this.req) || this.socket?.pause())
    if (bytes <= maxHeadBytes) return super.writeHead(status, passed)
    const lines = [...set, ...passed].map((line, index, all) => {
      const text = String(line)
      const isLocation = index % 2 === 1 && String(all[index - 1]).toLowerCase() === 'location'
      return isLocation && text.startsWith('/') ? text.replace(/[?#].*/s, '') : text
    })
    for (const name of this.getHeaderNames()) this.removeHeader(name)
    if (ownHeadBytes + bytesOf(lines) > maxHeadBytes)
      throw new Error(`The headers of a response take ${bytes} bytes. Proxies accept ${maxHeadBytes}.`)
    return super.writeHead(status, lines)
  }
}

/** A server that is not listening yet. `handler` gets the requests that pass the gate; when it throws, the error is logged and the response is 500. */
export function createSiteServer(
  handler: Handler,
  {
    apiRoutes,
    postsTo,
    siteUrl,
    apart,
    trustedProxies,
    forwardedHost = false,
    fromMemory = (inner) => inner,
    stopping,
    closing,
  }: SiteServerOptions,
): Server {
  const isTrusted = addressMatcher(trustedProxies)
  const gate = requestGate(
    fromMemory((request, response) => {
      const path = pathOf(request)
      // An unknown path counts as rendered, because the metrics must not have labels that a visitor can choose.
      noteKind(response, apiRoutes.has(path) ? path : 'rendered')
      const proxy = resolveClientAddress(request, isTrusted)
      if (proxy) reportWarning('unnamed-proxy', missingProxy(proxy), { seconds: 600 })
      return handler(request, response)
    }),
    {
      apiRoutes,
      postsTo,
      isTrusted,
      forwardedHost,
      apart,
      siteHost: siteUrl === null ? null : new URL(siteUrl).hostname,
      onUnknownHost: warnOnce(siteUrl),
    },
  )

  function fail(request: IncomingMessage, response: ServerResponse, error: unknown) {
    const reference = newReference('F')
    logFailure({ method: request.method ?? '', path: request.url ?? '', kind: 'gate', reference, error })
    if (response.headersSent) response.destroy()
    else refuse(request, response, 500, { reference })
  }

  const inProgress = new WeakMap<Duplex, ServerResponse>()
  const handle: Handler = (request, response) => {
    // Saved, because request.socket is set to null when the request is destroyed.
    const { socket } = request
    // Neither browsers nor proxies send a request before they have the last response. A client that sends a thousand and reads nothing
    // would fill the memory with responses.
    if (inProgress.has(socket)) return void socket.destroy()
    inProgress.set(socket, response)
    response.once('close', () => {
      inProgress.delete(socket)
      if (socket.isPaused()) socket.resume()
    })
    measure(response)
    if (stopping?.aborted) response.shouldKeepAlive = false
    // A status would do for some proxies only, and 503 means a page that has to wait, which must not mark a server as dead.
    if (closing?.aborted && request.method === 'GET') return void response.destroy()
    try {
      const answered = gate(request, response)
      if (answered instanceof Promise) answered.catch((error: unknown) => fail(request, response, error))
    } catch (error) {
      fail(request, response, error)
    }
  }

  const server = createServer({
    ...timeouts,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: 16 * 1024,
    ServerResponse: BoundedResponse,
    // The gate itself responds to a request without Host.
    requireHostHeader: false,
    // Next's upgrade listener keeps the sockets of upgrades that it does not serve.
    shouldUpgradeCallback: () => false,
  })
  server.timeout = stalledMs
  server.on('timeout', (socket) => {
    if (inProgress.get(socket)?.headersSent && socket.writableLength === 0) socket.setTimeout(socket.timeout ?? 0)
    else socket.destroy()
  })
  server.maxConnections = maxConnections
  server.on('drop', () => recordRejection('connections'))
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, handle)
  server.on('connect', (_, socket) => {
    // Node no longer listens for errors on a tunnel's socket.
    socket.on('error', () => socket.destroy())
    socket.end(refusalText(400), () => socket.destroy())
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Ignore errors after the last response.
    if (!socket.writable && error.code !== 'ECONNRESET') return
    if (error.code === 'ECONNRESET' || inProgress.get(socket)?.headersSent) return void socket.destroy()
    metrics().requests.observe({ kind: 'refused', status: '4xx' }, 0)
    socket.write(refusalText(statusOf[error.code ?? ''] ?? 400))
    closeGently(socket)
  })
  return server
}

const missingProxy = (address: string) =>
  `Forwarding headers arrive from ${address}, which is not listed in TRUSTED_PROXIES. If it is your proxy, add it: until then its visitors share one limit, and limits per address do not work.`

const statusOf: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Counts the response with its kind, its status (`aborted` when the client left before it began) and the time until it is sent or cut off. */
function measure(response: ServerResponse): void {
  const from = performance.now()
  response.once('close', () => {
    const status = response.headersSent ? `${Math.floor(response.statusCode / 100)}xx` : 'aborted'
    metrics().requests.observe({ kind: kindOf(response), status }, (performance.now() - from) / 1000)
  })
}

/** Logs once that a proxy does not preserve Host, because every page would then be 421. */
function warnOnce(siteUrl: string | null) {
  let warned = false
  return (host: string) => {
    if (warned) return
    warned = true
    log.warn(
      'A request for another host was rejected with 421. If it came through your proxy, configure the proxy to preserve the Host header.',
      { host: host.slice(0, 100), siteUrl },
    )
  }
}

/**
 * Connections that wait in the kernel until we accept them; Node's default is 511. While a server is busy, a proxy would find the
 * queue full, treat the server as dead and answer 502. Linux allows net.core.somaxconn at most, which is 4096.
 */
const backlog = 4096

/** @throws with one sentence for the operator when the port is in use. */
export function listen(server: Server, { port, host }: { port: number; host: string | undefined }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is in use. Stop the program that uses it, or set PORT to another.`)
          : error,
      ),
    )
    server.listen({ port, host, backlog }, resolve)
  })
}
