/** CSV for spreadsheets, protected against formula injection. */
import { setImmediate as otherWork } from 'node:timers/promises'

/** Characters that start a formula in a spreadsheet program, in half and full width, also after spaces; and cell or line separators. */
const startsFormula = /^\s*[=+\-@|%\t\r\n\uff1d\uff0b\uff0d\uff20]/

export type Cell = string | number

/** A leading quote makes it text: https://owasp.org/www-community/attacks/CSV_Injection. A number stays one, also below zero. */
function csvCell(cell: Cell): string {
  if (cell === '') return '""'
  const text = String(cell)
  const harmless = typeof cell === 'string' && startsFormula.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

/** Rows of RFC 4180: every cell in quotes, lines end in CRLF. The first row of a table is its heading. */
export const csv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')

/** The same piece by piece, with other work in between, because there may be any number. */
export async function* csvPieces(rows: Iterable<readonly Cell[]>): AsyncGenerator<string> {
  let piece: (readonly Cell[])[] = []
  for (const row of rows) {
    if (piece.push(row) < 500) continue
    yield csv(piece)
    piece = []
    await otherWork()
  }
  if (piece.length > 0) yield csv(piece)
}
