/** Reads bank statements. No incoming payment is left out silently. Pure; lib/giving/pledges/bank-file.ts runs it in a worker. */
import type { Fault, Remark } from '#lib/giving/remark.ts'
import { now } from '#lib/platform/clock.ts'
import type { Currency, Money } from '#lib/platform/money.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { currencies, currencyTerms } from '#lib/site/content/currencies.ts'
import { dateFormats, type StatementLayout, statementLayout } from '#lib/site/content/giving-schema.ts'
import { accountsIn, fingerprint, hasDecimalComma, isDay, isDayIn, readAmount, readDay } from './statement-cells.ts'
import { beginsPayment, type Row, readTables, type Table } from './statement-file.ts'

export type StatementLine = {
  /** Fingerprint: the same line of an overlapping statement has the same one. */
  id: string
  /** The start of `id`, for people to type. */
  code: string
  /** Year-month-day. */
  day: string
  money: Money
  text: string
  /** The account that it came to; empty while that is not known. */
  account?: string
}

/** `accounts`: numbers of accounts above the table. `unreadable`: rows with an amount that could not be read whole, with the reason. */
export type Statement = { layout: StatementLayout; accounts: string[]; lines: StatementLine[]; unreadable: Remark[] }

/** `candidates`: what could be the headings, if the layout is not known. */
export type StatementFailure = { remark: Remark; candidates: ColumnProposal[] }

const headingKey = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, '') || text.trim()

/** Above and below the table, and for columns that it does not name, anything may stand. */
const headingsOf = ({ date, text, received, direction, also }: StatementLayout) =>
  [date, ...text, received, ...(direction ? [direction] : []), ...(also ?? [])].map(headingKey)

/** The day that is tomorrow nowhere yet. */
const today = () => new Date(now().getTime() + 14 * 3_600_000).toISOString().slice(0, 10)

/** @param bytes of a file as the bank sends it */
export function readStatement(
  bytes: Uint8Array,
  layouts: readonly StatementLayout[],
): Result<Statement, StatementFailure> {
  const tables = readTables(bytes)
  if (!tables.ok) return failure({ remark: tables.failure, candidates: [] })
  const best = bestOf(tables.value, layouts)
  if (best) return success(best)
  const candidates = proposeColumns(tables.value)
  return failure({ remark: { kind: candidates.length > 0 ? 'headingsUnknown' : 'daysMissing' }, candidates })
}

/** Layouts of several banks can have the same headings, and write days in another way. */
const bestOf = (tables: readonly Table[], layouts: readonly StatementLayout[]): Statement | undefined =>
  tables
    .flatMap((table) => {
      const keyed = table.rows.map((row) => ({ row, keys: row.cells.map(headingKey) }))
      return layouts.flatMap((layout) => readWith({ keyed, isText: table.isText }, layout) ?? [])
    })
    .sort((a, b) => a.unreadable.length - b.unreadable.length || b.lines.length - a.lines.length)[0]

const isRule = ({ cells }: Row) => cells.every((cell) => /^[*=_~\-–—\s]*$/.test(cell))

/** Why a row cannot be read. */
type Reason = 'amount' | 'currency' | 'day' | 'direction' | 'exchanged' | 'headings' | 'late' | 'moved'

type Keyed = { keyed: { row: Row; keys: string[] }[]; isText: boolean }

