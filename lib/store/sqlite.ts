/**
 * Kysely over the SQLite that is built into Node 24: one file, every commit on the disk before it is answered. Two handles: one
 * that writes, for one transaction at a time, and one that reads, which in the write-ahead log never waits for a writer.
 * SQLite's own waiting would stop the whole process, so a lock of another process is waited for here, between tries.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { type FileWatch, prepareFile, StoreFileError, watchFile } from '#lib/store/sqlite-file.ts'

/** How long a statement is tried while another process holds the database. */
const patienceMs = 2000
const longestPauseMs = 100
const keptStatements = 200

/** Primary result codes: https://www.sqlite.org/rescode.html */
const busyCodes = new Set([5, 6])
/** Read-only, disk I/O error, corrupt, cannot open, not a database: a handle that met one is of no use any more. */
const brokenCodes = new Set([8, 10, 11, 14, 26])

const codeOf = (error: unknown) => Number((error as { errcode?: unknown } | null)?.errcode) & 0xff

/** Whether the database must be opened anew before it can be trusted again. */
export const isBroken = (error: unknown) => error instanceof StoreFileError || brokenCodes.has(codeOf(error))

/** Tries until another process lets go of the database, or `deadline` (performance.now()) is over. */
async function whenFree<Value>(work: () => Value, deadline: number): Promise<Value> {
  for (let pause = 1; ; pause = Math.min(longestPauseMs, pause * 2)) {
    try {
      return work()
    } catch (error) {
      if (!busyCodes.has(codeOf(error)) || performance.now() >= deadline) throw error
    }
    await sleep(pause * (0.5 + Math.random() / 2))
  }
}

class Handle {
  readonly database: DatabaseSync
  /** Prepared statements are kept, the longest unused goes first. */
  readonly #kept = new Map<string, StatementSync>()

  constructor(file: string) {
    this.database = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true })
  }

  #prepared(sql: string): StatementSync {
    const statement = this.#kept.get(sql) ?? this.database.prepare(sql)
    this.#kept.delete(sql)
    this.#kept.set(sql, statement)
    const oldest = this.#kept.size > keptStatements ? this.#kept.keys().next().value : undefined
    if (oldest !== undefined) this.#kept.delete(oldest)
    return statement
  }

  run<Row>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<Row> {
    const statement = this.#prepared(sql)
    const values = parameters as readonly SQLInputValue[]
    if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
  }
}

type Opened = { writer: Handle; reader: Handle; watch: FileWatch }

/** FULL makes a commit durable in WAL mode: https://www.sqlite.org/pragma.html#pragma_synchronous */
async function open(file: string): Promise<Opened> {
  const deadline = performance.now() + patienceMs
  const handles: Handle[] = []
  const openOne = async (pragmas: string) => {
    const handle = new Handle(file)
    handles.push(handle)
    await whenFree(() => handle.database.exec(pragmas), deadline)
    return handle
  }
  try {
    const writer = await openOne('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; select 1 from sqlite_schema;')
    const reader = await openOne('PRAGMA query_only = 1; select 1 from sqlite_schema;')
    return { writer, reader, watch: watchFile(file) }
  } catch (error) {
    for (const { database } of handles) database.close()
    throw error
  }
}

/** Gives the writing handle to one caller after another, in the order in which they asked. */
class Turns {
  #last: Promise<void> = Promise.resolve()

  async take(): Promise<() => void> {
    const before = this.#last
    let end: () => void = () => undefined
    this.#last = new Promise((resolve) => {
      end = resolve
    })
    await before
    return end
  }
}

const isReading = ({ query, sql }: CompiledQuery) =>
  SelectQueryNode.is(query) || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))

/** What one query, or one transaction, sees of the database. */
class Connection implements DatabaseConnection {
  readonly #driver: NodeSqliteDriver
  /** Gives the writing handle back; null outside a transaction. */
  #end: (() => void) | null = null

