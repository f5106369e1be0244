import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { keepAssets, serveAssets } from '#lib/platform/server/assets.ts'
import { type Get, serve } from './support.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'charity-assets-'))
const style = 'body{color:red}'.repeat(100)
let get: Get

beforeAll(() => {
  mkdirSync(path.join(folder, 'chunks'))
  writeFileSync(path.join(folder, 'chunks', 'a.css'), style)
  writeFileSync(path.join(folder, 'a.woff2'), 'font')
  writeFileSync(path.join(folder, 'secret.map'), 'source')
})
beforeEach(async () => {
  get = await serve(
    serveAssets(
      (_, response) => response.writeHead(404).end('Next'),
      { built: folder, kept: null },
      { 'x-frame-options': 'DENY' },
    ),
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a built file is sent with its type, its length, a year of caching and the security headers', async () => {
  const answer = await get('/_next/static/chunks/a.css?dpl=1')
  expect(answer).toMatchObject({
    status: 200,
    body: style,
    headers: {
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/css; charset=UTF-8',
      'content-length': String(style.length),
      'x-frame-options': 'DENY',
      vary: 'Accept-Encoding',
    },
  })
})

test('a style sheet is compressed with a weak ETag, a font is not, because it is compressed already', async () => {
  const sheet = await get('/_next/static/chunks/a.css', { 'accept-encoding': 'gzip' })
  expect(sheet.headers).toMatchObject({ 'content-encoding': 'gzip', etag: expect.stringMatching(/^W\/"/) })
  expect(gunzipSync(sheet.bytes).toString()).toBe(style)
  const font = await get('/_next/static/a.woff2', { 'accept-encoding': 'br, gzip' })
  expect([font.body, font.headers['content-encoding']]).toEqual(['font', undefined])
})

test.each([
  ['GET', '/_next/static/secret.map'],
  ['GET', '/_next/static/../a.woff2'],
  ['POST', '/_next/static/a.woff2'],
  ['GET', '/a.woff2'],
])('%s %s is passed on to Next', async (method, address) => expect((await get(address, {}, method)).body).toBe('Next'))

test('the files of earlier builds are served for thirty days after they were replaced, however old the build was', async () => {
  const kept = path.join(folder, 'kept')
  const day = 24 * 60 * 60_000
  const build = async (name: string, days: number) => {
    const built = path.join(folder, 'build')
    rmSync(built, { recursive: true, force: true })
    mkdirSync(path.join(built, 'chunks'), { recursive: true })
    writeFileSync(path.join(built, 'chunks', `${name}.js`), name)
    const files = keepAssets(built, kept, days * day)
    return serve(serveAssets((_, response) => response.writeHead(404).end(), { built, kept: files }, {}))
  }
  const bodies = (ask: Get) =>
    Promise.all(['one', 'two', 'three'].map(async (name) => (await ask(`/_next/static/chunks/${name}.js`)).body))
  expect(await bodies(await build('one', 0))).toEqual(['one', '', ''])
  expect(await bodies(await build('two', 100))).toEqual(['one', 'two', ''])
  expect(await bodies(await build('three', 131))).toEqual(['', 'two', 'three'])
})

test('two servers share one folder of kept files: each sends the files of the other, also of a build that started later', async () => {
  const kept = path.join(folder, 'shared')
  const start = async (name: string) => {
    const built = path.join(folder, `build-${name}`)
    mkdirSync(built, { recursive: true })
    writeFileSync(path.join(built, `${name}.js`), name)
    const files = keepAssets(built, kept)
    return serve(serveAssets((_, response) => response.writeHead(404).end(), { built, kept: files }, {}))
  }
  const older = await start('older')
  expect((await older('/_next/static/newer.js')).status).toBe(404)
  const newer = await start('newer')
  expect((await newer('/_next/static/older.js')).body).toBe('older')
  expect((await older('/_next/static/newer.js')).body).toBe('newer')
  // The last two are longer than a file's name and a path may be.
  for (const name of ['../manifest.json', 'older.js/x.js', `${'x'.repeat(300)}.js`, `${'x/'.repeat(3000)}x.js`])
    expect((await older(`/_next/static/${name}`)).status).toBe(404)
})
