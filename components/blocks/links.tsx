/** A list of links, each with a sentence about it where there is one. A long list stands in two columns on desks. */
import { ContentLink } from '#components/ui/content-link.tsx'
import { Section, SectionHeading } from '#components/ui/section.tsx'
import { type BlockProps, blockId } from './block.ts'

export function Links({ block, index }: BlockProps<'links'>) {
  const id = blockId(block, index)
  return (
    <Section id={id} heading={block.heading}>
      <SectionHeading id={id} words={block} />
      <ul className={`border-t border-line ${block.links.length > 7 ? 'gap-x-12 desk:columns-2' : 'max-w-4xl'}`}>
        {block.links.map(({ label, href, note }) => (
          <li key={`${label} ${href}`} className="break-inside-avoid border-b border-line py-3">
            <ContentLink
              href={href}
              className="inline-block py-0.5 text-[1.08rem] font-semibold text-coral underline decoration-2 underline-offset-4 hover:text-coral-deep"
            >
              {label}
            </ContentLink>
            {note && <p className="max-w-measure text-[0.98rem] text-soft">{note}</p>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
