/**
 * A database of the first release, in first-release.sql: every later version opens it, upgrades it and finds the same counts and sums in it, which are
 * in first-release.json. And the way back: what the first release writes and reads still works on the tables of today.
 *
 * Both were made once by the site's own routes, while there was one migration; the history of this file has the script. They are not made again: the rows stand for those
 * that a charity has. What reads them may change; a figure changes only with a reason.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parse } from 'csv-parse/sync'
import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { campaignTotals, monthlyDonors } from '#lib/giving/ledger/campaign-progress.ts'
import { books } from '#lib/giving/ledger/gift-table.ts'
import { openPledges } from '#lib/giving/pledges/confirm.ts'
import { contributors, statementOfDonations } from '#lib/giving/receipts/year-lists.ts'
import { soldTickets } from '#lib/giving/tickets/places.ts'
import { readOnce } from '#lib/jobs/readings.ts'
import type { Session } from '#lib/office/access/session.ts'
import type { Desk } from '#lib/office/desks/desk.ts'
import { type DeskName, desks } from '#lib/office/desks/desks.ts'
import { paidGifts, today } from '#lib/office/desks/today.ts'
import { now, stopClock } from '#lib/platform/clock.ts'
import { dayAfter } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import { storeRemedy } from '#lib/platform/store/failure.ts'
import { closeStore, store } from '#lib/platform/store/index.ts'
import { executedMigrations, migrations, statementsOf } from '#lib/platform/store/migrations.ts'
import { postgresDialect } from '#lib/platform/store/postgres.ts'
import type { Database } from '#lib/platform/store/schema.ts'
import { sqliteDialect } from '#lib/platform/store/sqlite.ts'
import { localDay, midnight } from '#lib/platform/zone.ts'
import { site } from '#lib/site/content/index.ts'
import { rowsIn } from '#tests/support/desk.ts'
import { loseDatabase, onBothDatabases, passTime, setEnvironment } from '#tests/support/store.ts'

jest.mock('node:worker_threads', () => jest.requireActual('#tests/support/statement-thread.ts'))

const first = '0001-start'
const beside = (ending: string) => path.join(import.meta.dirname, `first-release.${ending}`)

const environment = {
  SITE_URL: 'http://localhost:3000',
  SIGNING_SECRET: 'f3Qm0aXw8Zk5Tn2Lr7Yb4Vd9Hc6Js1Pe',
  DATA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
}
afterEach(() => {
  stopClock(undefined)
  jest.restoreAllMocks()
})

type Value = string | number | null
type Row = Record<string, Value>

const tablesIn = (database: Kysely<Database>) =>
  database.introspection
    .getTables()
    .then((tables) => tables.map(({ name }) => name).filter((name) => !name.startsWith('sqlite_')))

/** "paid INR: 12, 34500", a line for each of the groups by these columns, separated by blanks. */
function sums(rows: readonly object[], columns: string, amount = '') {
  const groups = Map.groupBy(rows, (row) =>
    columns
      .split(' ')
      .map((column) => Reflect.get(row, column))
      .join(' '),
  )
  return [...groups]
    .map(
      ([name, of]) =>
        `${name}: ${of.length}, ${of.reduce((sum, row) => sum + Number(Reflect.get(row, amount) ?? 0), 0)}`,
    )
    .sort()
}

