/** What a figure shows: its own value, or a part of the camp summary. Pure. */
import type { Figure, Total } from '#lib/site/content/figures-schema.ts'

type Country = Extract<Total, object>['country']

/** The part of the camp summary that figures can show. */
export type CampTotals = {
  totalSurgeryCount: number
  totalCampCount: number
  totalCountryCount: number
  countryWiseCamps: { readonly [Key in Country]?: { surgeryCount: number } | undefined }
}

/** A country without an entry has 0 surgeries (specification, section 3). */
export function figureValue(figure: Figure, totals: CampTotals): string {
  if ('value' in figure) return figure.value
  const { total } = figure
  return String(typeof total === 'string' ? totals[total] : (totals.countryWiseCamps[total.country]?.surgeryCount ?? 0))
}
