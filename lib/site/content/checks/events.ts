/** The events that pages show, and the words of their rules. */
import type { Block } from '#lib/site/content/block-schema.ts'
import type { Content } from '#lib/site/content/load.ts'
import { didYouMean, type Problem } from '#lib/site/content/problem.ts'
import { type Rule, weekdays } from '#lib/site/content/recurrence.ts'

/** The events of content/events that a block names, and the field that names them. */
export function namedEvents(block: Block): [field: string, ids: readonly string[]] {
  switch (block.kind) {
    case 'event':
      return ['event', [block.event]]
    case 'events':
      return ['only', block.only ?? []]
    case 'sponsorship-form':
      return ['calendarEvent', [block.calendarEvent]]
    default:
      return ['', []]
  }
}

export function checkEvents({ entries, events }: Content): Problem[] {
  const known = events.map(({ id }) => id)
  return entries.flatMap(({ page, source }) =>
    (page?.blocks ?? []).flatMap((block, index) => {
      const [field, named] = namedEvents(block)
      return named
        .filter((id) => !known.includes(id))
        .map((id) =>
          source.problem(['blocks', index, field], `content/events/${id}.yaml does not exist${didYouMean(id, known)}`),
        )
    }),
  )
}

/** Numbers of weeks and of months, as words say them. */
const ordinals: readonly (readonly string[])[] = [
  ['first', '1st'],
  ['second', '2nd', 'other'],
  ['third', '3rd'],
  ['fourth', '4th'],
  ['fifth', '5th'],
  ['sixth', '6th'],
]
const numberOf = (word: string) => ordinals.findIndex((words) => words.includes(word.toLowerCase())) + 1
const weekday = weekdays.join('|')

/** The words of a rule may leave something out, but not say something else: "every third Monday of October". */
export function checkRules({ entries, events }: Content): Problem[] {
  return entries.flatMap(({ data, source }) => {
    const event = events.find(({ id }) => source.file === `content/events/${id}.yaml`)
    const fault = event?.repeats && data ? ruleFault(event.repeats, event.date) : undefined
    return fault ? [source.problem(['repeats', 'words'], fault)] : []
  })
}

function ruleFault(
  { words, week, weekday: day, everyMonths }: Rule & { words: string },
  date: string,
): string | undefined {
  const rule = `the rule is week ${week}, ${day}, every ${everyMonths === 1 ? 'month' : `${everyMonths} months`} from ${date}`
  const says = (said: string) => `"${said}" contradicts the other fields: ${rule}`
  for (const [said, ordinal, name] of words.matchAll(new RegExp(`(?:(\\w+)\\s+)?\\b(${weekday})s?\\b`, 'gi')))
    if (
      name?.toLowerCase() !== day.toLowerCase() ||
      (ordinal && /^last$/i.test(ordinal)) ||
      (ordinal && numberOf(ordinal) > 0 && numberOf(ordinal) !== week)
    )
      return says(said)
  const start = Number(date.slice(5, 7)) - 1
  const inMonth = (index: number) => 12 % everyMonths > 0 || (index - start + 12) % everyMonths === 0
  for (const [index, name] of monthNames.entries())
    if (new RegExp(`\\b${name}\\b`).test(words) && !inMonth(index)) return says(name)
  const [interval, which] = /\bevery\s+(?:(\w+)\s+)?month\b/i.exec(words) ?? []
  const months = interval && (which === undefined ? 1 : numberOf(which))
  return months && months !== everyMonths ? says(interval) : undefined
}

const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month)),
)
