/**
 * Runs once before all test files: starts one PostgreSQL for them, because a start takes two seconds of processor time, and makes the folder in which
 * the first test file leaves what the others use: the content, and an empty store.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type PrivatePostgres, postgresMissing, startPostgres } from './postgres.ts'

declare global {
  var sharedPostgres: PrivatePostgres | undefined
}

export default async function prepare() {
  process.env.TEST_SHARED = mkdtempSync(path.join(tmpdir(), 'charity-shared-'))
  if (postgresMissing) return
  globalThis.sharedPostgres = await startPostgres()
  process.env.TEST_POSTGRES_URL = globalThis.sharedPostgres.url
}
