/** Which number of the camp summary a figure shows, and how it is written. Pure: the summary comes from lib/camps. */
import type { BlockOf } from '#lib/content/block-schema.ts'

type Figure = BlockOf<'figures'>['figures'][number]
type Live = NonNullable<Figure['live']>
type Country = Extract<Live, object>['country']

/** The part of the camp summary that figures can show. */
export type CampTotals = {
  totalSurgeryCount: number
  totalCampCount: number
  totalCountryCount: number
  countryWiseCamps: { readonly [Key in Country]?: { surgeryCount: number } | undefined }
}

/** A country without an entry has 0 surgeries (specification, section 3). */
export function liveNumber(live: Live, totals: CampTotals): number {
  return typeof live === 'string' ? totals[live] : (totals.countryWiseCamps[live.country]?.surgeryCount ?? 0)
}

/** Writes `number` as `model` is written: 1,248 keeps its comma, 09 its two digits, 300+ its sign. */
export function writeLike(model: string, number: number): string {
  const [, before = '', digits = '', after = ''] = /^(\D*)(\d[\d,]*)?(.*)$/s.exec(model) ?? []
  const written = digits.includes(',') ? number.toLocaleString('en-US') : String(number)
  return before + (digits.startsWith('0') ? written.padStart(digits.length, '0') : written) + after
}

/** What stands in the figure: its own value, or the live number written in the same way. */
export function figureValue(figure: Pick<Figure, 'value' | 'live'>, totals: CampTotals | null): string {
  return figure.live && totals ? writeLike(figure.value, liveNumber(figure.live, totals)) : figure.value
}
