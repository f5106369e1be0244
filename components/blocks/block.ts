/** What every block component is given. */

import type { BlockKind, BlockOf } from '#lib/content/block-schema.ts'
import type { Page } from '#lib/content/schema.ts'

export type BlockProps<Kind extends BlockKind> = {
  block: BlockOf<Kind>
  page: Page
  /** The block's place on the page, from 0. */
  index: number
}
