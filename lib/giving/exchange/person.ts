/** What the files of imports that are not confirmed say about one person, and erasing that. */
import { deleteImport, inImportThread } from '#lib/giving/exchange/import.ts'
import { isAbout, stagedRows } from '#lib/giving/exchange/staged.ts'
import { minuteMs } from '#lib/platform/clock.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { store, writeTogether } from '#lib/platform/store/index.ts'
import type { Verdict } from '#lib/platform/store/schema.ts'
import { oneAtATime } from '#lib/platform/thread.ts'

/** `verdict`: null while the file waits for its columns. */
export type StagedAbout = { id: string; file: string; row: number; text: string; verdict: Verdict | null }

/** A donor may ask for this, too. */
const inOrder = oneAtATime()

/** What such files say about one person. @param who an e-mail address or a telephone number. @throws when a file that waits for its columns cannot be searched. */
export async function stagedAbout(who: string): Promise<StagedAbout[]> {
  const isOf = isAbout(who)
  const { db } = await store()
  const imports = await db.selectFrom('imports').select(['id', 'file', 'state']).orderBy('created_at').execute()
  const found: StagedAbout[] = []
  for (const { id, file, state } of imports) {
    for await (const rows of stagedRows(id))
      for (const { number: row, text, verdict, reading } of rows)
        if (isOf({ cells: text.split(', '), reading })) found.push({ id, file, row, text, verdict })
    if (state !== 'asked') continue
    const searched = await inOrder(() => inImportThread({ id, work: 'search', who }, { milliseconds: minuteMs }))
    if (!searched) throw new Error(`The file of import ${id} could not be searched`)
    for (const one of searched.found ?? []) found.push({ id, file, ...one, verdict: null })
  }
  return found
}

/** What {@link eraseStaged} erases, for people to read. A file may be named more than once. */
export function stagedInWords(found: readonly StagedAbout[]): string[] {
  const t = messages()
  return found.map(({ file, row, verdict }) =>
    verdict ? t('office.stagedRow', { file, row: String(row) }) : t('office.stagedFile', { file }),
  )
}

/** Nothing is made of these rows then. A file that waits for its columns goes as a whole. */
export async function eraseStaged(found: readonly StagedAbout[]): Promise<void> {
  for (const { id, row, verdict } of found)
    if (verdict === null) await deleteImport(id)
    else
      await writeTogether(async (db) => {
        await db.deleteFrom('import_rows').where('import_id', '=', id).where('number', '=', row).execute()
        const one = db.selectFrom('imports').select('counts').where('id', '=', id)
        const counts = JSON.parse((await one.executeTakeFirst())?.counts ?? '{}')
        const left = JSON.stringify({ ...counts, [verdict]: Math.max(0, (counts[verdict] ?? 0) - 1) })
        await db.updateTable('imports').set({ counts: left }).where('id', '=', id).execute()
      })
}
