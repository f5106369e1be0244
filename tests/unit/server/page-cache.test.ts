import { request as ask, createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { acceptedEncoding, compressOnce, compressStreams } from '#lib/server/compression.ts'
import type { Handler } from '#lib/server/handler.ts'
import { byEncoding, byPath, pageCache } from '#lib/server/page-cache.ts'
import { byEncodingAndVersion } from '#lib/server/plain-pages.ts'

let server: Server | undefined
afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())))

async function serve(handler: Handler) {
  server = createServer((request, response) => void handler(request, response))
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number | undefined; headers: IncomingMessage['headers']; body: Buffer }>(
      (resolve, reject) => {
        ask({ port, host: '127.0.0.1', path, headers, method, agent: false }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
          )
        })
          .on('error', reject)
          .end()
      },
    )
}

const html = '<!doctype html><p>All hands</p>'.repeat(50)

/** Answers as Next answers a prerendered page, and counts how often it was asked. */
function prerendered(extra: Record<string, string> = {}) {
  let asked = 0
  const handler: Handler = (request, response) => {
    asked++
    response.setHeader('etag', '"one"')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('cache-control', 's-maxage=60, stale-while-revalidate')
    response.setHeader('x-nextjs-cache', 'HIT')
    for (const [name, value] of Object.entries(extra)) response.setHeader(name, value)
    if (request.headers['if-none-match'] === '"one"') {
      response.statusCode = 304
      return response.end()
    }
    return response.end(html)
  }
  return { handler, asked: () => asked }
}

test('brotli is preferred, gzip is second, and a refused coding is not used', () => {
  expect(acceptedEncoding('gzip, deflate, br')).toBe('br')
  expect(acceptedEncoding('gzip')).toBe('gzip')
  expect(acceptedEncoding('br;q=0, gzip')).toBe('gzip')
  expect(acceptedEncoding(undefined)).toBeNull()
})

test('the body that arrives is the body that was sent, in each coding', async () => {
  const get = await serve(compressOnce(prerendered().handler))
  for (let round = 0; round < 3; round++) {
    expect(brotliDecompressSync((await get('/', { 'accept-encoding': 'br' })).body).toString()).toBe(html)
    expect(gunzipSync((await get('/', { 'accept-encoding': 'gzip' })).body).toString()).toBe(html)
  }
  const plain = await get('/')
  expect(plain.body.toString()).toBe(html)
  expect(plain.headers['content-encoding']).toBeUndefined()
})

test('within a second a page is requested from Next once per encoding', async () => {
  const page = prerendered()
  const get = await serve(pageCache(compressOnce(page.handler), { keepMs: 60_000 }))
  for (let visitor = 0; visitor < 5; visitor++) expect((await get('/India')).body.toString()).toBe(html)
  expect(page.asked()).toBe(1)
  await get('/India', { 'accept-encoding': 'br' })
  expect(page.asked()).toBe(2)
})

test('HEAD is answered from memory, but does not fill the cache', async () => {
  const page = prerendered()
  const get = await serve(pageCache(page.handler, { keepMs: 60_000 }))
  await get('/India', {}, 'HEAD')
  await get('/India')
  expect(page.asked()).toBe(2)
  const head = await get('/India', {}, 'HEAD')
  expect(page.asked()).toBe(2)
  expect(head.body).toHaveLength(0)
  expect(head.headers['content-length']).toBe(String(html.length))
})

test('a query does not make Next render a prerendered page again', async () => {
  const page = prerendered()
  const get = await serve(pageCache(page.handler, { keepMs: 60_000 }))
  for (const path of ['/India', '/India?utm_source=flyer', '/India?_rsc=1']) await get(path)
  expect(page.asked()).toBe(1)
})

test('a compressed page has a weak ETag, which If-None-Match may list among others', async () => {
  const get = await serve(pageCache(compressOnce(prerendered().handler), { keepMs: 60_000 }))
  for (let visit = 0; visit < 2; visit++) {
    expect((await get('/', { 'accept-encoding': 'br' })).headers.etag).toBe('W/"one"')
    const again = await get('/', { 'accept-encoding': 'br', 'if-none-match': '"zero", W/"one"' })
    expect(again.status).toBe(304)
    expect(again.headers.etag).toBe('W/"one"')
  }
})

