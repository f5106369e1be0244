/** How many of the monthly circle's founding places are taken, counted from recorded gifts. Says nothing of numbers while nobody knows them. */
import { Section, SectionHeading } from '#components/ui/section.tsx'
import { monthlyDonors, placesSentence } from '#lib/ledger/founding-members.ts'
import { type BlockProps, blockId } from './block.ts'

export async function FoundingMembers({ block, index }: BlockProps<'founding-members'>) {
  const id = blockId(block, index)
  const { places } = block
  const taken = await monthlyDonors()
  return (
    <Section id={id} heading={block.heading}>
      <SectionHeading id={id} words={block} />
      {taken !== null && (
        <div className="max-w-measure rounded-card border border-line bg-card p-6">
          <label htmlFor={`${id}-bar`} className="text-[1.2rem] font-[650]">
            {placesSentence(taken, places)}
          </label>
          <progress id={`${id}-bar`} value={Math.min(taken, places)} max={places} className="seam-progress mt-3" />
        </div>
      )}
    </Section>
  )
}
