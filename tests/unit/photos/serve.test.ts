import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { servePhotos } from '#lib/site/photos/serve.ts'
import { type Get, serve } from '../server/support.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'charity-photos-'))
const name = 'dance/012.jpg.0123456789abcdef.640.avif'
const bytes = 'avif'.repeat(100_000)
let get: Get

beforeAll(() => {
  mkdirSync(path.join(folder, 'dance'))
  writeFileSync(path.join(folder, name), bytes)
  writeFileSync(path.join(folder, 'dance/012.jpg'), 'original')
})
beforeEach(async () => {
  get = await serve(
    servePhotos((_, response) => response.writeHead(404).end('Next'), folder, { 'x-frame-options': 'DENY' }),
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a file of a photograph is sent with its type, its length, a year of caching and the security headers', async () => {
  const length = String(bytes.length)
  const headers = {
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'image/avif',
    'content-length': length,
    'x-frame-options': 'DENY',
  }
  const response = await get(`/photos/${name}`)
  expect(response).toMatchObject({ status: 200, body: bytes, headers })
  const again = await get(`/photos/${name}`, { 'if-none-match': response.headers.etag ?? '' })
  expect([again.status, again.body, again.headers['content-length']]).toEqual([304, '', undefined])
  expect(await get(`/photos/${name}`, {}, 'HEAD')).toMatchObject({ status: 200, body: '', headers })
})

test.each([
  ['GET', '/photos/dance/012.jpg'],
  ['GET', '/photos/dance/013.jpg.0123456789abcdef.640.avif'],
  ['GET', `/photos/../photos/${name}`],
  ['GET', '/photos/%2e%2e/012.jpg.0123456789abcdef.640.avif'],
  ['POST', `/photos/${name}`],
])('%s %s is passed on to Next', async (method, address) => expect((await get(address, {}, method)).body).toBe('Next'))
