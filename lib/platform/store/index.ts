/**
 * The database connection of this process: opened and migrated once, shared by every bundle, reopened after a failure; and settings that survive restarts. Contains no
 * business rules; those are in lib/giving/ledger and lib/contact/enquiries.
 */
import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression, type Transaction } from 'kysely'
import pg from 'pg'
import { utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { log } from '#lib/platform/log.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { processState } from '#lib/platform/process-state.ts'
import { setSigningSecret, signingSecret } from '#lib/platform/signed.ts'
import { mayBeginEmpty, missingDatabase, rememberDatabase } from '#lib/platform/store/failure.ts'
import { checkTables, executedMigrations, migrate } from '#lib/platform/store/migrations.ts'
import { postgresDialect } from '#lib/platform/store/postgres.ts'
import type { Database } from '#lib/platform/store/schema.ts'
import { isBroken, type OpenOptions, sqliteDialect } from '#lib/platform/store/sqlite.ts'
import {
  checkIntegrity,
  clearOpenedFiles,
  databaseFile,
  holdFolder,
  releaseFolders,
} from '#lib/platform/store/sqlite-file.ts'
import { logOutcome } from '#lib/platform/warnings.ts'

/** The signing secret shared by servers on one database when SIGNING_SECRET is not set. */
const settingKey = 'signing-secret'

/** The first server on an empty database stores its secret; every other one adopts it. */
async function shareSigningSecret(db: Kysely<Database>): Promise<void> {
  if (env().signingSecret !== null) return
  const read = () => db.selectFrom('settings').select('value').where('key', '=', settingKey).executeTakeFirst()
  const row = { key: settingKey, value: signingSecret(), updated_at: utcNow() }
  if (!(await read()))
    await db
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
  const kept = await read()
  if (kept) setSigningSecret(kept.value)
}

export type { Database } from '#lib/platform/store/schema.ts'

export type Store = {
  db: Kysely<Database>
  dialect: 'sqlite' | 'postgres'
  /** @throws when the file is corrupt; does nothing on PostgreSQL. */
  checkIntegrity(): void
  /** Waits for queries in progress, then closes. */
  close(): Promise<void>
}

export type StoreLocation = { databaseUrl: string | null; dataDir: string }

/** After a failure to open, calls fail at once for this many milliseconds. */
const retryAfterMs = 2000
const migrationMs = 600_000
/** A process that is starting is too busy to connect at once. */
const firstConnectMs = 6000

/** For operators: the file, or the server and name of the PostgreSQL database. */
export function databaseName({ databaseUrl, dataDir }: StoreLocation): string {
  if (!databaseUrl) return databaseFile(dataDir)
  const { host, port, database } = new pg.Client({ connectionString: databaseUrl })
  return `PostgreSQL ${host}:${port}/${database}`
}

/** @throws when a migration fails, or the database is new and may not be. */
async function prepareTables(db: Kysely<Database>, location: StoreLocation, mayCreate: boolean): Promise<void> {
  if (!mayCreate && (await executedMigrations(db)).length === 0) throw missingDatabase(databaseName(location))
  await migrate(db)
  await checkTables(db)
}

/** PostgreSQL takes no empty list after `in`, which is false with the plugin; but the plugin does not see those in the subquery of a comparison. */
const plugins = [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })]

/** Several processes may start at once: Kysely's migrator holds an advisory lock on PostgreSQL, and the write lock on SQLite. */
async function openPostgres(location: StoreLocation, url: string, mayCreate: boolean): Promise<Store> {
  const migrator = new Kysely<Database>({
    dialect: postgresDialect(url, { connections: 1, connectMs: firstConnectMs, statementMs: migrationMs }),
  })
  try {
    await prepareTables(migrator, location, mayCreate)
  } finally {
    await migrator.destroy()
  }
  const db = new Kysely<Database>({ dialect: postgresDialect(url), plugins })
  return { db, dialect: 'postgres', checkIntegrity: () => undefined, close: () => db.destroy() }
}

async function openSqlite(location: StoreLocation, options: Required<OpenOptions>): Promise<Store> {
  const db = new Kysely<Database>({ dialect: sqliteDialect(location.dataDir, options), plugins })
  const check = () => checkIntegrity(databaseFile(location.dataDir))
  try {
    await prepareTables(db, location, options.mayCreate)
    check()
  } catch (error) {
    await db.destroy()
    throw error
  }
  return { db, dialect: 'sqlite', checkIntegrity: check, close: () => db.destroy() }
}

/** Opens and migrates a store that is not shared. @throws when the database cannot be reached or used, or is missing and may not be created. */
export async function openStore(
  location: StoreLocation,
  { onBroken = () => undefined, mayCreate = true }: OpenOptions = {},
): Promise<Store> {
  const { databaseUrl } = location
  return databaseUrl ? openPostgres(location, databaseUrl, mayCreate) : openSqlite(location, { onBroken, mayCreate })
}

