/** Live figures from the camp summary, formatted like the figure's own value. Pure. */
import type { BlockOf } from '#lib/content/block-schema.ts'

type Figure = BlockOf<'figures'>['figures'][number]
type Live = NonNullable<Figure['live']>
type Country = Extract<Live, object>['country']

/** The part of the camp summary that figures can show. */
type CampTotals = {
  totalSurgeryCount: number
  totalCampCount: number
  totalCountryCount: number
  countryWiseCamps: { readonly [Key in Country]?: { surgeryCount: number } | undefined }
}

/** A country without an entry has 0 surgeries (specification, section 3). */
export function liveNumber(live: Live, totals: CampTotals): number {
  return typeof live === 'string' ? totals[live] : (totals.countryWiseCamps[live.country]?.surgeryCount ?? 0)
}

/** Formats `number` like `model`: 1,248 keeps its comma, 09 its two digits, 300+ its sign. */
function writeLike(model: string, number: number): string {
  const [, before = '', digits = '', after = ''] = /^(\D*)(\d[\d,]*)?(.*)$/s.exec(model) ?? []
  const written = digits.includes(',') ? number.toLocaleString('en-US') : String(number)
  return before + (digits.startsWith('0') ? written.padStart(digits.length, '0') : written) + after
}

/** The figure's own value, or the live number in the same format. */
export function figureValue(figure: Pick<Figure, 'value' | 'live'>, totals: CampTotals | null): string {
  return figure.live && totals ? writeLike(figure.value, liveNumber(figure.live, totals)) : figure.value
}
