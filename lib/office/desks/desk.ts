/**
 * A desk of the office is a query and typed columns: heading, cell, order and value in the file of a column stand together. Lists, pages, sorting,
 * filters and downloads follow from them; the same pages render every desk.
 */
import { setImmediate as otherWork } from 'node:timers/promises'
import { type FormFault, textOf } from '#lib/contact/forms/form.ts'
import { writeLog } from '#lib/office/access/log.ts'
import type { Session } from '#lib/office/access/session.ts'
import type { Role } from '#lib/office/access/staff.ts'
import { type Cell as CsvCell, csv } from '#lib/platform/csv.ts'
import { dayInWords, isDay } from '#lib/platform/dates.ts'
import type { Messages } from '#lib/platform/messages/texts.ts'
import { idsByKey, type KeyPart, type Part, type Select } from '#lib/platform/store/keyed.ts'
import { linkToken } from '#lib/platform/typed-text.ts'

export type Word = keyof Messages['office']
export type Choice = { value: string; label: string }

/** `moment`: ISO 8601. */
export type Cell = string | { moment: string }
/** `id`: of its page; null if it has none. `cells`: by column. `subject`: for the log. `tick`: the row can be chosen, under this name. */
export type ListRow = {
  id: string | null
  subject: string
  cells: Readonly<Record<string, Cell>>
  late: boolean
  tick?: { label: string; checked: boolean } | undefined
}

export type ListQuery = {
  filters: Readonly<Record<string, string>>
  /** What each filter can be. */
  choices: Readonly<Record<string, readonly Choice[]>>
  search: string
  /** A sortable column. */
  sort: string
  descending: boolean
  /** The id of the row just before the page, or of the row just after it. */
  after: string | null
  before: string | null
}

/** Drawn above the list. `isInTime`: from left to right, as columns. `share`: of the largest. */
export type Chart = {
  title: string
  isInTime: boolean
  parts: readonly { label: string; value: string; share: number }[]
}

/** `previous`: the first row of this page, if rows come before it; `next`: the last row, if more follow. */
export type ListPart = {
  charts?: readonly Chart[] | undefined
  rows: readonly ListRow[]
  previous: string | null
  next: string | null
}

export type FormSpec = {
  /** Also names what it does in the log. */
  intent: string
  submit: Word
  /** A second button, which sends `more` and records nothing. */
  more?: Word
  /** With a heading, the form is collapsed at first. */
  heading?: Word
  /** Shown above the button. */
  notes?: readonly string[]
  /** Sent along as the form was first shown. */
  hidden?: Readonly<Record<string, string>>
  fields?: readonly {
    name: string
    /** Or the question itself. */
    label: Word | { text: string }
    /** The legend around it and its neighbours in the same group. */
    group?: string
    hint?: string | undefined
    kind: 'line' | 'text' | 'day' | 'one' | 'many' | 'file'
    optional?: true
    value?: string
    options?: readonly Choice[]
  }[]
}

type Link = { label: Word; href: string }

/** `href`: of what the row is about. */
type Section = {
  title: Word
  columns: readonly Word[]
  rows: readonly { href?: string | undefined; cells: readonly Cell[] }[]
}

