/** CSV for spreadsheets, protected against formula injection. Pure. */

/** Characters that start a formula in a spreadsheet program, in half and full width, also after spaces; and cell or line separators. */
const startsFormula = /^\s*[=+\-@|%\t\r\n\uff1d\uff0b\uff0d\uff20]/

export type Cell = string | number

/** A leading quote makes it text: https://owasp.org/www-community/attacks/CSV_Injection. A number stays one, also below zero. */
export function csvCell(cell: Cell): string {
  if (cell === '') return '""'
  const text = String(cell)
  const harmless = typeof cell === 'string' && startsFormula.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

/** Rows of RFC 4180: every cell in quotes, lines end in CRLF. The first row of a table is its heading. */
export const csv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
