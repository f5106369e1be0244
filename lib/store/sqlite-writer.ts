/**
 * Writes to SQLite, one transaction after the other, and puts those that come together on the disk together: waiting for the disk is
 * what a write costs, and it costs the same for fifty. Nobody is told that a transaction is committed before the disk has it, and one
 * that fails takes none of the others with it.
 */
import type { CompiledQuery, QueryResult } from 'kysely'
import type { FileWatch } from '#lib/store/sqlite-file.ts'
import { type Handle, lockTimeoutMs, whenFree } from '#lib/store/sqlite-handle.ts'

/** Lets one caller after another in, in the order in which they asked. */
class Turns {
  #last: Promise<void> = Promise.resolve()

  /** Resolves when it is the caller's turn, with the function that ends it. */
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

/** Transactions that share one commit. `committed` rejects for all of them when that fails. */
class Group {
  readonly #outcome = Promise.withResolvers<void>()
  readonly committed = this.#outcome.promise
  readonly succeed = this.#outcome.resolve
  readonly fail = this.#outcome.reject

  constructor() {
    // A group whose transactions were all rolled back has nobody who hears of it.
    this.committed.catch(() => undefined)
  }
}

export type Transaction = {
  run<Row>(query: CompiledQuery): QueryResult<Row>
  /** @throws when it is not on the disk. Either way it is over. */
  commit(): Promise<void>
  rollback(): void
}

export class Writer {
  readonly #handle: Handle
  readonly #watch: FileWatch
  readonly #turns = new Turns()
  #group: Group | null = null

  constructor(handle: Handle, watch: FileWatch) {
    this.#handle = handle
    this.#watch = watch
  }

  /** Waits for its turn, and for other programs. @throws when they hold the database for too long. */
  async begin(): Promise<Transaction> {
    const { group, end } = await this.#join()
    const handle = this.#handle
    try {
      handle.exec('savepoint member')
    } catch (error) {
      this.#afterFailure(group, error)
      end()
      throw error
    }
    return {
      run: <Row>(query: CompiledQuery) => this.#inGroup(group, () => handle.run<Row>(query)),
      commit: async () => {
        try {
          this.#inGroup(group, () => handle.exec('release member'))
        } finally {
          end()
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
          end()
        }
      },
    }
  }

  /** One statement, which needs no savepoint: when it fails, SQLite undoes what it did. */
  async single<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { group, end } = await this.#join()
    let result: QueryResult<Row>
    try {
      result = this.#inGroup(group, () => this.#handle.run<Row>(query))
    } finally {
      end()
    }
    await group.committed
    return result
  }

  /** A statement that SQLite may refuse in a transaction, such as a pragma. */
  async alone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const deadline = performance.now() + lockTimeoutMs
    const end = await this.#turns.take()
    try {
      this.#commitGroup()
      const result = await whenFree(() => this.#handle.run<Row>(query), deadline)
      this.#watch.check()
      return result
    } finally {
      end()
    }
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    const end = await this.#turns.take()
    try {
      this.#commitGroup()
      this.#handle.close()
    } finally {
      end()
    }
  }

  async #join(): Promise<{ group: Group; end: () => void }> {
    const deadline = performance.now() + lockTimeoutMs
    const end = await this.#turns.take()
    try {
      return { group: this.#group ?? (await this.#beginGroup(deadline)), end }
    } catch (error) {
      end()
      throw error
    }
  }

  /** Takes the write lock at once: a transaction that first read could not be given it later (SQLITE_BUSY_SNAPSHOT). */
  async #beginGroup(deadline: number): Promise<Group> {
    this.#watch.check()
    await whenFree(() => this.#handle.exec('begin immediate'), deadline)
    const group = new Group()
    this.#group = group
    // Whoever asks before this turn of the event loop is over gets in before the commit.
    setImmediate(() => void this.#end(group))
    return group
  }

  async #end(group: Group): Promise<void> {
    const end = await this.#turns.take()
    if (this.#group === group) this.#commitGroup()
    end()
  }

  /** Never throws: the transactions of the group hear what happened. What went into a file that is gone counts as not written. */
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

  /** Some failures (a full disk) undo the whole transaction, and with it what the others of the group wrote. */
  #afterFailure(group: Group, error: unknown): void {
    if (this.#group !== group || this.#handle.isInTransaction) return
    this.#group = null
    group.fail(error)
  }
}
