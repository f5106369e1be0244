import type { IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { acceptedEncoding, compressOnce, compressStreams } from '#lib/platform/server/compression.ts'
import type { Handler } from '#lib/platform/server/handler.ts'
import { byPath, pageCache } from '#lib/platform/server/page-cache.ts'
import { eventually } from '#tests/support/eventually.ts'
import { serve } from './support.ts'

const html = '<!doctype html><p>All hands</p>'.repeat(50)

type Prerendered = { headers?: Record<string, string>; body?: (request: IncomingMessage) => string | Buffer }

/** Answers as Next answers a prerendered page, and notes what it was asked for. */
function prerendered({ headers = {}, body = () => html }: Prerendered = {}) {
  const asked: string[] = []
  const handler: Handler = (request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('etag', '"one"')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('cache-control', 's-maxage=60, stale-while-revalidate')
    response.setHeader('x-nextjs-cache', 'HIT')
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (request.headers['if-none-match'] === '"one"') {
      response.statusCode = 304
      return response.end()
    }
    return response.end(body(request))
  }
  return { handler, asked }
}

const cached = (page: { handler: Handler }) => serve(pageCache(compressOnce(page.handler), { keepMs: 60_000 }))

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  [undefined, null],
])('a client that accepts %s gets %s', (header, encoding) => expect(acceptedEncoding(header)).toBe(encoding))

test('the body that arrives is the body that was sent, in each encoding', async () => {
  const get = await serve(compressOnce(prerendered().handler))
  for (let round = 0; round < 3; round++) {
    expect(brotliDecompressSync((await get('/', { 'accept-encoding': 'br' })).bytes).toString()).toBe(html)
    expect(gunzipSync((await get('/', { 'accept-encoding': 'gzip' })).bytes).toString()).toBe(html)
  }
  const plain = await get('/')
  expect([plain.body, plain.headers['content-encoding']]).toEqual([html, undefined])
})

test('a body is compressed best once, and dropped when the others exceed the limit', async () => {
  // Text that the two qualities of brotli compress differently.
  const letters = Array.from({ length: 2000 }, (_, index) => Math.trunc(Math.sin(index) * 1e6).toString(36)).join(' ')
  const handler: Handler = (request, response) => {
    response.setHeader('etag', `"${request.url}"`)
    response.setHeader('content-type', 'text/plain')
    response.end(letters)
  }
  const get = await serve(compressOnce(handler, { keptBytes: 1.5 * letters.length }))
  const size = async (path: string) => (await get(path, { 'accept-encoding': 'br' })).bytes.length
  const fast = await size('/a')
  await eventually(async () => (await size('/a')) < fast)
  await size('/b')
  await eventually(async () => (await size('/b')) < fast)
  await eventually(async () => (await size('/a')) === fast)
})

test('while a page is fresh it is requested from Next once per encoding, whatever its query', async () => {
  const page = prerendered()
  const get = await cached(page)
  for (const path of ['/India', '/India', '/India?utm_source=flyer', '/India?_rsc=1'])
    expect((await get(path)).body).toBe(html)
  expect(page.asked).toHaveLength(1)
  await get('/India', { 'accept-encoding': 'br' })
  expect(page.asked).toHaveLength(2)
})

test('a page is stored without headers that come from the request of its first visitor', async () => {
  const page = prerendered({ headers: { 'x-middleware-rewrite': '/en/India?e=v@example.org', 'x-request': 'mine' } })
  const get = await cached(page)
  for (const query of ['?e=v@example.org', ''])
    expect(JSON.stringify((await get(`/India${query}`)).headers)).not.toMatch(/example|mine/)
})

test('when a page is no longer fresh, Next is asked again', async () => {
  const page = prerendered()
  const get = await serve(pageCache(page.handler, { keepMs: 0 }))
  await get('/India')
  await get('/India')
  expect(page.asked).toHaveLength(2)
})

