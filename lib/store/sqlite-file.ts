/**
 * The files of the SQLite database: made readable by nobody else, and watched, so that nothing is acknowledged that went into a file
 * which is no longer there. Never opens them but through SQLite: closing another descriptor of the database would drop the locks of
 * this process (https://www.sqlite.org/howtocorrupt.html, section 2.2).
 */
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { log } from '#lib/log.ts'
import { propertyOf } from '#lib/narrow.ts'
import { processState } from '#lib/process-state.ts'

const fileName = 'charity.db'
const ownerOnly = { folder: 0o700, file: 0o600 }
/** A check of every page reads all of the file, and nothing else runs meanwhile: about 40 ms for this much. */
const checkedBytes = 32 * 1024 * 1024

export const databaseFile = (folder: string): string => path.resolve(folder, fileName)

/** The write-ahead log and its index hold the newest rows: as private, and as indispensable, as the database. */
const parts = (file: string) => [file, `${file}-wal`, `${file}-shm`]

/** What was written may be lost: the store must be opened anew, and nobody may be thanked. */
export class StoreFileError extends Error {
  override name = 'StoreFileError' as const
}
/** By name: every bundle has a class of its own, and the store is shared. */
export const isStoreFileError = (error: unknown) =>
  propertyOf(error, 'name') === ('StoreFileError' satisfies StoreFileError['name'])

/** An operator may have made a folder that holds other things too: only one of ours is closed to others. */
const holdsNothingElse = (folder: string) => readdirSync(folder).every((name) => name.startsWith(fileName))

function restrict(name: string, mode: number): void {
  const before = statSync(name, { throwIfNoEntry: false })
  if (!before || (before.mode & 0o077) === 0) return
  try {
    chmodSync(name, mode)
  } catch (error) {
    log.warn('Other users of this machine can read the database: its owner must change that', { file: name, error })
  }
}

const identity = (name: string): string | null => {
  const stat = statSync(name, { throwIfNoEntry: false })
  return stat ? `${stat.dev}:${stat.ino}` : null
}

/** The parts of each database that this process has had open last, and which files they were. */
const lastOpened = processState('sqlite-files', () => new Map<string, { part: string; as: string | null }[]>()).get

/** The next start of the store begins like a new process. */
export const forgetFiles = (): void => lastOpened().clear()

/**
 * An empty database in place of one that vanished would hide the loss, and the backup that is put back would overwrite it. And a
 * write-ahead log must never be read into another database than its own: SQLite would mix the two.
 */
function comeBackTo(file: string): void {
  const [database, wal] = lastOpened().get(file) ?? []
  const found = identity(file)
  if (!database || found === database.as) return
  if (found === null)
    throw new StoreFileError(`${file} is gone. Put it back, or start the site again to begin with an empty one.`)
  if (wal && wal.as !== null && identity(wal.part) === wal.as) {
    renameSync(wal.part, `${wal.part}-of-the-replaced`)
    rmSync(`${file}-shm`, { force: true })
  }
}

/** The database's path in `folder`, with folder and file made or closed to everybody but their owner. @throws when that is impossible. */
export function prepareFile(folder: string): string {
  const file = databaseFile(folder)
  comeBackTo(file)
  mkdirSync(folder, { recursive: true, mode: ownerOnly.folder })
  if (holdsNothingElse(folder)) restrict(folder, ownerOnly.folder)
  // SQLite would make it readable for all; the other parts take over its mode.
  writeNew(file)
  for (const part of parts(file)) restrict(part, ownerOnly.file)
  return file
}

function writeNew(file: string): void {
  try {
    writeFileSync(file, '', { flag: 'wx', mode: ownerOnly.file })
  } catch (error) {
    // It is there as a rule.
    if (propertyOf(error, 'code') !== 'EEXIST') throw error
  }
}

export type FileWatch = {
  /** @throws StoreFileError when a part of the database was deleted, moved or replaced since it was opened. Costs three calls of stat. */
  check(): void
}

/** Remembers which files are open. Call it once the database has been read, so that all of its parts are there. */
export function watchFile(file: string): FileWatch {
  const opened = parts(file).map((part) => ({ part, as: identity(part) }))
  lastOpened().set(file, opened)
  return {
    check() {
      const changed = opened.find(({ part, as }) => identity(part) !== as)
      if (changed) throw new StoreFileError(`${changed.part} was deleted or replaced while it was open`)
    },
  }
}

/**
 * Reads the file as a program that has just started would, past what this process remembers of it: every page of a small one, the
 * head and the schema of a large one. @throws when it is damaged.
 */
export function checkIntegrity(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 0 })
  try {
    database.prepare('select count(*) from sqlite_schema').get()
    if (statSync(file).size > checkedBytes) return
    const found = propertyOf(database.prepare('PRAGMA quick_check(1)').get(), 'quick_check')
    if (found !== 'ok') throw new StoreFileError(`${file} is damaged: ${found}`)
  } finally {
    database.close()
  }
}
