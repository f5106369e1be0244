/**
 * `charity restore FILE`: puts a backup in place of the database, after checking it, and says what it holds. Refuses while the site
 * runs. The replaced data is kept. `--empty` creates a database without data where there is none. docs/operate/backup.md
 */
import { closeSync, openSync, readSync } from 'node:fs'
import path from 'node:path'
import { env } from '#lib/platform/env.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { storeFailureReason } from '#lib/platform/store/failure.ts'
import { openStore } from '#lib/platform/store/index.ts'
import { databaseFile } from '#lib/platform/store/sqlite-file.ts'
import { contentLines } from './support/backup/contents.ts'
import { stampOf } from './support/backup/files.ts'
import { restorePostgres } from './support/backup/postgres.ts'
import { giveToOwner, restoreSqlite } from './support/backup/sqlite.ts'
import { nameDatabase } from './support/database.ts'

/** By the first bytes of the file. */
function kindOf(file: string): 'sqlite' | 'postgres' | null {
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

/** @returns null, or why nothing was restored. */
async function restore(file: string): Promise<string | null> {
  const { databaseUrl, dataDir } = env()
  nameDatabase()
  const kind = kindOf(file)
  if (!kind) return `${file} is not a backup of this site.`
  if (kind === 'postgres' && !databaseUrl)
    return `${file} is of PostgreSQL. Set DATABASE_URL to the database it belongs in.`
  if (kind === 'sqlite' && databaseUrl) return `${file} is of SQLite, and DATABASE_URL names a PostgreSQL database.`
  const stamp = stampOf(new Date())
  const restored = await (databaseUrl ? restorePostgres(file, databaseUrl, stamp) : restoreSqlite(file, dataDir, stamp))
  if (!restored.ok) return restored.why
  const { replaced, contents } = restored.value
  console.log(`Restored ${file}:`)
  console.log(contentLines(contents).join('\n'))
  console.log(replaced ? `The replaced data is kept as ${replaced}.` : 'There was no data to replace.')
  console.log(`Before you start the site: mails that were sent after the backup are sent again if they still wait in it, and gifts made
since then are missing. docs/operate/backup.md says what to do about both.`)
  return null
}

/** @returns null, or why no database was created. */
async function beginEmpty(): Promise<string | null> {
  nameDatabase()
  const there = await openStore(env(), { mayCreate: false }).catch((error: unknown) => {
    if (storeFailureReason(error) !== 'missing') throw error
  })
  await there?.close()
  if (there) return 'There is a database already, and it stays as it is.'
  const { databaseUrl, dataDir } = env()
  await (await openStore({ databaseUrl, dataDir })).close()
  if (!databaseUrl) giveToOwner(databaseFile(dataDir))
  console.log('Created a database without any data.')
  return null
}

const [file, ...others] = process.argv.slice(2)
const failure =
  file && others.length === 0
    ? await (file === '--empty' ? beginEmpty() : restore(path.resolve(file))).catch((error: unknown) =>
        String(propertyOf(error, 'message') ?? error),
      )
    : 'charity restore FILE, or charity restore --empty'
if (failure) {
  console.error(failure)
  process.exitCode = 1
}
