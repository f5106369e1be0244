/**
 * What a desk of the office is: its roles, the columns and filters of its list, and what is shown of one entry with the forms to change it. The pages
 * render any of them.
 */
import 'server-only'
import type { Session } from '#lib/office/access/session.ts'
import type { Role } from '#lib/office/access/staff.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import type { Messages } from '#lib/platform/messages/texts.ts'

export type Word = keyof Messages['office']
export type Choice = { value: string; label: string }

/** `id`: of its page; null if it has none. `moment`: ISO 8601. */
type Cell = string | { moment: string }
export type ListRow = { id: string | null; cells: readonly Cell[]; late?: boolean }

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
  fields?: readonly {
    name: string
    label: Word
    kind: 'line' | 'text' | 'day' | 'one' | 'many'
    value?: string
    options?: readonly Choice[]
  }[]
}

export type Detail = {
  title: string
  links?: readonly { label: Word; href: string }[]
  facts: readonly (readonly [label: string, value: Cell])[]
  quote?: string | undefined
  notes?: readonly { name: string; at: string; text: string }[]
  forms: readonly FormSpec[]
}

export type Posted = Readonly<Record<string, unknown>>

/** `done`, a file, or why not: each a word of the office. `gone`: done, and its subject is no longer there. */
export type Outcome =
  | 'done'
  | 'gone'
  | 'signed-out'
  | 'unchanged'
  | 'unknown-entry'
  | 'wrong-value'
  | 'last-admin'
  | { file: string; lines: AsyncIterable<string> }

export type Action = {
  roles: readonly Role[]
  /** @param subject of the form: the token has proved that it was offered to this session. */
  run(session: Session, subject: string, posted: Posted): Promise<Outcome>
}

export type Desk = {
  title: Word
  roles: readonly Role[]
  columns: readonly { name: string; heading: Word; sorts?: true }[]
  /** The column by which the list is sorted at first; `newestFirst`: from its end. */
  order: string
  newestFirst?: true
  filters: readonly { name: string; label: Word; options: () => readonly Choice[] }[]
  search?: Word
  list(query: ListQuery): Promise<ListRow[]>
  find?(id: string, session: Session): Promise<Detail | null>
  /** Those below the list. */
  forms?: readonly FormSpec[]
  /** What the forms do, by their intent. */
  actions?: Readonly<Record<string, Action>>
}

export const rowsPerPage = 50

export const words = () => textsIn().office
export const choices = (values: readonly string[], labelOf: (value: string) => string = inWords): Choice[] =>
  values.map((value) => ({ value, label: labelOf(value) }))
/** date-given -> Date given */
export const inWords = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')

/** Whether somebody with these roles may enter. */
export const mayEnter = ({ roles: own }: Pick<Session, 'roles'>, needed: readonly Role[]) =>
  own.some((role) => needed.includes(role))

const textIn = (query: URLSearchParams, name: string) => (query.get(name) ?? '').trim().slice(0, 100)

/** The list that an address asks for; what it cannot ask for is left out. @param query untrusted. */
export function readQuery(desk: Desk, query: URLSearchParams): ListQuery {
  const sortable = desk.columns.filter(({ sorts }) => sorts).map(({ name }) => name)
  const asked = query.get('sort') ?? ''
  const filters = desk.filters.map(({ name, options }) => {
    const value = query.get(name) ?? ''
    return [name, options().some((option) => option.value === value) ? value : ''] as const
  })
  return {
    filters: Object.fromEntries(filters.filter(([, value]) => value)),
    search: desk.search ? textIn(query, 'search') : '',
    sort: sortable.includes(asked) ? asked : desk.order,
    descending: query.has('order') ? query.get('order') === 'down' : Boolean(desk.newestFirst),
    page: Math.min(Number(/^[1-9]\d{0,3}$/.exec(query.get('page') ?? '')?.[0] ?? 1), 1000),
  }
}
