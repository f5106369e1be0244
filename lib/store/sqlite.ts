/**
 * Kysely over the SQLite that is built into Node 24: one file, every commit on the disk before it is answered. Two handles: one
 * that writes (lib/store/sqlite-writer.ts), and one that reads, which in the write-ahead log never waits for a writer.
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
import { prepareFile, watchFile } from '#lib/store/sqlite-file.ts'
import { Handle, isBroken, lockTimeoutMs, whenFree } from '#lib/store/sqlite-handle.ts'
import { type Transaction, Writer } from '#lib/store/sqlite-writer.ts'

export { isBroken } from '#lib/store/sqlite-handle.ts'

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

/** What one query, or one transaction, sees of the database. */
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

  /** Kysely asks for it after a commit that failed, too: then there is nothing left to undo. */
  async rollback(): Promise<void> {
    const transaction = this.#transaction
    this.#transaction = null
    transaction?.rollback()
  }

  // biome-ignore lint/correctness/useYield: part of Kysely's interface, and nothing here streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('This database is read in one go')
  }
}

/** Kysely hands back the connections that it acquired from this driver. */
function own(connection: DatabaseConnection): Connection {
  if (!(connection instanceof Connection)) throw new TypeError('This connection is of another driver')
  return connection
}

class NodeSqliteDriver implements Driver {
  readonly #folder: string
  readonly #onBroken: (error: unknown) => void
  #opened: Opened | undefined

  constructor(folder: string, onBroken: (error: unknown) => void) {
    this.#folder = folder
    this.#onBroken = onBroken
  }

  /** Passes the failure on, and says so when the database must be opened anew. */
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
    this.#opened = await open(prepareFile(this.#folder))
  }

  async acquireConnection(): Promise<Connection> {
    return new Connection(this)
  }

  beginTransaction(connection: DatabaseConnection): Promise<void> {
    return own(connection).begin()
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return own(connection).commit()
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return own(connection).rollback()
  }

  /** A transaction that was left open must not keep the others waiting. */
  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return own(connection).rollback()
  }

  /** Waits for the transaction that is under way. */
  async destroy(): Promise<void> {
    const opened = this.#opened
    this.#opened = undefined
    opened?.reader.close()
    await opened?.writer.close()
  }
}

/** SQLite does roll back changes of tables. Told so, the migrator runs in one transaction, which two processes take in turn. */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** The driver itself lets one transaction write at a time, and any number read meanwhile. */
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
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new NodeSqliteAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  }
}
