/** Names or things in columns: reads down, then across, and holds a hundred as well as three. A few fill the width; names stand four to a row. */
import { Section, SectionHeading } from '#components/ui/section.tsx'
import { type BlockProps, blockId } from './block.ts'

export function List({ block, index }: BlockProps<'list'>) {
  const id = blockId(block, index)
  return (
    <Section id={id} heading={block.heading}>
      <SectionHeading id={id} words={block} />
      <ul className={`${block.items.length < 10 ? 'columns-[19rem]' : 'columns-[13rem]'} gap-8`}>
        {block.items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sponsors may share a name
          <li key={place} className="flex break-inside-avoid gap-3 py-1.5 leading-snug">
            <svg
              viewBox="0 0 12 20"
              aria-hidden="true"
              className="mt-1 h-4 w-2.5 shrink-0 fill-none stroke-gold stroke-[2.5]"
            >
              <path d="M6 1v18M1 6.500l10 1.500M1 13l10-1" strokeLinecap="round" />
            </svg>
            <span className="min-w-0">{item}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
