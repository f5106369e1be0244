/** The work of an import on the database, some rows at a time: reading a file into them, making the new ones, taking everything back. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { importSignUps } from '#lib/contact/enquiries/newsletter.ts'
import { subscriptionOrders } from '#lib/giving/exchange/adopt.ts'
import type { Answer } from '#lib/giving/exchange/columns.ts'
import { giftsOf, ordersFor, type StagedRow, signUpsOf } from '#lib/giving/exchange/made.ts'
import { cellsInWords, readGifts } from '#lib/giving/exchange/read-rows.ts'
import { isAbout, sealCells } from '#lib/giving/exchange/staged.ts'
import { newSeen, verdictsOn } from '#lib/giving/exchange/verdicts.ts'
import { writeImported } from '#lib/giving/ledger/record-event.ts'
import { readGiftRows } from '#lib/giving/pledges/statement-file.ts'
import type { Remark } from '#lib/giving/remark.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { log } from '#lib/platform/log.ts'
import { openAtRest, sealAtRest } from '#lib/platform/signed.ts'
import { type Database, readSetting, type Store, store, writeTogether } from '#lib/platform/store/index.ts'
import type { Verdict } from '#lib/platform/store/schema.ts'

export type Task = { id: string } & (
  | { work: 'read'; bytes: Uint8Array }
  | { work: 'make' }
  | { work: 'take-back' }
  | { work: 'search'; who: string }
)

type Done = { failure: Remark | null; found?: { row: number; text: string }[] }
/** `found`: by a search. @param onRows how many rows have been read. */
export async function doTask(task: Task, onRows: (count: number) => void): Promise<Done> {
  if (task.work === 'search') return { failure: null, found: await searchFile(task.id, task.who) }
  if (task.work === 'read') return { failure: await readRows(task.id, task.bytes, onRows) }
  const some = task.work === 'make' ? makeSome : takeBackSome
  while (await givingWay(() => some(task.id)));
  return { failure: null }
}

/** Others can write for as long as this has. */
async function givingWay<Value>(work: () => Promise<Value>): Promise<Value> {
  const began = performance.now()
  const done = await work()
  await sleep(performance.now() - began)
  return done
}

/** Rows that are written at a time: for some 50 ms. */
const atOnce = 200

export const columnsKey = 'import-columns'
/** What people have said, by the headings of files. */
export const savedAnswers = async (): Promise<Record<string, Answer>> =>
  JSON.parse((await readSetting(columnsKey))?.value ?? '{}')

export type Counts = Record<Verdict, number>
export const none: Counts = { new: 0, duplicate: 0, 'left-out': 0, unreadable: 0 }

export const change = async (db: Transaction<Database> | Store['db'], id: string, values: object) =>
  db
    .updateTable('imports')
    .set({ ...values, updated_at: utcNow() })
    .where('id', '=', id)
    .execute()

/** Null, or why the file cannot be read. */
async function readRows(id: string, bytes: Uint8Array, onRows: (count: number) => void): Promise<Remark | null> {
  const counts = { ...none }
  const seen = newSeen()
  let total = 0
  const pieces = readGifts(bytes, await savedAnswers())
  for (;;) {
    const { done, value: rows } = pieces.next()
    if (done) {
      if (rows && 'kind' in rows) return rows
      const content = rows && sealAtRest('import', id, Buffer.from(bytes).toString('base64'))
      const question = rows && sealAtRest('import-question', id, JSON.stringify(rows))
      const { db } = await store()
      await change(db, id, { state: rows ? 'asked' : 'ready', question, content })
      return null
    }
    const judged = await verdictsOn(rows, seen)
    for (const { verdict } of judged) counts[verdict] += 1
    total += rows.length
    await writeTogether(async (db) => {
      const kept = judged.map((row) => {
        const place = { import_id: id, number: row.number }
        return { ...row, ...place, text: sealCells(place, row.text) }
      })
      if (kept.length > 0) await db.insertInto('import_rows').values(kept).execute()
      await change(db, id, { total, counts: JSON.stringify(counts) })
    })
    onRows(total)
  }
}

/** The rows about a person of a file that waits for its columns. */
async function searchFile(id: string, who: string): Promise<Required<Done>['found']> {
  const { db } = await store()
  const kept = await db.selectFrom('imports').select('content').where('id', '=', id).executeTakeFirst()
  const content = openAtRest('import', id, kept?.content ?? '')
  const table = content.ok ? readGiftRows(Buffer.from(content.value, 'base64')) : content
  if (!table.ok) return []
  return [...table.value.rows()].filter(isAbout(who)).map((row) => ({ row: row.number, text: cellsInWords(row) }))
}

/** A payment that came by itself in the meantime. */
class Collision extends Error {}

/** True while there is more to make. */
async function makeSome(id: string): Promise<boolean> {
  try {
    return await writeTogether((transaction) => makeIn(transaction, id))
  } catch (error) {
    if (!(error instanceof Collision)) throw error
    log.warn('An import is taken back', { import: id, why: error.message })
    const { db } = await store()
    await change(db, id, { state: 'undoing', number: 0, question: JSON.stringify({ stopped: error.message }) })
    return false
  }
}

async function makeIn(transaction: Transaction<Database>, id: string): Promise<boolean> {
  // First, so that another server waits here, and then finds the rows gone.
  const own = transaction.updateTable('imports').where('id', '=', id).where('state', '=', 'running')
  if (!(await own.set({ updated_at: utcNow() }).returning('id').executeTakeFirst())) return false
  const rows = await transaction
    .selectFrom('import_rows')
    .select(['number', 'reading'])
    .where('import_id', '=', id)
    .where('verdict', '=', 'new')
    .orderBy('number')
    .limit(atOnce)
    .execute()
  const last = rows.at(-1)
  await own.set(last ? { number: last.number } : { state: 'adopting' }).execute()
  if (!last) return false
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
  return true
}

/** True while there is more to take back. */
async function takeBackSome(id: string): Promise<boolean> {
  return writeTogether(async (transaction) => {
    await change(transaction, id, {})
    const some = transaction.selectFrom('gifts').select('id').where('imported', '=', id).limit(atOnce)
    const gone = await transaction.deleteFrom('gifts').where('id', 'in', some).returning('reference').execute()
    const references = gone.flatMap(({ reference }) => reference ?? [])
    await transaction
      .deleteFrom('orders')
      .where('reference', 'in', references)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('gifts').select('gifts.id').whereRef('gifts.reference', '=', 'orders.reference'))),
      )
      .where('request_hash', '=', id)
      .execute()
    if (gone.length > 0) return true
    // Nothing but a semicolon comes after a colon.
    const signUps = transaction
      .selectFrom('enquiries')
      .select('id')
      .where('idempotency_key', '>=', `import:${id}:`)
      .where('idempotency_key', '<', `import:${id};`)
      .limit(atOnce)
    const ended = await transaction.deleteFrom('enquiries').where('id', 'in', signUps).returning('id').execute()
    return ended.length > 0 || deleteSomeRows(transaction, id)
  })
}

/** True while there are more. */
export async function deleteSomeRows(db: Store['db'], id: string): Promise<boolean> {
  const some = db.selectFrom('import_rows').select('number').where('import_id', '=', id).orderBy('number').limit(atOnce)
  const rows = await db
    .deleteFrom('import_rows')
    .where('import_id', '=', id)
    .where('number', 'in', some)
    .returning('number')
    .execute()
  return rows.length > 0
}
