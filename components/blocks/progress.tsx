/** How far goals have come. Native <progress>, with the same figures beside it in words. */
import { Section, SectionHeading } from '#components/ui/section.tsx'
import { type BlockProps, blockId } from './block.ts'

export function Progress({ block, index }: BlockProps<'progress'>) {
  const id = blockId(block, index)
  return (
    <Section id={id} heading={block.heading}>
      <SectionHeading id={id} words={block} />
      <ul className="grid max-w-4xl gap-6">
        {block.bars.map(({ label, value, of }, place) => {
          const barId = `${id}-bar-${place + 1}`
          return (
            <li key={label}>
              <div className="flex items-baseline justify-between gap-4">
                <label htmlFor={barId} className="min-w-0 font-semibold">
                  {label}
                </label>
                <span className="figure text-[1.3rem] text-coral">
                  {value}/{of}
                </span>
              </div>
              <progress id={barId} value={Math.min(value, of)} max={of} className="seam-progress mt-2" />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
