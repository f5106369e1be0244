/** Whether the database is there, backed up, and has room. */
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { readFreeBytes, upkeepProblems } from '#lib/jobs/upkeep.ts'
import type { Env } from '#lib/platform/env.ts'
import { missingDatabase, storeProblem } from '#lib/platform/store/failure.ts'
import { databaseName } from '#lib/platform/store/index.ts'
import { lastBackupKey } from '#lib/platform/store/settings.ts'
import { databaseFile } from '#lib/platform/store/sqlite-file.ts'
import { type Query, sqliteQuery } from '../backup/contents.ts'
import { connected } from '../backup/postgres.ts'
import { type Finding, findingsAbout } from './finding.ts'

const finding = findingsAbout('database')

/** Reads only: opening the store would migrate it. */
async function readLastBackup({ databaseUrl, dataDir }: Env): Promise<string | null> {
  const read = async (query: Query) => {
    const [row] = await query(`select value from settings where key = '${lastBackupKey}'`)
    return row ? String(row.value) : null
  }
  if (databaseUrl) return connected(databaseUrl, read)
  const file = databaseFile(dataDir)
  if (!statSync(file, { throwIfNoEntry: false })?.size) throw missingDatabase(file)
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return await read(sqliteQuery(database))
  } finally {
    database.close()
  }
}

export async function checkDatabase(env: Env): Promise<Finding[]> {
  const name = databaseName(env)
  const where = env.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'
  try {
    const found = { lastBackup: await readLastBackup(env), freeBytes: await readFreeBytes() }
    const { lastBackup, freeBytes } = found
    const free = freeBytes === null ? '' : ` ${Math.round(freeBytes / 1e9)} GB are free on the disk of DATA_DIR.`
    return [
      finding('fine', `The database is ${name}, last backed up ${lastBackup ?? 'never'}.${free}`),
      ...upkeepProblems(found).map((problem) => finding('warning', problem, 'docs/operate/backup.md')),
    ]
  } catch (error) {
    return [finding('blocks', `${name} cannot be read. ${storeProblem(error)}`, where)]
  }
}
