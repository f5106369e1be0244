/** A page of blocks, with its structured data. */
import type { ComponentProps } from 'react'
import { Blocks } from '#components/blocks/index.tsx'
import { JsonLd } from '#components/seo/json-ld.tsx'
import { StoryDialog } from '#components/stories/story-dialog.tsx'
import { DraftMark } from '#components/ui/draft-mark.tsx'
import { pageStructuredData } from '#lib/seo/structured-data.ts'
import { QuickExit } from './quick-exit.tsx'
import { TranslationNote } from './translation-note.tsx'

export function ContentPage({ page, giving }: ComponentProps<typeof Blocks>) {
  return (
    <>
      {page.quickExit && <QuickExit />}
      <JsonLd data={pageStructuredData(page)} />
      <DraftMark entry={page} className="mx-auto my-3" />
      {(page.lang || page.blocks.some(({ lang }) => lang)) && <TranslationNote />}
      <Blocks page={page} giving={giving} />
      {/* A page with a few chosen stories links to their pages. */}
      {page.blocks.some((block) => block.kind === 'stories' && !block.only) && <StoryDialog />}
    </>
  )
}
