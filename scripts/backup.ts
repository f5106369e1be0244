/**
 * `charity backup`: writes a copy of the database while the site runs, checks it, and then gives it its name. `--to FOLDER` (default
 * ./backups), `--keep N` deletes all but the newest N. docs/operate/backup.md
 */

import { rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { env } from '#lib/platform/env.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { missingDatabase } from '#lib/platform/store/failure.ts'
import { databaseName, lastBackupKey } from '#lib/platform/store/index.ts'
import { contentLines, finish, prepareTarget, removeOld } from './support/backup/backups.ts'
import { backupPostgres, connected } from './support/backup/postgres.ts'
import { backupSqlite, changeSqlite } from './support/backup/sqlite.ts'
import { nameDatabase } from './support/database.ts'

const usage = 'charity backup [--to FOLDER] [--keep N], with N at least 1'

function readArguments(): { folder: string; keep: number | null } | null {
  try {
    const { values } = parseArgs({ options: { to: { type: 'string', default: 'backups' }, keep: { type: 'string' } } })
    if (!values.to || (values.keep !== undefined && !/^[1-9]\d{0,5}$/.test(values.keep))) return null
    return { folder: path.resolve(values.to), keep: values.keep === undefined ? null : Number(values.keep) }
  } catch {
    return null
  }
}

/** In the database, so that /api/health shows the age of the last backup. */
async function record(at: string): Promise<void> {
  const { databaseUrl, dataDir } = env()
  const sql = `insert into settings (key, value, updated_at) values ('${lastBackupKey}', '${at}', '${at}')
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`
  try {
    if (databaseUrl) await connected(databaseUrl, (query) => query(sql))
    else changeSqlite(dataDir, sql)
  } catch (error) {
    console.error(`The backup is complete, but /api/health will not show it: ${propertyOf(error, 'message')}`)
  }
}

/** Rows that a database has without any visitor. */
const ownTables = ['rate_limits', 'settings']

/** @throws an Error that says why there is no backup. */
async function backUp(folder: string, keep: number | null): Promise<void> {
  const started = performance.now()
  const now = new Date()
  const { databaseUrl, dataDir, signingSecret } = env()
  nameDatabase()
  let isEmpty = false
  const target = prepareTarget(folder, databaseUrl ? 'postgres' : 'sqlite', now)
  try {
    const { part } = target
    const written = await (databaseUrl ? backupPostgres(databaseUrl, part) : backupSqlite(dataDir, part))
    if (written.migrations.length === 0) throw missingDatabase(databaseName(env()))
    isEmpty = written.tables.every(({ table, rows }) => rows === 0 || ownTables.includes(table))
    finish(target)
    await record(now.toISOString())
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const megabytes = (statSync(target.file).size / 1e6).toFixed(1)
    console.log(`Wrote and checked ${target.file}: ${megabytes} MB in ${seconds} s.`)
    console.log(contentLines(written).join('\n'))
  } finally {
    rmSync(target.part, { force: true })
  }
  if (keep !== null && isEmpty) console.log('It holds no gift and no message, so no older backup was deleted.')
  else if (keep !== null) for (const name of removeOld(folder, keep, now)) console.log(`Deleted ${name}.`)
  console.log(`The environment is not in it. Keep a copy elsewhere, above all DATA_ENCRYPTION_KEY, without which donors' PANs cannot be read,
${signingSecret ? 'and SIGNING_SECRET, without which the links in receipts stop working.' : 'and store backups as safely as a password: the secret behind the links in receipts is in them.'}`)
}

const given = readArguments()
try {
  if (!given) throw new Error(usage)
  await backUp(given.folder, given.keep)
} catch (error) {
  const message = String(propertyOf(error, 'message') ?? error)
  console.error(given ? `There is no new backup. ${message}` : message)
  process.exitCode = 1
}
