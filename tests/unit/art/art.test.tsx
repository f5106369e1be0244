/** Drawings: cloths, portraits, photographs in their frames, the photos of the dance. */

import { readFileSync } from 'node:fs'
import { renderToStaticMarkup as markupOf, renderToStaticMarkup } from 'react-dom/server'
import { parse as parseYaml } from 'yaml'
import { dancePicture, danceScene } from '#components/art/dance.ts'
import { drawings, groups } from '#components/art/drawings.ts'
import { Logo, Mark } from '#components/art/mark.tsx'
import paints from '#components/art/paints.json' with { type: 'json' }
import { Band, PatternFill } from '#components/art/patterns.tsx'
import { Picture } from '#components/art/picture.tsx'
import { Portrait } from '#components/art/portrait.tsx'
import { Seam, SeamProgress, SeamRule } from '#components/art/seam.tsx'
import { appIcon, shareImageArt, titleSize } from '#components/art/standalone.ts'
import { paletteOf, traitsOf, type Who } from '#components/art/traits.ts'
import { drawnLogo, logo, logoSvg } from '#lib/site/content/brand.ts'
import { objectNames, type PatternName, patternNames } from '#lib/site/content/fields.ts'
import { gallerySchema } from '#lib/site/content/schema.ts'
import { fetchStored, photoFile } from '#lib/site/gallery/index.ts'
import { load, pageFile } from '../content/small-site.ts'

jest.mock('#lib/site/photos/index.ts', () => ({
  photograph: (src: string) => ({ src, hash: '0123456789abcdef', width: 4032, height: 3024 }),
}))
jest.mock('#lib/platform/log.ts', () => ({ log: { warn: jest.fn() } }))

const photo = { kind: 'photo', src: '/photos/camp.jpg', alt: 'Surgeons at a camp' } as const
const girl = { kind: 'portrait', who: 'girl', look: 1, pattern: 'india', seam: true, alt: 'A girl' } as const

test.each([
  [<PatternFill key="1" name="usa" />],
  [<Band key="2" pattern="usa" />],
  [<Seam key="3" />],
  [<SeamRule key="4" />],
  [<SeamProgress key="5" value={1} steps={2} />],
  [<Portrait key="6" who="boy" look={3} pattern="uganda" seam alt="" />],
])('decoration is hidden from screen readers (%#)', (drawing) => {
  expect(markupOf(drawing)).toMatch(/^<svg[^>]* aria-hidden="true"/)
})

test('a picture has its alternate text unless it is decorative, and only the first of a page is loaded eagerly', () => {
  expect(markupOf(<Picture picture={photo} />)).toMatch(/(?=.*alt="Surgeons at a camp").*loading="lazy"/)
  expect(markupOf(<Picture picture={photo} decorative />)).toContain('alt=""')
  expect(markupOf(<Picture picture={girl} />)).toContain('role="img" aria-label="A girl"')
  expect(markupOf(<Picture picture={girl} decorative />)).not.toContain('A girl')
  expect(markupOf(<Picture picture={photo} priority />)).toMatch(/(?=.*loading="eager").*fetchPriority="high"/)
})

test('a photograph is loaded in the size it is shown, and its space is reserved while it loads', () => {
  const markup = markupOf(<Picture picture={photo} sizes="20rem" />)
  expect(markup).toContain(
    '<source type="image/avif" srcSet="/photos/camp.jpg.0123456789abcdef.320.avif 320w, /photos/camp.jpg.0123456789abcdef.640.avif 640w,',
  )
  expect(markup).toContain('/photos/camp.jpg.0123456789abcdef.1600.webp 1600w" width="4032" height="3024"')
  expect(markup.match(/sizes="20rem"/g)).toHaveLength(2)
})

test('each pattern on a page has its own id', () => {
  const page = markupOf(
    <>
      {[0, 1, 2].map((dye) => (
        <PatternFill key={dye} name="india" dye={dye} />
      ))}
      <PatternFill name="india" />
      <Band pattern="india" />
    </>,
  )
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((found) => found[1])
  expect(new Set(ids).size).toBe(5)
  for (const id of ids) expect(page).toContain(`url(#${id})`)
})

