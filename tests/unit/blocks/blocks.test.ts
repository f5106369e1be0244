import { blockId, columnsFor, leadIndex } from '#components/blocks/block.ts'
import { giveHref } from '#components/blocks/call-to-give.tsx'
import { emphasis, wordLength } from '#components/blocks/emphasis.tsx'
import type { Block } from '#lib/content/block-schema.ts'

const seam: Block = { kind: 'seam' }
const hero: Block = { kind: 'hero', heading: 'India', intro: 'Words.', pattern: 'india', actions: [], look: 'arch' }

describe('the coloured words of a heading', () => {
  test('stand between asterisks', () => {
    expect(emphasis('Until the world is *cleft-free*')).toEqual([
      { text: 'Until the world is ', coloured: false },
      { text: 'cleft-free', coloured: true },
    ])
  })

  test('may open the heading, and come more than once', () => {
    expect(emphasis('*Every* child, *every* day').map(({ coloured }) => coloured)).toEqual([true, false, true, false])
  })

  test('are none without asterisks', () => {
    expect(emphasis('India')).toEqual([{ text: 'India', coloured: false }])
  })

  test('leave an asterisk without a partner as it is', () => {
    expect(emphasis('5 * 3')).toEqual([{ text: '5 * 3', coloured: false }])
    expect(emphasis('**')).toEqual([{ text: '**', coloured: false }])
  })
})

test.each([
  ['Until the world is *cleft-free*', 'usual'],
  ['*Craniofacial* surgeries', 'long'],
  ['#FoundersDream / *The Legacy Continues...*', 'longer'],
  ['Father-Daughter Dance Highlights', 'usual'],
  ['Donaudampfschifffahrt', 'longest'],
])('the longest word of %p is %s', (heading, length) => {
  expect(wordLength(heading)).toBe(length)
})

describe('a block', () => {
  test("has the editor's id as its address", () => {
    expect(blockId({ kind: 'prose', id: 'pads' }, 3)).toBe('pads')
  })

  test('has its kind and its place as its address when the editor gave none', () => {
    expect(blockId(seam, 0)).toBe('seam-1')
  })

  test("holds the page's h1 when it is the first hero or carousel", () => {
    expect(leadIndex({ blocks: [seam, hero, hero] })).toBe(1)
    expect(leadIndex({ blocks: [seam] })).toBe(-1)
  })
})

describe('the Donate button of a page', () => {
  test('tells the server which page and which of its buttons was pressed', () => {
    expect(giveHref({ address: '/CraniofacialSurgeries' }, 'butterfly')).toBe(
      '/give?page=CraniofacialSurgeries&section=butterfly',
    )
  })

  test('needs no section, and calls the root Home', () => {
    expect(giveHref({ address: '/India' })).toBe('/give?page=India')
    expect(giveHref({ address: '/' })).toBe('/give?page=Home')
  })
})

test.each([
  [1, 2],
  [2, 2],
  [3, 3],
  [4, 4],
  [5, 3],
  [6, 3],
  [8, 4],
  [9, 3],
  [90, 3],
])('%i cards stand %i to a row', (count, columns) => {
  expect(columnsFor(count)).toBe(`desk:grid-cols-${columns}`)
})
