import { once } from 'node:events'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { log } from '#lib/platform/log.ts'
import type { TurnedAway } from '#lib/platform/metrics.ts'
import { countedAddress, defaultLimits, limitConnections } from '#lib/platform/server/connection-limits.ts'
import type { Handler } from '#lib/platform/server/handler.ts'
import { currentWarnings } from '#lib/platform/warnings.ts'
import { eventually } from '#tests/support/eventually.ts'
import { ask, open, send } from '#tests/support/raw-http.ts'
import { start, startGateSite, turnedAway } from './support.ts'

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const last = 'GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

/** Responds on command. */
function onCommand() {
  const pending: (() => void)[] = []
  const handler: Handler = (incoming, response) => {
    pending.push(() => response.end(incoming.url))
  }
  return { handler, pending }
}

test('pipelined requests on one socket are answered in order, one at a time', async () => {
  const { handler, pending } = onCommand()
  const { port } = await startGateSite(handler)
  const answered = send(port, get.repeat(3) + last)
  for (let count = 0; count < 4; count++) {
    await eventually(() => pending.length === 1)
    pending.pop()?.()
  }
  const { text } = await answered
  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(4)
  expect(text.endsWith('/last')).toBe(true)
})

test('a socket on which too many requests wait is closed', async () => {
  const { handler, pending } = onCommand()
  const { port } = await startGateSite(handler)
  const socket = open(port)
  socket.write(get.repeat(1000))
  await eventually(() => socket.closed)
  expect(pending).toHaveLength(1)
})

test('a handler may detach a request from its socket, and the next one is answered', async () => {
  // Next does this to read a body: a cancelled web stream sets request.socket to null.
  const { port } = await startGateSite(async (incoming, response) => {
    await Readable.toWeb(incoming).cancel()
    response.end(incoming.url)
  })
  expect((await send(port, get + last)).text).toMatch(/\/last$/)
})

test('a client that goes away leaves no request waiting', async () => {
  const { handler, pending } = onCommand()
  const { port, openConnections } = await startGateSite(handler)
  const socket = open(port)
  socket.write(get.repeat(3))
  await eventually(() => pending.length === 1)
  socket.destroy()
  await eventually(async () => (await openConnections()) === 0)
  expect(pending).toHaveLength(1)
})

test('a connection whose client does not read is closed, one whose handler is slow is not', async () => {
  let closed = false
  const handler: Handler = (incoming, response) => {
    if (incoming.url === '/last') return setTimeout(() => response.end('thought'), 200)
    response.once('close', () => {
      closed = !response.writableFinished
    })
    return response.end(Buffer.alloc(32 * 1024 * 1024))
  }
  const { port } = await startGateSite(handler, { limits: { drainMs: 60 } })
  const socket = open(port)
  socket.pause()
  socket.write(get)
  expect((await send(port, last)).body).toContain('thought')
  await eventually(() => closed)
})

test('once the server is stopping, responses are the last on their connection, and pages get none before the port is closed', async () => {
  const stopping = new AbortController()
  const { handler, pending } = onCommand()
  const { port } = await startGateSite(handler, { stopping: stopping.signal })
  const answered = Array.from({ length: 2 }, () => send(port, get))
  await eventually(() => pending.length === 2)
  pending.pop()?.()
  stopping.abort()
  pending.pop()?.()
  answered.push(send(port, get))
  await eventually(() => pending.length === 1)
  pending.pop()?.()
  const closing = await startGateSite(onCommand().handler, { closing: AbortSignal.abort() })
  expect((await send(closing.port, get)).text).toBe('')
  const connections = (await Promise.all(answered)).map(({ headers }) => headers.connection)
  expect(connections.sort()).toEqual(['close', 'close', 'keep-alive'])
})

describe('Connections', () => {
  async function startLimited(limits: object, counting: Partial<Parameters<typeof limitConnections>[2]> = {}) {
    const server = createServer((_, response) => response.end('served'))
    const countedBy = (address?: string) => address ?? null
    limitConnections(server, { ...defaultLimits, ...limits }, { countedBy, isIdle: () => false, ...counting })
    return start(server)
  }
  const isServed = async (port: number) => (await ask(port, 'GET /')).status === 200

  async function held(port: number, count: number) {
    const sockets = Array.from({ length: count }, () => open(port))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    return sockets
  }

  test.each<[object, object, TurnedAway]>([
    [{ perAddress: 3 }, {}, 'connections of one address'],
    [{ connections: 3 }, {}, 'connections'],
    [{}, { openFiles: 4 }, 'connections'],
  ])(
    'beyond the limit are closed and counted, and accepted again once others end: %j, %j',
    async (limits, counting, what) => {
      jest.spyOn(log, 'warn').mockImplementation(() => undefined)
      const port = await startLimited(limits, counting)
      const sockets = await held(port, 3)
      const before = await turnedAway(what)
      expect(await isServed(port)).toBe(false)
      expect(await turnedAway(what)).toBe(before + 1)
      expect(currentWarnings()).toContainEqual(expect.stringContaining('Connections were refused'))
      for (const socket of sockets) socket.destroy()
      await eventually(() => isServed(port))
    },
  )

  test('of an exempt address are not counted', async () => {
    const port = await startLimited({ perAddress: 3 }, { countedBy: () => null })
    await held(port, 10)
    expect(await isServed(port)).toBe(true)
  })

  test.each([
    ['of strangers make room for new visitors, the oldest first', {}, 1],
    ['of a proxy stay open', { countedBy: () => null }, 0],
  ])('that are idle %s', async (_, counting, closed) => {
    const port = await startLimited({ connections: 10 }, { isIdle: () => true, ...counting })
    const sockets = await held(port, 9)
    expect(await isServed(port)).toBe(true)
    if (closed) await eventually(() => sockets[0]?.closed === true)
    expect(sockets.filter((socket) => socket.closed)).toHaveLength(closed)
  })

  test('have limits on the site’s own server', async () => {
    const { server } = await startGateSite()
    expect(server.maxConnections).toBe(defaultLimits.connections)
    for (const limit of Object.values(defaultLimits)) expect(limit).toBeLessThanOrEqual(30_000)
  })
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2002:cb00:7109::1', `${0x2002}:${0xcb00}:${0x7109}:0`],
  ['8.8.8.8', '8.8.8.8'],
  ['::ffff:8.8.8.8', '8.8.8.8'],
  ['127.0.0.1', null],
  ['10.1.2.3', null],
  ['fd00::1', null],
  [undefined, null],
])('%s counts as %s', (address, counted) => expect(countedAddress(address)).toBe(counted))

test('a /64 of IPv6 counts as one address', () => {
  expect(countedAddress('2a00:1:2:3::1')).toBe(countedAddress('2a00:1:2:3:ffff::9'))
  expect(countedAddress('2a00:1:2:4::1')).not.toBe(countedAddress('2a00:1:2:3::1'))
})
