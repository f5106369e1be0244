import { createServer } from 'node:http'
import { log } from '#lib/platform/log.ts'
import { measureCall } from '#lib/platform/metrics.ts'
import { requestReference, withRequestReference } from '#lib/platform/reference.ts'
import { renderTurn } from '#lib/platform/render-turn.ts'
import type { Handler } from '#lib/platform/server/handler.ts'
import { limitRenders } from '#lib/platform/server/render-limit.ts'
import { currentWarnings } from '#lib/platform/warnings.ts'
import { eventually } from '#tests/support/eventually.ts'
import { open } from '#tests/support/raw-http.ts'
import { serve, start, turnedAway } from './support.ts'

beforeEach(() => jest.spyOn(log, 'warn').mockImplementation(() => undefined))
afterEach(() => jest.restoreAllMocks())

/** Pages that are complete on command. */
function pages() {
  const started: (() => void)[] = []
  const handler: Handler = (request, response) => void started.push(() => response.end(request.url))
  const finishAll = async (count: number) => {
    for (let done = 0; done < count; done += 1) {
      await eventually(() => started.length > done)
      started[done]?.()
    }
  }
  return { handler, started, finishAll }
}

test('two pages are rendered at once, and the others in the order in which they were asked for', async () => {
  const { handler, started, finishAll } = pages()
  const { handle, isBusy } = limitRenders(handler)
  const get = await serve(handle)
  const answers = Array.from({ length: 5 }, (_, number) => get(`/${number}`))
  await eventually(() => isBusy())
  expect(started).toHaveLength(2)
  await finishAll(5)
  expect((await Promise.all(answers)).map(({ body }) => body).sort()).toEqual(['/0', '/1', '/2', '/3', '/4'])
  expect(isBusy()).toBe(false)
})

test('when the queue is full, a page says so with 503 and Retry-After, and files are served', async () => {
  const { handler, started, finishAll } = pages()
  const get = await serve(
    limitRenders(
      (request, response) => {
        if (request.url === '/robots.txt') response.end('file')
        else handler(request, response)
      },
      { waiting: 1, isFile: (path) => path === '/robots.txt' },
    ).handle,
  )
  const answers = [get('/a'), get('/b')]
  await eventually(() => started.length === 2)
  const before = await turnedAway('pages')
  const [third, fourth] = [get('/c'), get('/d')]
  const shed = await Promise.race([third, fourth])
  expect([shed.status, shed.headers['retry-after']]).toEqual([503, '5'])
  expect(shed.body).toContain('The site is busy')
  expect((await turnedAway('pages')) - before).toBe(1)
  expect(currentWarnings()).toContainEqual(expect.stringContaining('Pages were answered 503'))
  expect((await get('/robots.txt')).body).toBe('file')
  await finishAll(3)
  await Promise.all([...answers, third, fourth])
})

test('an address that asks for too many pages gets 429, and when to come again', async () => {
  const { handle } = limitRenders(pages().handler, { allows: () => ({ ok: false, retryAfter: 42 }) })
  const answer = await (await serve(handle))('/India')
  expect([answer.status, answer.headers['retry-after']]).toEqual([429, '42'])
})

test('a visitor who leaves waits no longer', async () => {
  const { handler, started, finishAll } = pages()
  const { handle, isBusy } = limitRenders(handler)
  const port = await start(createServer((request, response) => void handle(request, response)))
  const sockets = ['/a', '/b', '/c'].map((url) => {
    const socket = open(port)
    socket.write(`GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`)
    return socket
  })
  await eventually(() => isBusy())
  expect(started).toHaveLength(2)
  for (const socket of sockets) socket.destroy()
  await eventually(() => !isBusy())
  const get = await serve(handle)
  const answer = get('/d')
  await finishAll(started.length + 1)
  expect((await answer).body).toBe('/d')
})

test('a page that waits for another service, or for a slow reader, does not keep others waiting', async () => {
  let respond: () => void = () => undefined
  const service = new Promise<void>((resolve) => {
    respond = resolve
  })
  const handler: Handler = async (request, response) => {
    if (request.url === '/thank-you') await measureCall('stripe', () => service)
    else expect(response.write('half')).toBe(true)
    response.end('done')
  }
  const { handle } = limitRenders(handler, { atOnce: 1 })
  const get = await serve(handle)
  const waiting = get('/thank-you')
  expect((await get('/India')).body).toBe('halfdone')
  respond()
  expect((await waiting).body).toBe('done')
})

test('what Next renders after the response takes a turn, too', async () => {
  let finish: () => void = () => undefined
  const afterwards = new Promise<void>((resolve) => {
    finish = resolve
  })
  const handler: Handler = (request, response) => {
    if (request.url === '/stale') renderTurn()?.waitUntil(afterwards)
    response.end(request.url)
  }
  const { handle, isBusy } = limitRenders(handler, { atOnce: 1 })
  const get = await serve(handle)
  await get('/stale')
  const next = get('/India')
  await eventually(() => isBusy())
  finish()
  expect((await next).body).toBe('/India')
})

test('a page that had to wait has the reference of its own request, and one that throws gives its turn back', async () => {
  const seen: (string | undefined)[][] = []
  const error = jest.fn()
  const { handle } = limitRenders(
    async (request, response) => {
      await new Promise(setImmediate)
      seen.push([request.url, requestReference()])
      if (request.url === '/throws') throw new Error('A bug.')
      response.end()
    },
    { atOnce: 1 },
  )
  const get = await serve(async (request, response) => {
    const reference = request.url ?? ''
    await Promise.resolve(withRequestReference(reference, () => handle(request, response))).catch(() => {
      error()
      response.end()
    })
  })
  await Promise.all(['/a', '/throws', '/b', '/c'].map((path) => get(path)))
  expect(error).toHaveBeenCalledTimes(1)
  expect(seen).toHaveLength(4)
  for (const [url, reference] of seen) expect(reference).toBe(url)
})
