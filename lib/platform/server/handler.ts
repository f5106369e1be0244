/** Shared by the server modules: the handler type, what a request asks for, and how a response is sent. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { referenceHeader } from '#lib/platform/http/failure.ts'
import { staticHeaders } from '#lib/platform/http/security-headers.ts'
import { newReference, withRequestReference } from '#lib/platform/reference.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

export function pathOf({ url = '' }: IncomingMessage): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

/** By lower-case name. */
export const securityHeaders: Readonly<Record<string, string>> = Object.fromEntries(
  staticHeaders.map(({ key, value }) => [key.toLowerCase(), value]),
)

/** For files that pages load: the others are about documents, and would be a tenth of what a first visit loads. */
export const fileHeaders: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(securityHeaders).filter(([name]) =>
    ['x-content-type-options', 'cross-origin-resource-policy'].includes(name),
  ),
)

/** Alternating names and values, the fastest form for `writeHead`. */
export const rawHeaders = (headers: Readonly<Record<string, string | readonly string[]>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [value].flat().flatMap((item) => [name, item]))

/** Gives every request a failure reference for its lines in the log. */
export function withReferences(handler: Handler): Handler {
  return (request, response) => {
    const reference = newReference('F')
    request.headers[referenceHeader] = reference
    return withRequestReference(reference, pathOf(request), () => handler(request, response))
  }
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

/** Whether part of the request's body has not arrived. `complete` alone is also false for a request without a body. */
export function isUnread({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
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

/** What a response is counted as. Those without a kind came from memory, which serves too many to note each. */
const kinds = new WeakMap<ServerResponse, string>()

export function noteKind(response: ServerResponse, kind: string): void {
  kinds.set(response, kind)
}

export const kindOf = (response: ServerResponse): string => kinds.get(response) ?? 'memory'
