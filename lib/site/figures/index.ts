/** The value of a figure and its date: its own, or a part of the camp summary. Pure. */
import type { Figure } from '#lib/site/content/schema.ts'

/** The parts of the camp summary that figures can show. */
type CampTotals = {
  totalSurgeryCount: number
  totalCampCount: number
  totalCountryCount: number
  countryWiseCamps: Readonly<Record<string, { surgeryCount: number } | undefined>>
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

/** The count-up animation of a figure: from zero, one per tick (specification, section 9: "tick 10 ms"). */
export const tickMilliseconds = 10

/** The first counter is the fastest (specification, section 2): the shortest interval between two timers of a browser. */
export const firstTickMilliseconds = 4

/** The displayed number after `elapsed` milliseconds: an integer between 0 and `target`. */
export function countAt(target: number, elapsed: number, tick = tickMilliseconds): number {
  return Math.min(target, Math.max(0, Math.floor(elapsed / tick)))
}
