/** What the dialog shows: the story, with Share and Close always in reach. */
import { Arch } from '#components/art/arch.tsx'
import { PatternFill } from '#components/art/pattern-fill.tsx'
import { Picture } from '#components/art/picture.tsx'
import { SeamRule } from '#components/art/seam.tsx'
import { QuickExitWithin } from '#components/layout/quick-exit.tsx'
import { Share } from '#components/share/share.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import type { Story } from '#lib/content/schema.ts'
import { absoluteUrl } from '#lib/seo/absolute-url.ts'
import { cloth, storyDye } from './cloth.ts'
import { StoryDialog } from './story-dialog.tsx'

export function StoryOverPage({ story }: { story: Story }) {
  const heading = `story-${story.slug}`
  return (
    <StoryDialog address={story.address} labelledBy={heading}>
      {/* A bar of its own where it holds the way out: that must never lie over the words. */}
      <div
        className={`sticky top-0 z-10 flex flex-row-reverse justify-between print:hidden ${story.quickExit ? 'border-b border-line bg-paper' : 'h-0'}`}
      >
        <form method="dialog">
          <button
            type="submit"
            aria-label="Close"
            className="m-3 grid size-12 shrink-0 cursor-pointer place-items-center rounded-full bg-paper text-ink shadow-md hover:bg-ink hover:text-paper"
          >
            <Icon name="close" />
          </button>
        </form>
        {story.quickExit && <QuickExitWithin />}
      </div>
      <div className="relative isolate overflow-hidden pt-8 print:hidden">
        <PatternFill name={cloth[story.country]} dye={storyDye(story)} className="absolute inset-0 -z-10" />
        <Arch edge className="mx-auto h-[min(15rem,34dvh)] w-46 desk:h-[min(18rem,36dvh)] desk:w-56">
          <Picture picture={story.picture} dye={storyDye(story)} />
        </Arch>
      </div>
      <div className="px-6 pt-8 pb-10 desk:px-14 desk:pt-10">
        <h2 id={heading} className="text-[clamp(2rem,5vw,3rem)]">
          {story.title}
        </h2>
        <SeamRule className="mt-4 mb-7" />
        <Markdown source={story.body} className="text-[1.0625rem]" />
      </div>
      <div className="sticky bottom-0 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-paper px-6 py-3 desk:px-14 print:hidden">
        <Share url={absoluteUrl(story.address)} title={story.title} />
        <form method="dialog">
          <button type="submit" className={buttonClass('ink')}>
            Close
          </button>
        </form>
      </div>
    </StoryDialog>
  )
}