test('a page that is gone is not answered from memory again, but one that fails is', async () => {
  let status = 200
  const handler: Handler = (request, response) => {
    response.statusCode = status
    return prerendered().handler(request, response)
  }
  const get = await serve(pageCache(handler, { keepMs: 60_000 }))
  const start = Date.now()
  const clock = jest.spyOn(Date, 'now').mockReturnValue(start)
  await get('/India')
  status = 500
  clock.mockReturnValue(start + 60_001)
  expect([(await get('/India')).status, (await get('/India')).status]).toEqual([500, 200])
  status = 404
  clock.mockReturnValue(start + 120_002)
  const answers = [(await get('/India')).status, (await get('/India')).status]
  clock.mockRestore()
  expect(answers).toEqual([404, 404])
})

test('cached pages stay below 32 megabytes in total: the oldest is dropped, the newest kept', async () => {
  const megabytes = Buffer.alloc(4 * 1024 * 1024, 'x')
  const page = prerendered({ body: () => megabytes })
  const get = await cached(page)
  const requestedFor = async (method: string, ...numbers: number[]) => {
    for (const number of numbers) await get(`/${number}`, {}, method)
    return page.asked.splice(0)
  }
  // Eight pages of four megabytes fit.
  await requestedFor('GET', 1, 2, 3, 4, 5, 6, 7, 8, 9)
  expect(await requestedFor('HEAD', 2, 3, 4, 5, 6, 7, 8, 9)).toEqual([])
  expect(await requestedFor('GET', 1)).toEqual(['/1'])
  expect(await requestedFor('HEAD', 2, 3, 9, 1)).toEqual(['/2'])
})

test('a page that is renewed again and again takes its room once', async () => {
  const page = prerendered({ body: () => Buffer.alloc(8 * 1024 * 1024, 'x') })
  const get = await cached(page)
  const start = Date.now()
  const clock = jest.spyOn(Date, 'now').mockReturnValue(start)
  await get('/other')
  for (let minutes = 0; minutes < 9; minutes += 1) {
    clock.mockReturnValue(start + minutes * 60_001)
    await get('/India')
  }
  expect(page.asked.splice(0)).toHaveLength(10)
  clock.mockReturnValue(start)
  await get('/other', {}, 'HEAD')
  clock.mockRestore()
  expect(page.asked).toEqual([])
})

test('HEAD is answered from memory, but does not fill the cache', async () => {
  const page = prerendered()
  const get = await cached(page)
  await get('/India', {}, 'HEAD')
  await get('/India')
  expect(page.asked).toHaveLength(2)
  const head = await get('/India', {}, 'HEAD')
  expect(page.asked).toHaveLength(2)
  expect([head.body, head.headers['content-length']]).toEqual(['', String(html.length)])
})

test.each([
  ['the whole page', {}, '"one"', '"one"'],
  ['the compressed page', { 'accept-encoding': 'br' }, '"zero", W/"one"', 'W/"one"'],
])('a visitor with the current ETag of %s gets 304, from Next and from memory', async (_, headers, held, etag) => {
  const get = await cached(prerendered())
  for (let visit = 0; visit < 2; visit++) {
    const again = await get('/', { ...headers, 'if-none-match': held })
    expect([again.status, again.headers.etag, again.body]).toEqual([304, etag, ''])
    expect((await get('/', headers)).headers.etag).toBe(etag)
  }
})

/** A page whose words are the values of the header that its `Vary` names. */
const varying = (name: string) =>
  prerendered({
    headers: { vary: `Accept-Encoding, ${name}` },
    body: ({ headers }) => `${headers[name.toLowerCase()] ?? 'none'}`,
  })

test('a page is cached for every value of the headers in its Vary', async () => {
  const page = varying('Accept-Language')
  const get = await cached(page)
  for (let round = 0; round < 2; round++) {
    expect((await get('/')).body).toBe('none')
    expect((await get('/', { 'accept-language': 'hi' })).body).toBe('hi')
  }
  expect(page.asked).toHaveLength(2)
})

