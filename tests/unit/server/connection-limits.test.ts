import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { countedAddress, defaultLimits, limitConnections } from '#lib/server/connection-limits.ts'
import type { Handler } from '#lib/server/handler.ts'
import { eventually } from '#tests/support/eventually.ts'
import { open, send } from '#tests/support/raw-http.ts'
import { type GateSite, startGateSite } from './gate-site.ts'

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const last = 'GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

let site: GateSite | undefined
afterEach(async () => {
  await site?.close()
  site = undefined
})

/** Responds on command, and counts pending requests. */
function slow() {
  const inHand: (() => void)[] = []
  const handler: Handler = (incoming, response) => {
    inHand.push(() => response.end(incoming.url))
  }
  return { handler, inHand }
}

test('pipelined requests on one socket are answered in order, one at a time', async () => {
  const { handler, inHand } = slow()
  site = await startGateSite(handler)
  const answered = send(site.port, get.repeat(3) + last)
  for (let count = 0; count < 4; count++) {
    await eventually(() => inHand.length === 1)
    inHand.pop()?.()
  }
  const { text } = await answered
  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(4)
  expect(text.endsWith('/last')).toBe(true)
})

test('a socket on which too many requests wait is closed', async () => {
  const { handler, inHand } = slow()
  site = await startGateSite(handler, { limits: { waiting: 8 } })
  expect((await send(site.port, get.repeat(1000))).text).toBe('')
  expect(inHand).toHaveLength(1)
})

test('a handler may detach a request from its socket, and the next one is answered', async () => {
  // Next does this to read a body: a cancelled web stream sets request.socket to null.
  const cancelling: Handler = async (incoming, response) => {
    await Readable.toWeb(incoming).cancel()
    response.end(incoming.url)
  }
  site = await startGateSite(cancelling)
  expect((await send(site.port, get + last)).text).toMatch(/\/last$/)
})

test('a client that goes away leaves no request waiting', async () => {
  const { handler, inHand } = slow()
  site = await startGateSite(handler)
  const socket = open(site.port)
  socket.write(get.repeat(3))
  await eventually(() => inHand.length === 1)
  socket.destroy()
  const { openConnections } = site
  await eventually(async () => (await openConnections()) === 0)
  expect(inHand).toHaveLength(1)
})

test('a connection whose client does not read is closed', async () => {
  let closed = false
  site = await startGateSite(
    (_, response) => {
      response.once('close', () => {
        closed = !response.writableFinished
      })
      response.end(Buffer.alloc(32 * 1024 * 1024))
    },
    { limits: { drainMs: 150 } },
  )
  const socket = open(site.port)
  socket.pause()
  socket.write(get)
  await eventually(() => closed)
})

test('a slow handler does not time out like a slow client', async () => {
  site = await startGateSite(
    (_, response) => {
      setTimeout(() => response.end('thought'), 400)
    },
    { limits: { drainMs: 60 } },
  )
  expect((await send(site.port, last)).body).toContain('thought')
})

describe('Connections', () => {
  let server: Server
  const start = async (
    limits: { connections?: number; perAddress?: number },
    counted = (address?: string) => address ?? null,
  ) => {
    server = createServer((_, response) => response.end('served'))
    limitConnections(server, { ...defaultLimits, ...limits }, counted)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  afterEach(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })

  const isServed = (port: number) =>
    new Promise<boolean>((resolve) => {
      request({ port, host: '127.0.0.1', agent: false }, (response) => resolve(response.statusCode === 200))
        .on('error', () => resolve(false))
        .end()
    })

  async function held(port: number, count: number) {
    const sockets = Array.from({ length: count }, () => open(port))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    return sockets
  }

  test('beyond the limit of one address are closed, and accepted again once others end', async () => {
    const port = await start({ perAddress: 3 })
    const sockets = await held(port, 3)
    expect(await isServed(port)).toBe(false)
    for (const socket of sockets) socket.destroy()
    await eventually(() => isServed(port))
  })

  test('of an exempt address are not counted', async () => {
    const port = await start({ perAddress: 3 }, () => null)
    const sockets = await held(port, 10)
    expect(await isServed(port)).toBe(true)
    for (const socket of sockets) socket.destroy()
  })

  test('beyond the limit of the process are closed', async () => {
    const port = await start({ connections: 5 })
    const sockets = await held(port, 5)
    expect(await isServed(port)).toBe(false)
    for (const socket of sockets) socket.destroy()
    await eventually(() => isServed(port))
  })
})

test.each([
  ['203.0.113.9', null],
  ['8.8.8.8', '8.8.8.8'],
  ['::ffff:8.8.8.8', '8.8.8.8'],
  ['127.0.0.1', null],
  ['10.1.2.3', null],
  ['fd00::1', null],
  [undefined, null],
])('%s counts as %s', (address, counted) => {
  expect(countedAddress(address)).toBe(counted)
})

test('a /64 of IPv6 counts as one address', () => {
  expect(countedAddress('2a00:1:2:3::1')).toBe(countedAddress('2a00:1:2:3:ffff::9'))
  expect(countedAddress('2a00:1:2:4::1')).not.toBe(countedAddress('2a00:1:2:3::1'))
})
