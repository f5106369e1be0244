/**
 * Brings in the gifts of another system. A file is read into rows with a verdict on each, which is the dry run. Then all new ones are made, some at a time,
 * so that visitors are served in between; whatever stops the work, it goes on at the next start, or everything is taken back.
 */
import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { adoptSome, releaseAll } from '#lib/giving/exchange/adopt.ts'
import { type Answer, columnsIn, missingIn } from '#lib/giving/exchange/columns.ts'
import {
  type Counts,
  change,
  columnsKey,
  deleteSomeRows,
  type doTask,
  none,
  savedAnswers,
  type Task,
} from '#lib/giving/exchange/import-work.ts'
import { layoutKey, type Question } from '#lib/giving/exchange/read-rows.ts'
import { fileLimits } from '#lib/giving/pledges/bank-file.ts'
import type { Remark } from '#lib/giving/remark.ts'
import { dayMs, minuteMs, utcNow } from '#lib/platform/clock.ts'
import { log } from '#lib/platform/log.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { processState, stopping } from '#lib/platform/process-state.ts'
import { outsideRequests } from '#lib/platform/reference.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { openAtRest } from '#lib/platform/signed.ts'
import { type Also, type Database, store, writeSetting, writeTogether } from '#lib/platform/store/index.ts'
import type { ImportState } from '#lib/platform/store/schema.ts'
import { inThread } from '#lib/platform/thread.ts'
import { logFailures } from '#lib/platform/warnings.ts'

/** Who brings a file in, as the log names them. */
type Owner = { id: string; name: string }
export type Import = Omit<Selectable<Database['imports']>, 'counts' | 'question' | 'content'> & {
  counts: Counts
  question: Question | null
  /** Why all of it was taken back. */
  stopped: string
}

const columns = [
  ...(['id', 'file', 'staff_id', 'staff_name', 'state', 'number', 'total'] as const),
  ...(['counts', 'question', 'created_at', 'updated_at'] as const),
]

/** By their ids. */
export async function findImports(ids: readonly string[]): Promise<Import[]> {
  const { db } = await store()
  const rows = await db.selectFrom('imports').select(columns).where('id', 'in', ids).execute()
  return rows.map(({ counts, question, ...row }) => {
    const opened = openAtRest('import-question', row.id, question ?? '')
    const { stopped = '' } = JSON.parse(question?.startsWith('{') ? question : '{}')
    const asked = opened.ok ? JSON.parse(opened.value) : null
    return { ...row, stopped, counts: { ...none, ...JSON.parse(counts) }, question: asked }
  })
}
export const findImport = async (id: string) => (await findImports([id]))[0] ?? null

/** A file of 200,000 rows takes a minute or two, with the questions to the database. */
const readingMs = 15 * minuteMs

/**
 * Reads a file, so that its dry run can be looked at. Returns the id of the import. What was read is erased later if the store fails.
 * @param onRows how many rows have been read.
 */
export async function readImport(
  owner: Owner,
  { file, bytes, onRows = () => undefined }: { file: string; bytes: Uint8Array; onRows?: (count: number) => void },
  also?: Also,
): Promise<Result<string, Remark>> {
  const id = randomUUID()
  const time = utcNow()
  await writeTogether(
    (db) =>
      db
        .insertInto('imports')
        .values({
          ...{ id, file, staff_id: owner.id, staff_name: owner.name, state: 'reading', number: 0, total: 0 },
          ...{ counts: '{}', question: null, content: null, created_at: time, updated_at: time },
        })
        .execute(),
    also,
  )
  const read = await stage(id, bytes, onRows)
  if (read.ok) return success(id)
  await deleteImport(id)
  return read
}

async function stage(id: string, bytes: Uint8Array, onRows: (count: number) => void): Promise<Result<null, Remark>> {
  const done = await inImportThread(
    { id, work: 'read', bytes },
    { onPiece: onRows as () => void, milliseconds: readingMs },
  )
  if (!done) return failure({ kind: 'fileTooMuch' })
  return done.failure === null ? success(null) : failure(done.failure)
}

export const inImportThread = (task: Task, limits: { onPiece?: () => void; milliseconds?: number } = {}) =>
  inThread<Awaited<ReturnType<typeof doTask>>>('lib/giving/exchange/import-thread.ts', task, {
    megabytes: fileLimits.megabytes,
    ...limits,
  })

/** Remembers which column is which, and reads the file again. */
export async function answerColumns(id: string, answer: Answer, also?: Also): Promise<Result<null, Remark>> {
  const { db } = await store()
  const row = await db.selectFrom('imports').select('content').where('id', '=', id).executeTakeFirst()
  const content = openAtRest('import', id, row?.content ?? '')
  const { question = null } = (await findImport(id)) ?? {}
  if (!content.ok || !question) return failure({ kind: 'fileGone' })
  const { headings } = question
  const [unsaid] = missingIn(columnsIn(headings, answer))
  if (unsaid) return failure({ kind: 'columnUnsaid', field: unsaid })
  const all = JSON.stringify({ ...(await savedAnswers()), [layoutKey(headings)]: answer })
  await writeTogether((transaction) => writeSetting(columnsKey, all, transaction), also)
  return stage(id, Buffer.from(content.value, 'base64'), () => undefined)
}

