/** Summary of a database: rows and newest time of each table, and its migrations. The same for both databases. */
import { DatabaseSync } from 'node:sqlite'
import { migrations } from '#lib/platform/store/migrations.ts'

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

export const sqliteQuery =
  (database: DatabaseSync): Query =>
  async (sql) =>
    database.prepare(sql).all()

/** Checks every page and index of a SQLite file, then reads its contents. @throws when it is not an intact database. */
export async function readSqliteFile(file: string): Promise<Contents> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const [found] = database.prepare('PRAGMA integrity_check(1)').all()
    if (found?.integrity_check !== 'ok') throw new Error(`the check found: ${found?.integrity_check}`)
    return await readContents(sqliteQuery(database), 'sqlite')
  } finally {
    database.close()
  }
}

/** Why a backup with these migrations cannot be restored by this version of the site; null when it can. */
export async function refusalOf(executed: readonly string[]): Promise<string | null> {
  if (executed.length === 0) return 'It is not a backup of this site.'
  const known = Object.keys(await migrations.getMigrations())
  const newer = executed.filter((name) => !known.includes(name))
  if (newer.length === 0) return null
  return `A newer version of the site wrote it (${newer.join(', ')}). Restore it with that version.`
}

/** One line a table, aligned. */
export function contentLines({ tables }: Contents): string[] {
  const width = Math.max(...tables.map(({ table }) => table.length))
  return tables.map(
    ({ table, rows, newest }) =>
      `  ${table.padEnd(width)} ${String(rows).padStart(9)}${newest ? `  newest ${newest}` : ''}`,
  )
}