test('the progress of a form is drawn between its start and its end', () => {
  const at = (value: number) => markupOf(<SeamProgress value={value} steps={2} />)
  expect(new Set([at(0), at(1), at(2)]).size).toBe(3)
  expect(at(7)).toBe(at(2))
  expect(at(-1)).toBe(at(0))
})

test.each([
  ['Love Will Restore', 'Love Will |Restore'],
  ['The Society of Mended Bowls', 'The Society of |Mended Bowls'],
  ['Mended', 'Mended'],
])('the logo of %s breaks as %s, and reads as the name', (name, lines) => {
  const text = markupOf(<Logo name={name} />)
  expect(text.replace(/<br[^>]*>/g, '|').replace(/<[^>]+>/g, '')).toBe(lines)
})

test.each(objectNames)('the drawing of %s says what it shows unless the words beside it do', (object) => {
  const picture = { kind: 'object', object, alt: 'A thing' } as const
  expect(markupOf(<Picture picture={picture} />)).toMatch(/role="img" aria-label="A thing".*<path /)
  expect(markupOf(<Picture picture={picture} decorative />)).toMatch(/^<svg[^>]* aria-hidden="true"/)
})

test('icons, social cards and the browser’s tab show the logo in fixed colours, and pages in theirs', () => {
  for (const drawn of [appIcon({ size: 180 }), shareImageArt({ kind: 'pattern', pattern: 'usa' }), logoSvg])
    expect(drawn).toContain(drawnLogo.inside)
  expect(drawnLogo.inside).not.toContain('var(')
  expect(markupOf(<Mark />)).toContain(logo.inside)
  expect(logo.inside).toContain('var(--logo)')
})

test('a title on a social card becomes smaller as it gets longer', () => {
  const sizes = ['India', "The founders' story", 'W'.repeat(70)].map(titleSize)
  expect(sizes).toEqual([120, 96, 44])
})

const everyone: Who[] = ['girl', 'boy', 'woman', 'man', 'elder-woman', 'elder-man', 'baby']
const looks = Array.from({ length: 99 }, (_, index) => index + 1)
/** Contrast of two colours as #RRGGBB, from 1 to 21 (WCAG 2.2). */
const luminance = (colour: string) =>
  [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
    const part = Number.parseInt(colour.slice(1 + 2 * index, 3 + 2 * index), 16) / 255
    return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  }, 0)
const contrast = (one: string, other: string) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
const draw = (who: Who, look: number, pattern: PatternName = 'kenya', seam = true) =>
  renderToStaticMarkup(<Portrait who={who} look={look} pattern={pattern} seam={seam} alt="A person" />)

