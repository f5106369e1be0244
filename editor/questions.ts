/** What a save may have forgotten: words elsewhere that still say an old price or day, and a new event in the past. Pure. */

import { dayInWords } from '#lib/platform/dates.ts'
import type { Content, Entry } from '#lib/site/content/content.ts'
import { definition, textsIn, walk } from '#lib/site/content/walk.ts'
import { fileInWords } from './explained.ts'

/** Sentences. `changed`: the files that were saved. `today`: YYYY-MM-DD. */
export function questionsOf(before: Content, after: Content, changed: readonly string[], today: string): string[] {
  const entryOf = (content: Content, file: string) => content.entries.find(({ source }) => source.file === file)
  const old = changed.flatMap((file) => {
    const [was, is] = [entryOf(before, file), entryOf(after, file)]
    if (!was || !is) return []
    const kept = new Set(wordings(is))
    return wordings(was).filter((words) => !kept.has(words))
  })
  const late = after.events.filter(
    ({ id, date, repeats }) =>
      changed.includes(`content/events/${id}.yaml`) &&
      !before.events.some((one) => one.id === id) &&
      !repeats &&
      date < today,
  )
  return [
    ...late.map(({ title, date }) => `${title}: ${dayInWords(date, 'en-GB')} has passed. Is it the right year?`),
    ...[...new Set(old)].flatMap((words) => stillIn(after, words)),
  ]
}

/** The prices and days of a file, as texts write them. */
function wordings({ schema, source }: Entry): string[] {
  const found: string[] = []
  walk(schema, source.raw, ({ schema: part, value, path }) => {
    if (path.at(-1) === 'updated' || typeof value !== 'string') return
    // Amounts of money are the only values that content transforms.
    if (definition(part).type === 'pipe') found.push(value)
    if (/^\d{4}-\d{2}-\d{2}$/.test(value))
      found.push(...(['en-GB', 'en-US'] as const).map((locale) => dayInWords(value, locale)))
  })
  return found
}

/** Where texts have the words: at most three places. */
function stillIn({ entries }: Content, words: string): string[] {
  const pattern = new RegExp(`(?<![\\w\\p{Sc}])${RegExp.escape(words)}(?![\\d]|[.,]\\d)`, 'u')
  const places = entries.flatMap(({ source }) =>
    textsIn(source.raw).some(({ text }) => text !== words && pattern.test(text)) ? fileInWords(source.file) : [],
  )
  return places.length > 0
    ? [`${words} still stands in ${places.slice(0, 3).join('; ')}. Should it change there too?`]
    : []
}
