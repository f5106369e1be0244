/**
 * Brings in the gifts of another system. A file is read into rows with a verdict on each, which is the dry run. Then all new ones are made, some at a time,
 * so that visitors are served in between; whatever stops the work, it goes on at the next start, or everything is taken back.
 */
import { randomUUID } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import { importSignUps } from '#lib/contact/enquiries/newsletter.ts'
import { adoptSome, releaseAll, subscriptionOrders } from '#lib/giving/exchange/adopt.ts'
import { type Answer, columnsIn, missingIn } from '#lib/giving/exchange/columns.ts'
import { giftsOf, ordersFor, type StagedRow, signUpsOf } from '#lib/giving/exchange/made.ts'
import { layoutKey, type Question, type ReadRow } from '#lib/giving/exchange/read-rows.ts'
import { newSeen, verdictsOn } from '#lib/giving/exchange/verdicts.ts'
import { writeImported } from '#lib/giving/ledger/record-event.ts'
import { fileLimits, inWorker } from '#lib/giving/pledges/bank-file.ts'
import { dayMs, minuteMs, utcNow } from '#lib/platform/clock.ts'
import { log } from '#lib/platform/log.ts'
import { processState, stopping } from '#lib/platform/process-state.ts'
import { outsideRequests } from '#lib/platform/reference.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { openAtRest, sealAtRest } from '#lib/platform/signed.ts'
import { type Also, type Database, readSetting, store, writeSetting, writeTogether } from '#lib/platform/store/index.ts'
import type { ImportState, Verdict } from '#lib/platform/store/schema.ts'
import { logFailures } from '#lib/platform/warnings.ts'

/** Who brings a file in, as the log names them. */
export type Owner = { id: string; name: string }
export type Counts = Record<Verdict, number>
export type Import = Omit<Selectable<Database['imports']>, 'counts' | 'question' | 'content'> & {
  counts: Counts
  question: Question | null
  /** Why all of it was taken back. */
  stopped: string
}

const none: Counts = { new: 0, duplicate: 0, 'left-out': 0, unreadable: 0 }
const columns = [
  ...(['id', 'file', 'staff_id', 'staff_name', 'state', 'number', 'total'] as const),
  ...(['counts', 'question', 'created_at', 'updated_at'] as const),
]

/** By their ids. @throws when the store fails. */
export async function findImports(ids: readonly string[]): Promise<Import[]> {
  const { db } = await store()
  const rows = await db
    .selectFrom('imports')
    .select(columns)
    .where('id', 'in', ['', ...ids])
    .execute()
  return rows.map(({ counts, question, ...row }) => {
    const { stopped = '', ...asked } = JSON.parse(question ?? '{}')
    return { ...row, stopped, counts: { ...none, ...JSON.parse(counts) }, question: asked.headings ? asked : null }
  })
}
export const findImport = async (id: string) => (await findImports([id]))[0] ?? null

const settingKey = 'import-columns'
/** What people have said, by the headings of files. */
const savedAnswers = async (): Promise<Record<string, Answer>> =>
  JSON.parse((await readSetting(settingKey))?.value ?? '{}')

/** A file of 200,000 rows takes a minute or two, with the questions to the database. */
const readingMs = 15 * minuteMs

/**
 * Reads a file, so that its dry run can be looked at. Returns the id of the import. The failure is a sentence for the office. @throws when the store
 * fails: what was read is erased later.
 * @param onRows how many rows have been read.
 */
