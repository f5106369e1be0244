/**
 * The files of the SQLite database: private to their owner, and watched for deletion or replacement, so that no write to a deleted file is
 * acknowledged. Opened only through SQLite: closing any other descriptor of the database would drop the locks of this process
 * (https://www.sqlite.org/howtocorrupt.html, section 2.2).
 */
import { createHash, randomUUID } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { log } from '#lib/platform/log.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { processState } from '#lib/platform/process-state.ts'
import { missingDatabase, StoreFailure } from '#lib/platform/store/failure.ts'

const fileName = 'charity.db'
const ownerOnly = { folder: 0o700, file: 0o600 }
/** Larger files get only a partial check: a full one reads the whole file and blocks the process, about 40 ms at this size. */
const maxFullCheckBytes = 32 * 1024 * 1024

export const databaseFile = (folder: string): string => path.resolve(folder, fileName)

/** The write-ahead log and its index hold the newest rows, so they need the same protection. */
const parts = (file: string) => [file, `${file}-wal`, `${file}-shm`]

/** Permissions are changed only on a folder that holds nothing else. */
const holdsNothingElse = (folder: string) => readdirSync(folder).every((name) => name.startsWith(fileName))

function restrict(name: string, mode: number): void {
  const before = statSync(name, { throwIfNoEntry: false })
  if (!before || (before.mode & 0o077) === 0) return
  try {
    chmodSync(name, mode)
  } catch (error) {
    log.warn('Other users of this machine can read the database; its permissions could not be changed', {
      file: name,
      error,
    })
  }
}

const identity = (name: string): string | null => {
  const stat = statSync(name, { throwIfNoEntry: false })
  return stat ? `${stat.dev}:${stat.ino}` : null
}

/** For each database, the files (by inode) that this process opened last. */
const lastOpened = processState('sqlite-files', () => new Map<string, { part: string; as: string | null }[]>()).get

export const clearOpenedFiles = (): void => lastOpened().clear()

/**
 * Prepares to reopen. Creating an empty database in place of a missing one would hide the loss, and restoring a backup would then
 * overwrite new data. A write-ahead log must never be applied to another database: SQLite would mix the two.
 */
function prepareReopen(file: string): void {
  const [database, wal] = lastOpened().get(file) ?? []
  const found = identity(file)
  if (!database || found === database.as) return
  if (found === null) throw missingDatabase(file)
  if (wal && wal.as !== null && identity(wal.part) === wal.as) {
    renameSync(wal.part, `${wal.part}-of-the-replaced`)
    rmSync(`${file}-shm`, { force: true })
  }
}

/**
 * Restricts folder and file to their owner, and returns the path. `mayCreate`: creates both if needed. @throws when that fails, or the
 * file is missing.
 */
export function prepareFile(folder: string, mayCreate: boolean): string {
  const file = databaseFile(folder)
  prepareReopen(file)
  if (!mayCreate && identity(file) === null) throw missingDatabase(file)
  mkdirSync(folder, { recursive: true, mode: ownerOnly.folder })
  if (holdsNothingElse(folder)) restrict(folder, ownerOnly.folder)
  // SQLite would make it world-readable; the log files inherit its mode.
  createIfMissing(file)
  for (const part of parts(file)) restrict(part, ownerOnly.file)
  return file
}

function createIfMissing(file: string): void {
  try {
    writeFileSync(file, '', { flag: 'wx', mode: ownerOnly.file })
  } catch (error) {
    if (propertyOf(error, 'code') !== 'EEXIST') throw error
  }
}

export type FileWatch = {
  /** @throws StoreFailure when one of the files was deleted, moved or replaced since it was opened. Costs three stat calls. */
  check(): void
}

/** Records which files are open. Call it after the first read, when the log files exist. */
export function watchFile(file: string): FileWatch {
  const opened = parts(file).map((part) => ({ part, as: identity(part) }))
  lastOpened().set(file, opened)
  return {
    check() {
      const changed = opened.find(({ part, as }) => identity(part) !== as)
      if (changed) throw new StoreFailure('missing', `${changed.part} was deleted or replaced while it was open`)
    },
  }
}

/**
 * Checks the file through a new connection, bypassing cached pages: every page of a small file, header and schema of a large one.
 * @throws when it is corrupt.
 */
export function checkIntegrity(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 0 })
  try {
    database.prepare('select count(*) from sqlite_schema').get()
    if (statSync(file).size > maxFullCheckBytes) return
    const found = propertyOf(database.prepare('PRAGMA quick_check(1)').get(), 'quick_check')
    if (found !== 'ok') throw new StoreFailure('corrupt', `${file} is corrupt: ${found}`)
  } finally {
    database.close()
  }
}

/** A folder that no longer exists keeps its name. */
function realPath(folder: string): string {
  try {
    // Next would trace the whole project for a path that it cannot follow.
    return realpathSync(/* turbopackIgnore: true */ folder)
  } catch {
    const parent = path.dirname(folder)
    return parent === folder ? folder : path.join(/* turbopackIgnore: true */ realPath(parent), path.basename(folder))
  }
}

const holdName = (folder: string) =>
  `charity-site:${createHash('sha256')
    .update(realPath(path.resolve(/* turbopackIgnore: true */ folder)))
    .digest('hex')
    .slice(0, 32)}:`
const held = processState('folders-held', () => new Map<string, Server>()).get

/**
 * Signals to `charity restore` that a server uses this folder, until the process ends or `releaseFolders`. A lock in the folder would be lost with
 * it, and a server that has lost its folder still uses whatever is put there. An abstract socket has no file and ends with its process
 * (https://man7.org/linux/man-pages/man7/unix.7.html). Only on Linux.
 */
export function holdFolder(folder: string): void {
  const name = holdName(folder)
  if (process.platform !== 'linux' || held().has(name)) return
  const server = createServer((socket) => socket.destroy())
  server.on('error', (error) => log.warn('A restore would not notice that this server uses DATA_DIR', { error }))
  held().set(name, server.listen(`\0${name}${randomUUID()}`).unref())
}

export function releaseFolders(): void {
  for (const server of held().values()) server.close()
  held().clear()
}

/** Whether a server on this machine holds the folder. */
export function isHeld(folder: string): boolean {
  try {
    return readFileSync('/proc/net/unix', 'utf8').includes(`@${holdName(folder)}`)
  } catch {
    return false
  }
}