type Shared = {
  opening: Promise<Store> | undefined
  /** Closing of the previous store: its files must be released before they are opened again. */
  closing: Promise<void>
  failure: { error: unknown; at: number } | undefined
  isServer: boolean
}
const shared = processState(
  'store',
  (): Shared => ({ opening: undefined, closing: Promise.resolve(), failure: undefined, isServer: false }),
).get

async function openShared(state: Shared, onBroken: (error: unknown) => void): Promise<Store> {
  await state.closing
  let isOpen = false
  const set = env()
  const opened = await openStore(set, {
    onBroken: (error) => {
      if (isOpen) onBroken(error)
    },
    mayCreate: state.isServer && mayBeginEmpty(set),
  })
  try {
    await shareSigningSecret(opened.db)
  } catch (error) {
    await opened.close()
    throw error
  }
  isOpen = true
  if (state.isServer) {
    rememberDatabase(set)
    if (opened.dialect === 'sqlite') holdFolder(set.dataDir)
  }
  return opened
}

/** From now on this process is a server of the site: a command never creates a database, a server may (lib/platform/store/failure.ts). */
export function openAsServer(): Promise<Store> {
  shared().isServer = true
  return store()
}

/** Closes a store that can no longer be trusted; the next call of `store()` reopens it. */
function discard(failed: Promise<Store>, error: unknown): void {
  const state = shared()
  if (state.opening !== failed) return
  logOutcome('The store failed and will be reopened on next use', { error })
  state.opening = undefined
  state.failure = { error, at: performance.now() }
  state.closing = failed
    .then((opened) => opened.close())
    .catch((problem: unknown) => log.warn('The store could not be closed', { error: problem }))
}

/**
 * The store of this process. @throws during `next build`, which must not depend on a database, and while the database is
 * unavailable: at once if it failed less than two seconds ago, so that pages are not delayed.
 */
export function store(): Promise<Store> {
  if (env().isBuild) return Promise.reject(new Error('The store is not available during the build'))
  const state = shared()
  if (state.opening) return state.opening
  if (state.failure && performance.now() - state.failure.at < retryAfterMs) return Promise.reject(state.failure.error)
  const opening: Promise<Store> = openShared(state, (error) => discard(opening, error))
  state.opening = opening
  opening.then(
    () => {
      state.failure = undefined
    },
    (error: unknown) => {
      if (state.opening === opening) state.opening = undefined
      state.failure = { error, at: performance.now() }
    },
  )
  return opening
}

/** Reads the database through a new connection. @throws, and reopens the store, when it is corrupt. */
export async function checkStoreIntegrity(): Promise<void> {
  const opening = store()
  const opened = await opening
  try {
    opened.checkIntegrity()
  } catch (error) {
    if (isBroken(error)) discard(opening, error)
    throw error
  }
}

/** Closes the store of this process, if it was opened; the next call of `store()` reopens it. */
export async function closeStore(): Promise<void> {
  const state = shared()
  const { opening, closing } = state
  Object.assign(state, { opening: undefined, failure: undefined })
  const opened = await opening?.catch(() => undefined)
  await opened?.close()
  await closing
  clearOpenedFiles()
  releaseFolders()
}

/** What is written in the transaction of a change, such as its line in a log. */
export type Also<Changed = unknown> = (transaction: Transaction<Database>, changed: Changed) => Promise<void>

/** False, 0, null and a failure mean that nothing was changed. */
const isChange = (changed: unknown) =>
  changed !== false && changed !== 0 && changed !== null && propertyOf(changed, 'ok') !== false

/** In one transaction: `change`, and `also` if it changed something. @throws when either fails; then nothing was written. */
export async function writeTogether<Changed>(
  change: (transaction: Transaction<Database>) => Promise<Changed>,
  also?: Also<Changed>,
): Promise<Changed> {
  const { db } = await store()
  return db.transaction().execute(async (transaction) => {
    const changed = await change(transaction)
    if (isChange(changed)) await also?.(transaction, changed)
    return changed
  })
}

/** When a backup was last finished and checked: ISO 8601. `charity backup` writes it. */
export const lastBackupKey = 'last-backup'

type Setting = { value: string; updatedAt: string }

/** Null when there is no value for `key`. */
export async function readSetting(key: string): Promise<Setting | null> {
  const { db } = await store()
  const row = await db.selectFrom('settings').select(['value', 'updated_at']).where('key', '=', key).executeTakeFirst()
  return row ? { value: row.value, updatedAt: row.updated_at } : null
}

/** True for the one server that sets it: false if there is a value for `key`. */
export async function writeSettingOnce(db: Store['db'], key: string, value: string, time = utcNow()): Promise<boolean> {
  const inserted = await db
    .insertInto('settings')
    .values({ key, value, updated_at: time })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The later write wins. */
export async function writeSetting(key: string, value: string, db?: Store['db']): Promise<void> {
  const row = { value, updated_at: utcNow() }
  await (db ?? (await store()).db)
    .insertInto('settings')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}
