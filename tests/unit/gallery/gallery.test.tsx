import { readFileSync } from 'node:fs'
import { parse as parseYaml } from 'yaml'
import { dancePicture, danceScene } from '#components/art/dance.ts'
import { traitsOf } from '#components/art/traits.ts'
import { gallerySchema } from '#lib/site/content/schema.ts'
import { fetchStored, photoFile } from '#lib/site/gallery/index.ts'
import { load, pageFile } from '../content/small-site.ts'

jest.mock('#lib/site/photos/index.ts', () => ({
  photograph: (src: string) => ({ src, hash: '0123456789abcdef', width: 800, height: 600 }),
}))
jest.mock('#lib/platform/log.ts', () => ({ log: { warn: jest.fn() } }))

describe('the list of photos', () => {
  test('gives each photo its own address', () => {
    const { photos } = load({
      'content/pages/Dance.yaml': pageFile('/Dance', '', '  - { kind: gallery, heading: Photos }\n'),
      'content/gallery.yaml': 'photos:\n  - { id: "007", alt: Two, picture: { kind: drawn, number: 7 } }\n',
    })
    expect(photos.map(({ address }) => address)).toEqual(['/Dance/photo/007'])
  })

  test('of this site has no photo twice, and describes each at some length', () => {
    const { photos } = gallerySchema.parse(parseYaml(readFileSync('content/gallery.yaml', 'utf8')))
    expect(new Set(photos.map(({ id }) => id)).size).toBe(photos.length)
    expect(new Set(photos.map(({ picture }) => JSON.stringify(picture))).size).toBe(photos.length)
    expect(photos.filter(({ alt }) => alt.length < 20)).toEqual([])
  })
})

describe('a photo is saved as image, with its extension', () => {
  test.each([
    [{ kind: 'drawn', number: 3 }, '/gallery/001.svg', 'image.svg'],
    [{ kind: 'photo', src: '/photos/a.jpg' }, '/photos/a.jpg.0123456789abcdef.800.webp', 'image.webp'],
    [{ kind: 'stored', href: 'https://store.test/A.JPG', width: 8, height: 6 }, '/gallery/stored/001.jpg', 'image.jpg'],
  ] as const)('%j', (picture, src, saveAs) => {
    expect(photoFile({ id: '001', picture })).toMatchObject({ src, saveAs })
  })
})

describe('the drawings', () => {
  const numbers = Array.from({ length: 180 }, (_, index) => index + 1)

  test('are all different, and the same number always gives the same one', () => {
    const drawn = numbers.map(dancePicture)
    const people = drawn.map((svg) => svg.replace(/<title>.*?<\/title>/, ''))
    expect(new Set(people).size).toBe(180)
    expect(dancePicture(42)).toBe(drawn[41])
    expect(Math.max(...drawn.map((svg) => svg.length))).toBeLessThan(30_000)
  })

  test('show a father with one or two daughters of similar colouring', () => {
    for (const { dancers } of numbers.map(danceScene)) {
      const [father, ...daughters] = dancers
      expect(['man', 'elder-man']).toContain(father?.who)
      expect(daughters.map(({ who }) => who)).toEqual(daughters.length === 1 ? ['girl'] : ['girl', 'girl'])
      expect(new Set(daughters.map(({ look }) => look)).size).toBe(daughters.length)
      for (const daughter of daughters) expect(traitsOf(daughter).skin).toBe(father && traitsOf(father).skin)
    }
  })
})

describe('a photo in external storage', () => {
  const answer = (response: () => Promise<Response>) => jest.spyOn(globalThis, 'fetch').mockImplementation(response)
  afterEach(() => jest.restoreAllMocks())

  test('is passed on when it is a picture', async () => {
    answer(async () => new Response('bytes', { headers: { 'content-type': 'image/jpeg' } }))
    expect(await fetchStored('https://store.test/a.jpg')).toMatchObject({ type: 'image/jpeg' })
  })

  test.each([
    ['a page', async () => new Response('<h1>', { headers: { 'content-type': 'text/html' } })],
    [
      'a drawing that may hold a script',
      async () => new Response('', { headers: { 'content-type': 'image/svg+xml' } }),
    ],
    ['an error', async () => new Response('x', { status: 500, headers: { 'content-type': 'image/png' } })],
    ['nothing', () => Promise.reject(new Error('unavailable'))],
  ])('is refused when the store answers with %s', async (_, response) => {
    answer(response)
    expect(await fetchStored('https://store.test/a.jpg')).toBeNull()
  })
})