test('the full and the light version of a page are cached side by side, and apart from one chosen by cookie', async () => {
  const page = prerendered({
    headers: { vary: 'save-data, cookie' },
    body: ({ headers }) => (headers['save-data'] ? 'light' : 'full'),
  })
  const get = await cached(page)
  for (let round = 0; round < 2; round++) {
    expect((await get('/India')).body).toBe('full')
    expect((await get('/India', { 'save-data': 'on' })).body).toBe('light')
    expect((await get('/India', { 'save-data': 'ON;x=1' })).body).toBe('light')
  }
  expect(page.asked).toHaveLength(2)
  for (let round = 0; round < 2; round++) await get('/India', { cookie: 'version=light' })
  expect(page.asked).toHaveLength(3)
})

test.each<[string, Record<string, string>]>([
  ['a page that sets a cookie', { 'set-cookie': 'a=b' }],
  ['a page that is not shared', { 'cache-control': 'private, no-store' }],
  ['a page that varies on everything', { vary: '*' }],
  ['what is no page', { 'content-type': 'text/plain' }],
])('%s is never answered from memory', async (_, headers) => {
  const page = prerendered({ headers })
  const get = await cached(page)
  await get('/')
  await get('/')
  expect(page.asked).toHaveLength(2)
})

test.each([{ cookie: 'draft=1' }, { authorization: 'Bearer 1' }, { range: 'bytes=0-9' }, { cookie: 'version=light' }])(
  'a request with %j cannot have a page rendered again and again',
  async (headers) => {
    const own = headers.cookie === 'version=light' ? { 'cache-control': 'private, no-cache' } : {}
    const page = prerendered({ headers: own })
    const get = await cached(page)
    for (let times = 0; times < 3; times += 1) expect((await get('/', { ...headers })).body).toBe(html)
    expect(page.asked).toHaveLength(1)
  },
)

test('requests for a page that is not in memory wait for the first of them', async () => {
  const asked: (() => void)[] = []
  const page = prerendered()
  const get = await serve(
    pageCache((request, response) => void asked.push(() => void page.handler(request, response)), { keepMs: 60_000 }),
  )
  const answers = Array.from({ length: 5 }, () => get('/India'))
  await eventually(() => asked.length === 1)
  asked[0]?.()
  expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(Array(5).fill(html))
  expect(asked).toHaveLength(1)
})

test('requests that waited for a page that is not kept are answered each by itself', async () => {
  const page = prerendered({ headers: { 'set-cookie': 'a=b' } })
  const get = await serve(
    pageCache((request, response) => setTimeout(() => page.handler(request, response), 50), { keepMs: 60_000 }),
  )
  await Promise.all(Array.from({ length: 5 }, () => get('/India')))
  expect(page.asked).toHaveLength(5)
})

test('while pages wait to be rendered, older ones are served', async () => {
  let isBusy = false
  const page = prerendered()
  const get = await serve(pageCache(page.handler, { keepMs: 0, isBusy: () => isBusy }))
  await get('/India')
  isBusy = true
  expect((await get('/India')).body).toBe(html)
  expect(page.asked).toHaveLength(1)
  isBusy = false
  await get('/India')
  expect(page.asked).toHaveLength(2)
})

test('personal pages are compressed while streaming', async () => {
  const get = await serve(
    compressStreams((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.write(html.slice(0, 100))
      response.end(html.slice(100))
    }),
  )
  const answer = await get('/DonateIndia', { 'accept-encoding': 'br' })
  expect(answer.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(answer.bytes).toString()).toBe(html)
})

test('a path decides who answers, whatever its query', async () => {
  const says =
    (words: string): Handler =>
    (_, response) =>
      response.end(words)
  const get = await serve(byPath(new Set(['/India']), says('kept'), says('made')))
  expect((await get('/India?a=1')).body).toBe('kept')
  expect((await get('/DonateIndia')).body).toBe('made')
})
