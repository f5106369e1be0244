/**
 * Backup and restore: SQLite by VACUUM INTO and copying, PostgreSQL by its own programs, which get the password in their environment.
 * docs/operate/backup.md
 */

import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import pg from 'pg'
import { ownerKey, strangerIn } from '#lib/jobs/owner.ts'
import { dayMs } from '#lib/platform/clock.ts'
import { type Env, env } from '#lib/platform/env.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { missingDatabase, storeFailureReason } from '#lib/platform/store/failure.ts'
import { databaseName, lastBackupKey, openStore } from '#lib/platform/store/index.ts'
import { migrations } from '#lib/platform/store/migrations.ts'
import { applicationName } from '#lib/platform/store/postgres.ts'
import { databaseFile, isHeld } from '#lib/platform/store/sqlite-file.ts'
import { sentenceOf } from './command.ts'
import { run } from './processes.ts'

type Dialect = 'sqlite' | 'postgres'
/** Runs one statement, the same for both databases. */
type Query = (sql: string) => Promise<Record<string, unknown>[]>
type Work<Value> = (query: Query) => Promise<Value>

async function inSqlite<Value>(file: string, options: DatabaseSyncOptions, work: Work<Value>): Promise<Value> {
  const database = new DatabaseSync(file, { timeout: 10_000, ...options })
  try {
    return await work(async (sql) => database.prepare(sql).all())
  } finally {
    database.close()
  }
}

async function inPostgres<Value>(url: string, work: Work<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    return await work(async (sql) => (await client.query(sql)).rows)
  } finally {
    await client.end()
  }
}

