/** Schema of content/figures.yaml: every figure of the site, each once. Pure zod. */
import { z } from 'zod'
import { formatMoney, parseMoney } from '#lib/platform/money.ts'
import { campCountry, group, line, month, slug, text } from './fields.ts'

/** A part of the camp summary; `country` names one of its keys. */
const total = z.union([
  z.enum(['totalSurgeryCount', 'totalCampCount', 'totalCountryCount']),
  z.strictObject({ country: campCountry }),
])

/** `label`: "free surgeries" in "1248 free surgeries". */
const named = { id: slug, label: line }
/** `source`: the document or page that states it. */
const sourced = { ...named, source: line }

export const figuresSchema = group({
  /** Current totals, from the camp summary. */
  live: z.array(group({ ...named, total })),
  /**
   * All others. `value` is shown as it is written: 300+, 2,500, 9. `document`: the document that visitors can read, for a historical
   * figure.
   */
  fixed: z.array(group({ ...sourced, value: text.max(12), asOf: month.optional(), document: line.optional() })),
  /** A milestone, with its date if known. */
  milestones: z.array(group({ ...sourced, value: z.int().min(1).max(9_999_999), reached: month.optional() })),
})
export type Figures = z.output<typeof figuresSchema>
export type Milestone = Figures['milestones'][number]

/** The figures that a block can show. */
export type Figure = Figures['live'][number] | Figures['fixed'][number]
export type Total = z.output<typeof total>

/**
 * The number of each fixed figure as a sentence needs it: {figure:women-rescued} is 300, not 300+. Live figures have none, because
 * sentences are not updated with them. An amount of money also has its twelfth, for monthly gifts: {figure:surgery-price-a-month}.
 */
export function figureWords(figures: Pick<Figures, 'fixed' | 'milestones'>): [id: string, number: string][] {
  return [...figures.fixed, ...figures.milestones].flatMap(({ id, value }) => {
    const written = typeof value === 'number' ? value.toLocaleString('en') : value.replace(/\+$/, '')
    const money = parseMoney(written)
    const aMonth = money && formatMoney({ ...money, amount: Math.round(money.amount / 12) })
    return [[id, written], ...(aMonth ? [[`${id}-a-month`, aMonth] as [string, string]] : [])] as [string, string][]
  })
}