/** Null if no row has the headings. Where they are repeated, as on a new page or sheet, they count from there on. */
function readWith({ keyed, isText }: Keyed, layout: StatementLayout): Statement | null {
  const wanted = headingsOf(layout)
  const isHeadings = (keys: string[]) => layout.columns === undefined && wanted.every((key) => keys.includes(key))
  const named = Array.from({ length: layout.columns ?? 0 }, (_, index) => headingKey(nameOf(index)))
  if (
    layout.columns === undefined ? !keyed.some(({ keys }) => isHeadings(keys)) : !isWithoutHeadings({ keyed }, layout)
  )
    return null
  const unread: [Row, Reason][] = []
  const accounts = new Set<string>()
  const payments: (Payment & { row: Row })[] = []
  let headings: string[] | null = layout.columns === undefined ? null : named
  let isAbove = true
  for (const { row, keys } of keyed) {
    const isNew = isHeadings(keys)
    if (isNew) headings = headingsIn(row, keys)
    else if (headings !== null && headings !== named && looksLikeHeadings(row)) headings = []
    isAbove &&= !isNew && !(headings && isPayment(row))
    if (isAbove) for (const number of accountsIn(row)) accounts.add(number)
    if (isNew || !headings?.length) {
      if (isPayment(row)) unread.push([row, 'headings'])
    } else if (!isRule(row) && (headings !== named || row.cells.some((cell) => /\d/.test(cell)))) {
      const read = readRow(row, headings, layout, isText)
      if (typeof read === 'object') payments.push({ ...read, row })
      else if (read !== 'outgoing') unread.push([row, read])
    }
  }
  const lines: StatementLine[] = []
  const alike = new Map<string, number>()
  const doubt = doubtfulDays(payments)
  // Beside 12,50 nobody knows whether 1,234 is a thousand.
  const isMixed = unread.some(([{ cells }, reason]) => reason === 'amount' && cells.some(hasDecimalComma))
  const isDoubtful = (cell: string) => isMixed && /,\d{3}(?!.*\.)/.test(cell)
  for (const { row, day, amount, texts, account, written, received } of payments) {
    const reason = isDoubtful(received) ? 'amount' : doubt(day, written)
    if (reason) unread.push([row, reason])
    if (reason) continue
    const same = JSON.stringify([layout.currency, account, day, amount, texts.map(plainKey).filter(Boolean).sort()])
    // Two equal payments on one day are two payments. Statements contain whole days, so their numbers are the same in an overlapping one.
    const number = (alike.get(same) ?? 0) + 1
    alike.set(same, number)
    const money = { amount, currency: layout.currency }
    lines.push({ ...fingerprint(`${same}${number}`), day, money, text: texts.join(' ') })
  }
  const unreadable = unread
    .sort(([a], [b]) => a.number - b.number)
    .map(([{ number, cells }, why]): Remark => {
      return { kind: 'unreadableRow', row: String(number), cells: cells.join(', '), why }
    })
  return { layout, accounts: [...accounts], lines, unreadable }
}

/** Without empty ones at the end, and without a payment whose line break is lost. */
function headingsIn({ cells }: Row, keys: readonly string[]): string[] {
  const end = cells.findIndex((cell) => isDay(cell) || isAmount(cell))
  const own = keys.slice(0, end < 0 ? keys.length : end)
  return own.slice(0, own.findLastIndex(Boolean) + 1)
}

/** Column 1, where a file has no headings. */
const nameOf = (index: number) => `Column ${index + 1}`

/** A layout without headings fits a file that has none, and whose payments have a day and an amount in its columns. */
function isWithoutHeadings(
  { keyed }: Pick<Keyed, 'keyed'>,
  { columns, date, received, dates, currency }: StatementLayout,
) {
  const proposal = proposalIn(keyed.map(({ row }) => row))
  const place = (column: string) => proposal?.headings.indexOf(column) ?? -1
  return (
    proposal?.withoutHeadings &&
    proposal.headings.length === columns &&
    proposal.rows.every(
      (cells) =>
        readDay(cells[place(date)] ?? '', dates) !== null &&
        readAmount(cells[place(received)] ?? '', currency) !== 'unreadable',
    )
  )
}

/** What is left of a text when its layout, its capitals and the zeros in front of numbers, which spreadsheets remove, are gone. */
const plainKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')
    .replace(/^0$/, '')

type Payment = { day: string; written: string; received: string; amount: number; texts: string[]; account: string }

