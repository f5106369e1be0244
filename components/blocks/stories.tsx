/** The stories of one country, or the named ones, in the editors' order. A single story takes the whole row. */
import { StoryCard } from '#components/stories/story-card.tsx'
import { Section } from '#components/ui/section.tsx'
import { stories } from '#lib/content/index.ts'
import { countries } from '#lib/content/schema.ts'
import type { BlockProps } from './block.ts'

export function Stories({ block, id }: BlockProps<'stories'>) {
  const country = countries.find((each) => each === block.country)
  const told = stories(country).filter(({ slug }) => block.only?.includes(slug) ?? true)
  const alone = told.length === 1
  return (
    <Section id={id} words={block}>
      <ul className={alone ? '' : 'grid gap-5 min-[560px]:grid-cols-2 desk:grid-cols-3 desk:gap-6'}>
        {told.map((story) => (
          <li key={story.address} className="min-w-0">
            <StoryCard story={story} wide={alone} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
