/** Checks of single texts: days, telephone numbers, alternate texts, and what may not stand in any text. */
import { dayAfter } from '#lib/platform/dates.ts'
import { alternateFault } from '#lib/site/content/alternate-text.ts'
import { htmlIn } from '#lib/site/content/markdown.ts'
import { type Problem, warning } from '#lib/site/content/problem.ts'
import { type Found, type Text, tell, tellWords } from './found.ts'

/** `today`: YYYY-MM-DD, in UTC. */
export function checkTexts({ texts }: Found, today: string): Problem[] {
  return texts.flatMap((text) => [...characterFaults(text), ...valueFaults(text, today), ...pastDeadlines(text, today)])
}

/** UTF-8 that was read as Windows-1252, and saved again: "cafÃ©", "itâ€™s". */
const wrongEncoding =
  /(?:Ã[\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]|Â[\u00a0-\u00bf]|â€|à[¤¥]|ðŸ|ï»¿|\ufffd)/
/**
 * Control and format characters, except what writing needs: line breaks, the soft hyphen, joiners and direction marks inside words of
 * other scripts, and the tags of flags.
 */
const invisible =
  /(?![\n\r\t\u00ad\u061c\u200c-\u200f\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}]|(?<=^|\p{ASCII})[\u200c\u200d]|[\u200c\u200d](?=\p{ASCII}|$)/u

/** Nothing that ends a script element, wrong encodings, invisible characters, and HTML where it is not even Markdown. */
function characterFaults(text: Text): Problem[] {
  const { value, isMarkdown } = text
  const [scriptEnd] = /<\/script/i.exec(value) ?? []
  if (scriptEnd) return [tellWords(text, scriptEnd, `"${scriptEnd}" may not stand in any text`)]
  const wrong = wrongEncoding.exec(value)
  if (wrong) {
    const [start = ''] = /\S*$/.exec(value.slice(0, wrong.index)) ?? []
    const [end = ''] = /^\S*/.exec(value.slice(wrong.index)) ?? []
    const garbled = start + end
    return [
      tellWords(text, garbled, `"${garbled}" was saved in another encoding: type it again, and save the file as UTF-8`),
    ]
  }
  const hidden = invisible.exec(value)
  if (hidden) {
    const code = hidden[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    const before = value.slice(0, hidden.index).trimEnd().split(/\s/).at(-1)
    const where = before ? `after "${before}"` : 'at its start'
    return [
      tellWords(text, hidden[0], `has an invisible character (U+${code}) ${where}: type the words around it again`),
    ]
  }
  const html = isMarkdown ? undefined : htmlIn(value)
  return html ? [tellWords(text, html, `HTML is not allowed here: ${html}`)] : []
}

/** Days in the past by their nature. */
const pastDays: readonly unknown[] = ['updated', 'uploaded', 'asOf', 'reached']

/** Days must exist, telephone numbers must be dialable (ITU-T E.164: at most 15 digits), and alternate texts say something. */
function valueFaults(text: Text, today: string): Problem[] {
  const { value, field } = text
  if (/^\d{4}-\d{2}(-\d{2})?$/.test(value)) {
    if (!isDay(value.length === 7 ? `${value}-01` : value)) return [tell(text, `${value} is not in the calendar`)]
    // It may be tomorrow already where the editor is.
    return pastDays.includes(field) && value > dayAfter(today).slice(0, value.length)
      ? [warning(tell(text, `${value} is in the future`))]
      : []
  }
  if (field === 'number' && !isDialable(value)) return [tell(text, 'must have 7 to 15 digits')]
  const alternate = field === 'alt' && alternateFault(value)
  return alternate ? [tell(text, alternate)] : []
}

const isDay = (day: string) => new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false
const isDialable = (number: string) => /^\d{7,15}$/.test(number.replace(/\D/g, ''))

const month = 'January|February|March|April|May|June|July|August|September|October|November|December'
const deadline = new RegExp(
  `\\b(?:by|until|till|deadline(?: is)?:?|no later than|(?:closes?|ends?) on)\\s+(?:[A-Z][a-z]+day,?\\s+)?((\\d{1,2})(?:st|nd|rd|th)?\\s+(${month}),?\\s+(\\d{4})|(${month})\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4}))\\b`,
  'g',
)

/** Stories and posts tell of the past, so their dates may be over. */
function pastDeadlines(text: Text, today: string): Problem[] {
  if (text.entry.story || text.entry.post) return []
  return [...text.value.matchAll(deadline)].flatMap(([words, , day, name, year, otherName, otherDay, otherYear]) => {
    const written = new Date(`${day ?? otherDay} ${name ?? otherName} ${year ?? otherYear} UTC`)
    return written.toJSON() && written.toJSON() < today
      ? [warning(tellWords(text, words, `"${words}" is over: give the next date, or take it away`))]
      : []
  })
}

export function checkMarkdown({ markdowns }: Found): Problem[] {
  return markdowns.flatMap((place) =>
    place.value.faults.map(({ message, line, words }) => tell(place, message, { line, ...(words && { words }) })),
  )
}
