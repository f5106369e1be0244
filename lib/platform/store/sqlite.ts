/**
 * Kysely over node:sqlite: one file, every commit synced to disk. Two connections: one for writing (lib/platform/store/sqlite-writer.ts) and
 * one for reading, which in WAL mode never waits for the writer.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { prepareFile, watchFile } from '#lib/platform/store/sqlite-file.ts'
import { Handle, isBroken, lockTimeoutMs, whenFree } from '#lib/platform/store/sqlite-handle.ts'
import { type Transaction, Writer } from '#lib/platform/store/sqlite-writer.ts'

export { isBroken } from '#lib/platform/store/sqlite-handle.ts'

type Opened = { reader: Handle; writer: Writer }

/** FULL makes a commit durable in WAL mode: https://www.sqlite.org/pragma.html#pragma_synchronous */
async function open(file: string): Promise<Opened> {
  const deadline = performance.now() + lockTimeoutMs
  const handles: Handle[] = []
  const openOne = async (pragmas: string) => {
    const handle = new Handle(file)
    handles.push(handle)
    await whenFree(() => handle.exec(pragmas), deadline)
    return handle
  }
  try {
    const writing = await openOne('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; select 1 from sqlite_schema;')
    const reader = await openOne('PRAGMA query_only = 1; select 1 from sqlite_schema;')
    return { reader, writer: new Writer(writing, watchFile(file)) }
  } catch (error) {
    for (const handle of handles) handle.close()
    throw error
  }
}

const writes = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])
const isReading = ({ query, sql }: CompiledQuery) =>
  SelectQueryNode.is(query) || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))

class Connection implements DatabaseConnection {
  readonly #driver: NodeSqliteDriver
  #transaction: Transaction | null = null

  constructor(driver: NodeSqliteDriver) {
    this.#driver = driver
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#driver.guarded(async ({ reader, writer }) => {
      if (this.#transaction) return this.#transaction.run<Row>(query)
      if (isReading(query)) return whenFree(() => reader.run<Row>(query), performance.now() + lockTimeoutMs)
      return writes.has(query.query.kind) ? writer.single<Row>(query) : writer.alone<Row>(query)
    })
  }

  begin(): Promise<void> {
    return this.#driver.guarded(async ({ writer }) => {
      this.#transaction = await writer.begin()
    })
  }

  commit(): Promise<void> {
    return this.#driver.guarded(async () => {
      const transaction = this.#transaction
      this.#transaction = null
      await transaction?.commit()
    })
  }

  /** Kysely also calls it after a failed commit; then there is nothing to undo. */
  async rollback(): Promise<void> {
    const transaction = this.#transaction
    this.#transaction = null
    transaction?.rollback()
  }

  // biome-ignore lint/correctness/useYield: required by Kysely's interface; streaming is not supported
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported')
  }
}

export type OpenOptions = {
  /** Called when the file is missing, corrupt or read-only: nothing works until the database is opened again. */
  onBroken?: (error: unknown) => void
  /** Whether a missing database is created (the default) or an error. */
  mayCreate?: boolean
}

class NodeSqliteDriver implements Driver {
  readonly #folder: string
  readonly #onBroken: (error: unknown) => void
  readonly #mayCreate: boolean
  #opened: Opened | undefined

  constructor(folder: string, { onBroken, mayCreate }: Required<OpenOptions>) {
    this.#folder = folder
    this.#onBroken = onBroken
    this.#mayCreate = mayCreate
  }

  /** Reports errors after which the database must be reopened, and rethrows all. */
  async guarded<Value>(work: (opened: Opened) => Promise<Value>): Promise<Value> {
    if (!this.#opened) throw new Error('The database is closed')
    try {
      return await work(this.#opened)
    } catch (error) {
      if (isBroken(error)) this.#onBroken(error)
      throw error
    }
  }

  async init(): Promise<void> {
    this.#opened = await open(prepareFile(this.#folder, this.#mayCreate))
  }

  async acquireConnection(): Promise<Connection> {
    return new Connection(this)
  }

  beginTransaction(connection: Connection): Promise<void> {
    return connection.begin()
  }

  commitTransaction(connection: Connection): Promise<void> {
    return connection.commit()
  }

  rollbackTransaction(connection: Connection): Promise<void> {
    return connection.rollback()
  }

  /** An unfinished transaction must not block the others. */
  releaseConnection(connection: Connection): Promise<void> {
    return connection.rollback()
  }

  /** Waits for the transaction in progress. */
  async destroy(): Promise<void> {
    const opened = this.#opened
    this.#opened = undefined
    opened?.reader.close()
    await opened?.writer.close()
  }
}

/** SQLite has transactional DDL, so Kysely can run all migrations in one transaction, which also serializes several processes. */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** The driver serializes writers itself and allows concurrent readers. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** Opens `charity.db` in `folder` at the first query; that query fails when it cannot be opened. */
export function sqliteDialect(folder: string, options: Required<OpenOptions>): Dialect {
  return {
    createDriver: () => new NodeSqliteDriver(folder, options),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new NodeSqliteAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  }
}
