/**
 * Kysely over node:sqlite: one file, every commit synced to disk. Two connections: one for writing, which transactions use one after the
 * other, and one for reading, which in WAL mode never waits for the writer.
 */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setImmediate as nextEventLoopTurn, setTimeout as sleep } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { propertyOf } from '#lib/platform/narrow.ts'
import { isStoreFailure } from '#lib/platform/store/failure.ts'
import { type FileWatch, prepareFile, watchFile } from '#lib/platform/store/sqlite-file.ts'

/** How long a statement is retried while another process holds the lock. Shorter than health waits, so that it can name the cause. */
const lockTimeoutMs = 1500
const maxPauseMs = 100

/** Primary result codes: https://www.sqlite.org/rescode.html */
const busyCodes = new Set([5, 6])
/** Read-only, disk I/O error, corrupt, cannot open, not a database: the connection is unusable afterwards. */
const brokenCodes = new Set([8, 10, 11, 14, 26])

const primaryCode = (error: unknown) => Number(propertyOf(error, 'errcode')) & 0xff

/** Whether the database must be reopened. */
export const isBroken = (error: unknown) => isStoreFailure(error) || brokenCodes.has(primaryCode(error))

const lockDeadline = () => performance.now() + lockTimeoutMs

/** Retries while another process holds the lock, until `deadline`. SQLite's own busy timeout would block the whole process. */
async function whenFree<Value>(work: () => Value, deadline: number): Promise<Value> {
  for (let pause = 1; ; pause = Math.min(maxPauseMs, pause * 2)) {
    try {
      return work()
    } catch (error) {
      if (!busyCodes.has(primaryCode(error)) || performance.now() >= deadline) throw error
    }
    await sleep(pause * (0.5 + Math.random() / 2))
  }
}

function run<Row>(database: DatabaseSync, { sql, parameters }: CompiledQuery): QueryResult<Row> {
  const statement = database.prepare(sql)
  const values = parameters as readonly SQLInputValue[]
  if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] }
  const { changes, lastInsertRowid } = statement.run(...values)
  return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
}

/** `nextTurn` waits until no other transaction writes. It resolves with the function that starts the next one. */
type Opened = { writer: DatabaseSync; reader: DatabaseSync; watch: FileWatch; nextTurn(): Promise<() => void> }

/** FULL makes a commit durable in WAL mode: https://www.sqlite.org/pragma.html#pragma_synchronous */
async function open(file: string): Promise<Opened> {
  const deadline = lockDeadline()
  const [writer, reader] = [new DatabaseSync(file), new DatabaseSync(file)]
  try {
    const durable = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; select 1 from sqlite_schema;'
    await whenFree(() => writer.exec(durable), deadline)
    // In KiB. The default of 2 MB does not hold the index by which a page of rows finds others.
    const reading = 'PRAGMA query_only = 1; PRAGMA cache_size = -16000; select 1 from sqlite_schema;'
    await whenFree(() => reader.exec(reading), deadline)
    return { writer, reader, watch: watchFile(file), nextTurn: turns() }
  } catch (error) {
    reader.close()
    writer.close()
    throw error
  }
}

function turns(): Opened['nextTurn'] {
  let last = Promise.resolve()
  return async () => {
    const before = last
    const turn = Promise.withResolvers<void>()
    last = turn.promise
    await before
    return turn.resolve
  }
}

/** Whether the reading connection can answer: not for a statement of our own SQL that writes. */
const isReading = ({ query, sql }: CompiledQuery) =>
  SelectQueryNode.is(query) || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))

class Connection implements DatabaseConnection {
  readonly #opened: Opened
  readonly #onBroken: OnBroken
  /** Null outside transactions. */
  #endTurn: (() => void) | null = null

  constructor(opened: Opened, onBroken: OnBroken) {
    this.#opened = opened
    this.#onBroken = onBroken
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { reader, writer } = this.#opened
    if (this.#endTurn) return this.#guard(() => run<Row>(writer, query))
    if (isReading(query)) return this.#guard(() => whenFree(() => run<Row>(reader, query), lockDeadline()))
    try {
      await this.begin()
      const result = await this.executeQuery<Row>(query)
      await this.commit()
      return result
    } finally {
      await this.rollback()
    }
  }

  /** Takes the write lock immediately: a transaction that reads first may not get it later (SQLITE_BUSY_SNAPSHOT). */
  async begin(): Promise<void> {
    const { nextTurn, watch, writer } = this.#opened
    const deadline = lockDeadline()
    this.#endTurn = await nextTurn()
    await this.#guard(() => {
      watch.check()
      return whenFree(() => writer.exec('begin immediate'), deadline)
    })
  }

  /** A commit to a deleted file counts as failed. Syncing the disk blocks the process, so requests are served before the next commit. */
  async commit(): Promise<void> {
    await this.#guard(() => {
      this.#opened.writer.exec('commit')
      this.#opened.watch.check()
    })
    await nextEventLoopTurn()
  }

  /** Ends the turn. Nothing is left to roll back after a commit, or when SQLite did it itself, as on a full disk. */
  async rollback(): Promise<void> {
    const { writer } = this.#opened
    const endTurn = this.#endTurn
    this.#endTurn = null
    try {
      if (endTurn && writer.isOpen && writer.isTransaction) writer.exec('rollback')
    } finally {
      endTurn?.()
    }
  }

  async #guard<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    try {
      return await work()
    } catch (error) {
      if (isBroken(error)) this.#onBroken(error)
      throw error
    }
  }

  // biome-ignore lint/correctness/useYield: required by Kysely's interface; streaming is not supported
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported')
  }
}

type OnBroken = (error: unknown) => void
export type OpenOptions = {
  /** Called when the file is missing, corrupt or read-only: nothing works until the database is opened again. */
  onBroken?: OnBroken
  /** Whether a missing database is created (the default) or an error. */
  mayCreate?: boolean
}

class NodeSqliteAdapter extends SqliteAdapter {
  /** Kysely runs all migrations in one transaction, which also serializes several processes. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** Otherwise Kysely would let readers wait for writers. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** Opens `charity.db` in `folder` at the first query; that query fails when it cannot be opened. */
export function sqliteDialect(folder: string, { onBroken, mayCreate }: Required<OpenOptions>): Dialect {
  let opened: Opened
  return {
    createDriver: () => ({
      async init() {
        opened = await open(prepareFile(folder, mayCreate))
      },
      acquireConnection: async () => new Connection(opened, onBroken),
      beginTransaction: (connection) => (connection as Connection).begin(),
      commitTransaction: (connection) => (connection as Connection).commit(),
      rollbackTransaction: (connection) => (connection as Connection).rollback(),
      releaseConnection: (connection) => (connection as Connection).rollback(),
      /** Waits for the transactions in progress. */
      async destroy() {
        const endTurn = await opened.nextTurn()
        opened.reader.close()
        opened.writer.close()
        endTurn()
      },
    }),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new NodeSqliteAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  }
}
