/** A story as a card. */

import { Picture } from '#components/art/picture.tsx'
import { SeamRule } from '#components/art/seam.tsx'
import { QuickExitWithin } from '#components/layout/quick-exit.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { DraftMark } from '#components/ui/notes.tsx'
import { messages } from '#lib/platform/messages/index.ts'
import type { Story } from '#lib/site/content/schema.ts'

type Props = {
  story: Story
  /** On desktops the picture is beside the text: for a card with a whole row. */
  wide?: boolean
}

export function StoryCard({ story, wide = false }: Props) {
  return (
    <Card
      as="article"
      flush
      lang={story.lang}
      className={`relative flex h-full break-inside-avoid flex-col ${wide ? 'lg:flex-row' : ''}`}
    >
      <div
        className={`h-40 overflow-hidden bg-sand lg:h-56 ${wide ? 'lg:h-auto lg:min-h-80 lg:w-1/2 lg:shrink-0' : ''}`}
      >
        <Picture
          picture={story.picture}
          // The stories of a country cycle through the colours of its cloth.
          dye={story.place}
          wide
          sizes={wide ? '(width < 820px) 94vw, 40rem' : '(width < 820px) 94vw, 24rem'}
        />
      </div>
      <div className={`flex grow flex-col p-5 ${wide ? 'lg:justify-center lg:p-12' : 'lg:p-6'}`}>
        <DraftMark entry={story} className="mb-2" />
        <h3 className={wide ? 'lg:text-h2' : ''}>{story.title}</h3>
        <p className={`mt-2 mb-3 ${wide ? 'lg:text-lead' : ''}`}>{story.summary}</p>
        {/* The link covers the card; its name says which story it opens (WCAG 2.4.4). */}
        <a
          href={story.address}
          data-story={story.title}
          className={`${wide ? '' : 'mt-auto'} inline-flex min-h-11 items-center self-start font-bold tracking-wide text-coral no-underline after:absolute after:inset-0`}
        >
          <span className="border-b-2 pb-0.5">{messages()('story.readFull')}</span>
          <span className="sr-only"> {story.title}</span>
        </a>
      </div>
    </Card>
  )
}

/**
 * The dialog in which a story opens over another page: components/behaviours/story-dialog.ts fetches the story's page and
 * inserts its article. Without JavaScript the links lead to that page.
 */
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
        <p className="title text-h2" />
        <p role="status" data-opening={t('story.opening')} className="mt-4 text-soft" />
        <SeamRule className="mt-4" />
      </div>
      <div data-part="story" />
      <div className="story-dialog-foot sticky bottom-0 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-6 py-3 [--pill-side:1.2rem] lg:px-14 lg:[--pill-side:1.5rem] print:hidden">
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
