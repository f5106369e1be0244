/** The folder of backups: names, permissions, and how many are kept. */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

const ownerOnly = { folder: 0o700, file: 0o600 }
const endings = { sqlite: 'db', postgres: 'dump' }
const finished = /^charity-\d{8}T\d{6}\.\d{3}Z\.(?:db|dump)$/
const unfinished = /^charity-.*\.part(?:-journal)?$/
const abandonedAfterMs = 24 * 60 * 60 * 1000

/** 20261122T070543.123Z: UTC, sortable, allowed in file names everywhere. */
export const stampOf = (time: Date): string => time.toISOString().replaceAll(/[-:]/g, '')

/** Makes the content of a file durable, or a rename in a folder. */
export function sync(target: string): void {
  const descriptor = openSync(target, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** An empty file that only its owner can read, under a temporary name. */
export function prepareTarget(
  folder: string,
  dialect: 'sqlite' | 'postgres',
  now: Date,
): { part: string; file: string } {
  mkdirSync(folder, { recursive: true, mode: ownerOnly.folder })
  const file = path.join(folder, `charity-${stampOf(now)}.${endings[dialect]}`)
  const part = `${file}.part`
  writeFileSync(part, '', { flag: 'wx', mode: ownerOnly.file })
  return { part, file }
}

/** Gives a finished backup its name. */
export function finish({ part, file }: { part: string; file: string }): void {
  renameSync(part, file)
  sync(path.dirname(file))
}

/**
 * Deletes all but the newest `keep` backups, and the leftovers of interrupted runs that are more than a day old. @returns the names of
 * deleted backups.
 */
export function removeOld(folder: string, keep: number, now: Date): string[] {
  const names = readdirSync(folder).sort()
  const isAbandoned = (name: string) =>
    unfinished.test(name) && statSync(path.join(folder, name)).mtimeMs < now.getTime() - abandonedAfterMs
  const old = names.filter((name) => finished.test(name)).slice(0, -keep)
  for (const name of [...old, ...names.filter(isAbandoned)]) rmSync(path.join(folder, name))
  return old
}
