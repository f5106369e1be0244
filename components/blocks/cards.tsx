/** Cards that link to other pages. */
import { Picture } from '#components/art/picture.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Section } from '#components/ui/section.tsx'
import { type BlockProps, cardSizes, columnsFor, linkCard } from './block.ts'

export function Cards({ block, id }: BlockProps<'cards'>) {
  return (
    <Section id={id} words={block}>
      <ul className={`@container grid gap-3 min-[560px]:grid-cols-2 desk:gap-5 ${columnsFor(block.cards.length)}`}>
        {block.cards.map(({ title, text, href, picture }) => (
          <li
            key={`${title} ${href}`}
            className={`@max-[18rem]:flex-col min-[560px]:flex-col min-[560px]:max-desk:last:odd:col-span-full ${linkCard.card}`}
          >
            <div className="w-[34%] shrink-0 overflow-hidden @max-[18rem]:aspect-video @max-[18rem]:w-auto min-[560px]:aspect-video min-[560px]:w-auto">
              <Picture picture={picture} decorative wide sizes={cardSizes} />
            </div>
            <div className="min-w-0 p-4 desk:p-5.5 desk:pb-6">
              <h3 className="hyphens-auto text-[clamp(1.12rem,1.9vw,1.35rem)]">
                <ContentLink href={href} className={linkCard.link}>
                  {title}
                </ContentLink>
              </h3>
              <p className="mt-1 text-[0.95rem] min-[560px]:mt-2 leading-normal text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
