/** Photographs as people have them, what visitors get of them, and how. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { fileAddress } from '#lib/site/photos/files.ts'
import { makeFile, makePhotos } from '#lib/site/photos/make.ts'
import { hashOf, manifestName, readManifest, sizeOf } from '#lib/site/photos/measure.ts'
import { servePhotos } from '#lib/site/photos/serve.ts'
import { type Get, serve } from '../server/support.ts'

const project = mkdtempSync(path.join(tmpdir(), 'photos-'))
const distDir = path.join(project, '.next')
const original = (name: string) => path.join(project, 'content/photos', name)
const served = () => readdirSync(path.join(distDir, 'photos'), { recursive: true, encoding: 'utf8' }).sort()
const manifest = () => readManifest(path.join(distDir, manifestName))

/** Held upright, with the place and the camera in it. */
const fromTelephone = (width = 1800, height = 1200) =>
  sharp({ create: { width, height, channels: 3, background: '#a86' } })
    .composite([{ input: { create: { width: width / 2, height, channels: 3, background: '#248' } }, gravity: 'west' }])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Telephone', Model: 'Twelve' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 58/1 0/1' },
    })
    .toBuffer()

beforeAll(async () => {
  mkdirSync(original('dance'), { recursive: true })
  writeFileSync(original('IMG_2041.JPG'), await fromTelephone())
  writeFileSync(
    original('dance/012.png'),
    await sharp({ create: { width: 500, height: 400, channels: 4, background: '#f00' } })
      .png()
      .toBuffer(),
  )
  writeFileSync(original('notes.txt'), 'not a photograph')
})
afterAll(() => rmSync(project, { recursive: true }))

test('a photograph becomes AVIF and WebP in its sizes, upright, without place and camera', async () => {
  const before = await sharp(readFileSync(original('IMG_2041.JPG'))).metadata()
  expect([before.orientation, before.exif?.includes('Telephone')]).toEqual([6, true])

  expect(await makePhotos(project, distDir)).toBe(8 + 4)
  const { hash, width, height } = manifest()['/photos/IMG_2041.JPG'] ?? { hash: '', width: 0, height: 0 }
  expect([width, height]).toEqual([1200, 1800])
  expect(sizeOf(readFileSync(original('IMG_2041.JPG')))).toEqual({ width, height })
  expect(served().filter((name) => name.startsWith('IMG'))).toEqual(
    [1024, 1200, 320, 640].flatMap((size) =>
      ['avif', 'webp'].map((format) => `IMG_2041.JPG.${hash}.${size}.${format}`),
    ),
  )
  for (const name of served().filter((name) => /\.640\.(avif|webp)$/.test(name) && name.startsWith('IMG'))) {
    const made = await sharp(path.join(distDir, 'photos', name)).metadata()
    expect(made).toMatchObject({ width: 640, height: 960 })
    expect([made.orientation ?? 1, made.exif, made.xmp, made.icc]).toEqual([1, undefined, undefined, undefined])
    const { data } = await sharp(path.join(distDir, 'photos', name))
      .raw()
      .toBuffer({ resolveWithObject: true })
    // The blue half was on the left of the sensor, so it is above.
    expect(data[2]).toBeGreaterThan(data[0] ?? 255)
  }
})

test('nothing is made again for a photograph that is the same, whatever it is called and whenever it was saved', async () => {
  await makePhotos(project, distDir)
  const [first = ''] = served().filter((name) => name.endsWith('.avif'))
  const { ino } = statSync(path.join(distDir, 'photos', first))
  utimesSync(original('IMG_2041.JPG'), 1, 1)
  writeFileSync(original('copy.jpg'), readFileSync(original('IMG_2041.JPG')))
  expect(await makePhotos(project, distDir)).toBe(0)
  expect(statSync(path.join(distDir, 'photos', first)).ino).toBe(ino)
  rmSync(original('copy.jpg'))
  expect(await makePhotos(project, distDir)).toBe(0)
  expect(served().filter((name) => name.startsWith('copy'))).toEqual([])
})

test('in development a file is made when it is asked for', async () => {
  const bytes = readFileSync(original('dance/012.png'))
  const photo = { src: '/photos/dance/012.png', hash: hashOf(bytes) }
  const address = fileAddress(photo, 320, 'webp')
  rmSync(path.join(distDir, 'cache'), { recursive: true, force: true })
  for (const _ of ['made', 'kept']) {
    const made = await makeFile(project, distDir, address)
    expect(made && (await sharp(made).metadata())).toMatchObject({ format: 'webp', width: 320, height: 256 })
  }
  for (const wrong of [
    fileAddress({ ...photo, hash: '0'.repeat(16) }, 320, 'webp'),
    fileAddress({ ...photo, src: '/photos/none.png' }, 320, 'webp'),
    '/photos/dance/012.png',
    `/photos/../../package.json.${photo.hash}.320.webp`,
  ])
    expect(await makeFile(project, distDir, wrong)).toBeUndefined()
})

test('a damaged photograph stops the build, by its name', async () => {
  const whole = await fromTelephone()
  writeFileSync(original('broken.jpg'), whole.subarray(0, whole.length / 2))
  await expect(makePhotos(project, distDir)).rejects.toThrow('content/photos/broken.jpg cannot be read as a picture')
  rmSync(original('broken.jpg'))
})

describe('served', () => {
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
  ])('%s %s is passed on to Next', async (method, address) =>
    expect((await get(address, {}, method)).body).toBe('Next'),
  )
})
