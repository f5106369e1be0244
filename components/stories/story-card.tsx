/** One story in a row of them: picture, title, a few lines, and the way to the whole of it. */
import { Picture } from '#components/art/picture.tsx'
import type { Story } from '#lib/content/schema.ts'
import { storyDye } from './cloth.ts'

type Props = {
  story: Story
  level?: 2 | 3
  /** On a desk the picture stands beside the words: for a card that has the row to itself. */
  wide?: boolean
}

export function StoryCard({ story, level = 3, wide = false }: Props) {
  const Heading = `h${level}` as const
  return (
    <article
      className={`relative flex h-full break-inside-avoid flex-col overflow-hidden rounded-card border border-line bg-card ${wide ? 'desk:flex-row' : ''}`}
    >
      <div className={`h-52 overflow-hidden bg-sand ${wide ? 'desk:h-80 desk:w-1/2 desk:shrink-0' : ''}`}>
        <Picture picture={story.picture} dye={storyDye(story)} />
      </div>
      <div className={`flex grow flex-col p-5 ${wide ? 'desk:justify-center desk:p-12' : 'desk:p-6'}`}>
        <Heading className={wide ? 'text-[1.4rem] desk:text-[2rem]' : 'text-[1.4rem]'}>{story.title}</Heading>
        <p className={`mt-2 mb-4 ${wide ? 'desk:text-[1.15rem]' : ''}`}>{story.summary}</p>
        {/* The link covers the card; its name says which story it opens (WCAG 2.4.4). */}
        <a
          href={story.address}
          data-story={story.title}
          className={`${wide ? '' : 'mt-auto'} inline-flex min-h-11 items-center self-start font-[650] tracking-[0.03em] text-coral no-underline after:absolute after:inset-0`}
        >
          <span className="border-b-2 pb-0.5">READ FULL STORY</span>
          <span className="sr-only"> {story.title}</span>
        </a>
      </div>
    </article>
  )
}