export async function readImport(
  owner: Owner,
  { file, bytes, onRows = () => undefined }: { file: string; bytes: Uint8Array; onRows?: (count: number) => void },
  also?: Also,
): Promise<Result<string, string>> {
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

async function stage(id: string, bytes: Uint8Array, onRows: (count: number) => void): Promise<Result<null, string>> {
  const counts = { ...none }
  const seen = newSeen()
  let total = 0
  const onPiece = async (rows: ReadRow[]) => {
    const judged = await verdictsOn(rows, seen)
    for (const { verdict } of judged) counts[verdict] += 1
    total += rows.length
    await writeTogether(async (db) => {
      const kept = judged.map((row) => ({ import_id: id, ...row }))
      if (kept.length > 0) await db.insertInto('import_rows').values(kept).execute()
      await change(db, id, { total, counts: JSON.stringify(counts) })
    })
    onRows(total)
  }
  const answer = await inWorker<{ end: Question | string | null }>(
    { bytes, answers: await savedAnswers() },
    onPiece,
    Math.max(readingMs, fileLimits.milliseconds),
  )
  if (!answer)
    return failure('This file cannot be read: it takes too much time or memory. Divide it, or save it as CSV.')
  const { end } = answer
  if (typeof end === 'string') return failure(end)
  const { db } = await store()
  if (end) {
    const content = sealAtRest('import', id, Buffer.from(bytes).toString('base64'))
    await change(db, id, { state: 'asked', question: JSON.stringify(end), content })
  } else await change(db, id, { state: 'ready', question: null, content: null })
  return success(null)
}

const change = async (
  db: Transaction<Database> | Awaited<ReturnType<typeof store>>['db'],
  id: string,
  values: object,
) =>
  db
    .updateTable('imports')
    .set({ ...values, updated_at: utcNow() })
    .where('id', '=', id)
    .execute()

/** Remembers which column is which, and reads the file again. The failure is a sentence for the office. @throws when the store fails. */
export async function answerColumns(id: string, answer: Answer, also?: Also): Promise<Result<null, string>> {
  const { db } = await store()
  const row = await db.selectFrom('imports').select(['content', 'question']).where('id', '=', id).executeTakeFirst()
  const content = row?.content ? openAtRest('import', id, row.content) : null
  if (!content?.ok || !row?.question) return failure('This file is not kept any more. Choose it again.')
  const { headings }: Question = JSON.parse(row.question)
  const [unsaid] = missingIn(columnsIn(headings, answer))
  if (unsaid) return failure(`Say which column has the ${unsaid}.`)
  const all = JSON.stringify({ ...(await savedAnswers()), [layoutKey(headings)]: answer })
  await writeTogether((transaction) => writeSetting(settingKey, all, transaction), also)
  return stage(id, Buffer.from(content.value, 'base64'), () => undefined)
}

/** From a state to the next. False if it was in another. @throws when the store fails. */
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

/** Begins work on an import. False if it was in another state. @throws when the store fails. */
async function begin(...given: Parameters<typeof step>): Promise<boolean> {
  const isBegun = await step(...given)
  if (isBegun) await Promise.race([workOn(given[0]), new Promise((resolve) => setTimeout(resolve, patienceMs).unref())])
  return isBegun
}

/** Begins to make the new gifts. @throws when the store fails. */
export const runImport = (id: string, also?: Also): Promise<boolean> => begin(id, ['ready'], 'running', also)

/** Begins to take all of it back: what an import made, but for what came to monthly gifts since. @throws when the store fails. */
export const undoImport = (id: string, also?: Also): Promise<boolean> =>
  begin(id, ['running', 'adopting', 'done'], 'undoing', also)

/** Forgets a file of which nothing was made. @throws when the store fails. */
export async function putAway(id: string): Promise<boolean> {
  const found = await findImport(id)
  if (!found || !['asked', 'ready'].includes(found.state)) return false
  await deleteImport(id)
  return true
}

async function deleteImport(id: string): Promise<void> {
  await deleteRows(id)
  const { db } = await store()
  await db.deleteFrom('imports').where('id', '=', id).execute()
}

async function deleteRows(id: string): Promise<void> {
  const { db } = await store()
  for (let deleted = 1; deleted > 0; ) {
    const some = db.selectFrom('import_rows').select('number').where('import_id', '=', id).orderBy('number').limit(1000)
    const rows = await db
      .deleteFrom('import_rows')
      .where('import_id', '=', id)
      .where('number', 'in', some)
      .returning('number')
      .execute()
    deleted = rows.length
  }
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
      const hasMore =
        state === 'running'
          ? await makeSome(id)
          : state === 'adopting'
            ? await adopt(id)
            : state === 'undoing' && (await undoSome(id))
      if (!hasMore) return
    }
  } catch (error) {
    log.error('An import was interrupted, and goes on later', { import: id, error })
  }
}

/** Goes on if no server has for a minute. @throws when the store fails. */
export function resumeImport({ id, state, updated_at }: Pick<Import, 'id' | 'state' | 'updated_at'>): void {
  if (['running', 'adopting', 'undoing'].includes(state) && updated_at < utcNow(-minuteMs)) void workOn(id)
}

/** When a server starts. A file that was being read is gone with the process that read it. Never throws. */
export async function resumeImports(): Promise<void> {
  await logFailures('Imports could not be resumed', async () => {
    const { db } = await store()
    const rows = await db
      .selectFrom('imports')
      .select(['id', 'state'])
      .where('state', 'in', ['reading', 'running', 'adopting', 'undoing'])
      .where(({ or, eb }) => or([eb('state', '!=', 'reading'), eb('updated_at', '<', utcNow(-readingMs))]))
      .execute()
    for (const { id, state } of rows) {
      if (state === 'reading') await deleteImport(id)
      else void workOn(id)
    }
  }).catch(() => undefined)
}