function readRow({ cells }: Row, headings: readonly string[], layout: StatementLayout, isText: boolean) {
  const { currency, dates } = layout
  const cell = (column: string) => cells[headings.indexOf(headingKey(column))] ?? ''
  const named = (names: RegExp) => cells[headings.findIndex((heading) => names.test(heading))] ?? ''
  // A comma or line break without quotes has moved the cells: what stands under a heading is not its own.
  const beyond = cells.slice(headings.length).some((text) => (isText ? text : isAmount(text)))
  const written = cell(layout.date)
  const isMoved = beyond || (isText && cells.length < headings.length)
  const isOdd = isText && written !== '' && !readDay(written, dates)
  const isWhole = () => cells.some((text) => isIncoming(text, currency)) && cells.some((text) => readDay(text, dates))
  if ((isMoved && beginsPayment.test(cells.join(','))) || ((isMoved || isOdd) && isWhole())) return 'moved'
  const received = cell(layout.received)
  const amount = readAmount(received, currency)
  if (amount !== 'unreadable' && amount <= 0) return 'outgoing'
  const direction = layout.direction === undefined ? 'in' : readDirection(cell(layout.direction))
  if (direction === 'out') return 'outgoing'
  const day = readDay(written, dates)
  if (amount === 'unreadable') return 'amount'
  if (day === null) return 'day'
  if (direction === null) return 'direction'
  const [code = ''] = /^[A-Z]{3}$/.exec(named(/^(?:\p{L}{0,11}currency(?:code)?|ccy|curr)$/u).toUpperCase()) ?? []
  if (code && code !== currency) return 'currency'
  const account = named(/^(?:account|acc?t|ac)(?:no|num|number)?$/).replace(/[^\dX*]/gi, '')
  return { day, written, received, amount, account, texts: layout.text.map(cell).filter(Boolean) }
}

const swapped = (day: string) => day.replace(/-(\d\d)-(\d\d)$/, '-$2-$1')
const isSwappable = (day: string) => day.slice(8) <= '12' && swapped(day) !== day

/**
 * Why a day is not what it seems. A spreadsheet that takes 05/11/2026 for 11 May leaves 25/11/2026 a text: real days stand beside texts. It also makes
 * days that have not come yet.
 */
function doubtfulDays(payments: readonly Payment[]) {
  const latest = today()
  const isReal = (written: string) => /^\d{4}-/.test(written)
  const isMixed =
    payments.some(({ written }) => isReal(written)) &&
    payments.some(({ written }) => /^\d{1,2}[-/. ]\d{1,2}[-/. ]/.test(written))
  const isExchanged = payments.some(({ day }) => day > latest && isSwappable(day) && swapped(day) <= latest)
  return (day: string, written: string): Reason | null => {
    const isDoubtful = isSwappable(day) && (isMixed ? isReal(written) : isExchanged && !/\p{L}{3}/u.test(written))
    return isDoubtful ? 'exchanged' : day > latest ? 'late' : null
  }
}

const readDirection = (cell: string) =>
  /^\(?(?:cr?|credit)\.?\)?$/i.test(cell) ? 'in' : /^\(?(?:dr?|debit)\.?\)?$/i.test(cell) ? 'out' : null

const isIncoming = (cell: string, currency: Currency) => {
  const amount = readAmount(cell, currency)
  return amount !== 'unreadable' && amount > 0
}

/**
 * A row that could be the headings of a table, and the rows below it with a day and an amount. Only those columns that they suggest. `withoutHeadings`: no row
 * can be, and they are Column 1, Column 2 …
 */
export type ColumnProposal = {
  headings: string[]
  rows: string[][]
  columns: Partial<Pick<StatementLayout, 'date' | 'text' | 'received' | 'direction' | 'dates'>>
  withoutHeadings?: true
}

/** The likeliest first. */
const proposeColumns = (tables: readonly Table[]): ColumnProposal[] =>
  tables.flatMap(({ rows }) => proposalIn(rows) ?? []).sort((a, b) => b.headings.length - a.headings.length)

const isAmount = (cell: string) => /\d/.test(cell) && currencies().some(({ code }) => isIncoming(cell, code))

const isPayment = ({ cells }: Row) => cells.some(isDay) && cells.some((cell) => !isDay(cell) && isAmount(cell))

