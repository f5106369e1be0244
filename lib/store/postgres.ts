/**
 * Kysely over a pool of PostgreSQL connections. Nothing waits without an end, and whole numbers arrive as numbers, as they
 * do from SQLite.
 */
import { PostgresDialect } from 'kysely'
import pg from 'pg'
import { log } from '#lib/log.ts'

const { int8, numeric } = { int8: 20, numeric: 1700 }

/** pg hands 64-bit numbers out as text, because a double cannot hold them all. Ours fit; one that does not is an error, not a rounded amount. */
function exact(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError('A number in the store is too large')
  return value
}

/** count() is int8; sum() of int8 is numeric. Set on this pool, not on the pg library. */
const types: pg.CustomTypesConfig = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    if (format !== 'binary' && (id === int8 || id === numeric)) return exact
    return format === 'binary' ? pg.types.getTypeParser(id, format) : pg.types.getTypeParser(id, format)
  },
}

/** `statementMs`: how long one statement may run, on the server and as seen from here. */
export function postgresDialect(url: string, { connections = 10, statementMs = 10_000 } = {}): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    query_timeout: statementMs + 2000,
    application_name: 'charity-site',
    types,
  })
  // A connection that the server closes while nobody uses it; without a listener it would end the process.
  pool.on('error', (error) => log.warn('An idle database connection was lost', { error }))
  return new PostgresDialect({ pool })
}