export type Detail = {
  title: string
  links?: readonly Link[]
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
 * typed. `open`: done; the entry of the same desk to show next. `ask`: what is asked before it is done, with what was typed; each of the `ticks` needs a tick of its own. `again`: the page
 * of the same desk on which the form goes on, with what was typed and what is `said` about it.
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
  | { ask: string; ticks: readonly string[] }
  | { open: string }
  | { again: string; said: string }
  | { file: string; lines: AsyncIterable<string> }

export type Action = {
  roles: readonly Role[]
  /** @param subject of the form: the token has proved that it was offered to this session. */
  run(session: Session, subject: string, posted: Posted, intent: string): Promise<Outcome>
}

/** @param asked untrusted: the value in the address of the page. */
type Options = (asked: string) => readonly Choice[] | Promise<readonly Choice[]>
/** `day`: any day, instead of options. `isRequired`: the first option unless another is chosen. */
type Filter = { name: string; label: Word } & ({ options: Options; isRequired?: true } | { kind: 'day' })

type Shared = {
  title: Word
  roles: readonly Role[]
  /** The list names nobody, so looking at it is not logged. */
  isNameless?: true
  /** Above the list. */
  links?: readonly Link[]
  filters: readonly Filter[]
  search?: Word
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

export type Desk = Shared & {
  columns: readonly { name: string; heading: Word; sorts: boolean }[]
  /** The column by which the list is sorted at first; with `newestFirst` in descending order. */
  sortedBy: string
  newestFirst: boolean
  list(query: ListQuery, session: Session): Promise<ListPart>
}

/** A column of the list (`heading`, `cell`), of the file (`csv`, its heading there), or of both. */
type Column<Row> = {
  heading?: Word
  cell(row: Row, session: Session): Cell
  csv?: string
  /** The value in the file, if it is not the text of the cell. */
  value?(row: Row): CsvCell
  /** Sorts the list by this column. Rows that are equal in it are sorted by the key of the list. */
  sort?: readonly KeyPart[]
  /** The same for a list in memory. */
  by?(row: Row): readonly (string | number)[]
}

type InSql<Tables, Names extends keyof Tables, Row> = {
  /** All rows of the list, from one table that has an index for each order. Otherwise `steps` is from such a table. */
  all(): Promise<Select<Tables, Names>>
  /** Fewer rows, if an index has them in the order of the list, or if they are so few that they are sorted. */
  steps?(all: Select<Tables, Names>, query: ListQuery): Select<Tables, Names> | Promise<Select<Tables, Names>>
  /** The rows that fit the filters and the search. */
  matching(all: Select<Tables, Names>, query: ListQuery): Select<Tables, Names> | Promise<Select<Tables, Names>>
  /** The column that identifies a row. */
  id: string
  /** Sorts rows that are otherwise equal, in an order that makes sense to people, such as time and reference. */
  key: readonly KeyPart[]
  /** Whole rows, in any order. @param ids at least one. */
  read(ids: readonly string[]): Promise<readonly Row[]>
}

type Spec<Row> = Shared & {
  columns: Readonly<Record<string, Column<Row>>>
  sortedBy: string
  newestFirst?: true
  idOf(row: Row): string
  /** Rows have no page. */
  isClosed?: true
  late?(row: Row, session: Session): boolean
  charts?(rows: readonly Row[], query: ListQuery): readonly Chart[]
  ticked?(row: Row): ListRow['tick']
  /** A download of the filtered list. */
  file?: Pick<FormSpec, 'submit'> & {
    name: string
    filters?: Readonly<Record<string, string>>
    /** Further columns for answers: the usual ones and those of the first rows. The last column holds all other answers. */
    answers?: { usual(): readonly string[]; of(row: Row): Readonly<Record<string, string>> }
  }
}

export const rowsPerPage = 50
/** Rows that a file reads at a time. */
const rowsPerPiece = 1000

/** A desk whose list is in the database. */
export const deskInSql = <Tables, Names extends keyof Tables, Row>(
  spec: Spec<Row> & InSql<Tables, Names, Row>,
): Desk => {
  async function idsOf(query: ListQuery, asked: Part): Promise<string[]> {
    const all = await spec.all()
    const [steps, matching] = [await spec.steps?.(all, query), await spec.matching(all, query)]
    const key = [...(spec.columns[query.sort]?.sort ?? []), ...spec.key]
    return idsByKey({ all, steps, matching, id: spec.id, key }, asked)
  }
  async function rowsOf(ids: readonly string[]): Promise<Row[]> {
    if (ids.length === 0) return []
    const rows = new Map((await spec.read(ids)).map((row) => [spec.idOf(row), row]))
    return ids.flatMap((id) => rows.get(id) ?? [])
  }
  return deskOf(spec, {
    async page(query) {
      const { after, before } = query
      const isBack = before !== null
      const descending = query.descending !== isBack
      const ids = await idsOf(query, { after: before ?? after, descending, limit: rowsPerPage + 1 })
      const hasMore = ids.length > rowsPerPage
      const shown = isBack ? ids.slice(0, rowsPerPage).toReversed() : ids.slice(0, rowsPerPage)
      const [hasPrevious, hasNext] = isBack ? [hasMore, true] : [after !== null, hasMore]
      return {
        rows: await rowsOf(shown),
        previous: hasPrevious ? (shown[0] ?? null) : null,
        next: hasNext ? (shown.at(-1) ?? null) : null,
      }
    },
    async *pieces(query) {
      for (let after: string | null = null; ; ) {
        const { descending } = query
        const ids: string[] = await idsOf(query, { after, descending, limit: rowsPerPiece })
        await otherWork()
        const rows = await rowsOf(ids)
        await otherWork()
        yield rows
        after = ids.at(-1) ?? null
        if (ids.length < rowsPerPiece) return
      }
    },
  })
}

const compare = (a: readonly (string | number)[], b: readonly (string | number)[]): number => {
  const place = a.findIndex((value, index) => value !== b[index])
  return place < 0 ? 0 : (a[place] ?? '') < (b[place] ?? '') ? -1 : 1
}

/** A desk with a list that is short, or encrypted as a whole. `rows`: those that fit the filters and the search. */
export const deskInMemory = <Row>(
  spec: Spec<Row> & { rows(query: ListQuery, session: Session): Promise<readonly Row[]> },
): Desk =>
  deskOf(spec, {
    async page(query, session) {
      const by = spec.columns[query.sort]?.by
      const found = await spec.rows(query, session)
      const sorted = by ? found.toSorted((a, b) => compare(by(a), by(b))) : found
      const rows = query.descending ? sorted.toReversed() : sorted
      const placeOf = (id: string | null) => rows.findIndex((row) => spec.idOf(row) === id)
      const start = query.before === null ? placeOf(query.after) + 1 : Math.max(0, placeOf(query.before) - rowsPerPage)
      const shown = rows.slice(start, start + rowsPerPage)
      const ids = shown.map(spec.idOf)
      return {
        rows: shown,
        previous: start > 0 ? (ids[0] ?? null) : null,
        next: start + shown.length < rows.length ? (ids.at(-1) ?? null) : null,
      }
    },
    async *pieces(query, session) {
      yield await spec.rows(query, session)
    },
  })

type Source<Row> = {
  page(query: ListQuery, session: Session): Promise<Omit<ListPart, 'rows'> & { rows: readonly Row[] }>
  pieces(query: ListQuery, session: Session): AsyncIterable<readonly Row[]>
}

function deskOf<Row>(spec: Spec<Row>, { page, pieces }: Source<Row>): Desk {
  const { idOf, isClosed, late, ticked, charts, file, newestFirst = false, ...shared } = spec
  const inList = Object.entries(spec.columns).flatMap(([name, column]) =>
    column.heading ? [{ name, ...column, heading: column.heading }] : [],
  )

  async function* lines(query: ListQuery, session: Session): AsyncGenerator<string> {
    const columns = Object.values(spec.columns).filter(({ csv: heading }) => heading !== undefined)
    const { answers } = file ?? {}
    let names: Set<string> | null = null
    for await (const rows of pieces(query, session)) {
      const answered = rows.map((row) => answers?.of(row) ?? {})
      const heading = names === null
      names ??= new Set([...(answers?.usual() ?? []), ...answered.flatMap(Object.keys)])
      const known = names
      const rest = (given: Readonly<Record<string, string>>) =>
        Object.entries(given).flatMap(([name, answer]) => (known.has(name) ? [] : [`${name}: ${answer}`]))
      const cells = rows.map((row, index) => [
        ...columns.map(({ cell, value }) => (value ? value(row) : textOfCell(cell(row, session)))),
        ...(answers
          ? [...Array.from(known, (name) => answered[index]?.[name] ?? ''), rest(answered[index] ?? {}).join('\n')]
          : []),
      ])
      const headings = [
        ...columns.map(({ csv: heading = '' }) => heading),
        ...(answers ? [...known, 'other answers'] : []),
      ]
      yield csv([...(heading ? [headings] : []), ...cells])
    }
  }

  const desk: Desk = {
    ...shared,
    columns: inList.map(({ name, heading, sort, by }) => ({ name, heading, sorts: Boolean(sort ?? by) })),
    newestFirst,
    async list(query, session) {
      const { rows, ...places } = await page(query, session)
      const shown = rows.map((row) => ({
        id: isClosed ? null : idOf(row),
        subject: idOf(row),
        cells: Object.fromEntries(inList.map(({ name, cell }) => [name, cell(row, session)])),
        late: late?.(row, session) ?? false,
        tick: ticked?.(row),
      }))
      return { rows: shown, ...places, charts: charts?.(rows, query) }
    },
    ...(file && {
      forms: [...(spec.forms ?? []), { intent: `${file.name}.export`, submit: file.submit }],
      actions: {
        ...spec.actions,
        [`${file.name}.export`]: {
          roles: spec.roles,
          async run(session, _, { query }, action) {
            const asked = await readQuery(desk, new URLSearchParams(textOf(query)))
            const filters = { ...asked.filters, ...file.filters }
            await writeLog(session.staff, { action, details: filters })
            return { file: `${file.name}.csv`, lines: lines({ ...asked, filters }, session) }
          },
        },
      },
    }),
  }
  return desk
}

const textOfCell = (cell: Cell) => (typeof cell === 'string' ? cell : cell.moment)

/** "2026-11-22" -> "22 Nov 2026" */
export const shortDay = (day: string) => dayInWords(day, 'en-GB', { short: true })
export const choices = (values: readonly string[], labelOf: (value: string) => string = inWords): Choice[] =>
  values.map((value) => ({ value, label: labelOf(value) }))
/** date-given -> Date given, one-off -> One-off, upi -> UPI */
export const inWords = (name: string) =>
  name === 'upi' ? 'UPI' : name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/-(?!off$)/g, ' ')

/** Whether somebody with these roles may enter. */
export const mayEnter = ({ roles: own }: Pick<Session, 'roles'>, needed: readonly Role[]) =>
  own.some((role) => needed.includes(role))

const typedIn = (query: URLSearchParams, name: string) => (query.get(name) ?? '').trim().slice(0, 100)

/** The list that a URL asks for, without anything that is not allowed. @param query untrusted. */
export async function readQuery(desk: Desk, query: URLSearchParams): Promise<ListQuery> {
  const sortable = desk.columns.filter(({ sorts }) => sorts).map(({ name }) => name)
  const sort = query.get('sort') ?? ''
  const choices: Record<string, readonly Choice[]> = {}
  const filters: Record<string, string> = {}
  for (const { name, ...filter } of desk.filters) {
    const asked = [query.get(name) ?? '', linkToken(query.get(name))]
    if ('kind' in filter) {
      const day = asked.find(isDay)
      if (day) filters[name] = day
      continue
    }
    choices[name] = await filter.options(asked[1] ?? '')
    const chosen =
      choices[name].find(({ value }) => asked.includes(value)) ?? (filter.isRequired ? choices[name][0] : undefined)
    if (chosen) filters[name] = chosen.value
  }
  return {
    filters,
    choices,
    search: desk.search ? typedIn(query, 'search') : '',
    sort: sortable.includes(sort) ? sort : desk.sortedBy,
    descending: query.has('order') ? query.get('order') === 'down' : desk.newestFirst && !sortable.includes(sort),
    after: typedIn(query, 'after') || null,
    before: typedIn(query, 'before') || null,
  }
}
