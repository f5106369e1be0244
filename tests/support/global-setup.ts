/** Runs once before all test files: starts one PostgreSQL for them, because a start takes two seconds of processor time, and makes the folder of content-once.ts. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type PrivatePostgres, postgresMissing, startPostgres } from './postgres.ts'

declare global {
  var sharedPostgres: PrivatePostgres | undefined
}

export default async function prepare() {
  process.env.TEST_CONTENT = mkdtempSync(path.join(tmpdir(), 'charity-content-once-'))
  if (postgresMissing) return
  globalThis.sharedPostgres = await startPostgres()
  process.env.TEST_POSTGRES_URL = globalThis.sharedPostgres.url
}
