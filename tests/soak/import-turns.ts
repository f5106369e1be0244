/** How long an import holds the event loop of the process that makes it: node tests/soak/import-turns.ts [GIFTS] */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { exported } from '#lib/giving/exchange/exports.ts'
import { findImport, readImport, runImport, undoImport, workOn } from '#lib/giving/exchange/import.ts'
import { imports } from '#lib/office/desks/imports.ts'
import { readEnv } from '#lib/platform/env.ts'
import { closeStore, openStore, store, writeSetting } from '#lib/platform/store/index.ts'
import { reasons } from '#lib/site/content/index.ts'
import { otherBooks } from '../support/other-books.ts'

const gifts = Number(process.argv[2] ?? 150_000)
const folder = mkdtempSync(path.join(tmpdir(), 'charity-turns-'))
Object.assign(process.env, { DATA_DIR: folder, LOG_LEVEL: 'warn' })
readEnv()
await (await openStore({ databaseUrl: null, dataDir: folder })).close()
const books = otherBooks({ donors: Math.ceil(gifts / 7.5), gifts, monthly: Math.ceil(gifts / 167) })
/** Of this thread, in milliseconds. */
function processorTime() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
/** Of each turn of the event loop: how long it took, and how much of that this thread worked. A busy machine makes it wait. */
const turns: { took: number; worked: number }[] = []
let before = { at: performance.now(), worked: processorTime() }
setInterval(() => {
  const now = { at: performance.now(), worked: processorTime() }
  turns.push({ took: now.at - before.at, worked: now.worked - before.worked })
  before = now
}, 1).unref()
reasons()
const table: Record<string, object> = {}
async function step<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  await sleep(50)
  turns.length = 0
  const [began, used] = [performance.now(), process.cpuUsage()]
  const writes: number[] = []
  let isOver = false
  // A visitor, whose gift is stored.
  const visitor = (async () => {
    while (!isOver) {
      const asked = performance.now()
      await writeSetting('visitor', String(asked)).catch(() => writes.push(Number.POSITIVE_INFINITY))
      writes.push(performance.now() - asked)
      await sleep(50)
    }
  })()
  const value = await work().finally(() => (isOver = true))
  await visitor
  writes.sort((one, other) => one - other)
  const { user, system } = process.cpuUsage(used)
  const taken = turns.map(({ took }) => took).sort((one, other) => one - other)
  table[name] = {
    seconds: ((performance.now() - began) / 1000).toFixed(1),
    'processor, s': ((user + system) / 1e6).toFixed(1),
    'longest turn, ms': Math.round(taken.at(-1) ?? 0),
    'p99.9': Math.round(taken[Math.floor(taken.length * 0.999)] ?? 0),
    'most work, ms': Math.round(turns.reduce((most, { worked }) => Math.max(most, worked), 0)),
    'a write, p50, ms': Math.round(writes[Math.floor(writes.length / 2)] ?? 0),
    'p99 ': Math.round(writes[Math.floor(writes.length * 0.99)] ?? 0),
    longest: Math.round(writes.at(-1) ?? 0),
  }
  console.log(name, JSON.stringify(table[name]))
  return value
}
const owner = { id: 'nia', name: 'Nia' }
const read = (name: string, bytes: Buffer) =>
  step(`reading ${name}`, async () => {
    const done = await readImport(owner, { file: name, bytes })
    if (!done.ok) throw new Error(done.failure.kind)
    return done.value
  })
const make = (name: string, id: string) =>
  step(name, async () => {
    await runImport(id)
    await workOn(id)
  })
await step('nothing', () => sleep(10_000))
const first = await read('donorbox', books.donorbox)
console.log((await findImport(first))?.counts)
await step('its page', async () => imports.find?.(first, undefined as never))
await make('making donorbox', first)
const second = await read('civicrm', books.civicrm)
console.log((await findImport(second))?.counts)
await make('making civicrm', second)
const { db } = await store()
const { count } = await db
  .selectFrom('gifts')
  .select(({ fn }) => fn.countAll<number>().as('count'))
  .executeTakeFirstOrThrow()
console.log({ count, known: books.known.length, wrong: books.wrong, double: books.double, unpaid: books.unpaid })
const third = await read('corrected', books.corrected)
console.log((await findImport(third))?.counts)
await step('the export', async () => {
  for await (const _ of exported('gifts', []));
})
await step('taking back', async () => {
  await undoImport(first)
  await workOn(first)
})
console.table(table)
await closeStore()
rmSync(folder, { recursive: true })
