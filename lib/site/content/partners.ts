/** Which entry of a translated list belongs to which of the original. Pure and browser-safe. */
import { propertyOf } from '#lib/platform/narrow.ts'

export type Partners = {
  /** For each entry of the original the place of its translation; -1 where it has none, or where that is uncertain. */
  places: number[]
  /** Where it is uncertain: the place of what may be its translation. */
  perhaps: number[]
  /** `own`: how many the original has. `places`: of the translated ones. */
  uneven: { kind: unknown; own: number; places: number[] }[]
}

/**
 * A translated block belongs to the block of its kind and place, the second of `figures` to the second, and an entry of another list to that
 * of its place. Where the numbers differ, something was added or removed, and words would be put in the wrong place.
 */
export function partnersIn(originals: readonly unknown[], given: readonly unknown[], isBlocks: boolean): Partners {
  const byKind = (list: readonly unknown[]) =>
    Map.groupBy(list.keys(), (index) => (isBlocks ? propertyOf(list[index], 'kind') : undefined))
  const [own, translated] = [byKind(originals), byKind(given)]
  const places = originals.map(() => -1)
  const perhaps = originals.map(() => -1)
  const uneven: Partners['uneven'] = []
  for (const [kind, of] of translated) {
    const partners = own.get(kind) ?? []
    const isEven = partners.length === of.length
    for (const [turn, index] of partners.entries()) (isEven ? places : perhaps)[index] = of[turn] ?? -1
    if (!isEven) uneven.push({ kind, own: partners.length, places: of })
  }
  return { places, perhaps, uneven }
}
