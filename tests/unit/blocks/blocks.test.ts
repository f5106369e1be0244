import { blockId, leadIndex } from '#components/blocks/block.tsx'
import { giveHref } from '#components/blocks/call-to-give.tsx'
import { emphasis } from '#components/blocks/carousel.tsx'
import { lengthInWords } from '#components/video/film.tsx'
import { filmOrigins } from '#lib/platform/http/csp.ts'
import type { Block } from '#lib/site/content/block-schema.ts'
import { captionsOf, filmEmbed, filmPage } from '#lib/site/content/film-schema.ts'
import { countAt, datedFigure, firstTickMilliseconds } from '#lib/site/figures/index.ts'

const seam: Block = { kind: 'seam' }
const hero: Block = { kind: 'hero', heading: 'India', intro: 'Words.', pattern: 'india', actions: [], look: 'arch' }

test.each([
  ['Until the world is *cleft-free*', ['Until the world is ', '<cleft-free>']],
  ['*Every* child, *every* day', ['<Every>', ' child, ', '<every>', ' day']],
  ['India', ['India']],
  ['5 * 3', ['5 * 3']],
  ['**', ['**']],
])('words between asterisks are emphasised in a heading: %s', (heading, parts) => {
  expect(emphasis(heading).map(({ text, coloured }) => (coloured ? `<${text}>` : text))).toEqual(parts)
})

test('a block has the editor’s id, otherwise one from its kind and position', () => {
  expect(blockId({ kind: 'prose', id: 'pads' }, 3)).toBe('pads')
  expect(blockId(seam, 0)).toBe('seam-1')
})

test('the first hero or carousel has the h1 of the page', () => {
  expect(leadIndex({ blocks: [seam, hero, hero] })).toBe(1)
  expect(leadIndex({ blocks: [seam] })).toBe(-1)
})

test.each([
  ['/CraniofacialSurgeries', 'butterfly', '/give?page=CraniofacialSurgeries&section=butterfly'],
  ['/India', undefined, '/give?page=India'],
  ['/', undefined, '/give?page=Home'],
])('the Donate button on %s (section %s) leads to %s', (address, section, href) => {
  expect(giveHref({ address }, section)).toBe(href)
})

const totals = {
  totalSurgeryCount: 1302,
  totalCampCount: 84,
  totalCountryCount: 8,
  countryWiseCamps: { INDIA: { surgeryCount: 650 }, AFRICA: { surgeryCount: 71 } },
  asOf: '2026-11-22T10:00:00.000Z',
}
const defaults = { ...totals, asOf: '2025-11', countryWiseCamps: { KENYA: { surgeryCount: 311 } } }

test.each([
  [1073, -30, 0],
  [1073, 9.9, 0],
  [1073, 10, 1],
  [1073, 500, 50],
  [75, 750, 75],
  [75, Number.POSITIVE_INFINITY, 75],
])('a figure that counts to %d shows, after %d ms, %d', (target, elapsed, shown) => {
  expect(countAt(target, elapsed)).toBe(shown)
})

test('the first counter is the fastest', () => {
  expect(countAt(1073, 500, firstTickMilliseconds)).toBeGreaterThan(countAt(1073, 500))
})

test.each([
  [{ total: 'totalCampCount' }, 84, totals.asOf],
  [{ total: { country: 'AFRICA' } }, 71, totals.asOf],
  [{ total: { country: 'KENYA' } }, 311, '2025-11'],
  [{ total: { country: 'UGANDA' } }, 0, '2025-11'],
  [{ value: '300+', source: 'Register', asOf: '2026-01' }, '300+', '2026-01'],
] as const)('the figure of %j is %s as of %s', (figure, value, asOf) => {
  expect(datedFigure({ id: 'a', label: 'a', ...figure }, totals, defaults)).toEqual({ value, asOf })
})

test.each([
  ['2:40', '2 min 40 s'],
  ['0:06', '6 s'],
  ['3:00', '3 min'],
  ['0:00', '0 s'],
])('a length of %s is written as %s', (length, words) => expect(lengthInWords(length)).toBe(words))

test.each([
  [
    { kind: 'youtube', id: 'abcdefghijk' },
    'https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1',
    { href: 'https://www.youtube.com/watch?v=abcdefghijk', provider: 'YouTube' },
  ],
  [
    { kind: 'youtube-playlist', id: 'PLabcdefghijklmnop' },
    'https://www.youtube-nocookie.com/embed/videoseries?list=PLabcdefghijklmnop&autoplay=1',
    { href: 'https://www.youtube.com/playlist?list=PLabcdefghijklmnop', provider: 'YouTube' },
  ],
  [
    { kind: 'vimeo', id: '123456789' },
    'https://player.vimeo.com/video/123456789?autoplay=1&dnt=1',
    { href: 'https://vimeo.com/123456789', provider: 'Vimeo' },
  ],
] as const)('a film of a provider plays without tracking, from an allowed origin: %j', (film, embed, page) => {
  expect(filmEmbed(film)).toBe(embed)
  expect(filmPage(film)).toEqual(page)
  expect(filmOrigins).toContain(new URL(embed).origin)
})

test('captions are beside the film under the same name', () => {
  expect(captionsOf('/media/camp.2024/film.webm')).toBe('/media/camp.2024/film.vtt')
})
