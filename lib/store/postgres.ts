/**
 * Kysely over a pool of PostgreSQL connections. Everything has a timeout, and integers are JavaScript numbers, as with SQLite.
 */
import { PostgresDialect } from 'kysely'
import pg from 'pg'
import { log } from '#lib/log.ts'

/** Tells the connections of the site from those of other programs. */
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

/** `statementMs`: statement timeout, on the server and in the client. */
export function postgresDialect(url: string, { connections = 10, statementMs = 10_000 } = {}): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    query_timeout: statementMs + 2000,
    application_name: applicationName,
    types,
  })
  // Without a listener, an idle connection that the server closes would crash the process.
  pool.on('error', (error) => log.warn('An idle database connection was lost', { error }))
  return new PostgresDialect({ pool })
}
