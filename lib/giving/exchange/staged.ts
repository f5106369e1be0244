/** The rows of files that were read, kept until their import is put away, or for a day. */
import { setImmediate as otherWork } from 'node:timers/promises'
import { normalEmail } from '#lib/contact/forms/text.ts'
import type { ImportRow } from '#lib/giving/exchange/read-rows.ts'
import { store } from '#lib/platform/store/index.ts'
import type { Verdict } from '#lib/platform/store/schema.ts'
import { telephoneTyped } from '#lib/platform/store/search.ts'

/** Read at a time, within some milliseconds. */
const rowsPerPiece = 500
/** The rows of a dry run, in the order of the file. `verdicts`: only those. @throws when the store fails. */
export async function* stagedRows(id: string, verdicts?: readonly Verdict[]) {
  const { db } = await store()
  for (let after = 0; ; ) {
    const next = db
      .selectFrom('import_rows')
      .select(['number', 'verdict', 'why', 'text', 'reading'])
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
    if (rows.length > 0) yield rows
    after = rows.at(-1)?.number ?? 0
    if (rows.length < rowsPerPiece) return
    await otherWork()
  }
}

/** What staged rows say about one person. @param who an e-mail address or a telephone number. @throws when the store fails. */
export async function stagedAbout(who: string): Promise<{ file: string; row: number; text: string }[]> {
  const telephone = telephoneTyped(who)
  const isOf = (cell: string) =>
    telephone ? telephoneTyped(cell.replace(/^'/, '')) === telephone : normalEmail(cell) === normalEmail(who)
  const { db } = await store()
  const found: { file: string; row: number; text: string }[] = []
  for (const { id, file } of await db.selectFrom('imports').select(['id', 'file']).execute())
    for await (const rows of stagedRows(id))
      for (const { number, text, reading } of rows) {
        // The text is cut off, the reading is not; only a row that can be brought in has one.
        const { email = '', answers = {} }: Partial<ImportRow> = JSON.parse(reading || '{}')
        if ([email, answers.phone ?? '', ...text.split(', ')].some(isOf)) found.push({ file, row: number, text })
      }
  return found
}
