/**
 * Kysely over node:sqlite: one file, every commit synced to disk. Two connections: one for writing (lib/platform/store/sqlite-writer.ts) and
 * one for reading, which in WAL mode never waits for the writer.
 */
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
import { prepareFile, watchFile } from '#lib/platform/store/sqlite-file.ts'
import {
  Handle,
  isBroken,
  lockTimeoutMs,
  type Transaction,
  Writer,
  whenFree,
} from '#lib/platform/store/sqlite-writer.ts'

export { isBroken } from '#lib/platform/store/sqlite-writer.ts'

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
    // In KiB. The default of 2 MB does not hold the index by which a page of rows finds others.
    const reader = await openOne('PRAGMA query_only = 1; PRAGMA cache_size = -16000; select 1 from sqlite_schema;')
    return { reader, writer: new Writer(writing, watchFile(file)) }
  } catch (error) {
    for (const handle of handles) handle.close()
    throw error
  }
}

/** Whether the reading connection can answer: not for a statement of our own SQL that writes. */
const isReading = ({ query, sql }: CompiledQuery) =>
  SelectQueryNode.is(query) || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))

/** Runs work on the opened database, and reports errors after which it must be opened again. */
type Guarded = <Value>(work: (opened: Opened) => Promise<Value>) => Promise<Value>

class Connection implements DatabaseConnection {
  readonly #guarded: Guarded
  #transaction: Transaction | null = null

  constructor(guarded: Guarded) {
    this.#guarded = guarded
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#transaction || isReading(query))
      return this.#guarded(
        async ({ reader }) =>
          this.#transaction?.run<Row>(query) ??
          whenFree(() => reader.run<Row>(query), performance.now() + lockTimeoutMs),
      )
    await this.begin()
    try {
      const result = await this.executeQuery<Row>(query)
      await this.commit()
      return result
    } finally {
      await this.rollback()
    }
  }

  begin(): Promise<void> {
    return this.#guarded(async ({ writer }) => {
      this.#transaction = await writer.begin()
    })
  }

  commit(): Promise<void> {
    return this.#guarded(async () => {
      const transaction = this.#transaction
      this.#transaction = null
      await transaction?.commit()
    })
  }

  /** Does nothing after a commit, not even a failed one. */
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

class NodeSqliteAdapter extends SqliteAdapter {
  /** Kysely runs all migrations in one transaction, which also serializes several processes. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** The writer serializes transactions itself, and readers need not wait. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** Opens `charity.db` in `folder` at the first query; that query fails when it cannot be opened. */
export function sqliteDialect(folder: string, { onBroken, mayCreate }: Required<OpenOptions>): Dialect {
  let opened: Opened | undefined
  const guarded: Guarded = async (work) => {
    if (!opened) throw new Error('The database is closed')
    try {
      return await work(opened)
    } catch (error) {
      if (isBroken(error)) onBroken(error)
      throw error
    }
  }
  return {
    createDriver: () => ({
      async init() {
        opened = await open(prepareFile(folder, mayCreate))
      },
      acquireConnection: async () => new Connection(guarded),
      beginTransaction: (connection) => (connection as Connection).begin(),
      commitTransaction: (connection) => (connection as Connection).commit(),
      rollbackTransaction: (connection) => (connection as Connection).rollback(),
      /** An unfinished transaction must not block the others. */
      releaseConnection: (connection) => (connection as Connection).rollback(),
      /** Waits for the transaction in progress. */
      async destroy() {
        const closing = opened
        opened = undefined
        closing?.reader.close()
        await closing?.writer.close()
      },
    }),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new NodeSqliteAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  }
}
