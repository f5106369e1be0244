import { isStatement, isTurned } from '#components/blocks/prose.tsx'
import type { Block, BlockOf } from '#lib/content/block-schema.ts'

const prose = (more: Partial<BlockOf<'prose'>> = {}): BlockOf<'prose'> => ({
  kind: 'prose',
  text: 'Words.',
  actions: [],
  share: false,
  tone: 'paper',
  ...more,
})
const pictured = prose({ beside: { kind: 'picture', picture: { kind: 'pattern', pattern: 'india' } } })

test('texts with pictures change sides as long as they follow each other', () => {
  const blocks: Block[] = [pictured, pictured, pictured, prose(), pictured]
  expect(blocks.map((_, index) => isTurned(blocks, index))).toEqual([false, true, false, false, false])
})

test('a sentence on a dark band is a statement; a text is not, and neither is one on paper', () => {
  const sentence = 'A world in which every child matters.'
  expect(isStatement(prose({ tone: 'plum', text: sentence }))).toBe(true)
  expect(isStatement(prose({ tone: 'plum', text: `${sentence}\n\nAnd more of it.` }))).toBe(false)
  expect(isStatement(prose({ tone: 'plum', text: 'a'.repeat(161) }))).toBe(false)
  expect(isStatement(prose({ text: sentence }))).toBe(false)
})
