/** Schema of content/figures.yaml: every figure of the site, each once. Pure zod. */
import { z } from 'zod'
import { campCountry, group, line, month, slug, text } from './fields.ts'

/** A part of the camp summary; `country` names one of its keys. */
const total = z.union([
  z.enum(['totalSurgeryCount', 'totalCampCount', 'totalCountryCount']),
  z.strictObject({ country: campCountry }),
])

/** `label`: as in "1248 free surgeries". */
const named = { id: slug, label: line }
/** `source`: the document or page that says so. */
const sourced = { ...named, source: line }

export const figuresSchema = group({
  /** Current totals, from the camp summary. */
  live: z.array(group({ ...named, total })),
  /** All others. `value` is shown as it is written: 300+, 2,500, 09. */
  fixed: z.array(group({ ...sourced, value: text.max(12), asOf: month.optional() })),
  /** What was once reached, and when. */
  milestones: z.array(group({ ...sourced, value: z.int().min(1).max(9_999_999), reached: month })),
})
export type Figures = z.output<typeof figuresSchema>
export type Milestone = Figures['milestones'][number]

/** The figures that a block can show. */
export type Figure = Figures['live'][number] | Figures['fixed'][number]
export type Total = z.output<typeof total>

/**
 * The number of each figure that does not change by itself, as a sentence needs it: {figure:women-rescued} is 300, not 300+. Live
 * figures have none, because a sentence is not updated with them.
 */
export function figureWords(figures: Pick<Figures, 'fixed' | 'milestones'>): [id: string, number: string][] {
  return [...figures.fixed, ...figures.milestones].map(({ id, value }) => [id, String(value).replace(/\+$/, '')])
}