  constructor(driver: NodeSqliteDriver) {
    this.#driver = driver
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer, reader } = this.#driver.opened
    if (this.#end) return this.#driver.guarded(() => writer.run(query))
    if (isReading(query)) return this.#driver.guarded(() => whenFree(() => reader.run(query), this.#driver.deadline()))
    return this.#driver.write((deadline) => whenFree(() => writer.run(query), deadline))
  }

  /** Takes the write lock at once: a transaction that first read could not be given it later (SQLITE_BUSY_SNAPSHOT). */
  async begin(): Promise<void> {
    const deadline = this.#driver.deadline()
    const end = await this.#driver.turns.take()
    try {
      await this.#driver.guarded(() => {
        this.#driver.opened.watch.check()
        return whenFree(() => this.#driver.opened.writer.database.exec('begin immediate'), deadline)
      })
      this.#end = end
    } catch (error) {
      end()
      throw error
    }
  }

  async commit(): Promise<void> {
    await this.#driver.guarded(() => {
      this.#driver.opened.writer.database.exec('commit')
      this.finish()
      this.#driver.opened.watch.check()
    })
  }

  /** A commit that fails may have ended the transaction already. */
  async rollback(): Promise<void> {
    const { database } = this.#driver.opened.writer
    try {
      if (this.#end && database.isOpen && database.isTransaction) database.exec('rollback')
    } finally {
      this.finish()
    }
  }

  finish(): void {
    this.#end?.()
    this.#end = null
  }

  // biome-ignore lint/correctness/useYield: part of Kysely's interface, and nothing here streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('This database is read in one go')
  }
}

class NodeSqliteDriver implements Driver {
  readonly turns = new Turns()
  readonly #folder: string
  readonly #onBroken: (error: unknown) => void
  #opened: Opened | undefined

  constructor(folder: string, onBroken: (error: unknown) => void) {
    this.#folder = folder
    this.#onBroken = onBroken
  }

  get opened(): Opened {
    if (!this.#opened) throw new Error('The database is closed')
    return this.#opened
  }

  deadline(): number {
    return performance.now() + patienceMs
  }

  /** Passes the failure on, and says so when the database must be opened anew. */
  async guarded<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    try {
      return await work()
    } catch (error) {
      if (isBroken(error)) this.#onBroken(error)
      throw error
    }
  }

  /** One statement outside a transaction. What went into a file that is gone counts as not written. */
  async write<Value>(work: (deadline: number) => Promise<Value>): Promise<Value> {
    const deadline = this.deadline()
    const end = await this.turns.take()
    try {
      return await this.guarded(async () => {
        const value = await work(deadline)
        this.opened.watch.check()
        return value
      })
    } finally {
      end()
    }
  }

  async init(): Promise<void> {
    this.#opened = await open(prepareFile(this.#folder))
  }

  async acquireConnection(): Promise<Connection> {
    return new Connection(this)
  }

  beginTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as Connection).begin()
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as Connection).commit()
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as Connection).rollback()
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ;(connection as Connection).finish()
  }

  /** Waits for the transaction that is under way. */
  async destroy(): Promise<void> {
    const end = await this.turns.take()
    const opened = this.#opened
    this.#opened = undefined
    try {
      opened?.reader.database.close()
      opened?.writer.database.close()
    } finally {
      end()
    }
  }
}

/** SQLite does roll back changes of tables. Told so, the migrator runs in one transaction, which two processes take in turn. */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** The driver itself lets one write at a time, and any number read meanwhile. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * Opens `charity.db` in `folder`, which is made if it is not there, at the first query; that query fails when it cannot be opened.
 * `onBroken`: a handle met a file that is gone, damaged or read-only. Nothing works until the dialect is opened anew.
 */
export function sqliteDialect(folder: string, onBroken: (error: unknown) => void = () => undefined): Dialect {
  return {
    createDriver: () => new NodeSqliteDriver(folder, onBroken),
    createQueryCompiler: (): QueryCompiler => new SqliteQueryCompiler(),
    createAdapter: () => new NodeSqliteAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  }
}
