/** Runs once before all test files: starts one PostgreSQL for them, because a start takes two seconds of processor time. */
import { type PrivatePostgres, postgresMissing, startPostgres } from './postgres.ts'

declare global {
  var sharedPostgres: PrivatePostgres | undefined
}

export default async function startSharedPostgres() {
  if (postgresMissing) return
  globalThis.sharedPostgres = await startPostgres()
  process.env.TEST_POSTGRES_URL = globalThis.sharedPostgres.url
}
