import { request as ask, createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import {
  acceptedEncoding,
  byPath,
  compressOnce,
  compressStreams,
  failClosed,
  type Handler,
  rememberPages,
} from '#lib/http/accelerate.ts'

let server: Server | undefined
afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())))

async function serve(handler: Handler) {
  server = createServer((request, response) => void handler(request, response))
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; headers: IncomingMessage['headers']; body: Buffer }>(
      (resolve, reject) => {
        ask({ port, host: '127.0.0.1', path, headers, agent: false }, (response) => {
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

test('within its second a page is asked of Next once, for every visitor of one coding', async () => {
  const page = prerendered()
  const get = await serve(rememberPages(compressOnce(page.handler), 60_000))
  for (let visitor = 0; visitor < 5; visitor++) expect((await get('/India')).body.toString()).toBe(html)
  expect(page.asked()).toBe(1)
  await get('/India', { 'accept-encoding': 'br' })
  expect(page.asked()).toBe(2)
})

test('a visitor who has the page already is told so without its body', async () => {
  const get = await serve(rememberPages(compressOnce(prerendered().handler), 60_000))
  expect((await get('/', { 'if-none-match': '"one"' })).status).toBe(304)
  const second = await get('/', { 'if-none-match': '"one"' })
  expect(second.status).toBe(304)
  expect(second.body).toHaveLength(0)
  expect((await get('/')).body.toString()).toBe(html)
})

test.each([
  ['a cookie', '/', { cookie: 'draft=1' }, {}],
  ['a query', '/?reason=2', {}, {}],
  ['an answer that sets a cookie', '/', {}, { 'set-cookie': 'a=b' }],
  ['an answer that is not shared', '/', {}, { 'cache-control': 'private, no-store' }],
])('%s is never answered from memory', async (_, path, headers, extra) => {
  const page = prerendered(extra)
  const get = await serve(rememberPages(page.handler, 60_000))
  await get(path, headers)
  await get(path, headers)
  expect(page.asked()).toBe(2)
})

test('HTML without a policy leaves with one that runs nothing; HTML with a policy keeps it', async () => {
  const get = await serve(failClosed(prerendered().handler, "default-src 'none'"))
  expect((await get('/')).headers['content-security-policy']).toBe("default-src 'none'")
  await new Promise<void>((resolve) => server?.close(() => resolve()))
  const own = await serve(
    failClosed(prerendered({ 'content-security-policy': "default-src 'self'" }).handler, "default-src 'none'"),
  )
  expect((await own('/')).headers['content-security-policy']).toBe("default-src 'self'")
})

test('what is made for one visitor is compressed as it streams by', async () => {
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