/** Without opening the store, which would migrate it. @throws when the database is missing or cannot be read. */
export async function inSiteDatabase<Value>(
  { databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>,
  options: DatabaseSyncOptions,
  work: Work<Value>,
): Promise<Value> {
  if (databaseUrl) return inPostgres(databaseUrl, work)
  const file = databaseFile(dataDir)
  if (!statSync(file, { throwIfNoEntry: false })?.size) throw missingDatabase(file)
  return inSqlite(file, options, work)
}

/** `newest`: ISO 8601, UTC; null for a table that is empty or keeps no times. `owner`: the setting of lib/jobs/owner.ts. */
type Contents = {
  tables: { table: string; rows: number; newest: string | null }[]
  migrations: string[]
  owner: string
}

const columnsOf = {
  sqlite: `select tables.name as "table", columns.name as "column" from sqlite_schema as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' order by 1`,
  postgres: `select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public' order by 1`,
}
/** The first of these columns that a table has dates its rows. */
const timeColumns = ['updated_at', 'received_at', 'created_at']

/** Without the migrator's own tables. @throws when the database cannot be read. */
async function readContents(query: Query, dialect: Dialect): Promise<Contents> {
  const columns = Map.groupBy(await query(columnsOf[dialect]), ({ table }) => String(table))
  const tables: Contents['tables'] = []
  for (const [table, own] of columns) {
    if (table.startsWith('kysely_')) continue
    const time = timeColumns.find((name) => own.some(({ column }) => column === name)) ?? 'null'
    const [row] = await query(`select count(*) as rows, max(${time}) as newest from "${table}"`)
    tables.push({ table, rows: Number(row?.rows), newest: typeof row?.newest === 'string' ? row.newest : null })
  }
  const executed = columns.has('kysely_migration') ? await query('select name from kysely_migration order by name') : []
  const [owner] = columns.has('settings') ? await query(`select value from settings where key = '${ownerKey}'`) : []
  return { tables, migrations: executed.map(({ name }) => String(name)), owner: String(owner?.value ?? '') }
}

/** One line a table, aligned. */
function contentLines({ tables }: Contents): string[] {
  const width = Math.max(...tables.map(({ table }) => table.length))
  return tables.map(
    ({ table, rows, newest }) =>
      `  ${table.padEnd(width)} ${String(rows).padStart(9)}${newest ? `  newest ${newest}` : ''}`,
  )
}

/** 20261122T070543.123Z: UTC, sortable, allowed in file names everywhere. */
const stampOf = (time: Date): string => time.toISOString().replaceAll(/[-:]/g, '')

/** Makes the content of a file durable, or a rename in a folder. */
function sync(target: string): void {
  const descriptor = openSync(target, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Checks every page and index of a SQLite file, then reads its contents. @throws when it is not an intact database. */
const readSqliteFile = (file: string) =>
  inSqlite(file, { readOnly: true }, async (query) => {
    const [found] = await query('PRAGMA integrity_check(1)')
    if (found?.integrity_check !== 'ok') throw new Error(`the check found: ${found?.integrity_check}`)
    return readContents(query, 'sqlite')
  })

/**
 * `VACUUM INTO` reads one snapshot, so that other processes keep writing, and leaves erased rows out. It does not sync the copy:
 * https://www.sqlite.org/lang_vacuum.html#vacuuminto
 */
async function backUpSqlite(dataDir: string, target: string): Promise<Contents> {
  const into = `VACUUM INTO '${target.replaceAll("'", "''")}'`
  await inSiteDatabase({ databaseUrl: null, dataDir }, { readOnly: true }, (query) => query(into))
  sync(target)
  return readSqliteFile(target)
}

/** https://www.postgresql.org/docs/current/libpq-envars.html */
function connectionVariables(url: string): Record<string, string> {
  const { host, port, user, database, password } = new pg.Client({ connectionString: url })
  const options = new URL(url).searchParams
  const sslMode = options.get('sslmode')
  return {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user ?? '',
    PGDATABASE: database ?? '',
    ...(password && { PGPASSWORD: password }),
    // `no-verify` is known only to Node's driver.
    ...(sslMode && { PGSSLMODE: sslMode === 'no-verify' ? 'require' : sslMode }),
    ...(options.get('sslrootcert') && { PGSSLROOTCERT: options.get('sslrootcert') ?? '' }),
    PGAPPNAME: 'charity-site-backup',
  }
}

/** Runs a program of PostgreSQL, whose messages go to stderr. @throws when it fails. */
async function runProgram(program: string, args: readonly string[], environment: Record<string, string> = {}) {
  const code = await run(program, args, { env: environment, quiet: true }).catch((error: unknown) => {
    if (propertyOf(error, 'code') !== 'ENOENT') throw error
    throw new Error(
      `${program} is not installed. Install PostgreSQL's client programs, of the server's major version or newer.`,
    )
  })
  if (code !== 0) throw new Error(`${program} failed with exit code ${code}.`)
}

const noOwners = ['--no-owner', '--no-privileges']

/** Dumps the site's tables, and counts their rows in the same snapshot. */
function backUpPostgres(url: string, target: string): Promise<Contents> {
  return inPostgres(url, async (query) => {
    const [site] = await query(`select to_regclass('public.kysely_migration') as migrations`)
    if (!site?.migrations) throw missingDatabase(databaseName({ databaseUrl: url, dataDir: '' }))
    await query('begin isolation level repeatable read read only')
    await query('set local idle_in_transaction_session_timeout = 0')
    const [row] = await query('select pg_export_snapshot() as snapshot')
    const snapshot = ['--table=public.*', `--snapshot=${row?.snapshot}`, `--file=${target}`]
    const options = ['--format=custom', '--no-password', ...noOwners, ...snapshot]
    await runProgram('pg_dump', options, connectionVariables(url))
    await runProgram('pg_restore', ['--file=/dev/null', target])
    sync(target)
    return readContents(query, 'postgres')
  })
}

const finished = /^charity-\d{8}T\d{6}\.\d{3}Z\.(?:db|dump)$/
const unfinished = /^charity-.*\.part(?:-journal)?$/
const abandonedAfterMs = dayMs

/**
 * Deletes all but the newest `keep` backups, and the leftovers of interrupted runs that are more than a day old. @returns the names of
 * deleted backups.
 */
function removeOld(folder: string, keep: number, now: Date): string[] {
  const names = readdirSync(folder).sort()
  const isAbandoned = (name: string) =>
    unfinished.test(name) && statSync(path.join(folder, name)).mtimeMs < now.getTime() - abandonedAfterMs
  const old = names.filter((name) => finished.test(name)).slice(0, -keep)
  for (const name of [...old, ...names.filter(isAbandoned)]) rmSync(path.join(folder, name))
  for (const name of old) rmSync(checksumFile(path.join(folder, name)), { force: true })
  return old
}

/** In the database, so that /api/health shows the age of the last backup. @returns what went wrong. */
async function record(at: string): Promise<string[]> {
  const sql = `insert into settings (key, value, updated_at) values ('${lastBackupKey}', '${at}', '${at}')
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`
  try {
    await inSiteDatabase(env(), {}, (query) => query(sql))
    return []
  } catch (error) {
    return [`The backup is complete, but /api/health will not show it: ${sentenceOf(error)}`]
  }
}

/** Rows that a database has without any visitor. */
const ownTables = ['rate_limits', 'settings']

/**
 * Writes a copy of the database into `folder` while the site runs, checks it, and then gives it its name. @returns what to print.
 * @throws an Error that says why there is no backup: then nothing was deleted.
 */
export async function backUp(folder: string, keep: number | null): Promise<string[]> {
  const started = performance.now()
  const now = new Date()
  const { databaseUrl, dataDir, signingSecret } = env()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, `charity-${stampOf(now)}.${databaseUrl ? 'dump' : 'db'}`)
  const part = `${file}.part`
  writeFileSync(part, '', { flag: 'wx', mode: 0o600 })
  try {
    const written = await (databaseUrl ? backUpPostgres(databaseUrl, part) : backUpSqlite(dataDir, part))
    if (written.migrations.length === 0) throw missingDatabase(databaseName(env()))
    renameSync(part, file)
    await writeChecksum(file)
    sync(folder)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const lines = [
      `Wrote and checked ${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB in ${seconds} s.`,
      ...contentLines(written),
      ...(await record(now.toISOString())),
    ]
    const isEmpty = written.tables.every(({ table, rows }) => rows === 0 || ownTables.includes(table))
    if (keep !== null && isEmpty) lines.push('It holds no gift and no message, so no older backup was deleted.')
    else if (keep !== null) lines.push(...removeOld(folder, keep, now).map((name) => `Deleted ${name}.`))
    return [
      ...lines,
      "The environment is not in it. Keep a copy elsewhere, above all DATA_ENCRYPTION_KEY, without which donors' documents cannot be read,",
      signingSecret
        ? 'and SIGNING_SECRET, without which the links in receipts stop working.'
        : 'and store backups as safely as a password: the secret behind the links in receipts is in them.',
    ]
  } finally {
    rmSync(part, { force: true })
  }
}

/** @throws when a backup with these migrations cannot be restored by this version of the site, or is another charity's. */
async function assertOwnBackup(
  backup: string,
  { migrations: executed, owner }: Pick<Contents, 'migrations' | 'owner'>,
): Promise<void> {
  if (executed.length === 0) throw new Error(`${backup} was not restored. It is not a backup of this site.`)
  const known = Object.keys(await migrations.getMigrations())
  const unknown = executed.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    const age = unknown.every((name) => name > (known.at(-1) ?? '')) ? 'A newer' : 'Another'
    throw new Error(
      `${backup} was not restored. ${age} version of the site wrote it (${unknown.join(', ')}). Restore it with that version.`,
    )
  }
  const stranger = strangerIn(owner)
  if (stranger)
    throw new Error(
      `${backup} was not restored. It is of ${stranger}, and the content here is not. Restore it where that charity’s content is.`,
    )
}

const checksumFile = (backup: string) => `${backup}.sha256`

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file)) hash.update(part)
  return hash.digest('hex')
}

