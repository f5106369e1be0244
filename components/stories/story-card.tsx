/** One story in a row of them: picture, title, a few lines, and the way to the whole of it. */
import { Picture } from '#components/art/picture.tsx'
import type { Story } from '#lib/content/schema.ts'
import { StoryLink } from './story-link.tsx'

export function StoryCard({ story, level = 3 }: { story: Story; level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <article className="relative flex h-full break-inside-avoid flex-col overflow-hidden rounded-card border border-line bg-card">
      <div className="h-52 overflow-hidden bg-sand">
        <Picture picture={story.picture} />
      </div>
      <div className="flex grow flex-col p-5 desk:p-6">
        <Heading className="text-[1.4rem]">{story.title}</Heading>
        <p className="mt-2 mb-4">{story.summary}</p>
        {/* The link covers the card; its name says which story it opens (WCAG 2.4.4). */}
        <StoryLink
          href={story.address}
          className="mt-auto inline-flex min-h-11 items-center self-start font-[650] tracking-[0.03em] text-coral no-underline after:absolute after:inset-0"
        >
          <span className="border-b-2 pb-0.5">READ FULL STORY</span>
          <span className="sr-only"> {story.title}</span>
        </StoryLink>
      </div>
    </article>
  )
}
