/** Copies all that a database of the site holds into an empty one of the other kind: SQLite to PostgreSQL, and back. docs/operate/several-machines.md */
import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Database, databaseName, openStore, type Store, type StoreLocation } from '#lib/platform/store/index.ts'
import { executedMigrations } from '#lib/platform/store/migrations.ts'
import { assertNotInUse } from './backups.ts'

type Row = Record<string, string | number | null>

/** A statement has at most 32,766 parameters in SQLite and 65,535 in PostgreSQL; a row has at most some thirty. */
const rowsAtOnce = 500

async function* sqliteRows(db: Kysely<Database>, table: string): AsyncGenerator<Row[]> {
  for (let last = 0; ; ) {
    const { rows } = await sql<Row & { row_id: number }>`
      select rowid as row_id, * from ${sql.table(table)} where rowid > ${last} order by rowid limit ${rowsAtOnce}`.execute(
      db,
    )
    const end = rows.at(-1)
    if (!end) return
    last = end.row_id
    yield rows.map(({ row_id, ...row }) => row)
  }
}

async function* postgresRows(db: Kysely<Database>, table: string): AsyncGenerator<Row[]> {
  await sql`declare moved no scroll cursor for select * from ${sql.table(table)}`.execute(db)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(rowsAtOnce)} from moved`.execute(db)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close moved`.execute(db)
}

type Counted = { table: string; rows: number; digest: bigint }

/** Counts rows, and adds up a hash of each, in which neither the order of rows nor that of columns matters. */
function counter(table: string) {
  const counted: Counted = { table, rows: 0, digest: 0n }
  return {
    counted,
    add(rows: readonly Row[]) {
      for (const row of rows) {
        const values = Object.keys(row)
          .sort()
          .map((column) => [column, row[column]])
        const hash = createHash('sha256').update(JSON.stringify(values)).digest()
        counted.rows += 1
        counted.digest = BigInt.asUintN(64, counted.digest + hash.readBigUInt64BE())
      }
    },
  }
}

/** Neither the migrator's tables nor those of the database itself. */
async function tablesOf({ db }: Store): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('sqlite_'))
    .sort()
}

/** Reads and writes take longer than a visitor would wait. */
async function withoutTimeouts(store: Store, transaction: Transaction<Database>): Promise<void> {
  if (store.dialect === 'sqlite') return
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    await sql`set local ${sql.raw(limit)} = 0`.execute(transaction)
}

async function assertEmpty(target: Store, name: string): Promise<void> {
  for (const table of await tablesOf(target)) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(target.db)
    if (rows.length > 0) throw new Error(`${name} is not empty: ${table} has rows. Nothing was moved.`)
  }
}

/** All rows of one table. @throws when the copy differs. */
async function copyTable(
  from: Store,
  reading: Transaction<Database>,
  to: Store,
  writing: Transaction<Database>,
  table: string,
) {
  const rowsIn = (store: Store, db: Transaction<Database>) =>
    (store.dialect === 'sqlite' ? sqliteRows : postgresRows)(db, table)
  const [sent, arrived] = [counter(table), counter(table)]
  for await (const rows of rowsIn(from, reading)) {
    sent.add(rows)
    await writing
      .insertInto(table as keyof Database)
      .values(rows as never)
      .execute()
  }
  for await (const rows of rowsIn(to, writing)) arrived.add(rows)
  const { rows, digest } = sent.counted
  if (arrived.counted.rows !== rows || arrived.counted.digest !== digest)
    throw new Error(
      `${table} differs after copying: ${rows} rows were read, ${arrived.counted.rows} arrived. Nothing was moved.`,
    )
  return sent.counted
}

/** Sums of gifts by currency, in the smallest unit, as the target has them. */
async function giftSums(db: Kysely<Database>): Promise<string[]> {
  const sums = await db
    .selectFrom('gifts')
    .select(({ fn }) => ['currency', fn.sum<number>('amount').as('sum'), fn.countAll<number>().as('gifts')])
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  return sums.map(({ currency, gifts, sum }) => `${gifts} gifts in ${currency}: ${sum} in its smallest unit`)
}

/**
 * In one transaction: everything, or nothing. The tables of the target are made first, with their append-only rules. @returns what to
 * print. @throws an Error that says why nothing was moved.
 */
export async function moveStore(from: StoreLocation, to: StoreLocation): Promise<string[]> {
  const name = databaseName(to)
  if (name === databaseName(from)) throw new Error(`${name} is the database itself.`)
  await assertNotInUse(from)
  const source = await openStore(from, { mayCreate: false })
  try {
    const target = await openStore(to)
    try {
      await assertEmpty(target, name)
      const [had, has] = await Promise.all([source, target].map(({ db }) => executedMigrations(db)))
      if (String(had) !== String(has))
        throw new Error(`${databaseName(from)} is of another version of the site (${had?.at(-1)}). Nothing was moved.`)
      const moved = await source.db.transaction().execute((reading) =>
        target.db.transaction().execute(async (writing) => {
          await withoutTimeouts(source, reading)
          await withoutTimeouts(target, writing)
          const counted: Counted[] = []
          for (const table of await tablesOf(source))
            counted.push(await copyTable(source, reading, target, writing, table))
          return counted
        }),
      )
      const width = Math.max(...moved.map(({ table }) => table.length))
      return [
        `Moved to ${name}. Each row was read again there and compared.`,
        ...moved.map(({ table, rows }) => `  ${table.padEnd(width)} ${String(rows).padStart(9)}`),
        ...(await giftSums(target.db)),
      ]
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}