test('drawings keep their colours in attributes, and load nothing', () => {
  const allowed =
    /^(?:<(?:rect|circle|path|g)(?: (?:id|x|y|rx|width|height|cx|cy|r|d|fill|stroke|(?:fill|stroke)-[a-z]+)="[^"<>]*")*\/?>|<\/g>)+$/
  for (const { inside } of Object.values(drawings)) expect(inside).toMatch(allowed)
})

test.each(everyone)('99 numbers give 99 valid portraits of a %s, each always the same', (who) => {
  const drawn = looks.map((look) => draw(who, look))
  expect(new Set(drawn).size).toBe(99)
  expect(draw(who, 7)).toBe(drawn[6])
  // Neither a style attribute, which the policy forbids, nor a number that is none.
  expect(drawn.filter((markup) => /style=|NaN|undefined|Infinity/.test(markup))).toEqual([])
})

test.each(everyone)('a portrait of a %s has a seam only if the content says so', (who) => {
  expect(draw(who, 12, 'kenya', true).length).toBeGreaterThan(draw(who, 12, 'kenya', false).length)
})

describe.each(patternNames)('People in front of the cloth of %s', (pattern) => {
  const traits = everyone.flatMap((who) =>
    looks.map((look) => ({ who, look, ...traitsOf({ who, look, pattern, seam: true }) })),
  )

  test('differ clearly from the previous one', () => {
    const plain = ['skin', 'hair', 'clothes', 'dye', 'disc', 'eyes', 'mouth'] as const
    for (const [index, other] of traits.entries()) {
      const one = traits[index - 1]
      if (one?.who !== other.who) continue
      const different = plain.filter((trait) => one[trait] !== other[trait])
      expect(different.length).toBeGreaterThanOrEqual(other.who === 'baby' ? 4 : 5)
      const pose = ['tilt', 'turn', 'growth'] as const
      expect(pose.some((trait) => one[trait] !== other[trait])).toBe(true)
    }
  })

  test('have black hair that shows on their clothes and, with a light rim, on the cloth', () => {
    for (const { who, look, ...one } of traits) {
      const { hair, rim, main } = paletteOf(one, who)
      if (luminance(hair) < 0.02) expect(contrast(hair, main)).toBeGreaterThan(1.4)
      const behind = ['back', 'mid'].map((layer) => groups[`people/hair#${one.hair}-${layer}`] ?? '').join('')
      if (behind.includes(`fill="${paints.hair}" d`))
        expect(draw(who, look, pattern).split(`stroke="${rim}"`).length).toBeGreaterThan(1)
    }
  })

  test('show the seam, are not dressed in the colour behind them, and only women in India wear a bindi', () => {
    for (const { who, beard, dye, headDye, disc, bindi } of traits) {
      expect(['full', 'moustache']).not.toContain(beard)
      expect([dye.main, headDye.main]).not.toContain(disc)
      if (pattern !== 'india' || !['girl', 'woman', 'elder-woman'].includes(who)) expect(bindi).toBe(false)
    }
  })
})

test('the gallery gives each photo its own address', () => {
  const { photos } = load({
    'content/pages/Dance.yaml': pageFile('/Dance', '', '  - { kind: gallery, heading: Photos }\n'),
    'content/gallery.yaml': 'photos:\n  - { id: "007", alt: Two, picture: { kind: drawn, number: 7 } }\n',
  })
  expect(photos.map(({ address }) => address)).toEqual(['/Dance/photo/007'])
})

test('the gallery of this site has no photo twice, and describes each at some length', () => {
  const { photos } = gallerySchema.parse(parseYaml(readFileSync('content/gallery.yaml', 'utf8')))
  expect(new Set(photos.map(({ id }) => id)).size).toBe(photos.length)
  expect(new Set(photos.map(({ picture }) => JSON.stringify(picture))).size).toBe(photos.length)
  expect(photos.filter(({ alt }) => alt.length < 20)).toEqual([])
})

test.each([
  [{ kind: 'drawn', number: 3 }, '/gallery/001.svg', 'image.svg'],
  [{ kind: 'photo', src: '/photos/a.jpg' }, '/photos/a.jpg.0123456789abcdef.1600.webp', 'image.webp'],
  [{ kind: 'stored', href: 'https://store.test/A.JPG', width: 8, height: 6 }, '/gallery/stored/001.jpg', 'image.jpg'],
] as const)('a photo is saved as image, with its extension: %j', (picture, src, saveAs) => {
  expect(photoFile({ id: '001', picture })).toMatchObject({ src, saveAs })
})

const numbers = Array.from({ length: 180 }, (_, index) => index + 1)

test('the drawings are all different, and the same number always gives the same one', () => {
  const drawn = numbers.map(dancePicture)
  const people = drawn.map((svg) => svg.replace(/<title>.*?<\/title>/, ''))
  expect(new Set(people).size).toBe(180)
  expect(dancePicture(42)).toBe(drawn[41])
  expect(Math.max(...drawn.map((svg) => svg.length))).toBeLessThan(30_000)
})

test('the drawings show a father with one or two daughters of similar colouring', () => {
  for (const { dancers } of numbers.map(danceScene)) {
    const [father, ...daughters] = dancers
    expect(['man', 'elder-man']).toContain(father?.who)
    expect(daughters.map(({ who }) => who)).toEqual(daughters.length === 1 ? ['girl'] : ['girl', 'girl'])
    expect(new Set(daughters.map(({ look }) => look)).size).toBe(daughters.length)
    for (const daughter of daughters) expect(traitsOf(daughter).skin).toBe(father && traitsOf(father).skin)
  }
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
