/** The colours of drawings, the same in the light and the dark scheme. Text and surfaces take theirs from CSS variables (tailwind.config.ts). */
import { drawnColours } from '#lib/site/content/brand.ts'

export const colour = drawnColours
