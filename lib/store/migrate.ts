/** Brings the tables up to date. Leaves alone what a newer version of the site did to them, so that a deploy can be rolled back. */
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { log } from '#lib/log.ts'
import { migrations } from '#lib/store/migrations.ts'
import type { Database } from '#lib/store/schema.ts'

const migrationTable = 'kysely_migration'
/** Never run: it stands for a migration that a newer version of the site has run, and only that version knows. */
const ofNewerCode: Migration = { up: async () => undefined }

async function namesThatRan(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === migrationTable)) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(migrationTable)}`.execute(db)
  return rows.map(({ name }) => name)
}

/** The migrations that ran after the last one that this version knows (docs/decisions/0011-expand-then-contract.md). */
async function newerMigrations(db: Kysely<Database>): Promise<string[]> {
  const last =
    Object.keys(await migrations.getMigrations())
      .sort()
      .at(-1) ?? ''
  return (await namesThatRan(db)).filter((name) => name > last)
}

/** @throws when a migration fails, or one that ran is unknown and not newer than this version. */
export async function migrate(db: Kysely<Database>): Promise<void> {
  for (;;) {
    const newer = await newerMigrations(db)
    const provider: MigrationProvider = {
      getMigrations: async () => ({
        ...(await migrations.getMigrations()),
        ...Object.fromEntries(newer.map((name) => [name, ofNewerCode])),
      }),
    }
    const { error } = await new Migrator({ db, provider }).migrateToLatest()
    if (!error) {
      if (newer.length > 0) log.warn('The database was migrated by a newer version of the site', { migrations: newer })
      return
    }
    // A newer version that starts at this moment may have migrated meanwhile.
    if ((await newerMigrations(db)).length === newer.length) throw error
  }
}
