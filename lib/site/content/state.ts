/**
 * What is real, for an entry, a field, or one line of a list. The only module that reads the marks and the days of content, so that no page, mail
 * or feed decides it in another way. Pure.
 */
import { isRecord, propertyOf } from '#lib/platform/narrow.ts'
import { type Group, mapParts } from './walk.ts'

/** A sample stands in for what the organisation has not supplied. Expired: not yet valid, or not any more. */
type State = 'real' | 'sample' | 'expired'

/**
 * A field of a group: `true` for all of it, or the names of fields. `sample` and `labelled` are samples: a `sample` is hidden, a `labelled` one is shown
 * with a line that says so. `review` changes no state: it is wording that the organisation has not read yet.
 * `npm run content:check -- --samples` lists all of them.
 */
export const markNames = ['sample', 'labelled', 'review'] as const
export type Mark = (typeof markNames)[number]
export const isMark = (name: string): name is Mark => markNames.some((mark) => mark === name)

/** The fields that a mark names. One with the name `samples`, such as that of a list, needs no mark. */
export function markedFields(group: unknown, mark: Mark): string[] {
  const fields = propertyOf(group, mark)
  return [
    ...(Array.isArray(fields) ? fields.map(String) : []),
    ...(mark === 'labelled' && propertyOf(group, 'samples') !== undefined ? ['samples'] : []),
  ]
}

const hasMark = (group: unknown, mark: Mark, fields: readonly unknown[]) =>
  propertyOf(group, mark) === true || markedFields(group, mark).some((field) => fields.includes(field))

/** The mark of a group, which counts for all its fields, or of one of these fields. The mildest, if there are several. */
export const markOf = (group: unknown, fields: readonly unknown[]): Mark | undefined =>
  markNames.findLast((mark) => hasMark(group, mark, fields))

/** Whether a group or its field is a sample. Without `field`: or anything in it that is shown. */
export function isSample(group: unknown, field?: string): boolean {
  const fields = field === undefined && isRecord(group) ? Object.keys(group) : [field]
  return hasMark(group, 'sample', fields) || hasMark(group, 'labelled', fields)
}

export type Dates = { from?: string | undefined; until?: string | undefined }

export const datesOf = (part: unknown): Dates =>
  Object.fromEntries(
    ['from', 'until'].map((name) => [name, propertyOf(part, name)]).filter(([, day]) => typeof day === 'string'),
  )

/**
 * The state of a group or its field on a day (year-month-day); `from` and `until` are included. Not for whole pages, events or camps, whose `until` may mean
 * something else.
 */
export function stateOf(group: unknown, day: string, field?: string): State {
  const { from = '', until = '9' } = datesOf(group)
  if (day < from || until < day) return 'expired'
  return isSample(group, field) ? 'sample' : 'real'
}

/** Without groups marked `sample: true` and without fields that `sample: […]` names. The only function that hides samples. */
export const withoutSamples = <Value>(value: Value): Value =>
  without(
    value,
    (part) => propertyOf(part, 'sample') === true,
    (part) => markedFields(part, 'sample'),
  )

/** Without the groups that have expired on that day. */
export const withoutExpired = <Value>(value: Value, day: string): Value =>
  without(value, (part) => stateOf(part, day) === 'expired')

/** A copy without groups that are hidden, and without the `fields` of others. The same object if nothing is hidden. */
const without = <Value>(
  value: Value,
  isHidden: (part: unknown) => boolean,
  fields: (part: Group) => readonly string[] = () => [],
): Value =>
  mapParts(value, (part) => {
    if (Array.isArray(part)) return part.some(isHidden) ? part.filter((entry) => !isHidden(entry)) : part
    if (!isRecord(part)) return part
    const hidden = fields(part)
    const shown = Object.entries(part).filter(([name, inner]) => !hidden.includes(name) && !isHidden(inner))
    return shown.length === Object.keys(part).length ? part : Object.fromEntries(shown)
  })
