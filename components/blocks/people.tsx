/** People with their portraits and what they do. */
import { Monogram } from '#components/art/monogram.tsx'
import { Picture } from '#components/art/picture.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { Section, SectionHeading } from '#components/ui/section.tsx'
import type { BlockProps } from './block.ts'

export function People({ block, id }: BlockProps<'people'>) {
  const Name = block.heading ? 'h3' : 'h2'
  // Two or three are beside their heading; a row of them below it would be half empty.
  const few = block.heading !== undefined && block.people.length <= 3
  return (
    <Section id={id} heading={block.heading}>
      <div className={few ? 'grid gap-x-12 gap-y-8 desk:grid-cols-[2fr_3fr]' : ''}>
        <SectionHeading id={id} words={block} {...(few && { className: '' })} />
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,7.2rem),1fr))] gap-x-5 gap-y-9 desk:grid-cols-[repeat(auto-fill,minmax(9.6rem,1fr))] desk:gap-x-7">
          {block.people.map(({ name, role, text, picture }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: "Name to be announced" may stand twice
            <li key={place} className="min-w-0">
              {/* An arch as wide as its column: the radii are those of a box of 4 by 5. */}
              <div className="aspect-[4/5] overflow-hidden [border-radius:50%_50%_22px_22px/40%_40%_22px_22px]">
                {picture ? <Picture picture={picture} decorative sizes="16rem" /> : <Monogram />}
              </div>
              <Name className="mt-4 text-[1.25rem]">{name}</Name>
              <p className="mt-1 text-[0.98rem] leading-snug text-soft">{role}</p>
              {text && <Markdown source={text} headings={4} className="mt-2 text-[0.98rem]" />}
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}
