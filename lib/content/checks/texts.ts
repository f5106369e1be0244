/** Checks of single texts: days, telephone numbers, and what may not stand in any text. */
import type { Problem } from '../problem.ts'
import { type Found, tell } from './found.ts'

/** Days must exist, telephone numbers must be dialable (ITU-T E.164: at most 15 digits), and no text may end a script element. */
export function checkTexts({ texts }: Found): Problem[] {
  return texts.flatMap((place) => {
    const { value, path } = place
    const [scriptEnd] = /<\/script/i.exec(value) ?? []
    if (scriptEnd) return [tell(place, `"${scriptEnd}" may not stand in any text`, { words: scriptEnd })]
    if (/^\d{4}-\d{2}(-\d{2})?$/.test(value) && !isDay(value.length === 7 ? `${value}-01` : value))
      return [tell(place, `${value} is not in the calendar`)]
    if (path.at(-1) === 'number' && !isDialable(value)) return [tell(place, 'must have 7 to 15 digits')]
    return []
  })
}

const isDay = (day: string) => new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false
const isDialable = (number: string) => /^\d{7,15}$/.test(number.replace(/\D/g, ''))

export function checkMarkdown({ markdowns }: Found): Problem[] {
  return markdowns.flatMap((place) =>
    place.value.faults.map(({ message, line, words }) => tell(place, message, { line, ...(words && { words }) })),
  )
}
