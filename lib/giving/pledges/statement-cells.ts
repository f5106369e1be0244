/** Reads the amounts and days that banks and the office write. Pure, and without the packages that read files. */
import { createHash } from 'node:crypto'
import { type Currency, parseBankAmount } from '#lib/platform/money.ts'
import { toAsciiDigits } from '#lib/platform/typed-text.ts'
import { currencyTerms } from '#lib/site/content/currencies.ts'
import type { StatementLayout } from '#lib/site/content/giving-schema.ts'

/** In the smallest unit; 0 for an empty cell, negative for outgoing payments. The sign of another currency is unreadable. */
export const readAmount = (cell: string, currency: Currency): number | 'unreadable' =>
  parseBankAmount(cell, currencyTerms(currency)) ?? 'unreadable'

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

export const isDayIn = (format: StatementLayout['dates']) => (cell: string) => readDay(cell, format) !== null
export const isDay = (cell: string) => isDayIn('D/M/Y')(cell) || isDayIn('M/D/Y')(cell)

/** Whether the cents stand behind a comma, as they do in no amount with a decimal point. */
export const hasDecimalComma = (cell: string) => /^\D{0,8}(?:\d+|\d{1,3}(?:[. '’]\d{3})+),\d\d\D{0,8}$/.test(cell)
/** 1,234.56 · 1,234 · 12.5, but not 1.234, which can stand in a column of either kind. */
const hasDecimalPoint = (cell: string) => /^\D{0,8}\d[\d, '’]*(?:,\d{3}|\.\d\d?)\D{0,8}$/.test(cell)

/**
 * Gives columns with decimal commas decimal points; `rows` say which those are. A column with amounts of both kinds stays as it is: its decimal commas
 * cannot be read.
 */
export function decimalPoints<Row extends { cells: string[] }>(rows: readonly Row[]): (row: Row) => Row {
  const columnsWith = (fits: (cell: string) => boolean) =>
    new Set(rows.flatMap(({ cells }) => cells.flatMap((cell, column) => (fits(cell) ? [column] : []))))
  const commas = columnsWith(hasDecimalComma)
  if (commas.size === 0) return (row) => row
  const points = columnsWith(hasDecimalPoint)
  const exchange = (cell: string, column: number) =>
    commas.has(column) && !points.has(column) && hasDecimalComma(cell)
      ? cell.replace(/(?<=\d)[.,](?=\d)/g, (mark) => (mark === '.' ? ',' : '.'))
      : cell
  return (row) => ({ ...row, cells: row.cells.map(exchange) })
}

const accountLabel =
  /(?:(?<![\p{L}\d])(?:a\/c|acc(?:oun)?t)\.?(?:\s*(?:no|num|number|#))?[\s.:#()_"'=,-]*|(?<![\p{L}\d])(?=[x*•]{2}))([x*•\d][x*•\d\s-]{2,30}\d)(?![\d/])/giu

/** The numbers of accounts that a row names: "A/C No: 0012 3456", "Account XX1234". */
export const accountsIn = ({ cells }: { cells: readonly string[] }): string[] =>
  [...cells.filter(Boolean).join(' ').matchAll(accountLabel)].flatMap(([, number = '']) =>
    isDay(number.trim()) ? [] : number.replace(/[\s-]/g, '').replace(/^[x*•]+/i, 'X'),
  )

/** Identifies a line. `code`: the first characters of the id, short enough to type. */
export function fingerprint(text: string): { id: string; code: string } {
  const id = createHash('sha256').update(text).digest('hex').slice(0, 32)
  return { id, code: id.slice(0, 8).toUpperCase() }
}
