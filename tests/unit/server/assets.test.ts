import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { serveAssets } from '#lib/server/assets.ts'
import { ask } from '#tests/support/raw-http.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'charity-assets-'))
const style = 'body{color:red}'.repeat(100)
let server: Server
let port: number

beforeAll(async () => {
  mkdirSync(path.join(folder, 'chunks'))
  writeFileSync(path.join(folder, 'chunks', 'a.css'), style)
  writeFileSync(path.join(folder, 'a.woff2'), 'font')
  writeFileSync(path.join(folder, 'secret.map'), 'source')
  const next = serveAssets((_, response) => response.writeHead(404, { 'content-length': 4 }).end('Next'), folder, {
    'x-frame-options': 'DENY',
  })
  server = createServer((request, response) => void next(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

test('a built file is sent with its type, its length, a year of caching and the security headers', async () => {
  const answer = await ask(port, 'GET /_next/static/chunks/a.css?dpl=1')
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/css; charset=UTF-8',
    'content-length': String(style.length),
    'x-frame-options': 'DENY',
    vary: 'Accept-Encoding',
  })
  expect(answer.body).toBe(style)
})

test('a client that accepts gzip gets the file compressed, with a weak ETag', async () => {
  const answer = await ask(port, 'GET /_next/static/chunks/a.css', { 'accept-encoding': 'gzip' })
  expect(answer.headers['content-encoding']).toBe('gzip')
  expect(answer.headers.etag).toMatch(/^W\/"/)
  expect(gunzipSync(Buffer.from(answer.body, 'latin1')).toString()).toBe(style)
})

test('fonts are sent as they are, because they are compressed already', async () => {
  const answer = await ask(port, 'GET /_next/static/a.woff2', { 'accept-encoding': 'br, gzip' })
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.body).toBe('font')
})

test('HEAD gets no body, and a client that has the file gets 304', async () => {
  const head = await ask(port, 'HEAD /_next/static/a.woff2')
  expect(head.headers['content-length']).toBe('4')
  expect(head.body).toBe('')
  const again = await ask(port, 'GET /_next/static/a.woff2', { 'if-none-match': head.headers.etag ?? '' })
  expect([again.status, again.body]).toEqual([304, ''])
})

test.each([
  'GET /_next/static/secret.map',
  'GET /_next/static/../a.woff2',
  'POST /_next/static/a.woff2',
  'GET /a.woff2',
])('%s is passed on to Next', async (line) => {
  expect((await ask(port, line)).body).toBe('Next')
})
