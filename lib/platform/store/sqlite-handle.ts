/** One SQLite connection, with asynchronous waiting for locks: SQLite's own busy timeout would block the whole process. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CompiledQuery, QueryResult } from 'kysely'
import { propertyOf } from '#lib/platform/narrow.ts'
import { isStoreFailure } from '#lib/platform/store/failure.ts'

/** How long a statement is retried while another process holds the lock. */
export const lockTimeoutMs = 2000
const longestPauseMs = 100
const keptStatements = 200

/** Primary result codes: https://www.sqlite.org/rescode.html */
const busyCodes = new Set([5, 6])
/** Read-only, disk I/O error, corrupt, cannot open, not a database: the connection is unusable afterwards. */
const brokenCodes = new Set([8, 10, 11, 14, 26])

const primaryCode = (error: unknown) => Number(propertyOf(error, 'errcode')) & 0xff

/** Whether the database must be reopened. */
export const isBroken = (error: unknown) => isStoreFailure(error) || brokenCodes.has(primaryCode(error))

/** Retries while another process holds the lock, until `deadline` (performance.now()). */
export async function whenFree<Value>(work: () => Value, deadline: number): Promise<Value> {
  for (let pause = 1; ; pause = Math.min(longestPauseMs, pause * 2)) {
    try {
      return work()
    } catch (error) {
      if (!busyCodes.has(primaryCode(error)) || performance.now() >= deadline) throw error
    }
    await sleep(pause * (0.5 + Math.random() / 2))
  }
}

export class Handle {
  readonly #database: DatabaseSync
  /** Prepared statements, least recently used first. */
  readonly #kept = new Map<string, StatementSync>()

  /** @throws when the file cannot be opened. */
  constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true })
  }

  get isInTransaction(): boolean {
    return this.#database.isOpen && this.#database.isTransaction
  }

  exec(sql: string): void {
    this.#database.exec(sql)
  }

  run<Row>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<Row> {
    const statement = this.#prepared(sql)
    const values = parameters as readonly SQLInputValue[]
    if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
  }

  close(): void {
    this.#database.close()
  }

  #prepared(sql: string): StatementSync {
    const statement = this.#kept.get(sql) ?? this.#database.prepare(sql)
    this.#kept.delete(sql)
    this.#kept.set(sql, statement)
    const oldest = this.#kept.size > keptStatements ? this.#kept.keys().next().value : undefined
    if (oldest !== undefined) this.#kept.delete(oldest)
    return statement
  }
}