/** In the format of `sha256sum --check`. */
async function writeChecksum(backup: string): Promise<void> {
  writeFileSync(checksumFile(backup), `${await checksumOf(backup)}  ${path.basename(backup)}\n`, { mode: 0o600 })
}

/** @returns a remark if there is nothing to compare with. @throws when the backup is not as it was written. */
async function verifyChecksum(backup: string): Promise<string[]> {
  const file = checksumFile(backup)
  if (!existsSync(file))
    return [`${path.basename(file)} is not beside it, so nothing says whether it is as it was written.`]
  if (readFileSync(file, 'utf8').split(' ')[0] === (await checksumOf(backup))) return []
  throw new Error(`${backup} was not restored. It is not as it was written: its checksum differs. Take another backup.`)
}

const heldBecause = 'It waited in a backup that was restored, and may have been sent since'

/** Mail that waits in a backup may have been sent since, or is no longer wanted: a person decides. Mail for later keeps its date. */
const holdMail = (now: Date) =>
  `update outbox set state = 'unknown', lease = null, last_error = '${heldBecause}', updated_at = '${now.toISOString()}' where state = 'waiting'`

async function countHeld(query: Query, now: Date): Promise<number> {
  const held = `last_error = '${heldBecause}' and updated_at = '${now.toISOString()}'`
  const [row] = await query(`select count(*) as held from outbox where ${held}`)
  return Number(row?.held)
}

