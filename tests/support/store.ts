/** Stores for tests: a new and empty one for each test, on SQLite or on both databases, and one that fails. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { env, readEnv } from '#lib/env.ts'
import { resetSigningSecret } from '#lib/signed.ts'
import { closeStore, openStore } from '#lib/store/index.ts'
import { databaseFile } from '#lib/store/sqlite-file.ts'
import { type PrivatePostgres, postgresMissing, startPostgres } from '#tests/support/postgres.ts'

export type Dialect = 'sqlite' | 'postgres'

/** Sets variables (undefined removes one) and has the site read them. They stay until they are set again. */
export function setEnvironment(variables: Readonly<Record<string, string | undefined>>) {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  readEnv()
}

/** The environment as it was before each test comes back after it. */
export function keepEnvironment() {
  let before: NodeJS.ProcessEnv
  beforeEach(() => {
    before = { ...process.env }
  })
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
    readEnv()
  })
}

/** A migrated SQLite file without rows: to copy it is faster than to migrate a new one for every test. */
async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'charity-template-'))
  await (await openStore({ databaseUrl: null, dataDir: folder })).close()
  return folder
}

/** In every test of this file or group `store()` opens a new, empty SQLite store. */
export function useFreshStore() {
  keepEnvironment()
  let template: string
  let folder: string
  beforeAll(async () => {
    template = await makeTemplate()
  })
  afterAll(() => rmSync(template, { recursive: true, force: true }))
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'charity-store-'))
    copyFileSync(databaseFile(template), databaseFile(folder))
    setEnvironment({ DATA_DIR: folder, DATABASE_URL: undefined })
  })
  afterEach(async () => {
    await closeStore()
    rmSync(folder, { recursive: true, force: true })
  })
}

function useFreshPostgres() {
  keepEnvironment()
  let server: PrivatePostgres
  beforeAll(async () => {
    server = await startPostgres()
    await server.fillTemplate(async (databaseUrl) => (await openStore({ databaseUrl, dataDir: '' })).close())
  })
  beforeEach(async () => {
    setEnvironment({ DATABASE_URL: await server.createDatabase() })
  })
  afterEach(closeStore)
  afterAll(() => server.stop())
}

/** Runs the same tests on SQLite and on PostgreSQL, each test on a new, empty store. Without PostgreSQL its half is reported as skipped. */
export function onBothDatabases(define: (dialect: Dialect) => void) {
  describe('on SQLite', () => {
    useFreshStore()
    define('sqlite')
  })
  const group = postgresMissing ? describe.skip : describe
  group(postgresMissing ? `on PostgreSQL (${postgresMissing})` : 'on PostgreSQL', () => {
    useFreshPostgres()
    define('postgres')
  })
}

/** What a new process would find: the database, and nothing that this one remembers of its secret. */
export async function restartProcess() {
  await closeStore()
  resetSigningSecret()
}

/** A minute passes at once for whatever waits a while before it tries again. Ends with the test. */
export function passTime() {
  const later = performance.now() + 60_000
  const clock = jest.spyOn(performance, 'now').mockReturnValue(later)
  onTestEnd.push(() => clock.mockRestore())
}
const onTestEnd: (() => void)[] = []
afterEach(() => {
  for (const restore of onTestEnd.splice(0)) restore()
})

/** From here to the end of the test `store()` fails: its folder would lie inside a file. Call it within `useFreshStore`. */
export async function breakStore() {
  await closeStore()
  const file = path.join(env().dataDir, 'a-file')
  writeFileSync(file, '')
  setEnvironment({ DATA_DIR: path.join(file, 'data'), DATABASE_URL: undefined })
}
