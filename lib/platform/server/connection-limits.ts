/** Limits per process and per client: connections, pipelined requests, and responses that the client does not read. */
import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import ipaddr from 'ipaddr.js'
import { isPrivate } from './client-ip.ts'
import type { Handler } from './handler.ts'
import { noteTurnedAway } from './refusal.ts'

export type ConnectionLimits = {
  /** Open connections of the whole process, or fewer if it may open fewer files. Further ones are closed at once. */
  connections: number
  /** Open connections of one public address, or of one /64 of IPv6. */
  perAddress: number
  /** Pipelined requests waiting on a socket. Browsers and proxies send one at a time. */
  waiting: number
  /** Milliseconds after which a socket is closed if its response makes no progress. */
  drainMs: number
}

export const defaultLimits: ConnectionLimits = { connections: 2000, perAddress: 250, waiting: 32, drainMs: 30_000 }

/**
 * The key for counting connections: an IPv4 address or an IPv6 /64. Null for a private address, which is probably a proxy that serves
 * many visitors.
 */
export function countedAddress(address: string | undefined): string | null {
  if (!address || !ipaddr.isValid(address) || isPrivate(address)) return null
  const parsed = ipaddr.process(address)
  return 'parts' in parsed ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}

/** How many descriptors this process may have; unlimited where Linux does not say. */
function mostOpenFiles(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity)
  } catch {
    return Infinity
  }
}

type Counting = {
  /** Null exempts an address. */
  countedBy: (address: string | undefined) => string | null
  /** Whether no response is in progress on a socket. */
  isIdle: (socket: Socket) => boolean
  /** How many descriptors this process may have. */
  openFiles?: number
}

/**
 * Closes the connections that exceed the limits. With nine tenths of them open, idle ones that are not exempt are closed, oldest
 * first: they are kept for longer than a minute, and must not keep new visitors out. @returns the open sockets, oldest first.
 */
export function limitConnections(
  server: Server,
  { connections: most, perAddress, drainMs }: ConnectionLimits,
  { countedBy, isIdle, openFiles = mostOpenFiles() }: Counting,
): ReadonlySet<Socket> {
  // Once all descriptors are in use, the system refuses connections without telling Node. A quarter stays free for other files.
  const connections = Math.min(most, Math.floor(openFiles * 0.75))
  server.maxConnections = connections
  server.on('drop', () => noteTurnedAway('connections'))
  const sockets = new Set<Socket>()
  const open = new Map<string, number>()
  const closeSome = () => {
    let left = Math.ceil(connections / 10)
    for (const socket of sockets) {
      if (left === 0) return
      if (!isIdle(socket) || countedBy(socket.remoteAddress) === null) continue
      socket.destroy()
      left -= 1
    }
  }
  server.on('connection', (socket: Socket) => {
    if (sockets.size >= connections * 0.9) closeSome()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    const key = countedBy(socket.remoteAddress)
    if (key === null) return
    const count = open.get(key) ?? 0
    if (count >= perAddress) {
      noteTurnedAway('connections of one address')
      return void socket.destroy()
    }
    open.set(key, count + 1)
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    })
  })
  closeSlowReaders(server, sockets, drainMs)
  return sockets
}

/**
 * A client that does not read keeps its response in our memory. Node closes a socket that makes no progress within its timeout. The
 * timeout is set only while output is pending, because a handler may take longer; Node sets its own afterwards.
 */
function closeSlowReaders(server: Server, sockets: ReadonlySet<Socket>, drainMs: number): void {
  const pending = new WeakSet<Socket>()
  const sweep = setInterval(() => {
    for (const socket of sockets) {
      if (socket.writableLength === 0) pending.delete(socket)
      else if (!pending.has(socket)) {
        pending.add(socket)
        socket.setTimeout(drainMs)
      }
    }
  }, drainMs / 3)
  sweep.unref()
  server.once('close', () => clearInterval(sweep))
}

type Line = { current: ServerResponse | null; waiting: [IncomingMessage, ServerResponse][] }

/**
 * Handles pipelined requests of one socket one at a time: a client that sends a thousand and reads nothing costs one response. With
 * more than `most` waiting, the connection is closed. `answerOn`: the response in progress on a socket.
 */
export function oneAtATime(
  handler: Handler,
  most: number,
): { handle: Handler; answerOn: (socket: Duplex) => ServerResponse | null } {
  const lines = new WeakMap<Duplex, Line>()

  function answer(line: Line, request: IncomingMessage, response: ServerResponse) {
    // Saved, because request.socket is set to null when the request is destroyed.
    const { socket } = request
    line.current = response
    response.once('close', () => {
      line.current = null
      const next = line.waiting.shift()
      if (next && socket.writable) answer(line, ...next)
    })
    return handler(request, response)
  }

  function handle(request: IncomingMessage, response: ServerResponse) {
    const { socket } = request
    // Its last response was sent already.
    if (!socket.writable) return
    let line = lines.get(socket)
    if (!line) {
      line = { current: null, waiting: [] }
      lines.set(socket, line)
    }
    if (!line.current) return answer(line, request, response)
    if (line.waiting.length >= most) socket.destroy()
    else line.waiting.push([request, response])
  }

  return { handle, answerOn: (socket) => lines.get(socket)?.current ?? null }
}
