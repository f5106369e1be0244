/** The rows of files that were read, kept until their import is put away, or for a day. Their cells are encrypted: a file may have columns of which nothing is known, such as identity documents. */
import { setImmediate as otherWork } from 'node:timers/promises'
import { normalEmail } from '#lib/contact/forms/text.ts'
import type { ImportRow } from '#lib/giving/exchange/read-rows.ts'
import { openAtRest, sealAtRest } from '#lib/platform/signed.ts'
import { store, writeTogether } from '#lib/platform/store/index.ts'
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

type AboutPerson = Place & { file: string; verdict: Verdict; text: string }

async function* rowsAbout(who: string): AsyncGenerator<AboutPerson> {
  const telephone = telephoneTyped(who)
  const isOf = (cell: string) =>
    telephone ? telephoneTyped(cell.replace(/^'/, '')) === telephone : normalEmail(cell) === normalEmail(who)
  const { db } = await store()
  for (const { id, file } of await db.selectFrom('imports').select(['id', 'file']).execute())
    for await (const rows of stagedRows(id))
      for (const row of rows) {
        // The text is cut off, the reading is not; only a row that can be brought in has one.
        const { email = '', answers = {} }: Partial<ImportRow> = JSON.parse(row.reading || '{}')
        if ([email, answers.phone ?? '', ...row.text.split(', ')].some(isOf)) yield { ...row, file }
      }
}

/** What staged rows say about one person. @param who an e-mail address or a telephone number. */
export async function stagedAbout(who: string): Promise<{ file: string; row: number; text: string }[]> {
  const found = await Array.fromAsync(rowsAbout(who))
  return found.map(({ file, number, text }) => ({ file, row: number, text }))
}

/** Nothing is made of these rows then. @param who as of {@link stagedAbout}. */
export async function eraseStagedAbout(who: string): Promise<void> {
  for await (const { import_id, number, verdict } of rowsAbout(who))
    await writeTogether(async (db) => {
      await db.deleteFrom('import_rows').where('import_id', '=', import_id).where('number', '=', number).execute()
      const one = db.selectFrom('imports').select('counts').where('id', '=', import_id)
      const counts = JSON.parse((await one.executeTakeFirst())?.counts ?? '{}')
      const left = JSON.stringify({ ...counts, [verdict]: Math.max(0, (counts[verdict] ?? 0) - 1) })
      await db.updateTable('imports').set({ counts: left }).where('id', '=', import_id).execute()
    })
}