/** Counts and sums of all that a charity would miss. None depends on a word or a price of the content. */
async function figures(at: string) {
  stopClock(at)
  const { db } = await store()
  const rows: Record<string, number> = {}
  for (const table of (await tablesIn(db)).sort()) {
    const counted = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
    rows[table] = Number(counted.rows[0]?.count)
  }
  const all = <Table extends keyof Database>(table: Table) =>
    db
      .selectFrom(table as 'gifts')
      .selectAll()
      .execute() as unknown as Promise<Row[]>
  const [gifts, orders, receipts] = [await all('gifts'), await all('orders'), await all('receipts')]
  const pledges = await openPledges()
  const kindOf = ({ monthly, isInvoice }: (typeof pledges)[number]) =>
    monthly ? 'monthly' : isInvoice ? 'invoice' : 'pledge'
  const places = await soldTickets((await all('tickets')).map(({ code }) => String(code)))
  const inMinor = (rows: typeof table, column: string) =>
    rows.map((row): Record<string, unknown> => {
      const minor = Math.round(Number(row[column]) * 100)
      return { ...row, minor, paidOutIn: row['payout currency'] }
    })
  const table = parse<Record<string, string>>((await Array.fromAsync(books(new Map(), () => null))).join(''), {
    columns: true,
    bom: true,
  })
  const years = [2024, 2025, 2026]
  const india = await Promise.all(years.map(statementOfDonations))
  const usa = await Promise.all(years.map(contributors))
  const named = [...new Set(gifts.map(({ campaign }) => campaign))]
    .filter((slug) => slug !== null)
    .map(String)
    .sort()
  const [staff] = await all('staff')
  const session = { staff, roles: ['families', 'money', 'admin'] } as unknown as Session
  const lists: Record<string, number> = {}
  for (const [name, desk] of Object.entries<Desk>(desks) as [DeskName, Desk][])
    if (name !== 'claims' && name !== 'lists') lists[name] = (await rowsIn(desk, {}, session)).length
  const { families, calls, leaving } = await today({ roles: [], staff: { zone: null } })
  const { zone } = site()
  const day = localDay(zone, now())
  // The first release counted gifts by the day on which they were paid.
  const [from, until] = [midnight(zone, day), midnight(zone, dayAfter(day))]
  const paid = await paidGifts((row) => row.and([row('paid_at', '>=', from), row('paid_at', '<', until)]))
  const rest = { day, gifts: paid }
  const { unanswered, unpaid, disputes } = readOnce()
  return {
    at,
    rows,
    orders: sums(orders, 'product pay_by frequency state currency', 'amount'),
    items: sums(await all('order_items'), 'kind', 'amount'),
    gifts: sums(gifts, 'kind method status currency', 'amount'),
    'given back': sums(gifts, 'currency', 'given_back'),
    'still to come': sums(
      pledges.filter(({ paid }) => !paid).map((each) => ({ ...each, ...each.money, as: kindOf(each) })),
      'as currency',
      'amount',
    ),
    announced: sums(
      pledges.map(({ paid, money }) => ({ ...money, as: paid ? 'came' : 'to come' })),
      'as currency',
      'amount',
    ),
    mails: sums(await all('outbox'), 'kind state'),
    receipts: sums(
      receipts.map((each) => ({ ...each, ...JSON.parse(String(each.facts)), is: 'version' })),
      'entity year is version cause',
      'amount',
    ),
    places: sums(
      places.map((place) => ({ ...place, is: place.used_at ? 'in' : '' })),
      'event kind is',
    ),
    payouts: sums(await all('payout_items'), 'kind currency', 'net'),
    books: sums(inMinor(table, 'amount'), 'kind status currency method', 'minor'),
    'net in the books': sums(
      inMinor(
        table.filter(({ kind }) => kind !== 'payout'),
        'net',
      ),
      'paidOutIn',
      'minor',
    ),
    'year lists of India': years.map((year, index) => {
      const { entries = [], leftOut = [] } = india[index] ?? {}
      const amounts = [...entries.map(({ amount }) => amount), ...leftOut.map(({ gift }) => gift.amount)]
      return `${year}: ${amounts.reduce((sum, amount) => sum + amount, 0)}`
    }),
    'year lists of the USA': years.map((year, index) => {
      const people = usa[index] ?? []
      return `${year}: ${people.length} people, ${people.reduce((sum, { gifts: of }) => sum + of, 0)} gifts`
    }),
    campaigns: await Promise.all(
      named.map(async (slug) => {
        const totals = (await campaignTotals(slug))?.map(({ currency, amount }) => `${currency} ${amount}`)
        return `${slug}: ${totals?.join(', ')}, ${await monthlyDonors(slug)} monthly`
      }),
    ),
    lists,
    today: {
      ...rest,
      unanswered: await unanswered(),
      unpaid: await unpaid(),
      disputes: (await disputes()).length,
      families: families.length,
      calls: calls.length,
      leaving: leaving.length,
    },
  }
}

/** A statement for each table, which both databases understand, a line for each row. */
const statements = () =>
  readFileSync(beside('sql'), 'utf8')
    .split(/;\n+/)
    .map((statement) => statement.replace(/^--.*\n/gm, '').trim())
    .filter(Boolean)

async function load(db: Kysely<Database>) {
  for (const statement of statements()) await sql.raw(statement).execute(db)
}

/** What stands in first-release.json. */
const known = () => JSON.parse(readFileSync(beside('json'), 'utf8')) as Awaited<ReturnType<typeof figures>>

type Columns = ReadonlyMap<string, string>

/** Each column of the first release, with its type and whether it may be null. */
function columnsOfFirst(): Columns {
  const database = new DatabaseSync(':memory:')
  for (const statement of statementsOf[first]?.(false) ?? []) database.exec(statement)
  const rows = database.prepare(columnsIn.sqlite).all() as { name: string; type: string }[]
  database.close()
  return new Map(rows.map(({ name, type }) => [name, type]))
}

const columnsIn = {
  sqlite: `select t.name || '.' || c.name as name, lower(c.type) || case when c."notnull" or c.pk then ' not null' else '' end as type
    from sqlite_schema as t, pragma_table_info(t.name) as c where t.type = 'table' and t.name not like 'kysely%'`,
  postgres: `select table_name || '.' || column_name as name, data_type || case is_nullable when 'NO' then ' not null' else '' end as type
    from information_schema.columns where table_schema = current_schema() and table_name not like 'kysely%'`,
}

