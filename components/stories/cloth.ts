/** Which cloth stands for a country, and in which colour of it a story is drawn. Pure. */

import type { PatternName } from '#lib/content/fields.ts'
import type { Country, Story } from '#lib/content/schema.ts'

/** One for each, so that a seventh country does not compile without one. */
export const cloth: Record<Country, PatternName> = {
  India: 'india',
  Kenya: 'kenya',
  Zimbabwe: 'zimbabwe',
  USA: 'usa',
  Uganda: 'uganda',
  SouthAfrica: 'south-africa',
}

/** Stories of one country hang side by side: each in the next colour of its cloth, the first in the one that it is known by. */
export const storyDye = ({ order }: Story): number => order - 1
