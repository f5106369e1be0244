/**
 * The dialog in which a story opens over another page: components/behaviours/story-dialog.ts fetches the story's page and
 * inserts its article. Without JavaScript the links lead to that page.
 */
import { SeamRule } from '#components/art/seam.tsx'
import { QuickExitWithin } from '#components/layout/quick-exit.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { messages } from '#lib/platform/messages/index.ts'

export function StoryDialog() {
  const t = messages()
  return (
    <dialog
      data-behaviour="story-dialog"
      aria-label={t('story.story')}
      tabIndex={-1}
      className="dialog story-dialog outline-none"
    >
      {/* A bar where it holds the exit link, which must never cover text. */}
      <div className="story-dialog-top sticky top-0 z-10 flex flex-row-reverse justify-between print:hidden">
        <form method="dialog">
          <button
            type="submit"
            aria-label={t('frame.close')}
            className="m-3 grid size-12 shrink-0 cursor-pointer place-items-center rounded-full bg-paper text-ink shadow-md hover:bg-ink hover:text-paper"
          >
            <Icon name="close" />
          </button>
        </form>
        <div data-part="exit" hidden>
          <QuickExitWithin />
        </div>
      </div>
      <div data-part="waiting" className="min-h-dvh px-6 pt-20 pb-10 lg:px-14">
        <p className="font-display text-[clamp(2rem,5vw,3rem)] leading-[1.1] font-[560] tracking-[-0.015em]" />
        <p role="status" data-opening={t('story.opening')} className="mt-4 text-soft" />
        <SeamRule className="mt-4" />
      </div>
      <div data-part="story" />
      <div className="sticky bottom-0 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-6 py-3 [--pill-side:1.2rem] lg:px-14 lg:[--pill-side:1.5rem] print:hidden">
        {/* Sharing the story, and the gift that it asks for. */}
        <div data-part="share" className="flex flex-wrap items-center gap-3 empty:hidden" />
        <form method="dialog" className="ms-auto">
          <button type="submit" className={buttonClass('ink')}>
            {t('frame.close')}
          </button>
        </form>
      </div>
    </dialog>
  )
}