/** What of the first release no longer works on the tables of today: a column that it reads, or a row that it writes. */
async function lost(dialect: 'sqlite' | 'postgres'): Promise<string[]> {
  const { db } = await store()
  const { rows } = await sql.raw<{ name: string; type: string }>(columnsIn[dialect]).execute(db)
  const found = new Map(rows.map(({ name, type }) => [name, type]))
  const columns = [...columnsOfFirst()].filter(([name, type]) => found.get(name) !== type).map(([name]) => name)
  if (columns.length > 0) return columns
  return load(db).then(
    () => [],
    (error: Error) => [error.message],
  )
}

onBothDatabases((dialect) => {
  beforeEach(() => setEnvironment(environment))

  /** The database of the first release, with the connections of a server of it. */
  async function opened() {
    await loseDatabase(dialect)
    const { dataDir, databaseUrl } = env()
    const db = new Kysely<Database>({
      dialect:
        dialect === 'sqlite'
          ? sqliteDialect(dataDir, { onBroken: () => undefined, mayCreate: true })
          : postgresDialect(databaseUrl ?? ''),
    })
    const { error } = await new Migrator({ db, provider: migrations }).migrateTo(first)
    expect(error).toBeUndefined()
    await load(db)
    return db
  }

  test('a database of the first release is upgraded, and every count and sum is the same', async () => {
    await (await opened()).destroy()
    const expected = known()
    expect(await figures(expected.at)).toMatchObject(expected)
  })

  test('a server of the first release goes on recording gifts while a new one upgrades the database, and afterwards', async () => {
    const db = await opened()
    const copied = [...columnsOfFirst().keys()].flatMap(
      (name) => /^gifts\.(?!id$|object_id$)(.+)/.exec(name)?.[1] ?? [],
    )
    const columns = sql.join(copied.map((name) => sql.ref(name)))
    const begun = (await db.selectFrom('gifts').select('id').execute()).length
    let [recorded, isOver] = [0, false]
    const visitors = (async () => {
      while (!isOver || recorded < 20) {
        const id = `during-${recorded}`
        await sql`insert into gifts (id, object_id, ${columns}) select ${id}, ${id}, ${columns} from gifts limit 1`.execute(
          db,
        )
        recorded += 1
      }
    })()
    const found = await (await store()).db.selectFrom('gifts').select('imported').execute()
    expect(found.length).toBeGreaterThanOrEqual(begun)
    isOver = true
    await visitors
    await db.destroy()
    const gifts = await (await store()).db.selectFrom('gifts').select('imported').execute()
    expect(gifts).toHaveLength(begun + recorded)
  })

  test('a migration that fails half way leaves the database as it was, for the version before, and says so', async () => {
    const db = await opened()
    const before = { tables: await db.introspection.getTables(), executed: await executedMigrations(db) }
    const all = await migrations.getMigrations()
    const fails = {
      async up(failing: Kysely<unknown>) {
        await sql`delete from gifts`.execute(failing)
        await sql`alter table orders add column example text`.execute(failing)
        await sql`update orders set nowhere = 1`.execute(failing)
      },
    }
    jest.spyOn(migrations, 'getMigrations').mockResolvedValue({ ...all, '9999-fails': fails })
    const error = await store().catch((failed: unknown) => failed)
    expect(storeRemedy(error)).toMatch(
      /^The update 9999-fails of the tables failed, and none of it was kept: the version before still runs on this database\. .*nowhere/,
    )
    expect({ tables: await db.introspection.getTables(), executed: await executedMigrations(db) }).toEqual(before)
    await db.destroy()
    jest.restoreAllMocks()
    await closeStore()
    passTime()
    const expected = known()
    expect(await figures(expected.at)).toMatchObject(expected)
  })

  test('what the first release reads and writes still works on the tables of today', async () => {
    expect(await lost(dialect)).toEqual([])
    const expected = known()
    expect(await figures(expected.at)).toMatchObject(expected)
  })

  test.each([
    ['renames a column', 'alter table gifts rename column amount to cents', ['gifts.amount']],
    ['drops a table', 'drop table family_notes', expect.arrayContaining(['family_notes.text'])],
    [
      'lacks a value that the first release does not write',
      'alter table orders add column example text not null',
      [/example/],
    ],
    ['allows less', 'create unique index one on gifts (donor_email)', [/unique/i]],
  ])('the way back is closed by a migration that %s, and this test says so', async (_, statement, found) => {
    const { db } = await store()
    const isRefused = dialect === 'sqlite' && statement.endsWith('not null')
    // SQLite adds no such column, so a migration makes the table anew.
    await sql.raw(isRefused ? `${statement} check (example <> '') default ''` : statement).execute(db)
    const gone = await lost(dialect)
    if (Array.isArray(found)) {
      expect(gone).toHaveLength(found.length)
      for (const [index, each] of found.entries()) expect(gone[index]).toMatch(each)
    } else expect(gone).toEqual(found)
  })

  test('a migration that only adds leaves the way back open', async () => {
    const { db } = await store()
    await sql.raw('alter table orders add column example text').execute(db)
    await sql.raw("alter table gifts add column example text not null default ''").execute(db)
    expect(await lost(dialect)).toEqual([])
  })
})
