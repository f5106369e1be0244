/** A page of blocks, as its content file lists them, with what machines read about it. */
import { Blocks } from '#components/blocks/index.tsx'
import { JsonLd } from '#components/seo/json-ld.tsx'
import { StoryDialog } from '#components/stories/story-dialog.tsx'
import type { Page } from '#lib/content/schema.ts'
import { pageStructuredData } from '#lib/seo/structured-data.ts'
import { QuickExit } from './quick-exit.tsx'

export function ContentPage({ page }: { page: Page }) {
  return (
    <>
      {page.quickExit && <QuickExit />}
      <JsonLd data={pageStructuredData(page)} />
      <Blocks blocks={page.blocks} page={page} />
      {page.blocks.some(({ kind }) => kind === 'stories') && <StoryDialog />}
    </>
  )
}
