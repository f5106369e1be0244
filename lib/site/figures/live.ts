/** The value of a figure and its date: its own, or a part of the camp summary. Pure. */
import type { Figure, Total } from '#lib/site/content/figures-schema.ts'

type Country = Extract<Total, object>['country']

/** The parts of the camp summary that figures can show. */
type CampTotals = {
  totalSurgeryCount: number
  totalCampCount: number
  totalCountryCount: number
  countryWiseCamps: { readonly [Key in Country]?: { surgeryCount: number } | undefined }
}

/** `asOf`: a month (2026-11) or a moment (ISO 8601). Undefined for a figure that does not change. */
export type DatedFigure = { value: number | string; asOf: string | undefined }

/** A country missing from the summary keeps the figure of content/camps.yaml, with its month. */
export function datedFigure(
  figure: Figure,
  summary: CampTotals & { asOf: string | null },
  defaults: CampTotals & { asOf: string },
): DatedFigure {
  if ('value' in figure) return { value: figure.value, asOf: figure.asOf }
  const { total } = figure
  const asOf = summary.asOf ?? defaults.asOf
  if (typeof total === 'string') return { value: summary[total], asOf }
  const counted = summary.countryWiseCamps[total.country]
  if (counted) return { value: counted.surgeryCount, asOf }
  return { value: defaults.countryWiseCamps[total.country]?.surgeryCount ?? 0, asOf: defaults.asOf }
}
