/** Cards that link to other pages. */
import { Picture } from '#components/art/picture.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Section } from '#components/ui/section.tsx'
import { type BlockProps, cardSizes, columnsFor, linkCard } from './block.ts'

export function Cards({ block, id }: BlockProps<'cards'>) {
  return (
    <Section id={id} words={block}>
      <ul className={`grid gap-3 min-[360px]:grid-cols-2 desk:gap-5 ${columnsFor(block.cards.length)}`}>
        {block.cards.map(({ title, text, href, picture }) => (
          <li key={`${title} ${href}`} className={`flex-col max-desk:last:odd:col-span-full ${linkCard.card}`}>
            <div className="h-32 overflow-hidden max-desk:group-last:group-odd:aspect-video max-desk:group-last:group-odd:h-auto desk:aspect-video desk:h-auto">
              <Picture picture={picture} decorative wide sizes={cardSizes} />
            </div>
            <div className="p-4 desk:p-5.5 desk:pb-6">
              <h3 className="hyphens-auto text-[clamp(1.12rem,1.9vw,1.35rem)]">
                <ContentLink href={href} className={linkCard.link}>
                  {title}
                </ContentLink>
              </h3>
              <p className="mt-2 text-[0.95rem] leading-normal text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
