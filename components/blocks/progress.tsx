/** Progress bars: native `<progress>`, with the same figures beside it in words. */

import { SampleNote } from '#components/ui/notes.tsx'
import { Section } from '#components/ui/section.tsx'
import { monthlyDonors, placesSentence } from '#lib/giving/ledger/campaign-progress.ts'
import { campaign } from '#lib/site/content/index.ts'
import type { BlockProps } from './block.ts'

export function Progress({ block, id }: BlockProps<'progress'>) {
  return (
    <Section id={id} words={block}>
      {block.bars.some((bar) => bar.labelled) && <SampleNote of="goals" className="mb-6" />}
      <ul className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
        {block.bars.map(({ label, value, of, lang }, place) => {
          const barId = `${id}-bar-${place + 1}`
          return (
            <li key={label} lang={lang} className="min-w-0">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
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

/**
 * How many of the monthly circle's founding places are taken, counted from recorded gifts to its campaign. Shows no number while it is
 * unknown, and nothing while the campaign is not published.
 */
export async function FoundingMembers({ block, id }: BlockProps<'founding-members'>) {
  const { places } = block
  if (!campaign(block.campaign)) return null
  const taken = await monthlyDonors(block.campaign)
  const sentence = taken === null ? '' : placesSentence(taken, places)
  return (
    <Section id={id} words={block} live="gifts">
      {taken !== null && sentence && (
        <div className="max-w-measure rounded-card border border-line bg-card p-6">
          <label htmlFor={`${id}-bar`} className="text-[1.2rem] font-[650]">
            {sentence}
          </label>
          <progress id={`${id}-bar`} value={Math.min(taken, places)} max={places} className="seam-progress mt-3" />
        </div>
      )}
    </Section>
  )
}
