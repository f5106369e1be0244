/** Runs the migrations. Ignores migrations of newer versions of the site, so that a deployment can be rolled back. */
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { log } from '#lib/platform/log.ts'
import { migrations, refuseHalfMigrated } from '#lib/platform/store/migrations.ts'
import type { Database } from '#lib/platform/store/schema.ts'

const migrationTable = 'kysely_migration'
/** Placeholder for a migration that a newer version of the site has already run. Never executed. */
const newerMigration: Migration = { up: async () => undefined }

/** Empty for a new database. */
export async function executedMigrations(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === migrationTable)) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(migrationTable)}`.execute(db)
  return rows.map(({ name }) => name)
}

/** Executed migrations later than the last one of this version (docs/decisions/0011-expand-then-contract.md). */
async function newerMigrations(db: Kysely<Database>): Promise<string[]> {
  const last =
    Object.keys(await migrations.getMigrations())
      .sort()
      .at(-1) ?? ''
  return (await executedMigrations(db)).filter((name) => name > last)
}

/** @throws when a migration fails, or an executed one is unknown and not newer than this version. */
export async function migrate(db: Kysely<Database>): Promise<void> {
  refuseHalfMigrated(await executedMigrations(db))
  for (;;) {
    const newer = await newerMigrations(db)
    const provider: MigrationProvider = {
      getMigrations: async () => ({
        ...(await migrations.getMigrations()),
        ...Object.fromEntries(newer.map((name) => [name, newerMigration])),
      }),
    }
    const { error } = await new Migrator({ db, provider }).migrateToLatest()
    if (!error) {
      if (newer.length > 0) log.warn('The database was migrated by a newer version of the site', { migrations: newer })
      return
    }
    // A newer version may have started and migrated in the meantime.
    if ((await newerMigrations(db)).length === newer.length) throw error
  }
}
