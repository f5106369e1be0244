/** Stores for tests: an empty one for each test, on SQLite or on both databases, and a failing one. */
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Insertable, sql, type Updateable } from 'kysely'
import { env, readEnv } from '#lib/platform/env.ts'
import type { GiftReading } from '#lib/platform/providers/payments.ts'
import { newReference } from '#lib/platform/reference.ts'
import { closeStore, openStore, store } from '#lib/platform/store/index.ts'
import type { Database, GiftsTable } from '#lib/platform/store/schema.ts'
import { databaseFile } from '#lib/platform/store/sqlite-file.ts'
import { createDatabase, postgresMissing, prepareTemplate, runStatement } from '#tests/support/postgres.ts'

type Dialect = 'sqlite' | 'postgres'

/** Sets environment variables (undefined removes one) and makes the site read them again. */
export function setEnvironment(variables: Readonly<Record<string, string | undefined>>) {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  readEnv()
}

/** Accounts that nobody has: with them a call goes nowhere, or to the upstream that a test names. */
export const stripeKeys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
export const mailKeys = { EMAILJS_SERVICE_ID: 'service', EMAILJS_PUBLIC_KEY: 'public', EMAILJS_TEMPLATE: 'enquiry' }

/** Restores the environment after each test. */
export function keepEnvironment() {
  let before: NodeJS.ProcessEnv
  beforeEach(() => {
    before = { ...process.env }
  })
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
    readEnv()
  })
}

/** While it runs, nothing can be written into the log of the office. */
export async function withoutOfficeLog<Value>(run: () => Promise<Value>): Promise<Value> {
  const { db } = await store()
  await sql`alter table office_log rename to log_out_of_reach`.execute(db)
  try {
    return await run()
  } finally {
    await sql`alter table log_out_of_reach rename to office_log`.execute(db)
  }
}

/** Mutation tests have no global-setup.ts. */
const shared = process.env.TEST_SHARED ?? mkdtempSync(path.join(tmpdir(), 'charity-shared-'))

/** A migrated, empty SQLite file, made once for all test files: copying it is faster than migrating for every test. */
async function prepareStore(): Promise<string> {
  const prepared = path.join(shared, 'empty.db')
  if (existsSync(prepared)) return prepared
  const folder = mkdtempSync(path.join(tmpdir(), 'charity-template-'))
  await (await openStore({ databaseUrl: null, dataDir: folder })).close()
  renameSync(databaseFile(folder), prepared)
  rmSync(folder, { recursive: true })
  return prepared
}

/** Gives every test of this file or group a new, empty SQLite store. */
export function useFreshStore() {
  keepEnvironment()
  let template: string
  let folder: string
  beforeAll(async () => {
    template = await prepareStore()
  })
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'charity-store-'))
    copyFileSync(template, databaseFile(folder))
    setEnvironment({ DATA_DIR: folder, DATABASE_URL: undefined })
  })
  afterEach(async () => {
    await closeStore()
    rmSync(folder, { recursive: true, force: true })
  })
}

/** On the server that global-setup.ts started. */
function useFreshPostgres() {
  const url = process.env.TEST_POSTGRES_URL ?? ''
  keepEnvironment()
  // A server remembers in DATA_DIR that it had a database.
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'charity-data-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  beforeAll(() =>
    prepareTemplate(url, 'migrated', async (databaseUrl) => (await openStore({ databaseUrl, dataDir: '' })).close()),
  )
  beforeEach(async () => {
    setEnvironment({ DATABASE_URL: await createDatabase(url, 'migrated'), DATA_DIR: folder })
  })
  afterEach(closeStore)
}

/** Runs the same tests on SQLite and PostgreSQL, each with an empty store. Without PostgreSQL its tests are reported as skipped. */
export function onBothDatabases(define: (dialect: Dialect) => void) {
  describe('on SQLite', () => {
    useFreshStore()
    define('sqlite')
  })
  const group = postgresMissing ? describe.skip : describe
  group(postgresMissing ? `on PostgreSQL (${postgresMissing})` : 'on PostgreSQL', () => {
    useFreshPostgres()
    define('postgres')
  })
}

