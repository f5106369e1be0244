/** How a text is set, read from what it is and from what stands before it. Pure. */
import type { Block, BlockOf } from '#lib/content/block-schema.ts'

const hasSide = (block: Block | undefined) => block?.kind === 'prose' && block.beside !== undefined

/** Texts with pictures that follow each other change sides, the first one with its picture on the right. */
export function isTurned(blocks: readonly Block[], index: number): boolean {
  if (!hasSide(blocks[index])) return false
  let before = 0
  while (hasSide(blocks[index - before - 1])) before += 1
  return before % 2 === 1
}

/** One sentence or two on a dark band: a vision, not a text to read through. */
export function isStatement({ tone, text, beside }: BlockOf<'prose'>): boolean {
  return tone === 'plum' && !beside && text.trim().length <= 160 && !text.trim().includes('\n\n')
}
