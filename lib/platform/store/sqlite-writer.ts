/**
 * Group commit for SQLite: transactions run one after the other, and those that arrive together share one commit, because syncing the
 * disk dominates the cost of a write. A commit resolves only when it is on disk; a failed transaction does not affect the others.
 */

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CompiledQuery, QueryResult } from 'kysely'
import { propertyOf } from '#lib/platform/narrow.ts'
import { isStoreFailure } from '#lib/platform/store/failure.ts'
import type { FileWatch } from '#lib/platform/store/sqlite-file.ts'

export type Transaction = {
  run<Row>(query: CompiledQuery): QueryResult<Row>
  /** @throws when it is not on disk. Ends the transaction in either case. */
  commit(): Promise<void>
  rollback(): void
}

/** Transactions that share one commit: settles with it, for all of them. */
type Group = PromiseWithResolvers<void>

export class Writer {
  readonly #handle: Handle
  readonly #watch: FileWatch
  #lastTurn: Promise<void> = Promise.resolve()
  #group: Group | null = null

  constructor(handle: Handle, watch: FileWatch) {
    this.#handle = handle
    this.#watch = watch
  }

  /** Waits for its turn and for the lock. @throws when another process holds the lock for too long. */
  async begin(): Promise<Transaction> {
    const deadline = performance.now() + lockTimeoutMs
    const release = await this.#turn()
    try {
      const group = this.#group ?? (await this.#beginGroup(deadline))
      const handle = this.#handle
      this.#within(group, () => handle.exec('savepoint member'))
      return {
        run: (query) => this.#within(group, () => handle.run(query)),
        commit: async () => {
          try {
            this.#within(group, () => handle.exec('release member'))
          } finally {
            release()
          }
          await group.promise
        },
        rollback: () => {
          try {
            if (this.#group === group) this.#within(group, () => handle.exec('rollback to member; release member'))
          } finally {
            release()
          }
        },
      }
    } catch (error) {
      release()
      throw error
    }
  }

  /** Waits for transactions in progress. */
  async close(): Promise<void> {
    await this.#endGroup()
    this.#handle.close()
  }

  /** Waits until no other transaction writes. Resolves with the function that starts the next one. */
  async #turn(): Promise<() => void> {
    const before = this.#lastTurn
    const turn = Promise.withResolvers<void>()
    this.#lastTurn = turn.promise
    await before
    return turn.resolve
  }

  async #endGroup(): Promise<void> {
    const release = await this.#turn()
    this.#commitGroup()
    release()
  }

  /** Takes the write lock immediately: a transaction that reads first may not get it later (SQLITE_BUSY_SNAPSHOT). */
  async #beginGroup(deadline: number): Promise<Group> {
    this.#watch.check()
    await whenFree(() => this.#handle.exec('begin immediate'), deadline)
    const group = Promise.withResolvers<void>()
    // It is not awaited when all transactions of the group were rolled back.
    group.promise.catch(() => undefined)
    this.#group = group
    // Requests made in the same turn of the event loop join this group.
    setImmediate(() => void this.#endGroup())
    return group
  }

  /** Never throws: the result goes to the transactions of the group. A commit to a deleted file counts as failed. */
  #commitGroup(): void {
    const group = this.#group
    if (!group) return
    this.#group = null
    try {
      this.#handle.exec('commit')
      this.#watch.check()
      group.resolve()
    } catch (error) {
      if (this.#handle.isInTransaction) this.#handle.exec('rollback')
      group.reject(error)
    }
  }

  /** Some failures (a full disk) roll back the whole transaction, including the writes of the others in the group. */
  #within<Value>(group: Group, work: () => Value): Value {
    try {
      return work()
    } catch (error) {
      if (this.#group === group && !this.#handle.isInTransaction) {
        this.#group = null
        group.reject(error)
      }
      throw error
    }
  }
}

/** How long a statement is retried while another process holds the lock. Shorter than health waits, so that it can name the cause. */
export const lockTimeoutMs = 1500
const maxPauseMs = 100
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
  for (let pause = 1; ; pause = Math.min(maxPauseMs, pause * 2)) {
    try {
      return work()
    } catch (error) {
      if (!busyCodes.has(primaryCode(error)) || performance.now() >= deadline) throw error
    }
    await sleep(pause * (0.5 + Math.random() / 2))
  }
}

/** One SQLite connection. Waiting for locks is asynchronous: SQLite's own busy timeout would block the whole process. */
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
