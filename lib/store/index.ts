/**
 * The database of this process: opened once, brought up to date, shared by every bundle. Knows tables, not rules: what a
 * gift or an enquiry is stands in lib/giving and lib/enquiries.
 */
import 'server-only'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { env } from '#lib/env.ts'
import { migrations } from '#lib/store/migrations.ts'
import { postgresDialect } from '#lib/store/postgres.ts'
import type { Database } from '#lib/store/schema.ts'
import { shareSigningSecret } from '#lib/store/signing-secret.ts'
import { sqliteDialect } from '#lib/store/sqlite.ts'

export type { Database } from '#lib/store/schema.ts'

export type Store = {
  db: Kysely<Database>
  dialect: 'sqlite' | 'postgres'
  /** Waits for what is under way, then closes. */
  close(): Promise<void>
}

export type StoreLocation = { databaseUrl: string | null; dataDir: string }

/** While the database is away, nobody waits for it again before this many milliseconds have passed. */
const retryAfterMs = 2000
const migrationMs = 600_000

async function migrate(db: Kysely<Database>) {
  const { error } = await new Migrator({ db, provider: migrations }).migrateToLatest()
  if (error) throw error
}

/** Several processes may start at once: the migrator holds an advisory lock there, the write lock here. */
async function openPostgres(url: string): Promise<Store> {
  const migrator = new Kysely<Database>({ dialect: postgresDialect(url, { connections: 1, statementMs: migrationMs }) })
  try {
    await migrate(migrator)
  } finally {
    await migrator.destroy()
  }
  const db = new Kysely<Database>({ dialect: postgresDialect(url) })
  return { db, dialect: 'postgres', close: () => db.destroy() }
}

async function openSqlite(directory: string): Promise<Store> {
  const db = new Kysely<Database>({ dialect: sqliteDialect(directory) })
  try {
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return { db, dialect: 'sqlite', close: () => db.destroy() }
}

/** Opens a store of one's own and migrates it. @throws when the database cannot be reached or used. */
export async function openStore({ databaseUrl, dataDir }: StoreLocation): Promise<Store> {
  return databaseUrl ? openPostgres(databaseUrl) : openSqlite(dataDir)
}

type Shared = { opening: Promise<Store> | undefined; failedAt: number; error: unknown }
const key = Symbol.for('charity.store')
function shared(): Shared {
  const holder = globalThis as { [key]?: Shared }
  holder[key] ??= { opening: undefined, failedAt: 0, error: undefined }
  return holder[key]
}

async function openShared(): Promise<Store> {
  const opened = await openStore(env())
  try {
    await shareSigningSecret(opened.db)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

/**
 * The store of this process. @throws during `next build`, which must not depend on a database; and while the database is
 * away, at once once that is known, so that pages are not held up. A later call tries again.
 */
export function store(): Promise<Store> {
  if (env().isBuild) return Promise.reject(new Error('The store is not opened while the site is built'))
  const state = shared()
  if (state.opening) return state.opening
  if (Date.now() - state.failedAt < retryAfterMs) return Promise.reject(state.error)
  const opening = openShared()
  state.opening = opening
  opening.catch((error: unknown) => {
    Object.assign(state, { opening: undefined, failedAt: Date.now(), error })
  })
  return opening
}

/** Closes the store of this process, if it was opened; the next call of `store()` opens it anew. */
export async function closeStore(): Promise<void> {
  const state = shared()
  const opening = state.opening
  Object.assign(state, { opening: undefined, failedAt: 0, error: undefined })
  const opened = await opening?.catch(() => undefined)
  await opened?.close()
}
