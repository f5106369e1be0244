/** What block components share: their props, and a block's id. */
import type { Block, BlockKind, BlockOf } from '#lib/content/block-schema.ts'
import type { Page } from '#lib/content/schema.ts'

export type BlockProps<Kind extends BlockKind> = {
  block: BlockOf<Kind>
  page: Page
  /** The block's position on the page, from 0. */
  index: number
}

/** The block's id in the page's HTML: the editor's own, else kind and position: `figures-4`. Unique on a page. */
export function blockId(block: Pick<Block, 'kind'> & { id?: string | undefined }, index: number): string {
  return block.id ?? `${block.kind}-${index + 1}`
}

/** Index of the block whose heading is the page's h1: the first hero or carousel; -1 when there is none. */
export function leadIndex(page: Pick<Page, 'blocks'>): number {
  return page.blocks.findIndex(({ kind }) => kind === 'hero' || kind === 'carousel')
}
