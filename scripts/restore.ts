/**
 * `charity restore FILE`: puts a backup in place of the database, after checking it, and says what it holds. Refuses while the site
 * runs. The replaced data is kept. `--empty` creates a database without data where there is none. docs/operate/backup.md
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import path from 'node:path'
import { env } from '#lib/platform/env.ts'
import { storeFailureReason } from '#lib/platform/store/failure.ts'
import { openStore } from '#lib/platform/store/index.ts'
import { databaseFile } from '#lib/platform/store/sqlite-file.ts'
import { contentLines } from './support/backup/backups.ts'
import { restorePostgres } from './support/backup/postgres.ts'
import { giveToOwner, refuseClaimed, restoreSqlite } from './support/backup/sqlite.ts'
import { readCommand, sentenceOf, stop } from './support/command.ts'
import { nameDatabase } from './support/database.ts'

/** By the first bytes of the file. */
function kindOf(file: string): 'sqlite' | 'postgres' | null {
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

/** @throws an Error that says why nothing was restored. */
async function restore(file: string): Promise<void> {
  const { databaseUrl, dataDir } = env()
  nameDatabase()
  const kind = kindOf(file)
  if (!kind) throw new Error(`${file} is not a backup of this site.`)
  if (kind === 'postgres' && !databaseUrl)
    throw new Error(`${file} is of PostgreSQL. Set DATABASE_URL to the database it belongs in.`)
  if (kind === 'sqlite' && databaseUrl)
    throw new Error(`${file} is of SQLite, and DATABASE_URL names a PostgreSQL database.`)
  const { replaced, contents, held } = await (databaseUrl
    ? restorePostgres(file, databaseUrl, new Date())
    : restoreSqlite(file, dataDir, new Date()))
  console.log(`Restored ${file}:`)
  console.log(contentLines(contents).join('\n'))
  console.log(replaced ? `The replaced data is kept as ${replaced}.` : 'There was no data to replace.')
  if (held > 0)
    console.log(`Mails that waited in it: ${held}. They may have been sent since, so none is sent before you decide:
  charity outbox list --stage=unknown    shows them
  charity outbox retry --unknown         sends them
  charity outbox done --unknown          never sends them`)
  console.log('Gifts made since the backup are missing: docs/operate/backup.md says what to do about them.')
}

/** Does nothing on a PostgreSQL database with the site's tables, which several servers share. @throws when there is an SQLite database. */
async function beginEmpty(): Promise<void> {
  nameDatabase()
  const there = await openStore(env(), { mayCreate: false }).catch((error: unknown) => {
    if (storeFailureReason(error) !== 'missing') throw error
  })
  await there?.close()
  const { databaseUrl, dataDir } = env()
  if (there && databaseUrl)
    return console.log('The database has its tables already, and stays as it is: this server will use it.')
  if (there) throw new Error('There is a database already, and it stays as it is.')
  refuseClaimed(dataDir)
  await (await openStore({ databaseUrl, dataDir })).close()
  if (!databaseUrl) giveToOwner(databaseFile(dataDir))
  console.log('Created a database without any data.')
}

const usage = `charity restore FILE | --empty

  FILE      puts this backup in place of the database, which is kept
  --empty   creates a database without any data where there is none`

const { values, positionals } = readCommand(usage, {
  allowPositionals: true,
  options: { empty: { type: 'boolean', default: false } },
})
const [file, ...others] = positionals
if (others.length > 0 || (file !== undefined) === values.empty)
  stop('Name one backup, or say --empty: charity restore --help says what they do.', 2)
try {
  await (file === undefined ? beginEmpty() : restore(path.resolve(file)))
} catch (error) {
  stop(sentenceOf(error))
}
