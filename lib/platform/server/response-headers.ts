/** Headers of every response: the static security headers, and a policy for uploads, and for HTML without one. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { failClosedPolicy, uploadPolicy } from '#lib/platform/http/csp.ts'
import { staticHeaders } from '#lib/platform/http/security-headers.ts'
import { type Handler, pathOf } from './handler.ts'

/** The static headers by lower-case name, for responses written with one `writeHead`. */
const headerPairs = staticHeaders.map(({ key, value }) => [key.toLowerCase(), value] as const)
export const securityHeaders: Readonly<Record<string, string>> = Object.fromEntries(headerPairs)

/** A header among the arguments of `writeHead`: an object, or alternating names and values. */
function headerIn(headers: unknown, wanted: string): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  const entries = Array.isArray(headers)
    ? headers.flatMap((name, index) => (index % 2 === 0 ? [[String(name), headers[index + 1]] as const] : []))
    : Object.entries(headers)
  const entry = entries.find(([name]) => name.toLowerCase() === wanted)
  return entry && String(entry[1])
}

/** Whether part of the request's body has not arrived. `complete` alone is also false for a request without a body. */
function isUnread({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
}

/** How long, in milliseconds, a connection is still read after its last response. */
const lingerMs = 1000

/**
 * For a socket whose output is complete. Closing while the client still sends would reset the connection, and the client might lose
 * the response; so its input is read and discarded for a while (RFC 9112 section 9.6).
 */
export function closeGently(socket: Duplex): void {
  socket.end()
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}

/** Makes the response to `request` the last on its connection. */
export function closeAfterResponse(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('connection', 'close')
  // Null when the client has disconnected.
  const { socket } = response
  if (!socket || !isUnread(request)) return
  // Node calls this after the last response.
  socket.destroySoon = () => closeGently(socket)
  request.resume()
}

/** Adds the headers to all responses of `handler`. A response that ends before its request has arrived closes the connection. */
export function withSecurityHeaders(handler: Handler): Handler {
  return (request, response) => {
    for (const [name, value] of headerPairs) response.setHeader(name, value)
    const { writeHead } = response
    // The overloads of writeHead differ only in optional arguments, which it gets as they came.
    Object.assign(response, {
      writeHead(...args: unknown[]) {
        const sent = (name: string) => headerIn(args.at(-1), name) ?? String(response.getHeader(name) ?? '')
        const type = sent('content-type')
        const isUpload = type.startsWith('image/svg') || pathOf(request).startsWith('/media/')
        if ((isUpload || type.startsWith('text/html')) && !sent('content-security-policy'))
          response.setHeader('content-security-policy', isUpload ? uploadPolicy : failClosedPolicy)
        if (isUnread(request)) closeAfterResponse(request, response)
        return Reflect.apply(writeHead, response, args)
      },
    })
    return handler(request, response)
  }
}
