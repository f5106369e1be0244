/** Which cloth stands for a country: one for each, so that a seventh country does not compile without one. */
import type { Country, PatternName } from '#lib/content/schema.ts'

export const cloth: Record<Country, PatternName> = {
  India: 'india',
  Kenya: 'kenya',
  Zimbabwe: 'zimbabwe',
  USA: 'usa',
  Uganda: 'uganda',
  SouthAfrica: 'south-africa',
}
