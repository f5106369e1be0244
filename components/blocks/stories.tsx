/** The stories of one country, or the named ones, in the editors' order, on as many pages as they need. A single story takes the whole row. */
import { NumberedPages } from '#components/layout/page-steps.tsx'
import { StoryCard } from '#components/stories/story-card.tsx'
import { SampleNote } from '#components/ui/notes.tsx'
import { Section } from '#components/ui/section.tsx'
import { stories } from '#lib/site/content/index.ts'
import { pageAddress, pagesOf, partOf, storiesOn } from '#lib/site/content/pagination.ts'
import type { BlockProps } from './block.ts'

export function Stories({ block, page, id }: BlockProps<'stories'>) {
  const part = partOf(page.address)
  const told = storiesOn(block, stories(), part.page)
  const last = pagesOf(block, { stories: stories(), posts: [], photos: [] })
  if (told.length === 0) return null
  const alone = told.length === 1
  return (
    <Section id={id} words={block}>
      {told.some((story) => story.labelled) && <SampleNote of={alone ? 'story' : 'stories'} className="mb-4 lg:mb-6" />}
      <ul className={alone ? '' : 'grid gap-5 min-[560px]:grid-cols-2 lg:grid-cols-3 lg:gap-6'}>
        {told.map((story) => (
          <li key={story.address} className="min-w-0">
            <StoryCard story={story} wide={alone} />
          </li>
        ))}
      </ul>
      {last > 1 && (
        <NumberedPages
          list="stories"
          page={part.page}
          last={last}
          // On the first page the stories are below other blocks.
          address={(number) => pageAddress(part.first, number) + (number === 1 && block.id ? `#${block.id}` : '')}
        />
      )}
    </Section>
  )
}
