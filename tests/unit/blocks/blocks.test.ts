import { blockId, leadIndex } from '#components/blocks/block.ts'
import { giveHref } from '#components/blocks/call-to-give.tsx'
import { emphasis } from '#components/blocks/emphasis.tsx'
import type { Block } from '#lib/content/block-schema.ts'

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

test('a block has the editor’s id, else one from its kind and place', () => {
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
