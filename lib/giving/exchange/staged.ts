/** Rows of files that were read and are kept until their import is put away, or for a day: what they say about one person. */
import { setImmediate as otherWork } from 'node:timers/promises'
import { normalEmail } from '#lib/contact/forms/text.ts'
import type { ImportRow } from '#lib/giving/exchange/read-rows.ts'
import { store } from '#lib/platform/store/index.ts'
import { telephoneTyped } from '#lib/platform/store/search.ts'

/** Read at a time, within some milliseconds. */
const atOnce = 1000

/** @param who an e-mail address or a telephone number. @throws when the store fails. */
export async function stagedAbout(who: string): Promise<{ file: string; row: number; text: string }[]> {
  const telephone = telephoneTyped(who)
  const isOf = (cell: string) =>
    telephone ? telephoneTyped(cell.replace(/^'/, '')) === telephone : normalEmail(cell) === normalEmail(who)
  const { db } = await store()
  const found: { file: string; row: number; text: string }[] = []
  for (const { id, file } of await db.selectFrom('imports').select(['id', 'file']).execute())
    for (let last: number | undefined = -1; last !== undefined; ) {
      const rows = await db
        .selectFrom('import_rows')
        .select(['number', 'text', 'reading'])
        .where('import_id', '=', id)
        .where('number', '>', last)
        .orderBy('number')
        .limit(atOnce)
        .execute()
      for (const { number, text, reading } of rows) {
        // The text is cut off, the reading is not; only a row that can be brought in has one.
        const { email = '', answers = {} }: Partial<ImportRow> = JSON.parse(reading || '{}')
        if ([email, answers.phone ?? '', ...text.split(', ')].some(isOf)) found.push({ file, row: number, text })
      }
      last = rows.at(-1)?.number
      await otherWork()
    }
  return found
}
