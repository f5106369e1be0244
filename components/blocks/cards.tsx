/** Cards that link to other pages, or to stories. */
import { Picture } from '#components/art/picture.tsx'
import { NumberedPages } from '#components/layout/page-steps.tsx'
import { StoryCard } from '#components/stories/story-card.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Unbroken } from '#components/ui/markdown.tsx'
import { SampleNote } from '#components/ui/notes.tsx'
import { Section } from '#components/ui/section.tsx'
import { stories } from '#lib/site/content/index.ts'
import { pageAddress, pagesOf, partOf, storiesOn } from '#lib/site/content/pagination.ts'
import { isSample } from '#lib/site/content/state.ts'
import { type BlockProps, cardSizes, columnsFor, linkCard } from './block.tsx'

/** On a telephone a card is a row, picture first, or one of two small ones; with large text it is a column. */
const looks = {
  rows: {
    list: 'sm:grid-cols-2',
    card: '@max-2xs:flex-col sm:flex-col',
    picture: 'w-[34%] @max-2xs:aspect-video @max-2xs:w-auto sm:aspect-video sm:w-auto',
    text: '',
  },
  compact: {
    list: 'grid-cols-[repeat(auto-fill,minmax(min(100%,7.5rem),1fr))] sm:grid-cols-2',
    card: 'flex-col',
    picture: 'aspect-[4/3] sm:aspect-video',
    text: 'max-sm:hidden',
  },
} as const

export function Cards({ block, id }: BlockProps<'cards'>) {
  const look = looks[block.compact ? 'compact' : 'rows']
  return (
    <Section id={id} words={block}>
      <ul className={`@container pairs grid gap-3 lg:gap-5 ${look.list} ${columnsFor(block.cards.length)}`}>
        {block.cards.map(({ title, text, href, picture, lang }) => (
          <li lang={lang} key={`${title} ${href}`} className={`${look.card} ${linkCard.card}`}>
            <div className={`shrink-0 overflow-hidden ${look.picture}`}>
              <Picture picture={picture} decorative wide sizes={cardSizes} />
            </div>
            <div className="min-w-0 px-4 py-3 lg:p-6">
              <h3 className="hyphens-auto text-lead">
                <ContentLink href={href} className={linkCard.link}>
                  <Unbroken>{title}</Unbroken>
                </ContentLink>
              </h3>
              <p className={`mt-1 text-small leading-normal text-soft sm:mt-2 ${look.text}`}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The stories of one country, or the named ones, in the editors' order, on as many pages as they need. A single story takes the whole row. */
export function Stories({ block, page, id }: BlockProps<'stories'>) {
  const part = partOf(page.address)
  const told = storiesOn(block, stories(), part.page)
  const last = pagesOf(block, { stories: stories(), posts: [], photos: [] })
  if (told.length === 0) return null
  const alone = told.length === 1
  return (
    <Section id={id} words={block}>
      {told.some((story) => isSample(story)) && (
        <SampleNote of={alone ? 'story' : 'stories'} className="mb-4 lg:mb-6" />
      )}
      <ul className={alone ? '' : 'pairs grid gap-5 sm:grid-cols-2 roomy:grid-cols-3 lg:gap-6'}>
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
