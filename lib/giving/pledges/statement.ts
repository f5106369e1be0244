/** Reads bank statements. No incoming payment is left out silently. Pure. */
import { createHash } from 'node:crypto'
import { type Currency, decimals, type Money } from '#lib/platform/money.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { toAsciiDigits } from '#lib/platform/typed-text.ts'
import { type StatementLayout, statementLayout } from '#lib/site/content/giving-schema.ts'
import { type Row, readTables, type Table } from './statement-file.ts'

export type StatementLine = {
  /** Fingerprint: the same line of an overlapping statement has the same one. */
  id: string
  /** The start of `id`, for people to type. */
  code: string
  /** Year-month-day. */
  day: string
  money: Money
  text: string
}

/** `unreadable`: rows with an amount that could not be read whole. */
export type Statement = { layout: StatementLayout; lines: StatementLine[]; unreadable: string[] }

/** `sentence` for the office. `candidates`: what could be the headings, if the layout is not known. */
export type StatementFailure = { kind: 'no-table' | 'unknown-layout'; sentence: string; candidates: ColumnProposal[] }

const headingKey = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, '') || text.trim()

/** Above and below the table, and for columns that it does not name, anything may stand. */
const headingsOf = ({ date, text, received, direction, also }: StatementLayout) =>
  [date, ...text, received, ...(direction ? [direction] : []), ...(also ?? [])].map(headingKey)

/** @param bytes of a file as the bank sends it */
export function readStatement(
  bytes: Uint8Array,
  layouts: readonly StatementLayout[],
): Result<Statement, StatementFailure> {
  const tables = readTables(bytes)
  if (!tables.ok) return failure({ kind: 'no-table', sentence: tables.failure, candidates: [] })
  const best = bestOf(tables.value, layouts)
  if (best) return success(best)
  return failure({
    kind: 'unknown-layout',
    sentence: 'No row of this file has the headings of a known statement.',
    candidates: proposeColumns(tables.value),
  })
}

/** Layouts of several banks can have the same headings, and write days in another way. */
const bestOf = (tables: readonly Table[], layouts: readonly StatementLayout[]): Statement | undefined =>
  tables
    .flatMap((table) => layouts.flatMap((layout) => readWith(table, layout) ?? []))
    .sort((a, b) => a.unreadable.length - b.unreadable.length || b.lines.length - a.lines.length)[0]

const isRule = ({ cells }: Row) => cells.every((cell) => /^[*=_~\-–—\s]*$/.test(cell))

/** Null if no row has the headings. Where they are repeated, as on a new page or sheet, they count from there on. */
function readWith({ rows, isText }: Table, layout: StatementLayout): Statement | null {
  const wanted = headingsOf(layout)
  const lines: StatementLine[] = []
  const unreadable: string[] = []
  const alike = new Map<string, number>()
  let headings: string[] | null = null
  for (const row of rows) {
    const keys = row.cells.map(headingKey)
    if (wanted.every((key) => keys.includes(key))) headings = keys.slice(0, keys.findLastIndex(Boolean) + 1)
    else if (headings && !isRule(row)) {
      const read = readRow(row, headings, layout, isText)
      if (read === 'unreadable') unreadable.push(`row ${row.number}: ${row.cells.join(', ')}`)
      if (typeof read === 'string') continue
      const same = JSON.stringify([layout.currency, read.day, read.amount, read.text])
      // Two equal payments on one day are two payments. Statements contain whole days, so their numbers are the same in an overlapping one.
      const number = (alike.get(same) ?? 0) + 1
      alike.set(same, number)
      const id = createHash('sha256').update(`${same}${number}`).digest('hex').slice(0, 32)
      const money = { amount: read.amount, currency: layout.currency }
      lines.push({ id, code: id.slice(0, 8).toUpperCase(), day: read.day, money, text: read.text })
    }
  }
  return headings && { layout, lines, unreadable }
}

function readRow({ cells }: Row, headings: readonly string[], layout: StatementLayout, isText: boolean) {
  const { currency, dates } = layout
  const cell = (column: string) => cells[headings.indexOf(headingKey(column))] ?? ''
  // A comma or line break without quotes has moved the cells: what stands under a heading is not its own.
  const isMoved = isText && (cells.length < headings.length || cells.findLastIndex(Boolean) >= headings.length)
  if (isMoved && cells.some((text) => isIncoming(text, currency)) && cells.some((text) => readDay(text, dates)))
    return 'unreadable'
  const amount = readAmount(cell(layout.received), currency)
  if (amount !== 'unreadable' && amount <= 0) return 'outgoing'
  const direction = layout.direction === undefined ? 'in' : readDirection(cell(layout.direction))
  if (direction === 'out') return 'outgoing'
  const day = readDay(cell(layout.date), dates)
  if (amount === 'unreadable' || day === null || direction === null) return 'unreadable'
  return { day, amount, text: layout.text.map(cell).filter(Boolean).join(' ') }
}

