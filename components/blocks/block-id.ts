/** The address of a block on its page, and which block holds the page's one h1. Pure. */

import type { Block } from '#lib/content/block-schema.ts'
import type { Page } from '#lib/content/schema.ts'

/** The editor's own id, else the kind and the place: `figures-4`. Unique on a page. */
export function blockId(block: Pick<Block, 'kind'> & { id?: string | undefined }, index: number): string {
  return block.id ?? `${block.kind}-${index + 1}`
}

/** Index of the block whose heading is the page's h1: the first hero or carousel; -1 when there is none. */
export function leadIndex(page: Pick<Page, 'blocks'>): number {
  return page.blocks.findIndex(({ kind }) => kind === 'hero' || kind === 'carousel')
}
