/** A page of blocks, with its structured data. */
import type { ComponentProps } from 'react'
import { giveHref } from '#components/blocks/call-to-give.tsx'
import { Blocks } from '#components/blocks/index.tsx'
import { JsonLd } from '#components/seo/json-ld.tsx'
import { StoryDialog } from '#components/stories/story-card.tsx'
import { DraftMark, TranslationNote } from '#components/ui/notes.tsx'
import type { Page } from '#lib/site/content/schema.ts'
import { pageStructuredData } from '#lib/site/seo/structured-data.ts'
import { Aloud, Offline } from './page-helps.tsx'
import { QuickExit } from './quick-exit.tsx'
import { SiteFrame } from './site-frame.tsx'

/** Whether visitors may look for help here: the Donate bar is then omitted. */
const offersHelp = ({ quickExit, blocks }: Page) => quickExit || blocks.some(({ kind }) => kind === 'camps')

/** A page that takes no gifts, in the frame of the site. */
export const FramedPage = ({ page }: { page: Page }) => (
  <SiteFrame address={page.address} give={offersHelp(page) ? undefined : giveHref(page)}>
    <ContentPage page={page} />
  </SiteFrame>
)

export function ContentPage({ page, giving }: ComponentProps<typeof Blocks>) {
  return (
    <>
      {page.quickExit && <QuickExit />}
      {page.offline && <Offline keep />}
      <JsonLd data={pageStructuredData(page)} />
      <DraftMark entry={page} className="mx-auto my-3" />
      {(page.lang || page.blocks.some(({ lang }) => lang)) && <TranslationNote />}
      <Blocks page={page} giving={giving} />
      {page.aloud && <Aloud />}
      {/* A page with a few chosen stories links to their pages. */}
      {page.blocks.some((block) => block.kind === 'stories' && !block.only) && <StoryDialog />}
    </>
  )
}
