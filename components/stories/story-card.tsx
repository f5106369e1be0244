/** A story as a card, and the cloth that stories are drawn on. */
import { Picture } from '#components/art/picture.tsx'
import { DraftMark } from '#components/ui/notes.tsx'
import { messages } from '#lib/platform/messages/index.ts'
import type { PatternName } from '#lib/site/content/fields.ts'
import type { Country, Story } from '#lib/site/content/schema.ts'

export const cloth: Record<Country, PatternName> = {
  India: 'india',
  Kenya: 'kenya',
  Zimbabwe: 'zimbabwe',
  USA: 'usa',
  Uganda: 'uganda',
  SouthAfrica: 'south-africa',
}

/** The stories of a country cycle through the colours of its cloth. */
export const storyDye = ({ order }: Story): number => order - 1

type Props = {
  story: Story
  /** On desktops the picture is beside the text: for a card with a whole row. */
  wide?: boolean
}

export function StoryCard({ story, wide = false }: Props) {
  return (
    <article
      lang={story.lang}
      className={`relative flex h-full break-inside-avoid flex-col overflow-hidden rounded-card border border-line bg-card ${wide ? 'lg:flex-row' : ''}`}
    >
      <div className={`h-40 overflow-hidden bg-sand lg:h-56 ${wide ? 'lg:h-80 lg:w-1/2 lg:shrink-0' : ''}`}>
        <Picture
          picture={story.picture}
          dye={storyDye(story)}
          wide
          sizes={wide ? '(width < 820px) 94vw, 40rem' : '(width < 820px) 94vw, 24rem'}
        />
      </div>
      <div className={`flex grow flex-col p-5 ${wide ? 'lg:justify-center lg:p-12' : 'lg:p-6'}`}>
        <DraftMark entry={story} className="mb-2" />
        <h3 className={wide ? 'text-[1.4rem] lg:text-[2rem]' : 'text-[1.4rem]'}>{story.title}</h3>
        <p className={`mt-2 mb-3 ${wide ? 'lg:text-[1.15rem]' : ''}`}>{story.summary}</p>
        {/* The link covers the card; its name says which story it opens (WCAG 2.4.4). */}
        <a
          href={story.address}
          data-story={story.title}
          className={`${wide ? '' : 'mt-auto'} inline-flex min-h-11 items-center self-start font-[650] tracking-[0.03em] text-coral no-underline after:absolute after:inset-0`}
        >
          <span className="border-b-2 pb-0.5">{messages()('story.readFull')}</span>
          <span className="sr-only"> {story.title}</span>
        </a>
      </div>
    </article>
  )
}