const out = /debit|withdraw|paid out|balance|\bbal\b|\bdr\b/i
const into = /deposit|credit|received|paid in|money in|\bcr\b/i

const isOfWords = ({ cells }: Row) =>
  cells.filter(Boolean).length >= 3 && !cells.some((cell) => isDay(cell) || isAmount(cell))
const looksLikeHeadings = (row: Row) =>
  row.cells.some((cell) => /\bda(?:te|y)\b|\bdt\b/i.test(cell)) &&
  row.cells.some((cell) => out.test(cell) || into.test(cell) || /amount/i.test(cell)) &&
  isOfWords(row)

/** Headings are the nearest row of words above a row with a day and an amount. */
function proposalIn(all: readonly Row[]): ColumnProposal | null {
  const rows = all.filter((row) => !isRule(row))
  const words = rows.findIndex(isOfWords)
  const first = words < 0 ? 0 : rows.findIndex((row, index) => index > words && isPayment(row))
  const at = rows.slice(0, Math.max(0, first)).findLastIndex(isOfWords)
  const below = rows.slice(at + 1).filter(isPayment)
  const found = below.length > 0 ? below : rows.filter(({ cells }) => cells.length > 1 && cells.some(isDay))
  const payments = found.map(({ cells }) => cells)
  if (payments.length === 0) return null
  const written = rows[at]?.cells ?? []
  const has = (fits: (cell: string) => boolean) =>
    written.some((heading, index) => heading && payments.some((cells) => fits(cells[index] ?? '')))
  const withoutHeadings = below.length === 0 || !has(isDay) || !has((cell) => !isDay(cell) && isAmount(cell))
  const headings = withoutHeadings
    ? Array.from({ length: Math.max(...payments.map((cells) => cells.length)) }, (_, index) => nameOf(index))
    : written
  /** The heading of the first column that is named so, and has such a cell. */
  const column = (names: readonly RegExp[], fits: (cells: string[]) => boolean) =>
    names.flatMap((name) =>
      headings.filter(
        (heading, index) => name.test(heading) && fits(payments.map((cells) => cells[index] ?? '').filter(Boolean)),
      ),
    )
  const any = [/./]
  const [date] = column(withoutHeadings ? any : [/^(?!value).*(?:date|dt)\b/i, /dat|dt\b/i, /./], (cells) =>
    cells.some(isDay),
  )
  const isWritten = (cells: string[]) =>
    cells.some((cell) => isAmount(cell) && /\.\d\d\b/.test(cell)) && !cells.some(isDay)
  const [received] = withoutHeadings
    ? column(any, isWritten)
    : column([into, /amount/i], (cells) => cells.some(isAmount)).filter(
        (heading) => into.test(heading) || !out.test(heading),
      )
  const [direction] = column(any, (cells) => cells.length > 0 && cells.every(readDirection))
  const text = column(
    withoutHeadings ? any : [/narration|descri|particular|remark|detail|memo|payee|name|\bref|ch(?:e)?q|check/i],
    (cells) =>
      !cells.some(isDay) && (!withoutHeadings || (cells.some((cell) => /\p{L}/u.test(cell)) && !isWritten(cells))),
  )
  const dates = date === undefined ? undefined : datesOf(payments.map((cells) => cells[headings.indexOf(date)] ?? ''))
  return {
    headings,
    rows: payments,
    columns: {
      ...(date && { date }),
      ...(text.length > 0 && { text }),
      ...(received && { received }),
      ...(received && /amount|column/i.test(received) && direction && { direction }),
      ...(dates && { dates }),
    },
    ...(withoutHeadings && { withoutHeadings }),
  }
}

const fittingFormats = (cells: readonly string[]) =>
  dateFormats.filter((format) => cells.filter(isDay).every(isDayIn(format)))

/** Undefined where both readings of 05/11/2026 are possible. */
export function datesOf(cells: readonly string[]): StatementLayout['dates'] | undefined {
  const fitting = fittingFormats(cells)
  return fitting.join() === 'D/M/Y,M/D/Y' ? undefined : fitting[0]
}

