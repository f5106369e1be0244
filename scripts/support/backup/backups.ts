/** What backups of both databases share: their files, and a summary of what they hold. */
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
import { migrations } from '#lib/platform/store/migrations.ts'

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

/** Reads a database, the same for both kinds. */
export type Query = (sql: string) => Promise<Record<string, unknown>[]>

/** `newest`: ISO 8601, UTC; null for a table that is empty or keeps no times. */
type TableContents = { table: string; rows: number; newest: string | null }
export type Contents = { tables: TableContents[]; migrations: string[] }

const columnsOf = {
  sqlite: `select tables.name as "table", columns.name as "column" from sqlite_schema as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table'`,
  postgres: `select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public'`,
}
/** The first of these columns that a table has dates its rows. */
const timeColumns = ['updated_at', 'received_at', 'created_at']

/** Tables in alphabetical order, without those of the migrator. @throws when the database cannot be read. */
export async function readContents(query: Query, dialect: 'sqlite' | 'postgres'): Promise<Contents> {
  const columns = new Map<string, string[]>()
  for (const { table, column } of await query(columnsOf[dialect]))
    columns.set(String(table), [...(columns.get(String(table)) ?? []), String(column)])
  const tables: TableContents[] = []
  for (const table of [...columns.keys()].filter((name) => !name.startsWith('kysely_')).sort()) {
    const time = timeColumns.find((column) => columns.get(table)?.includes(column))
    const [row] = await query(`select count(*) as rows, ${time ? `max(${time})` : 'null'} as newest from "${table}"`)
    tables.push({ table, rows: Number(row?.rows), newest: typeof row?.newest === 'string' ? row.newest : null })
  }
  const executed = columns.has('kysely_migration') ? await query('select name from kysely_migration order by name') : []
  return { tables, migrations: executed.map(({ name }) => String(name)) }
}

/** @throws when a backup with these migrations cannot be restored by this version of the site. */
export async function refuseForeign(backup: string, executed: readonly string[]): Promise<void> {
  if (executed.length === 0) throw new Error(`${backup} was not restored. It is not a backup of this site.`)
  const known = Object.keys(await migrations.getMigrations())
  const newer = executed.filter((name) => !known.includes(name))
  if (newer.length > 0)
    throw new Error(
      `${backup} was not restored. A newer version of the site wrote it (${newer.join(', ')}). Restore it with that version.`,
    )
}

const heldBecause = 'It waited in a backup that was restored, and may have been sent since'

/** Mail that waits in a backup may have been sent since, or is not wanted any more: a person decides. Mail for later keeps its date. */
export const holdMail = (stamp: string) =>
  `update outbox set state = 'unknown', lease = null, last_error = '${heldBecause}', updated_at = '${stamp}' where state = 'waiting'`

export async function countHeld(query: Query, stamp: string): Promise<number> {
  const [row] = await query(
    `select count(*) as held from outbox where last_error = '${heldBecause}' and updated_at = '${stamp}'`,
  )
  return Number(row?.held)
}

/** `replaced`: where the previous data is kept; null when there was none. `held`: mails that waited in the backup. */
export type Restored = { replaced: string | null; contents: Contents; held: number }

/** One line a table, aligned. */
export function contentLines({ tables }: Contents): string[] {
  const width = Math.max(...tables.map(({ table }) => table.length))
  return tables.map(
    ({ table, rows, newest }) =>
      `  ${table.padEnd(width)} ${String(rows).padStart(9)}${newest ? `  newest ${newest}` : ''}`,
  )
}