/** `replaced`: where the previous data is kept; null when there was none. `held`: mails that waited in the backup. */
type Restored = { replaced: string | null; contents: Contents; held: number }

/**
 * Completes the database, so that all its rows are in one file. Leaving WAL mode needs every other connection to be closed
 * (https://www.sqlite.org/wal.html#persistence_of_wal_mode). A damaged database is left as it is.
 */
async function isInUse(file: string): Promise<boolean> {
  try {
    await inSqlite(file, { timeout: 0 }, (query) => query('PRAGMA journal_mode = DELETE'))
    return false
  } catch (error) {
    return storeFailureReason(error) === 'locked'
  }
}

/** Moves the files of the database aside. @returns the name that the database has now. */
function moveAside(file: string, stamp: string): string {
  const aside = `${file}-replaced-${stamp}`
  for (const part of ['-wal', '-shm', '']) if (existsSync(file + part)) renameSync(file + part, aside + part)
  return aside
}

/** An administrator restores as root, and the site runs as the owner of the folder. */
function giveToOwner(file: string): void {
  const { uid, gid } = statSync(path.dirname(file))
  if (process.getuid?.() === 0) chownSync(file, uid, gid)
}

const inUse = () => new Error('The database is in use. Stop the site on every server first.')

/** @throws while a site uses the database. */
export async function assertNotInUse({ databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>): Promise<void> {
  const used = `select pid from pg_stat_activity where datname = current_database() and application_name = '${applicationName}'`
  const isUsed = databaseUrl
    ? (await inPostgres(databaseUrl, (query) => query(used))).length > 0
    : isHeld(dataDir) || (existsSync(databaseFile(dataDir)) && (await isInUse(databaseFile(dataDir))))
  if (isUsed) throw inUse()
}

/** Puts the backup in place of the database. @throws when it cannot: then nothing was changed. */
async function restoreSqlite(backup: string, folder: string, now: Date): Promise<Restored> {
  const file = databaseFile(folder)
  if (isHeld(folder)) throw inUse()
  if (existsSync(file) && realpathSync(file) === realpathSync(backup))
    throw new Error(`${backup} is the database itself.`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const copy = `${file}-restoring`
  try {
    rmSync(copy, { force: true })
    copyFileSync(backup, copy)
    chmodSync(copy, 0o600)
    giveToOwner(copy)
    const contents = await readSqliteFile(copy).catch((error: unknown) => {
      throw new Error(`${backup} is damaged: ${propertyOf(error, 'message')}`)
    })
    await assertOwnBackup(backup, contents)
    const held = await inSqlite(copy, {}, async (query) => {
      await query(holdMail(now))
      return countHeld(query, now)
    })
    sync(copy)
    if (existsSync(file) && (await isInUse(file))) throw inUse()
    const replaced = existsSync(file) ? moveAside(file, stampOf(now)) : null
    renameSync(copy, file)
    sync(folder)
    return { replaced, contents, held }
  } finally {
    rmSync(copy, { force: true })
  }
}

/** The rows of a table in a dump, without a database. */
async function rowsIn(dump: string, table: string, folder: string): Promise<string[][]> {
  const file = path.join(folder, `${table}.sql`)
  await runProgram('pg_restore', ['--data-only', `--table=${table}`, `--file=${file}`, dump])
  const [, rows = ''] = /^COPY public\.\w+ \(.*\n([\s\S]*?)^\\\.$/m.exec(readFileSync(file, 'utf8')) ?? []
  return rows.split('\n').flatMap((line) => (line ? [line.split('\t')] : []))
}

/** PostgreSQL writes the line break between name and day as `\\n`. */
async function contentsOfDump(dump: string, folder: string): Promise<Pick<Contents, 'migrations' | 'owner'>> {
  const executed = await rowsIn(dump, 'kysely_migration', folder)
  const settings = executed.length > 0 ? await rowsIn(dump, 'settings', folder) : []
  const owner = settings.find(([key]) => key === ownerKey)?.[1] ?? ''
  return { migrations: executed.map(([name = '']) => name), owner: owner.replaceAll('\\n', '\n') }
}

/**
 * Replaces the site's tables in one transaction: all of the backup, or nothing. A schema keeps the previous tables. @throws when it
 * fails: then nothing was changed.
 */
async function restorePostgres(backup: string, url: string, now: Date): Promise<Restored> {
  const folder = mkdtempSync(path.join(tmpdir(), 'charity-restore-'))
  try {
    await assertOwnBackup(backup, await contentsOfDump(backup, folder))
    await assertNotInUse({ databaseUrl: url, dataDir: '' })
    const found = await inPostgres(url, (query) => query(`select tablename from pg_tables where schemaname = 'public'`))

    const schema = `replaced_${stampOf(now).toLowerCase().replaceAll('.', '_')}`
    const moves = found.map(({ tablename }) => `alter table public."${tablename}" set schema "${schema}"`)
    const aside = moves.length > 0 ? [`set lock_timeout = '5s'`, `create schema "${schema}"`, ...moves] : []
    // Written out first: an archive that breaks off must fail before the transaction, not end it early.
    const tables = path.join(folder, 'tables.sql')
    await runProgram('pg_restore', [...noOwners, `--file=${tables}`, backup])
    const options = ['--no-psqlrc', '--no-password', '--quiet', '--set=ON_ERROR_STOP=1', '--single-transaction']
    const commands = (statements: string[]) => statements.map((statement) => `--command=${statement}`)
    await runProgram(
      'psql',
      // A dump leaves the search path empty.
      [...options, ...commands(aside), `--file=${tables}`, ...commands(['set search_path = public', holdMail(now)])],
      connectionVariables(url),
    )
    return await inPostgres(url, async (query) => ({
      replaced: moves.length > 0 ? `schema ${schema}` : null,
      contents: await readContents(query, 'postgres'),
      held: await countHeld(query, now),
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** By the first bytes of the file. */
function kindOf(file: string): Dialect | null {
  if (statSync(file).isDirectory()) throw new Error(`${file} is a folder: name one of the backups in it.`)
  const descriptor = openSync(file, 'r')
  try {
    const start = Buffer.alloc(16)
    readSync(descriptor, start)
    if (start.toString('latin1') === 'SQLite format 3\0') return 'sqlite'
    return start.toString('latin1', 0, 5) === 'PGDMP' ? 'postgres' : null
  } finally {
    closeSync(descriptor)
  }
}

/** Puts a backup in place of the database, which is kept. @returns what to print. @throws an Error that says why nothing was restored. */
export async function restore(file: string): Promise<string[]> {
  const { databaseUrl, dataDir } = env()
  const kind = kindOf(file)
  if (!kind) throw new Error(`${file} is not a backup of this site.`)
  if (kind === 'postgres' && !databaseUrl)
    throw new Error(`${file} is of PostgreSQL. Set DATABASE_URL to the database it belongs in.`)
  if (kind === 'sqlite' && databaseUrl)
    throw new Error(`${file} is of SQLite, and DATABASE_URL names a PostgreSQL database.`)
  const now = new Date()
  const remarks = await verifyChecksum(file)
  const { replaced, contents, held } = await (databaseUrl
    ? restorePostgres(file, databaseUrl, now)
    : restoreSqlite(file, dataDir, now))
  const waited = `Mails that waited in it: ${held}. They may have been sent since, so none is sent before you decide:
  charity outbox list --stage=unknown    shows them
  charity outbox retry --unknown         sends them
  charity outbox done --unknown          never sends them`
  return [
    `Restored ${file}:`,
    ...contentLines(contents),
    ...remarks,
    replaced ? `The replaced data is kept as ${replaced}.` : 'There was no data to replace.',
    ...(held > 0 ? [waited] : []),
    'Gifts made since the backup are missing: docs/operate/backup.md says what to do about them.',
  ]
}

/**
 * Creates a database without data where there is none. Does nothing on a PostgreSQL database with the site's tables, which several servers
 * share. @returns what to print. @throws when there is an SQLite database.
 */
export async function beginEmpty(): Promise<string> {
  const { databaseUrl, dataDir } = env()
  const there = await openStore(env(), { mayCreate: false }).catch((error: unknown) => {
    if (storeFailureReason(error) !== 'missing') throw error
  })
  await there?.close()
  if (there && databaseUrl) return 'The database has its tables already, and stays as it is: this server will use it.'
  if (there) throw new Error('There is a database already, and it stays as it is.')
  if (isHeld(dataDir)) throw inUse()
  await (await openStore({ databaseUrl, dataDir })).close()
  if (!databaseUrl) giveToOwner(databaseFile(dataDir))
  return 'Created a database without any data.'
}
