/** Something to know before reading on, set apart by a gold edge, or by a red one if it cannot wait. */
import { Markdown } from '#components/ui/markdown.tsx'
import { headingId, Section } from '#components/ui/section.tsx'
import { Actions } from './actions.tsx'
import type { BlockProps } from './block.ts'

export function Notice({ block, id }: BlockProps<'notice'>) {
  return (
    <Section id={id} heading={block.heading}>
      <div
        data-tone="sand"
        className={`max-w-4xl rounded-card border p-6 [border-inline-start-width:8px] lg:p-8 ${block.urgent ? 'border-danger' : 'border-line border-s-gold'}`}
      >
        {block.eyebrow && <p className="mb-1 font-semibold text-coral">{block.eyebrow}</p>}
        {block.heading && (
          <h2 id={headingId(id)} className="mb-3 text-[1.6rem]">
            {block.heading}
          </h2>
        )}
        <Markdown source={block.text} headings={block.heading ? 3 : 2} />
        <Actions actions={block.actions} className="mt-5" />
      </div>
    </Section>
  )
}