/**
 * Runs the tests on SQLite, and in `npm run test:all` on PostgreSQL too: for what does not depend on the database, while both speak
 * through the same queries.
 */
export function onSqlite(define: (dialect: Dialect) => void) {
  if (process.env.TEST_ALL) return onBothDatabases(define)
  describe('on SQLite', () => {
    useFreshStore()
    define('sqlite')
  })
}

export async function insert<Table extends keyof Database>(table: Table, ...rows: Insertable<Database[Table]>[]) {
  const { db } = await store()
  await db
    .insertInto(table as 'gifts')
    .values(rows as unknown as GiftsTable[])
    .execute()
}

/** Sets columns of every row. */
export async function setAll<Table extends keyof Database>(table: Table, values: Updateable<Database[Table]>) {
  const { db } = await store()
  await db
    .updateTable(table as 'gifts')
    .set(values as Updateable<GiftsTable>)
    .execute()
}

const noon = '2026-11-21T12:00:00.000Z'

/** A row of the ledger: a gift of ₹1,000 that is paid. */
export const giftRow = (id: string, changes: Partial<GiftsTable> = {}): GiftsTable => ({
  id,
  object_id: id,
  kind: 'one-off',
  status: 'paid',
  currency: 'INR',
  amount: 100_000,
  reason: null,
  reference: id,
  session_id: null,
  subscription_id: null,
  campaign: null,
  answer_by: null,
  method: null,
  given_back: 0,
  provider_fee: null,
  provider_net: null,
  fee_currency: null,
  payout: null,
  paid_out_at: null,
  imported: null,
  own_receipt: null,
  own_receipt_day: null,
  donor_name: 'Asha Rao',
  donor_email: 'asha@example.org',
  occurred_at: noon,
  recorded_at: noon,
  updated_at: noon,
  paid_at: noon,
  ...changes,
})

/** The same gift as it is read from the provider or a bank's line, before it is recorded. */
export const giftReading = (changes: Partial<GiftReading> = {}): GiftReading => ({
  objectId: newReference('T'),
  kind: 'one-off',
  status: 'paid',
  answerBy: null,
  money: { amount: 100_000, currency: 'INR' },
  givenBack: 0,
  method: 'transfer',
  metadata: { reference: newReference('G') },
  subscriptionId: null,
  donor: { name: 'Asha Rao', email: 'asha@example.org' },
  occurredAt: new Date(noon),
  ...changes,
})

/** An empty database where the environment says, as after `charity restore --empty`. */
export const createStore = async () => (await openStore(env())).close()

/** Advances the monotonic clock, and stops it there. Reset after the test. */
export function passTime(milliseconds = 60_000) {
  // Whole, so that 999 and 1 are a thousand.
  const later = Math.ceil(performance.now()) + milliseconds
  const clock = jest.spyOn(performance, 'now').mockReturnValue(later)
  onTestEnd.push(() => clock.mockRestore())
}

/** The monotonic clock runs twenty times as fast until the end of the test: what waits for a lock gives up soon. */
export function hurry() {
  const real = performance.now.bind(performance)
  const began = real()
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => began + 20 * (real() - began))
  onTestEnd.push(() => clock.mockRestore())
}

const onTestEnd: (() => void)[] = []
afterEach(() => {
  for (const restore of onTestEnd.splice(0)) restore()
})

/** Deletes the database behind the back of the site. */
export async function loseDatabase(dialect: Dialect) {
  await closeStore()
  const { dataDir, databaseUrl } = env()
  if (dialect === 'sqlite')
    for (const part of ['', '-wal', '-shm']) rmSync(databaseFile(dataDir) + part, { force: true })
  else await runStatement(databaseUrl ?? '', 'drop schema public cascade; create schema public')
}

/** Makes `store()` fail until the end of the test, with a folder inside a file. Call it within `useFreshStore`. */
export async function breakStore() {
  await closeStore()
  const file = path.join(env().dataDir, 'a-file')
  writeFileSync(file, '')
  setEnvironment({ DATA_DIR: path.join(file, 'data'), DATABASE_URL: undefined })
}