const readDirection = (cell: string) =>
  /^(?:cr?|credit)\.?$/i.test(cell) ? 'in' : /^(?:dr?|debit)\.?$/i.test(cell) ? 'out' : null

const isIncoming = (cell: string, currency: Currency) => {
  const amount = readAmount(cell, currency)
  return amount !== 'unreadable' && amount > 0
}

/** A row that could be the headings of a table, and the rows below it with a day and an amount. Only those columns that they suggest. */
export type ColumnProposal = {
  headings: string[]
  rows: string[][]
  columns: Partial<Pick<StatementLayout, 'date' | 'text' | 'received' | 'direction' | 'dates'>>
}

/** The likeliest first. */
function proposeColumns(tables: readonly Table[]): ColumnProposal[] {
  return tables
    .flatMap(({ rows }) => proposalIn(rows.filter((row) => !isRule(row))) ?? [])
    .sort((a, b) => b.headings.length - a.headings.length)
}

const isDay = (cell: string) => isDayIn('D/M/Y')(cell) || isDayIn('M/D/Y')(cell)
const isDayIn = (format: StatementLayout['dates']) => (cell: string) => readDay(cell, format) !== null
/** Without a currency nothing but the number of cents differs. */
const isAmount = (cell: string) => isIncoming(cell, '')

const isPayment = ({ cells }: Row) => cells.some(isDay) && cells.some(isAmount)

/** Headings are the nearest row of words above a row with a day and an amount. */
function proposalIn(rows: readonly Row[]): ColumnProposal | null {
  const isOfWords = ({ cells }: Row) =>
    cells.filter(Boolean).length >= 3 && !cells.some((cell) => isDay(cell) || isAmount(cell))
  const words = rows.findIndex(isOfWords)
  const first = words < 0 ? 0 : rows.findIndex((row, index) => index > words && isPayment(row))
  const at = rows.slice(0, Math.max(0, first)).findLastIndex(isOfWords)
  const headings = rows[at]?.cells
  if (!headings) return null
  const payments = rows
    .slice(at + 1)
    .filter(isPayment)
    .map(({ cells }) => cells)
  /** The heading of the first column that is named so, and has such a cell. */
  const column = (names: readonly RegExp[], fits: (cells: string[]) => boolean) =>
    names.flatMap((name) =>
      headings.filter(
        (heading, index) => name.test(heading) && fits(payments.map((cells) => cells[index] ?? '').filter(Boolean)),
      ),
    )
  const [date] = column([/^(?!value).*(?:date|dt)\b/i, /dat|dt\b/i, /./], (cells) => cells.some(isDay))
  const out = /debit|withdraw|paid out|balance|\bbal\b|\bdr\b/i
  const [received] = column([/deposit|credit|received|paid in|money in|\bcr\b/i, /amount/i], (cells) =>
    cells.some(isAmount),
  ).filter((heading) => !out.test(heading))
  const [direction] = column([/./], (cells) => cells.length > 0 && cells.every(readDirection))
  const text = column(
    [/narration|descri|particular|remark|detail|memo|payee|name|\bref|ch(?:e)?q|check/i],
    (cells) => !cells.some(isDay),
  )
  const dates = date === undefined ? undefined : datesOf(payments.map((cells) => cells[headings.indexOf(date)] ?? ''))
  return {
    headings,
    rows: payments,
    columns: {
      ...(date && { date }),
      ...(text.length > 0 && { text }),
      ...(received && { received }),
      ...(received && /amount/i.test(received) && direction && { direction }),
      ...(dates && { dates }),
    },
  }
}

/** In which order a file writes days. */
export const dateFormats = ['Y-M-D', 'D MMM Y', 'D/M/Y', 'M/D/Y'] as const satisfies StatementLayout['dates'][]

const fittingFormats = (cells: readonly string[]) =>
  dateFormats.filter((format) => cells.filter(isDay).every(isDayIn(format)))

/** Undefined where both readings of 05/11/2026 are possible. */
function datesOf(cells: readonly string[]): StatementLayout['dates'] | undefined {
  const fitting = fittingFormats(cells)
  return fitting.join() === 'D/M/Y,M/D/Y' ? undefined : fitting[0]
}

/** What a person says of a file: its columns, and whose statements have them. `dates` where the days do not say it. */
export type LayoutAnswer = Partial<Omit<StatementLayout, 'id' | 'also'>>

