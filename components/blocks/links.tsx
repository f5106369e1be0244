/** A list of links, each with a sentence about it where there is one. */
import { Section, SectionHeading } from '#components/ui/section.tsx'
import type { BlockProps } from './block.ts'
import { blockId } from './block-id.ts'

export function Links({ block, index }: BlockProps<'links'>) {
  const id = blockId(block, index)
  return (
    <Section id={id} heading={block.heading}>
      <SectionHeading id={id} words={block} />
      <ul className="max-w-4xl border-t border-line">
        {block.links.map(({ label, href, note }) => (
          <li key={`${label} ${href}`} className="border-b border-line py-3">
            <a
              href={href}
              {...(href.startsWith('https:') && { rel: 'noopener' })}
              className="inline-flex min-h-8 items-center text-[1.08rem] font-semibold text-coral underline decoration-2 underline-offset-4 hover:text-coral-deep"
            >
              {label}
            </a>
            {note && <p className="max-w-measure text-[0.98rem] text-soft">{note}</p>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
