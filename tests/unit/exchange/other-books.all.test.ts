/** Moving in, as an operator does it: made-up books of two other systems, by the command and its thread. node tests/soak/import-turns.ts has the times. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exported } from '#lib/giving/exchange/exports.ts'
import { env } from '#lib/platform/env.ts'
import { closeStore, store } from '#lib/platform/store/index.ts'
import { moveStore } from '#scripts/support/move-store.ts'
import { otherBooks } from '#tests/support/other-books.ts'
import { createDatabase, postgresMissing } from '#tests/support/postgres.ts'
import { runProgram } from '#tests/support/programs.ts'
import { createStore, loseDatabase, onBothDatabases, setEnvironment } from '#tests/support/store.ts'

const size = { donors: 270, gifts: 2000, monthly: 12 }
const books = otherBooks(size)

const folder = mkdtempSync(path.join(tmpdir(), 'charity-books-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Brings a file in. How many rows were new, duplicates and so on; and the id, to take it back. */
async function bringIn(name: string, content: string | Buffer) {
  await closeStore()
  const file = path.join(folder, name)
  writeFileSync(file, content)
  const { stdout, stderr, code } = await runProgram('scripts/gifts.ts', ['import', file, '--yes'])
  if (code !== 0) throw new Error(stderr)
  const counts = /^new (\d+), duplicate (\d+), left-out (\d+), unreadable (\d+)$/m.exec(stdout) ?? []
  const [added, duplicate, leftOut, unreadable] = counts.slice(1).map(Number)
  return { added, duplicate, leftOut, unreadable, undo: /--undo=[\w-]+/.exec(stdout)?.[0] ?? '' }
}

type Sums = Record<string, [count: number, sum: number]>
function add(sums: Sums, key: string, amount: number) {
  const [count, sum] = sums[key] ?? [0, 0]
  sums[key] = [count + 1, sum + amount]
}

/** Counts and sums: of the whole, by day, and by donor. */
async function figures(): Promise<Record<'all' | 'days' | 'donors', Sums>> {
  const { db } = await store()
  const found = { all: {}, days: {}, donors: {} }
  for (const { kind, currency, status, amount, given_back, method, occurred_at, donor_email, ...gift } of await db
    .selectFrom('gifts')
    .selectAll()
    .execute()) {
    add(found.all, `${kind} ${currency} ${status}`, amount)
    add(found.days, `${occurred_at.slice(0, 10)} ${currency} ${method} ${gift.own_receipt}`, amount - given_back)
    add(found.donors, `${donor_email} ${gift.donor_name} ${currency}`, amount)
  }
  return found
}

function expected(): Sums {
  const sums: Sums = {}
  for (const { cents, currency, status, monthly } of books.known)
    add(sums, `${monthly ? 'monthly' : 'one-off'} ${currency} ${status}`, cents)
  return sums
}

onBothDatabases((dialect) => {
  test('books of two systems come in, are corrected, go out and come in again, and move to the other database and back', async () => {
    const [first, second] = [await bringIn('donorbox.csv', books.donorbox), await bringIn('civicrm.csv', books.civicrm)]
    const sum = (name: 'added' | 'duplicate' | 'leftOut' | 'unreadable') => Number(first[name]) + Number(second[name])
    expect([sum('added'), sum('duplicate'), sum('leftOut'), sum('unreadable')]).toEqual([
      size.gifts - books.wrong,
      ...[books.double, books.unpaid, books.wrong],
    ])
    expect(await bringIn('civicrm.csv', books.corrected)).toMatchObject({ added: books.wrong, unreadable: 0 })
    const before = await figures()
    expect(before.all).toEqual(expected())

    const out = (await Array.fromAsync(exported('gifts', []))).join('')
    expect(await bringIn('again.csv', out)).toMatchObject({ added: 0, duplicate: size.gifts, unreadable: 0 })
    await loseDatabase(dialect)
    await createStore()
    const again = await bringIn('again.csv', out)
    expect(again).toMatchObject({ added: size.gifts, duplicate: 0, leftOut: 0, unreadable: 0 })
    expect(await figures()).toEqual(before)

    if (dialect === 'sqlite' && !postgresMissing) {
      await closeStore()
      const there = { databaseUrl: await createDatabase(process.env.TEST_POSTGRES_URL ?? ''), dataDir: folder }
      const back = { databaseUrl: null, dataDir: path.join(folder, 'back') }
      await moveStore({ databaseUrl: null, dataDir: env().dataDir }, there)
      await moveStore(there, back)
      for (const { databaseUrl, dataDir } of [there, back]) {
        setEnvironment({ DATABASE_URL: databaseUrl ?? undefined, DATA_DIR: dataDir })
        expect(await figures()).toEqual(before)
        await closeStore()
      }
    }
    await closeStore()
    expect((await runProgram('scripts/gifts.ts', ['import', again.undo])).code).toBe(0)
    const { db } = await store()
    for (const table of ['gifts', 'orders', 'enquiries', 'import_rows'] as const)
      expect(
        await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as('count'))
          .execute(),
      ).toEqual([{ count: 0 }])
  })
})
