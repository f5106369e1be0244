/**
 * `charity backup`: writes a copy of the database while the site runs, checks it, and then gives it its name. `--to FOLDER` (default
 * ./backups), `--keep N` deletes all but the newest N. docs/operate/backup.md
 */

import { rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { env } from '#lib/platform/env.ts'
import { missingDatabase } from '#lib/platform/store/failure.ts'
import { databaseName, lastBackupKey } from '#lib/platform/store/index.ts'
import { contentLines, finish, prepareTarget, removeOld } from './support/backup/backups.ts'
import { backupPostgres, connected } from './support/backup/postgres.ts'
import { backupSqlite, changeSqlite } from './support/backup/sqlite.ts'
import { readCommand, sentenceOf, stop } from './support/command.ts'
import { nameDatabase } from './support/database.ts'

const usage = `charity backup [--to FOLDER] [--keep N]

  --to FOLDER   where the copy is written; without it ./backups
  --keep N      deletes all but the newest N`

function readArguments(): { folder: string; keep: number | null } {
  const { values } = readCommand(usage, {
    options: { to: { type: 'string', default: 'backups' }, keep: { type: 'string' } },
  })
  const { to, keep } = values
  if (!to || (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep)))
    stop('--to needs a folder, and --keep a number of at least 1.', 2)
  return { folder: path.resolve(to), keep: keep === undefined ? null : Number(keep) }
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
    console.error(`The backup is complete, but /api/health will not show it: ${sentenceOf(error)}`)
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

const { folder, keep } = readArguments()
try {
  await backUp(folder, keep)
} catch (error) {
  stop(`There is no new backup. ${sentenceOf(error)}`)
}