/** What a person says of a file: its columns, and whose statements have them. `dates` where the days do not say it. */
export type LayoutAnswer = Partial<Omit<StatementLayout, 'id' | 'also'>>

/** The layout, if the file can be read with it. The failure names a field of the answer. */
export function newLayout(
  bytes: Uint8Array,
  layouts: readonly StatementLayout[],
  answer: LayoutAnswer,
): Result<StatementLayout, Fault> {
  const fault = (field: keyof LayoutAnswer | '', remark: Remark) => failure({ field, remark })
  const unsaid = (['date', 'text', 'received', 'currency', 'about'] as const).filter((key) => !answer[key]?.length)
  if (unsaid[0]) {
    const fields = unsaid.map((field): Remark => ({ kind: 'unsaidField', field }))
    return fault(unsaid[0], { kind: 'unsaid', fields })
  }
  const tables = readTables(bytes)
  if (!tables.ok) return fault('', tables.failure)
  const known = bestOf(tables.value, layouts)
  if (known && known.lines.length > 0 && known.unreadable.length === 0)
    return fault('', { kind: 'layoutKnown', about: known.layout.about })
  const name =
    answer.about
      ?.toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('-') ?? 'bank'
  const ids = layouts.map(({ id }) => id)
  const id = [name, ...ids.map((_, index) => `${name}-${index + 2}`)].find((free) => !ids.includes(free))
  const [proposal] = proposeColumns(tables.value)
  const columns = proposal?.withoutHeadings && { columns: proposal.headings.length }
  const parsed = statementLayout.safeParse({ dates: 'D/M/Y', ...answer, ...columns, id })
  if (!parsed.success) {
    const [field] = parsed.error.issues[0]?.path ?? []
    return fault(field as keyof LayoutAnswer, { kind: 'headingLong' })
  }
  const keys = proposal?.headings.map(headingKey) ?? []
  if (!proposal || !headingsOf(parsed.data).every((key) => keys.includes(key)))
    return fault('', { kind: 'headingsMissing', found: proposal?.headings.filter(Boolean).join(', ') ?? 'none' })
  const { direction } = proposal.columns
  if (direction && proposal.columns.received === answer.received && !answer.direction)
    return fault('direction', { kind: 'directionUnsaid', direction })
  const { date } = parsed.data
  const place = proposal.headings.findIndex((heading) => headingKey(heading) === headingKey(date))
  const days = proposal.rows.map((cells) => cells[place] ?? '')
  const dates = answer.dates ?? datesOf(days)
  if (!dates) return fault('dates', { kind: 'daysTwoWays' })
  if (!fittingFormats(days).includes(dates)) return fault('dates', { kind: 'daysOtherwise', date, dates })
  const layout = { ...parsed.data, dates }
  const { currency, received } = layout
  const cells = proposal.rows.map((row) => row[keys.indexOf(headingKey(received))] ?? '')
  const foreign = [received, ...cells].find((cell) => namesOther(cell, currency))
  if (foreign) return fault('currency', { kind: 'otherCurrency', cell: foreign, currency, received })
  return bestOf(tables.value, [layout])?.lines.length
    ? success(layout)
    : fault('received', { kind: 'paymentMissing', date, received })
}

/** Whether a cell or a heading has the sign or the code of another currency: Amount (Rs.), €50. */
function namesOther(text: string, own: Currency): boolean {
  const { sign, typed } = currencyTerms(own)
  const ours = [own, sign, ...typed].map((word) => word.toLowerCase())
  const theirs = currencies().flatMap((currency) => [currency.code, currency.sign, ...currency.typed])
  const words = new Set(theirs.map((word) => word.toLowerCase().replace(/\.$/, '')))
  return (text.toLowerCase().match(/[\p{L}\p{M}]*\p{Sc}|[\p{L}\p{M}]+/gu) ?? []).some(
    (word) => !ours.some((our) => our.replace(/\.$/, '') === word) && (/\p{Sc}/u.test(word) || words.has(word)),
  )
}