/** Answers as Next answers a story: what it says depends on a request header that it names in `Vary`. */
function varying(name: string) {
  let asked = 0
  const handler: Handler = (request, response) => {
    asked++
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('cache-control', 's-maxage=60')
    response.setHeader('x-nextjs-cache', 'HIT')
    response.setHeader('vary', `Accept-Encoding, ${name}`)
    return response.end(`${name}: ${request.headers[name.toLowerCase()] ?? 'none'}`)
  }
  return { handler, asked: () => asked }
}

test('a page is cached for every value of the headers in its Vary', async () => {
  const page = varying('Save-Data')
  const get = await serve(pageCache(page.handler, { keepMs: 60_000 }))
  for (let round = 0; round < 2; round++) {
    expect((await get('/')).body.toString()).toBe('Save-Data: none')
    expect((await get('/', { 'save-data': 'on' })).body.toString()).toBe('Save-Data: on')
  }
  expect(page.asked()).toBe(2)
})

test('a page that varies on everything is never kept', async () => {
  const page = varying('*')
  const get = await serve(pageCache(page.handler, { keepMs: 60_000 }))
  await get('/')
  await get('/')
  expect(page.asked()).toBe(2)
})

test('a variant function can cover headers in Vary', async () => {
  const page = varying('Cookie')
  const lite = (cookie = '') => cookie.includes('lite=1')
  const variant = {
    covers: new Set([...byEncoding.covers, 'cookie']),
    of: ({ headers }: IncomingMessage) => (lite(headers.cookie) ? 'lite' : 'full'),
  }
  const get = await serve(pageCache(page.handler, { keepMs: 60_000, variant }))
  for (const cookie of ['a=1', 'b=2', 'lite=1', 'lite=1; a=1']) await get('/', { cookie })
  expect(page.asked()).toBe(2)
})

test('a visitor with the current ETag gets 304', async () => {
  const get = await serve(pageCache(compressOnce(prerendered().handler), { keepMs: 60_000 }))
  expect((await get('/', { 'if-none-match': '"one"' })).status).toBe(304)
  const second = await get('/', { 'if-none-match': '"one"' })
  expect(second.status).toBe(304)
  expect(second.body).toHaveLength(0)
  expect((await get('/')).body.toString()).toBe(html)
})

test.each([
  ['a cookie', '/', { cookie: 'draft=1' }, {}],
  ['a range', '/', { range: 'bytes=0-9' }, {}],
  ['an answer that sets a cookie', '/', {}, { 'set-cookie': 'a=b' }],
  ['an answer that is not shared', '/', {}, { 'cache-control': 'private, no-store' }],
])('%s is never answered from memory', async (_, path, headers, extra) => {
  const page = prerendered(extra)
  const get = await serve(pageCache(page.handler, { keepMs: 60_000 }))
  await get(path, headers)
  await get(path, headers)
  expect(page.asked()).toBe(2)
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
  expect(brotliDecompressSync(answer.body).toString()).toBe(html)
})

test('a path decides who answers, whatever its query', async () => {
  const says =
    (words: string): Handler =>
    (_, response) =>
      response.end(words)
  const get = await serve(byPath(new Set(['/India']), says('kept'), says('made')))
  expect((await get('/India?a=1')).body.toString()).toBe('kept')
  expect((await get('/DonateIndia')).body.toString()).toBe('made')
})

test('the full and the light version of a page are kept side by side, and never mixed', async () => {
  let asked = 0
  const handler: Handler = (request, response) => {
    asked++
    const version = request.headers['save-data'] ? 'light' : 'full'
    response.setHeader('etag', `"${version}"`)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('cache-control', 's-maxage=60')
    response.setHeader('vary', 'save-data, cookie')
    response.setHeader('x-nextjs-cache', 'HIT')
    return response.end(version)
  }
  const get = await serve(pageCache(handler, { keepMs: 60_000, variant: byEncodingAndVersion }))
  for (let round = 0; round < 3; round++) {
    expect((await get('/India')).body.toString()).toBe('full')
    expect((await get('/India', { 'save-data': 'on' })).body.toString()).toBe('light')
    expect((await get('/India', { 'save-data': 'ON;x=1' })).body.toString()).toBe('light')
  }
  expect(asked).toBe(2)
  await get('/India', { cookie: 'version=light' })
  expect(asked).toBe(3)
})
