/**
 * What the organisation states about the law and its registrations: until when each is valid, where it is read, who confirmed it. A claim is a
 * group whose schema has the fields `claim` or `reviewed` (fields.ts); state.ts hides what is not valid on a day. Pure.
 */
import { dayMs } from '#lib/platform/clock.ts'
import { dayAfter } from '#lib/platform/dates.ts'
import { isRecord, propertyOf } from '#lib/platform/narrow.ts'
import type { Content, Entry } from './content.ts'
import { type claim, reviewed } from './fields.ts'
import { byPlace, type Path, type Problem } from './problem.ts'
import { type Dates, datesOf, type Mark, markOf, stateOf } from './state.ts'
import { definition, eachGroup, type Group, walk } from './walk.ts'

/** Whether there was a registration of this kind, and none of them is valid on the day. */
export function hasExpired(
  kind: string,
  registrations: readonly (Dates & { kind?: string | undefined })[],
  day: string,
) {
  const own = registrations.filter((each) => each.kind === kind)
  return own.some(({ until = '9' }) => until < day) && !own.some((each) => stateOf(each, day) !== 'expired')
}

/** Where the words of the law change with the day: at the legal entity of the country whose law they are. */
export const lawZone = ({ currencies, receipts, site }: Pick<Content, 'currencies' | 'receipts' | 'site'>): string =>
  receipts[currencies.find(({ law }) => law === 'india')?.code ?? '']?.zone ?? site.zone

/** The first days on which visitors read something else. */
export function claimDays({
  law,
  receipts,
  transfers,
  pages,
}: Pick<Content, 'law' | 'receipts' | 'transfers' | 'pages'>): string[] {
  const days = new Set<string>()
  const groups: unknown[] = pages.flatMap(({ blocks }) => blocks)
  eachGroup([law, receipts, transfers.accounts], (group) => groups.push(group))
  for (const group of groups) {
    const { from, until } = datesOf(group)
    if (from) days.add(from)
    if (until) days.add(dayAfter(until))
  }
  return [...days].sort()
}

type Fields = { [Field in keyof typeof claim]?: string | undefined }
/** `what`: its words in short. `where`: file, line and field. `mark`: it is not confirmed; a `sample` is hidden too. */
export type Claim = Fields & { what: string; file: string; where: string; mark: Mark | undefined }

/** The fields in which a claim says something, and by the first of which it is known. */
const saying = 'label state heading title words statement text gift holder value deductible'.split(' ')

/** The mark of a group, from itself or from a group around it. */
function markIn(root: unknown, [key, ...deeper]: Path): Mark | undefined {
  if (key === undefined) return markOf(root, saying)
  return markIn(propertyOf(root, key), deeper) ?? markOf(root, [key])
}

/** Whether a later entry of the same list replaces it: the next period of a legal term, or what has the same name and begins when it ends. */
function isReplaced(root: unknown, path: Path, group: Group): boolean {
  const list = path.slice(0, -1).reduce<unknown>((part, key) => propertyOf(part, key), root)
  if (!Array.isArray(list)) return false
  if (path.at(-2) === 'periods') return path.at(-1) !== list.length - 1
  const { until } = datesOf(group)
  const isNext = (other: unknown) =>
    propertyOf(other, 'label') === group.label && (datesOf(other).from ?? '') > (until ?? '9')
  return group.label !== undefined && list.some(isNext)
}

type Found = { entry: Entry; group: Group; path: Path; mark: Mark | undefined }

const isAboutGiving = ({ file }: Entry['source']) => file.startsWith('content/giving/')

/** Everywhere in the files about giving; elsewhere, where one of the fields is filled in. */
const foundIn = (entries: readonly Entry[]): Found[] =>
  entries.flatMap((entry) => {
    const found: Found[] = []
    walk(entry.schema, entry.data, ({ schema, value, path }) => {
      const def = definition(schema)
      if (
        def.type !== 'object' ||
        !isRecord(value) ||
        !('confirmedBy' in def.shape) ||
        isReplaced(entry.data, path, value)
      )
        return
      if (isAboutGiving(entry.source) || Object.keys(reviewed).some((name) => name in value))
        found.push({ entry, group: value, path, mark: markIn(entry.data, path) })
    })
    return found
  })

const text = (value: unknown) => (typeof value === 'string' ? value.replace(/\s+/g, ' ') : undefined)

/** Those that end first, first. */
export const claimsOf = (entries: readonly Entry[]): Claim[] =>
  foundIn(entries)
    .map(({ entry: { source }, group, path, mark }) => {
      const { file, line, field } = source.problem(path, '')
      const what = saying.map((name) => text(group[name])).find((words) => words !== undefined) ?? field
      return {
        ...datesOf(group),
        ...Object.fromEntries(Object.keys(reviewed).map((name) => [name, text(group[name])])),
        what: what.length > 80 ? `${what.slice(0, 79)}…` : what,
        file,
        where: `${file}:${line}${field && ` ${field}`}`,
        mark,
      }
    })
    .sort((a, b) => (endOf(a) ?? '9').localeCompare(endOf(b) ?? '9'))

/** The day on which it ends, or by which it is to be read again, whichever comes first. */
export const endOf = ({ until, reviewBy }: Fields): string | undefined =>
  [until, reviewBy].filter((day) => day !== undefined).sort()[0]

/** Negative once it is over. */
export const daysLeft = (claim: Fields, day: string): number =>
  (Date.parse(endOf(claim) ?? '9999-12-31') - Date.parse(day)) / dayMs

/** From how many days before its end the office is told. */
export const warnDays = [90, 30, 7] as const

export const claimStates = ['over', 'overdue', 'soon', 'later', 'unconfirmed', 'sample', 'valid'] as const
export type ClaimState = (typeof claimStates)[number]

export function claimState(claim: Claim, day: string): ClaimState {
  const { from = '', until = '9', reviewBy = '9', confirmedBy, mark } = claim
  if (mark === 'sample' || mark === 'labelled') return 'sample'
  if (until < day) return 'over'
  if (reviewBy < day) return 'overdue'
  if (from > day) return 'later'
  if (daysLeft(claim, day) <= warnDays[0]) return 'soon'
  return confirmedBy && !mark ? 'valid' : 'unconfirmed'
}

/** In the files about giving, what is not marked any more has a source, an end and somebody who confirmed it. */
export const checkClaims = (entries: readonly Entry[]): Problem[] =>
  foundIn(entries.filter(({ source }) => isAboutGiving(source)))
    .flatMap(({ entry: { source }, group, path, mark }) => {
      const lacking = [
        ...['source', 'confirmedBy'].filter((field) => !group[field]),
        ...(group.until || group.reviewBy ? [] : ['until or reviewBy']),
      ]
      const message = `needs ${lacking.join(', ')}: until then, mark it as review`
      return mark || lacking.length === 0 ? [] : [source.problem(path, message)]
    })
    .sort(byPlace)
