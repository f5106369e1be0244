/** Backup and restore of the PostgreSQL database, with PostgreSQL's own programs. The password is passed in their environment. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { propertyOf } from '#lib/platform/narrow.ts'
import { missingDatabase } from '#lib/platform/store/failure.ts'
import { databaseName } from '#lib/platform/store/index.ts'
import { applicationName } from '#lib/platform/store/postgres.ts'
import { run } from '../processes.ts'
import {
  type Contents,
  countHeld,
  holdMail,
  type Query,
  type Restored,
  readContents,
  refuseForeign,
  stampOf,
  sync,
} from './backups.ts'

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

export async function connected<Value>(url: string, work: (query: Query) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    return await work(async (sql) => (await client.query(sql)).rows)
  } finally {
    await client.end()
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

/** Dumps the site's tables into `target`, and counts their rows in the same snapshot. */
export function backupPostgres(url: string, target: string): Promise<Contents> {
  const variables = connectionVariables(url)
  return connected(url, async (query) => {
    const [site] = await query(`select to_regclass('public.kysely_migration') as migrations`)
    if (!site?.migrations) throw missingDatabase(databaseName({ databaseUrl: url, dataDir: '' }))
    await query('begin isolation level repeatable read read only')
    await query('set local idle_in_transaction_session_timeout = 0')
    const [row] = await query('select pg_export_snapshot() as snapshot')
    await runProgram(
      'pg_dump',
      [
        '--format=custom',
        '--no-owner',
        '--no-privileges',
        '--no-password',
        '--table=public.*',
        `--snapshot=${row?.snapshot}`,
        `--file=${target}`,
      ],
      variables,
    )
    await runProgram('pg_restore', ['--file=/dev/null', target])
    sync(target)
    return readContents(query, 'postgres')
  })
}

/** Names of the migrations in a dump, without a database. */
async function migrationsIn(dump: string, folder: string): Promise<string[]> {
  const file = path.join(folder, 'migrations.sql')
  await runProgram('pg_restore', ['--data-only', '--table=kysely_migration', `--file=${file}`, dump])
  const [, rows = ''] =
    /^COPY public\.kysely_migration \(name,.*\n([\s\S]*?)^\\\.$/m.exec(readFileSync(file, 'utf8')) ?? []
  return rows.split('\n').flatMap((line) => line.split('\t')[0] || [])
}

/**
 * Replaces the site's tables in one transaction: all of the backup, or nothing. A schema keeps the previous tables. @throws when it
 * fails: then nothing was changed.
 */
export async function restorePostgres(backup: string, url: string, now: Date): Promise<Restored> {
  const folder = mkdtempSync(path.join(tmpdir(), 'charity-restore-'))
  try {
    await refuseForeign(backup, await migrationsIn(backup, folder))
    const found = await connected(url, async (query) => ({
      sites: await query(
        `select pid from pg_stat_activity where datname = current_database() and application_name = '${applicationName}'`,
      ),
      tables: await query(`select tablename from pg_tables where schemaname = 'public'`),
    }))
    if (found.sites.length > 0) throw new Error('The database is in use. Stop the site on every server, then restore.')

    const schema = `replaced_${stampOf(now).toLowerCase().replaceAll('.', '_')}`
    const moves = found.tables.map(({ tablename }) => `alter table public."${tablename}" set schema "${schema}";`)
    const aside = path.join(folder, 'aside.sql')
    writeFileSync(aside, [`set lock_timeout = '5s';`, `create schema "${schema}";`, ...moves, ''].join('\n'))
    const tables = path.join(folder, 'tables.sql')
    // Written out first: an archive that breaks off must fail before the transaction, not end it early.
    await runProgram('pg_restore', ['--no-owner', '--no-privileges', `--file=${tables}`, backup])
    const hold = path.join(folder, 'hold.sql')
    // A dump leaves the search path empty.
    writeFileSync(hold, `set search_path = public;\n${holdMail(now.toISOString())};\n`)
    await runProgram(
      'psql',
      [
        '--no-psqlrc',
        '--no-password',
        '--quiet',
        '--set=ON_ERROR_STOP=1',
        '--single-transaction',
        ...(moves.length > 0 ? [`--file=${aside}`] : []),
        `--file=${tables}`,
        `--file=${hold}`,
      ],
      connectionVariables(url),
    )
    return await connected(url, async (query) => ({
      replaced: moves.length > 0 ? `schema ${schema}` : null,
      contents: await readContents(query, 'postgres'),
      held: await countHeld(query, now.toISOString()),
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
