/** Backup and restore of the SQLite database. */
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { propertyOf } from '#lib/platform/narrow.ts'
import { missingDatabase } from '#lib/platform/store/failure.ts'
import { databaseFile, isClaimed } from '#lib/platform/store/sqlite-file.ts'
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

const lockTimeoutMs = 10_000

export const sqliteQuery =
  (database: DatabaseSync): Query =>
  async (sql) =>
    database.prepare(sql).all()

/** Checks every page and index of a SQLite file, then reads its contents. @throws when it is not an intact database. */
async function readSqliteFile(file: string): Promise<Contents> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const [found] = database.prepare('PRAGMA integrity_check(1)').all()
    if (found?.integrity_check !== 'ok') throw new Error(`the check found: ${found?.integrity_check}`)
    return await readContents(sqliteQuery(database), 'sqlite')
  } finally {
    database.close()
  }
}

/**
 * Writes a copy into `target`, an empty file. `VACUUM INTO` reads one snapshot, so that other processes keep writing, and leaves erased
 * rows out. It does not sync the copy: https://www.sqlite.org/lang_vacuum.html#vacuuminto
 */
export async function backupSqlite(folder: string, target: string): Promise<Contents> {
  const source = databaseFile(folder)
  if (!existsSync(source)) throw missingDatabase(source)
  const database = new DatabaseSync(source, { readOnly: true, timeout: lockTimeoutMs })
  try {
    database.prepare('VACUUM INTO ?').run(target)
  } finally {
    database.close()
  }
  sync(target)
  return readSqliteFile(target)
}

/** Runs one statement in the database of the site, which may be running. */
export function changeSqlite(folder: string, sql: string): void {
  const database = new DatabaseSync(databaseFile(folder), { timeout: lockTimeoutMs })
  try {
    database.exec(sql)
  } finally {
    database.close()
  }
}

/**
 * Completes the database, so that all its rows are in one file. Leaving WAL mode needs every other connection to be closed
 * (https://www.sqlite.org/wal.html#persistence_of_wal_mode). A damaged database is left as it is.
 */
function isInUse(file: string): boolean {
  try {
    const database = new DatabaseSync(file, { timeout: 0 })
    try {
      database.exec('PRAGMA journal_mode = DELETE')
    } finally {
      database.close()
    }
    return false
  } catch (error) {
    const busy = 5
    return (Number(propertyOf(error, 'errcode')) & 0xff) === busy
  }
}

/** Moves the files of the database aside. @returns the name that the database has now. */
function moveAside(file: string, stamp: string): string {
  const aside = `${file}-replaced-${stamp}`
  for (const part of ['-wal', '-shm', '']) if (existsSync(file + part)) renameSync(file + part, aside + part)
  return aside
}

/** An administrator restores as root, and the site runs as the owner of the folder. */
export function giveToOwner(file: string): void {
  const { uid, gid } = statSync(path.dirname(file))
  if (process.getuid?.() === 0) chownSync(file, uid, gid)
}

const inUse = () => new Error('The database is in use. Stop the site, then restore.')

/** @throws when a server uses the folder, also if it was deleted meanwhile. */
export function refuseClaimed(folder: string): void {
  if (isClaimed(folder)) throw inUse()
}

async function holdMailIn(file: string, stamp: string): Promise<number> {
  const database = new DatabaseSync(file)
  try {
    database.exec(holdMail(stamp))
    return await countHeld(sqliteQuery(database), stamp)
  } finally {
    database.close()
  }
}

/** Puts the backup in place of the database. @throws when it cannot: then nothing was changed. */
export async function restoreSqlite(backup: string, folder: string, now: Date): Promise<Restored> {
  const file = databaseFile(folder)
  refuseClaimed(folder)
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
    await refuseForeign(backup, contents.migrations)
    const held = await holdMailIn(copy, now.toISOString())
    sync(copy)
    if (existsSync(file) && isInUse(file)) throw inUse()
    const replaced = existsSync(file) ? moveAside(file, stampOf(now)) : null
    renameSync(copy, file)
    sync(path.dirname(file))
    return { replaced, contents, held }
  } finally {
    rmSync(copy, { force: true })
  }
}