/** From a state to the next. False if it was in another. */
const step = (id: string, from: readonly ImportState[], state: ImportState, also?: Also) =>
  writeTogether(async (db) => {
    const changed = await db
      .updateTable('imports')
      .set({ state, number: 0, updated_at: utcNow() })
      .where('id', '=', id)
      .where('state', 'in', from)
      .returning('id')
      .executeTakeFirst()
    return changed !== undefined
  }, also)

/** How long a page waits for the work that it began. */
const patienceMs = 3000

/** Begins work on an import. False if it was in another state. */
async function begin(...given: Parameters<typeof step>): Promise<boolean> {
  const isBegun = await step(...given)
  if (isBegun) await Promise.race([workOn(given[0]), new Promise((resolve) => setTimeout(resolve, patienceMs).unref())])
  return isBegun
}

/** Begins to make the new gifts. */
export const runImport = (id: string, also?: Also): Promise<boolean> => begin(id, ['ready'], 'running', also)

/** Begins to take all of it back: what an import made, but for what came to monthly gifts since. */
export const undoImport = (id: string, also?: Also): Promise<boolean> =>
  begin(id, ['running', 'adopting', 'done'], 'undoing', also)

/** Forgets a file of which nothing was made. */
export async function putAway(id: string): Promise<boolean> {
  const found = await findImport(id)
  if (!found || !['asked', 'ready'].includes(found.state)) return false
  await deleteImport(id)
  return true
}

export async function deleteImport(id: string): Promise<void> {
  await deleteRows(id)
  const { db } = await store()
  await db.deleteFrom('imports').where('id', '=', id).execute()
}

async function deleteRows(id: string): Promise<void> {
  const { db } = await store()
  while (await deleteSomeRows(db, id));
}

const running = processState('import-work', () => new Map<string, Promise<void>>())

/** Goes on with what a server began. Resolves when nothing is left to do now. Never throws. */
export function workOn(id: string): Promise<void> {
  const work = running.get().get(id) ?? outsideRequests(() => workThrough(id)).finally(() => running.get().delete(id))
  running.get().set(id, work)
  return work
}

async function workThrough(id: string): Promise<void> {
  try {
    for (
      let state = (await findImport(id))?.state;
      state && !stopping().aborted;
      state = (await findImport(id))?.state
    ) {
      const hasMore = await workIn(state, id)
      if (!hasMore) return
    }
  } catch (error) {
    log.error('An import was interrupted, and goes on later', { import: id, error })
  }
}

/** Work that a server does. */
export const workStates = ['reading', 'running', 'adopting', 'undoing'] as const satisfies ImportState[]

/** Goes on if no server has for a minute. */
export function resumeImport({ id, state, updated_at }: Pick<Import, 'id' | 'state' | 'updated_at'>): void {
  if (isOneOf(workStates, state) && updated_at < utcNow(-minuteMs)) void workOn(id)
}

/** When a server starts. A file that was being read is gone with the process that read it. Never throws. */
export async function resumeImports(): Promise<void> {
  await logFailures('Imports could not be resumed', async () => {
    const { db } = await store()
    const rows = await db
      .selectFrom('imports')
      .select(['id', 'state'])
      .where('state', 'in', workStates)
      .where(({ or, eb }) => or([eb('state', '!=', 'reading'), eb('updated_at', '<', utcNow(-readingMs))]))
      .execute()
    for (const { id, state } of rows) {
      if (state === 'reading') await deleteImport(id)
      else void workOn(id)
    }
  }).catch(() => undefined)
}

/** Rows of files that nobody has used for a day, and the files of which nothing was made. */
export async function eraseImports(): Promise<void> {
  const { db } = await store()
  const rows = await db
    .selectFrom('imports')
    .select(['id', 'state'])
    .where('state', 'in', ['reading', 'asked', 'ready', 'done', 'undone'])
    .where('updated_at', '<', utcNow(-dayMs))
    .execute()
  for (const { id, state } of rows) await (state === 'done' || state === 'undone' ? deleteRows(id) : deleteImport(id))
}

/** True when the import has another state then. */
async function workIn(state: ImportState, id: string): Promise<boolean> {
  if (state === 'running') return (await inImportThread({ id, work: 'make' })) !== null
  if (state === 'adopting') return adopt(id)
  if (state !== 'undoing' || !(await inImportThread({ id, work: 'take-back' })) || !(await releaseAll(id))) return false
  const { db } = await store()
  await change(db, id, { state: 'undone' })
  return false
}

/** False also while the payment service cannot be asked. */
async function adopt(id: string): Promise<boolean> {
  const result = await adoptSome(id)
  const { db } = await store()
  if (result !== 'waits') await change(db, id, result === 'done' ? { state: 'done' } : {})
  return result === 'more'
}