/** Rows of files that nobody has used for a day, and the files of which nothing was made. @throws when the store fails. */
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

/** Gifts that are written at a time: for some 30 ms. */
const madeAtOnce = 200

/** A payment that came by itself in the meantime. */
class Collision extends Error {}

/** True while there is more to do. */
async function makeSome(id: string): Promise<boolean> {
  const { db } = await store()
  try {
    await db.transaction().execute((transaction) => makeIn(transaction, id))
    return true
  } catch (error) {
    if (!(error instanceof Collision)) throw error
    log.warn('An import is taken back', { import: id, why: error.message })
    await change(db, id, { state: 'undoing', number: 0, question: JSON.stringify({ stopped: error.message }) })
    return true
  }
}

async function makeIn(transaction: Transaction<Database>, id: string): Promise<void> {
  // First, so that another server waits here, and then finds the rows gone.
  const own = transaction.updateTable('imports').where('id', '=', id).where('state', '=', 'running')
  if (!(await own.set({ updated_at: utcNow() }).returning('id').executeTakeFirst())) return
  const rows = await transaction
    .selectFrom('import_rows')
    .select(['number', 'reading'])
    .where('import_id', '=', id)
    .where('verdict', '=', 'new')
    .orderBy('number')
    .limit(madeAtOnce)
    .execute()
  const last = rows.at(-1)
  await own.set(last ? { number: last.number } : { state: 'adopting' }).execute()
  if (!last) return
  const staged = rows.map(({ number, reading }): StagedRow => ({ number, ...JSON.parse(reading) }))
  const references = await subscriptionOrders(transaction, id, staged)
  const gifts = giftsOf(id, staged, references)
  const made = await writeImported(transaction, gifts)
  const missing = gifts.find(({ object_id }) => !made.has(object_id))
  if (missing) throw new Collision(missing.object_id)
  const orders = ordersFor(id, staged, gifts)
  if (orders.length > 0) await transaction.insertInto('orders').values(orders).execute()
  await importSignUps(transaction, signUpsOf(id, staged))
  await transaction
    .deleteFrom('import_rows')
    .where('import_id', '=', id)
    .where('verdict', '=', 'new')
    .where('number', '<=', last.number)
    .execute()
}

/** False also while the payment service cannot be asked. */
async function adopt(id: string): Promise<boolean> {
  const result = await adoptSome(id)
  const { db } = await store()
  if (result !== 'waits') await change(db, id, result === 'done' ? { state: 'done' } : {})
  return result === 'more'
}

async function undoSome(id: string): Promise<boolean> {
  const { db } = await store()
  const isLeft = await db.transaction().execute(async (transaction) => {
    const some = transaction.selectFrom('gifts').select('id').where('imported', '=', id).limit(madeAtOnce)
    const gone = await transaction.deleteFrom('gifts').where('id', 'in', some).returning('reference').execute()
    const references = gone.flatMap(({ reference }) => reference ?? [])
    await transaction
      .deleteFrom('orders')
      .where('reference', 'in', ['', ...references])
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('gifts').select('gifts.id').whereRef('gifts.reference', '=', 'orders.reference'))),
      )
      .where('request_hash', '=', id)
      .execute()
    await change(transaction, id, {})
    return gone.length > 0
  })
  if (isLeft) return true
  if (!(await releaseAll(id))) return false
  // Nothing but a semicolon comes after a colon.
  await db
    .deleteFrom('enquiries')
    .where('idempotency_key', '>=', `import:${id}:`)
    .where('idempotency_key', '<', `import:${id};`)
    .execute()
  await deleteRows(id)
  await change(db, id, { state: 'undone' })
  return false
}

const rowsPerPiece = 1000
/** The rows of a dry run, in the order of the file. `verdicts`: only those. @throws when the store fails. */
export async function* stagedRows(id: string, verdicts?: readonly Verdict[]) {
  const { db } = await store()
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('import_rows')
      .select(['number', 'verdict', 'why', 'text'])
      .where('import_id', '=', id)
      .where('number', '>', after)
      .$if(verdicts !== undefined, (query) => query.where('verdict', 'in', verdicts ?? []))
      .orderBy('number')
      .limit(rowsPerPiece)
      .execute()
    if (rows.length > 0) yield rows
    after = rows.at(-1)?.number ?? 0
    if (rows.length < rowsPerPiece) return
  }
}