/** The layout, if the file can be read with it. The failure is a sentence for the office. */
export function newLayout(
  bytes: Uint8Array,
  layouts: readonly StatementLayout[],
  answer: LayoutAnswer,
): Result<StatementLayout, string> {
  const unsaid = (['date', 'text', 'received', 'currency', 'about'] as const).filter((key) => !answer[key]?.length)
  if (unsaid.length > 0) return failure(`Say also ${unsaid.map((key) => `${key}=…`).join(' and ')}.`)
  const tables = readTables(bytes)
  if (!tables.ok) return failure(tables.failure)
  const known = bestOf(tables.value, layouts)
  if (known && known.lines.length > 0 && known.unreadable.length === 0)
    return failure(`This file can be read already, as: ${known.layout.about}.`)
  const name =
    answer.about
      ?.toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('-') ?? 'bank'
  const ids = layouts.map(({ id }) => id)
  const id = [name, ...ids.map((_, index) => `${name}-${index + 2}`)].find((free) => !ids.includes(free))
  const parsed = statementLayout.safeParse({ dates: 'D/M/Y', ...answer, id })
  if (!parsed.success)
    return failure(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}.`).join(' '))
  const [proposal] = proposeColumns(tables.value)
  if (!proposal || !bestOf(tables.value, [parsed.data]))
    return failure(
      `No row has all of these headings.${proposal ? ` The row that could be the headings has: ${proposal.headings.filter(Boolean).join(', ')}.` : ''}`,
    )
  const { direction, received } = proposal.columns
  if (direction && received === answer.received && !answer.direction)
    return failure(`The column ${direction} says what came in and what went out. Add direction=${direction}.`)
  const { date } = parsed.data
  const place = proposal.headings.findIndex((heading) => headingKey(heading) === headingKey(date))
  const days = proposal.rows.map((cells) => cells[place] ?? '')
  const dates = answer.dates ?? datesOf(days)
  if (!dates)
    return failure(
      'The days can be read in two ways. Add dates=D/M/Y if 05/11/2026 is 5 November, dates=M/D/Y if it is 11 May.',
    )
  if (!fittingFormats(days).includes(dates))
    return failure(`The days in the column ${date} are not written as ${dates}.`)
  const layout = { ...parsed.data, dates }
  return bestOf(tables.value, [layout])?.lines.length
    ? success(layout)
    : failure(`No row has a day in the column ${date} and an incoming amount in the column ${layout.received}.`)
}

/** In the smallest unit; 0 for an empty cell, negative for outgoing payments: "1,00,000.00", "$12.50", "(5.00)", "500.00 Dr". */
export function readAmount(cell: string, currency: Currency): number | 'unreadable' {
  const written = toAsciiDigits(cell)
    .replace(new RegExp(`^(?:rs\\.?|(?:us)?\\p{Sc}|${currency})\\s*|\\s*(?:${currency}|cr\\.?)$`, 'giu'), '')
    .trim()
  if (/^[-–]?$/.test(written)) return 0
  const isOut = /^[-(−]|\bdr\.?$|-$/i.test(written)
  const [, whole = '', cents = ''] =
    /^[-+(−]?\s*\p{Sc}?\s*(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d{1,3}))?\)?\s*(?:dr\.?|-)?$/iu.exec(written) ?? []
  const places = decimals(currency)
  const digits = whole.replaceAll(',', '') + cents.padEnd(places, '0')
  if (!whole || cents.length > places || digits.length > 12) return 'unreadable'
  return isOut ? -Number(digits) : Number(digits)
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Null if it is not a day of the calendar. `format` decides in which order digits are read; a year of four digits in front, or the name of a month, says
 * it by itself. A time after the day is left out.
 */
export function readDay(cell: string, format: StatementLayout['dates']): string | null {
  const [first = '', second = '', third = ''] = toAsciiDigits(cell)
    .replace(/[\sT,]+\d{1,2}:\d{2}.*$/s, '')
    .split(/[/.,\s-]+/)
  const isName = (part: string) => /^\p{L}{3}/u.test(part)
  let order: string[] = []
  if (/^\d{4}$/.test(first)) order = [first, second, third]
  else if (format === 'Y-M-D') return null
  else if (isName(first) || (format === 'M/D/Y' && !isName(second))) order = [third, first, second]
  else if (isName(second) || format === 'D/M/Y') order = [third, second, first]
  const [year = '', named = '', day = ''] = order
  const month = isName(named) ? String(months.indexOf(named.slice(0, 3).toLowerCase()) + 1) : named
  if (!/^(?:\d{2}|\d{4})$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return null
  const written = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const read = new Date(`${written}T00:00:00Z`)
  return Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== written ? null : written
}
