/** The rows of files that were read, kept until their import is put away, or for a day. Their cells are encrypted: a file may have columns of which nothing is known, such as identity documents. */
import { setImmediate as otherWork } from 'node:timers/promises'
import { normalEmail } from '#lib/contact/forms/text.ts'
import type { ImportRow } from '#lib/giving/exchange/read-rows.ts'
import { openAtRest, sealAtRest } from '#lib/platform/signed.ts'
import { store } from '#lib/platform/store/index.ts'
import type { Verdict } from '#lib/platform/store/schema.ts'
import { telephoneTyped } from '#lib/platform/store/search.ts'

type Place = { import_id: string; number: number }
const placeOf = ({ import_id, number }: Place) => `${import_id}/${number}`
export const sealCells = (place: Place, text: string): string => sealAtRest('import-row', placeOf(place), text)

/** Read at a time, within some milliseconds. */
const rowsPerPiece = 500
/** The rows of a dry run, in the order of the file. `verdicts`: only those. */
export async function* stagedRows(id: string, verdicts?: readonly Verdict[]) {
  const { db } = await store()
  for (let after = 0; ; ) {
    const next = db
      .selectFrom('import_rows')
      .select(['import_id', 'number', 'verdict', 'why', 'text', 'reading'])
      .where('import_id', '=', id)
      .where('number', '>', after)
      .orderBy('number')
      .limit(rowsPerPiece)
    // Each by its index: SQLite would read the rows of all verdicts, of which these can be few.
    const found = verdicts
      ? await Promise.all(verdicts.map((verdict) => next.where('verdict', '=', verdict).execute()))
      : [await next.execute()]
    const rows = found
      .flat()
      .sort((one, other) => one.number - other.number)
      .slice(0, rowsPerPiece)
      .map((row) => {
        const cells = openAtRest('import-row', placeOf(row), row.text)
        return { ...row, text: cells.ok ? cells.value : '' }
      })
    if (rows.length > 0) yield rows
    after = rows.at(-1)?.number ?? 0
    if (rows.length < rowsPerPiece) return
    await otherWork()
  }
}

/** Whether a row is about a person. `reading`: of a row that can be brought in; the cells that are kept are cut off, it is not. @param who an e-mail address or a telephone number. */
export function isAbout(who: string): (row: { cells: readonly string[]; reading?: string }) => boolean {
  const telephone = telephoneTyped(who)
  const isOf = (cell: string) =>
    telephone ? telephoneTyped(cell.replace(/^'/, '')) === telephone : normalEmail(cell) === normalEmail(who)
  return ({ cells, reading }) => {
    const { email = '', answers = {} }: Partial<ImportRow> = JSON.parse(reading || '{}')
    return [email, answers.phone ?? '', ...cells].some(isOf)
  }
}
