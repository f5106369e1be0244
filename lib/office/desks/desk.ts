/**
 * The description of a desk of the office: its roles, the columns and filters of its list, the details of one entry and the forms to change it. The
 * same pages render every desk.
 */
import 'server-only'
import type { FormFault } from '#lib/contact/forms/form.ts'
import type { Session } from '#lib/office/access/session.ts'
import type { Role } from '#lib/office/access/staff.ts'
import { dayInWords } from '#lib/platform/dates.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import type { Messages } from '#lib/platform/messages/texts.ts'
import { linkToken } from '#lib/platform/typed-text.ts'

export type Word = keyof Messages['office']
export type Choice = { value: string; label: string }

/** `id`: of its page; null if it has none. `moment`: ISO 8601. */
export type Cell = string | { moment: string }
/** `subject`: for the log, if the row has no page. `tick`: the row can be chosen, under this name. */
export type ListRow = {
  id: string | null
  subject?: string
  cells: readonly Cell[]
  late?: boolean
  tick?: { label: string; checked: boolean }
}

export type ListQuery = {
  filters: Readonly<Record<string, string>>
  search: string
  /** A sortable column. */
  sort: string
  descending: boolean
  /** From 1. */
  page: number
}

export type FormSpec = {
  intent: string
  submit: Word
  /** With a heading, the form is collapsed at first. */
  heading?: Word
  /** Shown above the button. */
  notes?: readonly string[]
  fields?: readonly {
    name: string
    label: Word
    hint?: string
    kind: 'line' | 'text' | 'day' | 'one' | 'many' | 'file'
    optional?: true
    value?: string
    options?: readonly Choice[]
  }[]
}

/** `href`: of what the row is about. */
type Section = {
  title: Word
  columns: readonly Word[]
  rows: readonly { href?: string | undefined; cells: readonly Cell[] }[]
}

export type Detail = {
  title: string
  links?: readonly { label: Word; href: string }[]
  /** Shown at the top of the entry. */
  warnings?: readonly string[]
  facts: readonly (readonly [label: string, value: Cell])[]
  quote?: string | undefined
  notes?: readonly { name: string; at: string; text: string }[]
  /** Sections without rows are not shown. */
  sections?: readonly Section[]
  forms: readonly FormSpec[]
}

export type Posted = Readonly<Record<string, unknown>>

/**
 * `done`, a file, or why nothing was changed. `gone`: done, and the subject no longer exists. `fault`: the page is shown again, with what was
 * typed. `open`: done; the entry of the same desk to show next.
 */
export type Outcome =
  | 'done'
  | 'gone'
  | 'signed-out'
  | 'unchanged'
  | 'unknown-entry'
  | 'unreachable'
  | 'last-admin'
  | { fault: FormFault }
  | { open: string }
  | { file: string; lines: AsyncIterable<string> }

export type Action = {
  roles: readonly Role[]
  /** @param subject of the form: the token has proved that it was offered to this session. */
  run(session: Session, subject: string, posted: Posted): Promise<Outcome>
}

export type Desk = {
  title: Word
  roles: readonly Role[]
  /** The list names nobody, so looking at it is not logged. */
  isNameless?: true
  /** Above the list. */
  links?: readonly { label: Word; href: string }[]
  columns: readonly { name: string; heading: Word; sorts?: true }[]
  /** The column by which the list is sorted at first; with `newestFirst` in descending order. */
  order: string
  newestFirst?: true
  filters: readonly { name: string; label: Word; options: () => readonly Choice[] }[]
  search?: Word
  list(query: ListQuery, session: Session): Promise<ListRow[]>
  /** Sentences, forms and the progress of long work, shown above the list. */
  above?(session: Session): Promise<{
    sentences: readonly string[]
    progress?: { done: number; total: number }
    forms: readonly FormSpec[]
  }>
  /** The form around the list. Its field `row` has the ids of the ticked rows. */
  tick?: FormSpec
  find?(id: string, session: Session): Promise<Detail | null>
  /** Shown below the list. */
  forms?: readonly FormSpec[]
  /** What each form does, by its intent. */
  actions?: Readonly<Record<string, Action>>
}

export const rowsPerPage = 50

type SortKey = string | number

/** One page of entries that are all in memory, and one more if there is a next page. `sortBy`: the sort key of each column. */
export function pageOf<Entry>(
  entries: readonly Entry[],
  { sort, descending, page }: Pick<ListQuery, 'sort' | 'descending' | 'page'>,
  sortBy: Readonly<Record<string, (entry: Entry) => SortKey>>,
): Entry[] {
  const keyOf = sortBy[sort] ?? (() => 0)
  const compare = (a: SortKey, b: SortKey) => (typeof a === 'string' ? a.localeCompare(String(b)) : a - Number(b))
  const keyed = entries.map((entry) => [keyOf(entry), entry] as const)
  const sorted = keyed.sort(([a], [b]) => compare(a, b)).map(([, entry]) => entry)
  // Reverses equal entries, too: in ascending order, those of one day are sorted by time.
  return (descending ? sorted.reverse() : sorted).slice((page - 1) * rowsPerPage, page * rowsPerPage + 1)
}

export const words = () => textsIn().office
/** "2026-11-22" -> "22 Nov 2026" */
export const shortDay = (day: string) => dayInWords(day, 'en-GB', { short: true })
/** Whether it is a day such as 2026-11-22. @param typed untrusted. */
export const isDay = (typed: string) => /^20\d\d-\d\d-\d\d$/.test(typed) && !Number.isNaN(Date.parse(typed))
export const choices = (values: readonly string[], labelOf: (value: string) => string = inWords): Choice[] =>
  values.map((value) => ({ value, label: labelOf(value) }))
/** date-given -> Date given, one-off -> One-off */
export const inWords = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/-(?!off$)/g, ' ')

/** Whether somebody with these roles may enter. */
export const mayEnter = ({ roles: own }: Pick<Session, 'roles'>, needed: readonly Role[]) =>
  own.some((role) => needed.includes(role))

const textIn = (query: URLSearchParams, name: string) => (query.get(name) ?? '').trim().slice(0, 100)

/** The list that a URL asks for, without anything that is not allowed. @param query untrusted. */
export function readQuery(desk: Desk, query: URLSearchParams): ListQuery {
  const sortable = desk.columns.filter(({ sorts }) => sorts).map(({ name }) => name)
  const asked = query.get('sort') ?? ''
  const filters = desk.filters.map(({ name, options }) => {
    const asked = [query.get(name) ?? '', linkToken(query.get(name))]
    return [name, options().find(({ value }) => asked.includes(value))?.value ?? ''] as const
  })
  return {
    filters: Object.fromEntries(filters.filter(([, value]) => value)),
    search: desk.search ? textIn(query, 'search') : '',
    sort: sortable.includes(asked) ? asked : desk.order,
    descending: query.has('order') ? query.get('order') === 'down' : Boolean(desk.newestFirst),
    page: Math.min(Number(/^[1-9]\d{0,3}$/.exec(query.get('page') ?? '')?.[0] ?? 1), 1000),
  }
}
