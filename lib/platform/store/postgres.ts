/** Kysely over a pool of PostgreSQL connections. Everything has a timeout, and integers are JavaScript numbers, as with SQLite. */
import { PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { log } from '#lib/platform/log.ts'
import { propertyOf } from '#lib/platform/narrow.ts'

/** Distinguishes the site's connections from those of other programs. */
export const applicationName = 'charity-site'

const { int8, numeric } = { int8: 20, numeric: 1700 }

/** pg returns 64-bit integers as text, because a double cannot represent all of them. @throws instead of rounding. */
function parseInteger(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError('A number in the store exceeds the safe integer range')
  return value
}

/** count() is int8; sum() of int8 is numeric. Set on this pool, not globally on the pg library. */
const types: pg.CustomTypesConfig = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    if (format !== 'binary' && (id === int8 || id === numeric)) return parseInteger
    return format === 'binary' ? pg.types.getTypeParser(id, format) : pg.types.getTypeParser(id, format)
  },
}

/**
 * Milliseconds. The server ends a statement first; the client gives up only when the server does not respond at all. A form must
 * be told within five seconds that it was not stored, so it waits for a connection or for one statement.
 */
const timeouts = { connect: 3000, lock: 1500, statement: 2500, answer: 500, idleInTransaction: 10_000 }

/** After a server did not respond for `silence`, calls fail at once for `pause`: a form makes several, and each would wait again. */
const outage = { silence: 1500, pause: 2000 }

/** The errors of pg's own timers. An error of the server has a code. */
const isUnanswered = (error: unknown) =>
  error instanceof Error && propertyOf(error, 'code') === undefined && /timeout/i.test(error.message)

const notResponding = () => new Error('PostgreSQL does not respond')

/** A pool that discards a connection on which an answer is overdue. Kysely would send a rollback there, and wait for that as well. */
function withTimeouts(pool: pg.Pool): PostgresPool {
  let answeredAt = performance.now()
  let failsUntil = 0
  async function answerOf<Value>(asked: Promise<Value>): Promise<Value> {
    try {
      const value = await asked
      answeredAt = performance.now()
      failsUntil = 0
      return value
    } catch (error) {
      const at = performance.now()
      if (!isUnanswered(error)) answeredAt = at
      else if (at - answeredAt >= outage.silence) failsUntil = at + outage.pause
      throw error
    }
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      if (performance.now() < failsUntil) throw notResponding()
      const client = await answerOf(pool.connect())
      let isOverdue = false
      const query = async (text: string, values: unknown[]) => {
        if (isOverdue) throw notResponding()
        try {
          return await answerOf(client.query(text, values))
        } catch (error) {
          isOverdue ||= isUnanswered(error)
          throw error
        }
      }
      // Its methods beside these two are those of the client.
      return Object.assign(Object.create(client), {
        query,
        release: (destroy?: boolean) => client.release(isOverdue || destroy),
      })
    },
  }
}

/** `statementMs`: statement timeout, on the server and, half a second longer, in the client. */
export function postgresDialect(
  url: string,
  { connections = 10, connectMs = timeouts.connect, statementMs = timeouts.statement } = {},
): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    lock_timeout: timeouts.lock,
    statement_timeout: statementMs,
    query_timeout: statementMs + timeouts.answer,
    // A server that was suspended must not keep its locks.
    idle_in_transaction_session_timeout: timeouts.idleInTransaction,
    keepAlive: true,
    application_name: applicationName,
    types,
  })
  // Without listeners, a connection that the server closes would be an uncaught exception. One in use fails its next query.
  pool.on('error', (error) => log.warn('An idle database connection was lost', { error }))
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new PostgresDialect({ pool: withTimeouts(pool) })
}
