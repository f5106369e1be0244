/**
 * Group commit for SQLite: transactions run one after the other, and those that arrive together share one commit, because syncing the
 * disk dominates the cost of a write. A commit resolves only when it is on disk; a failed transaction does not affect the others.
 */
import type { CompiledQuery, QueryResult } from 'kysely'
import type { FileWatch } from '#lib/platform/store/sqlite-file.ts'
import { type Handle, lockTimeoutMs, whenFree } from '#lib/platform/store/sqlite-handle.ts'

class Mutex {
  #last: Promise<void> = Promise.resolve()

  /** Resolves with the function that releases it. */
  async acquire(): Promise<() => void> {
    const before = this.#last
    let release: () => void = () => undefined
    this.#last = new Promise((resolve) => {
      release = resolve
    })
    await before
    return release
  }
}

/** Transactions that share one commit. `committed` rejects for all of them when it fails. */
class Group {
  readonly #outcome = Promise.withResolvers<void>()
  readonly committed = this.#outcome.promise
  readonly succeed = this.#outcome.resolve
  readonly fail = this.#outcome.reject

  constructor() {
    // Nobody awaits it when all transactions of the group were rolled back.
    this.committed.catch(() => undefined)
  }
}

export type Transaction = {
  run<Row>(query: CompiledQuery): QueryResult<Row>
  /** @throws when it is not on disk. Ends the transaction in either case. */
  commit(): Promise<void>
  rollback(): void
}

export class Writer {
  readonly #handle: Handle
  readonly #watch: FileWatch
  readonly #mutex = new Mutex()
  #group: Group | null = null

  constructor(handle: Handle, watch: FileWatch) {
    this.#handle = handle
    this.#watch = watch
  }

  /** Waits for its turn and for the lock. @throws when another process holds the lock for too long. */
  async begin(): Promise<Transaction> {
    const { group, release } = await this.#join()
    const handle = this.#handle
    try {
      handle.exec('savepoint member')
    } catch (error) {
      this.#afterFailure(group, error)
      release()
      throw error
    }
    return {
      run: <Row>(query: CompiledQuery) => this.#inGroup(group, () => handle.run<Row>(query)),
      commit: async () => {
        try {
          this.#inGroup(group, () => handle.exec('release member'))
        } finally {
          release()
        }
        await group.committed
      },
      rollback: () => {
        try {
          if (this.#group === group) handle.exec('rollback to member; release member')
        } catch (error) {
          this.#afterFailure(group, error)
          throw error
        } finally {
          release()
        }
      },
    }
  }

  /** A single statement needs no savepoint: SQLite undoes it when it fails. */
  async single<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { group, release } = await this.#join()
    let result: QueryResult<Row>
    try {
      result = this.#inGroup(group, () => this.#handle.run<Row>(query))
    } finally {
      release()
    }
    await group.committed
    return result
  }

  /** For statements that SQLite may reject inside a transaction, such as a pragma. */
  async alone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const deadline = performance.now() + lockTimeoutMs
    const release = await this.#mutex.acquire()
    try {
      this.#commitGroup()
      const result = await whenFree(() => this.#handle.run<Row>(query), deadline)
      this.#watch.check()
      return result
    } finally {
      release()
    }
  }

  /** Waits for transactions in progress. */
  async close(): Promise<void> {
    const release = await this.#mutex.acquire()
    try {
      this.#commitGroup()
      this.#handle.close()
    } finally {
      release()
    }
  }

  async #join(): Promise<{ group: Group; release: () => void }> {
    const deadline = performance.now() + lockTimeoutMs
    const release = await this.#mutex.acquire()
    try {
      return { group: this.#group ?? (await this.#beginGroup(deadline)), release }
    } catch (error) {
      release()
      throw error
    }
  }

  /** Takes the write lock immediately: a transaction that reads first may not get it later (SQLITE_BUSY_SNAPSHOT). */
  async #beginGroup(deadline: number): Promise<Group> {
    this.#watch.check()
    await whenFree(() => this.#handle.exec('begin immediate'), deadline)
    const group = new Group()
    this.#group = group
    // Requests made in the same turn of the event loop join this group.
    setImmediate(() => void this.#end(group))
    return group
  }

  async #end(group: Group): Promise<void> {
    const release = await this.#mutex.acquire()
    if (this.#group === group) this.#commitGroup()
    release()
  }

  /** Never throws: the result goes to the transactions of the group. A commit to a deleted file counts as failed. */
  #commitGroup(): void {
    const group = this.#group
    if (!group) return
    this.#group = null
    try {
      this.#handle.exec('commit')
      this.#watch.check()
      group.succeed()
    } catch (error) {
      if (this.#handle.isInTransaction) this.#handle.exec('rollback')
      group.fail(error)
    }
  }

  #inGroup<Value>(group: Group, work: () => Value): Value {
    try {
      return work()
    } catch (error) {
      this.#afterFailure(group, error)
      throw error
    }
  }

  /** Some failures (a full disk) roll back the whole transaction, including the writes of the others in the group. */
  #afterFailure(group: Group, error: unknown): void {
    if (this.#group !== group || this.#handle.isInTransaction) return
    this.#group = null
    group.fail(error)
  }
}
