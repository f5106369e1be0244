/** Figures with labels, some of them live, and the milestones, which count up. The value is always in the HTML. */
import { Band } from '#components/art/patterns.tsx'
import { Seam } from '#components/art/seam.tsx'
import { Section } from '#components/ui/section.tsx'
import { monthInWords } from '#lib/platform/dates.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { campSummary } from '#lib/site/camps/index.ts'
import { campDefaults, figure, milestones } from '#lib/site/content/index.ts'
import { figureValue } from '#lib/site/figures/live.ts'
import { type BlockProps, columnsFor } from './block.ts'

const looks = {
  paper: { item: 'border-t-[3px] border-gold pt-4', value: 'text-coral text-[clamp(2.2rem,4.4vw,3.6rem)]' },
  plum: { item: '', value: 'text-gold text-[clamp(2.6rem,5.5vw,4.6rem)]' },
} as const

/** Phones show two side by side: a value such as 200,000+ is smaller there, so that it fits on one line. */
const longValue = 6
const smaller = 'max-[559px]:text-[clamp(1.55rem,7.4vw,2.6rem)]'

/** A single figure: its label beside it, and the seam up to the edge. */
function Banner({ value, label }: { value: string; label: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-1 desk:flex-nowrap">
      <dl className="flex flex-row-reverse flex-wrap-reverse items-baseline justify-end gap-x-5 desk:shrink-0">
        <dt className="font-display text-[clamp(1.4rem,2.6vw,2rem)]">{label}</dt>
        <dd className="figure text-[clamp(3.6rem,9vw,6.5rem)] text-gold">{value}</dd>
      </dl>
      <Seam className="min-w-0 desk:flex-1" />
    </div>
  )
}

export async function Figures({ block, id }: BlockProps<'figures'>) {
  const { tone, pattern, milestones: reached, note } = block
  const shown = block.figures.map((entry) => ({ ...figure(entry.figure), ...(entry.label && { label: entry.label }) }))
  const totals = shown.some((each) => 'total' in each) ? await campSummary() : campDefaults()
  const figures = shown.map((each) => ({ label: each.label, value: figureValue(each, totals) }))
  const look = looks[tone]
  const [first, ...more] = figures
  const size = figures.some(({ value }) => value.length >= longValue) ? smaller : ''
  const columns = figures.length > 4 ? columnsFor(figures.length) : 'desk:grid-cols-4'
  const alone = first && more.length === 0 && tone === 'plum'
  return (
    <Section id={id} tone={tone} words={block} above={pattern && tone === 'plum' && <Band pattern={pattern} />}>
      {alone ? (
        <Banner {...first} />
      ) : (
        <dl className={`grid grid-cols-2 gap-x-5 gap-y-8 desk:gap-x-6 ${columns}`}>
          {figures.map(({ value, label }) => (
            <div key={label} className={`flex flex-col-reverse justify-end ${look.item}`}>
              <dt className="mt-1 max-w-[22ch]">{label}</dt>
              <dd className={`figure ${look.value} ${size}`}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {reached && <Milestones id={`${id}-milestones`} heading={reached} />}
      {note && <p className="mt-8 max-w-measure text-soft">{note}</p>}
    </Section>
  )
}

/** What was reached on the way, each with its date; the numbers count up. */
function Milestones({ id, heading }: { id: string; heading: string }) {
  return (
    <div data-behaviour="counters" className="mt-10 border-t border-current/25 pt-7">
      <h3 id={id} className="text-[1.35rem]">
        {heading}
      </h3>
      <dl aria-labelledby={id} className="mt-5 grid grid-cols-2 gap-x-5 gap-y-6 desk:grid-cols-4 desk:gap-x-6">
        {milestones().map(({ id, value, label, reached }) => (
          <div key={id} className="flex flex-col-reverse justify-end">
            <dt className="max-w-[22ch]">
              {label}
              <span className="block text-[0.94rem] text-soft">
                {messages()('figures.reached', { month: monthInWords(reached, readerLocale('en-GB')) })}
              </span>
            </dt>
            <dd className="figure text-[clamp(1.7rem,3vw,2.3rem)]">
              <Counter value={String(value)} target={value} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/**
 * A figure that the browser counts up to. The HTML holds the figure itself, for screen readers and without JavaScript; only
 * the visible copy is counted, at the width of the final value, so that nothing moves.
 */
export function Counter({ value, target }: { value: string; target: number }) {
  return (
    <>
      <span className="sr-only">{value}</span>
      <span
        aria-hidden="true"
        data-count-to={target}
        data-width-of={value}
        className="inline-grid after:invisible after:col-start-1 after:row-start-1 after:content-[attr(data-width-of)]"
      >
        <span className="col-start-1 row-start-1">{value}</span>
      </span>
    </>
  )
}
