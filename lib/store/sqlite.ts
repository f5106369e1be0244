/**
 * Kysely over the SQLite that is built into Node 24: one file, one connection, every commit on the disk before it is
 * answered. A write that waits for another process blocks this one, so transactions must stay short.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely'

const busyTimeoutMs = 5000
const keptStatements = 200

/** FULL makes a commit durable in WAL mode: https://www.sqlite.org/pragma.html#pragma_synchronous */
function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
  return database
}

/** The few calls of better-sqlite3 that Kysely makes. Prepared statements are kept, the longest unused goes first. */
function asKyselyExpects(database: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, StatementSync>()

  function prepared(sql: string): StatementSync {
    const statement = kept.get(sql) ?? database.prepare(sql)
    kept.delete(sql)
    kept.set(sql, statement)
    const oldest = kept.size > keptStatements ? kept.keys().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
    return statement
  }

  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = prepared(sql)
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      }
    },
  }
}

/** A transaction takes the write lock when it begins: one that first read could not be given it later (SQLITE_BUSY_SNAPSHOT). */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

/** SQLite does roll back changes of tables. Told so, the migrator runs in one transaction, which two processes take in turn. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config)
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

/** Opens `charity.db` in `directory`, which is made if it is not there. @throws when the folder or the file cannot be used. */
export function sqliteDialect(directory: string): SqliteDialect {
  mkdirSync(directory, { recursive: true })
  return new NodeSqliteDialect({ database: asKyselyExpects(open(path.join(directory, 'charity.db'))) })
}
