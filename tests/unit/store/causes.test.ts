/** What operators read about a database that cannot be opened or written, and that a lost one is never replaced by an empty one unasked. */
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { health } from '#lib/jobs/health.ts'
import { env } from '#lib/platform/env.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import { checkStore } from '#lib/platform/store/check.ts'
import { storeFailureReason, storeProblem } from '#lib/platform/store/failure.ts'
import { closeStore, openAsServer, readSetting, store, writeSetting } from '#lib/platform/store/index.ts'
import { databaseFile } from '#lib/platform/store/sqlite-file.ts'
import { type Command, runCommand } from '#tests/support/commands.ts'
import { runStatement } from '#tests/support/postgres.ts'
import { hurry, loseDatabase, onBothDatabases, passTime, setEnvironment, useFreshStore } from '#tests/support/store.ts'

/** Of a new process. */
async function cause() {
  await closeStore()
  return checkStore().then(
    () => ({ reason: 'none', problem: '' }),
    (error: unknown) => ({ reason: storeFailureReason(error), problem: storeProblem(error) }),
  )
}
const said = (reason: string, remedy: RegExp) => ({ reason, problem: expect.stringMatching(remedy) })

describe('SQLite', () => {
  useFreshStore()
  const file = () => databaseFile(env().dataDir)

  test('whose log cannot be opened', async () => {
    fs.mkdirSync(`${file()}-wal`)
    expect(await cause()).toEqual(said('read-only', /cannot be opened or written.*permissions.*unable to open/))
    fs.rmdirSync(`${file()}-wal`)
    expect(await cause()).toEqual({ reason: 'none', problem: '' })
  })

  test('that another program locks, in health and in commands', async () => {
    hurry()
    await closeStore()
    const other = new DatabaseSync(file())
    other.exec('BEGIN EXCLUSIVE')
    const locked = /Another program holds a lock on it: .*\(database is locked\)/
    expect(await health()).toMatchObject({ storeFailure: 'locked', warnings: [expect.stringMatching(locked)] })
    for (const words of [
      ['gifts', '--csv'],
      ['restore', '--empty'],
    ] as const) {
      const { code, stderr } = await runCommand(words[0], [...words.slice(1)])
      expect([code, stderr]).toEqual([1, expect.stringMatching(`^Database: .*\n${locked.source}\n$`)])
    }
    other.close()
    await closeStore()
    expect(await health()).toMatchObject({ status: 'ok', storeFailure: null })
  })
})

describe('A database of another version', () => {
  onBothDatabases((dialect) => {
    const change = async (statement: string) => {
      const { databaseUrl } = env()
      await closeStore()
      if (databaseUrl) await runStatement(databaseUrl, statement)
      else {
        const database = new DatabaseSync(databaseFile(env().dataDir))
        database.exec(statement)
        database.close()
      }
    }

    test.each([
      ["insert into kysely_migration values ('0000-other', '2026')", /does not know.*0000-other.*Start the version/],
      [
        'alter table settings rename column value to worth',
        /lacks what this version.*settings\.value.*restore a backup/,
      ],
    ])('after %s', async (statement, remedy) => {
      await change(statement)
      expect(await cause()).toEqual(said('schema', remedy))
    })

    if (dialect === 'postgres') {
      const as = (role: string) => (env().databaseUrl ?? '').replace(/\/\/\w+@/, `//${role}@`)

      test('PostgreSQL without a free connection, without such a role, or without rights', async () => {
        await change('create role guest login connection limit 0')
        setEnvironment({ DATABASE_URL: as('guest') })
        expect(await cause()).toEqual(said('too-many-connections', /no free connection.*max_connections.*too many/))
        setEnvironment({ DATABASE_URL: as('nobody') })
        expect(await cause()).toEqual(said('access', /user, password and rights in DATABASE_URL.*"nobody"/))
        setEnvironment({ DATABASE_URL: as('tests') })
        await change('alter role guest connection limit -1')
        setEnvironment({ DATABASE_URL: as('guest') })
        expect(await cause()).toEqual(said('access', /permission denied/))
        setEnvironment({ DATABASE_URL: as('tests') })
        await change('drop role guest')
      })

      test('PostgreSQL that is read-only, that locks a table, or that is not there', async () => {
        const { databaseUrl } = env()
        const { database } = new pg.Client({ connectionString: databaseUrl ?? '' })
        await change(`alter database "${database}" set default_transaction_read_only = on`)
        expect(await cause()).toEqual(said('read-only', /standby.*read-only transaction/))
        await change(
          `begin; set transaction read write; alter database "${database}" reset default_transaction_read_only; commit`,
        )
        const other = new pg.Client({ connectionString: databaseUrl ?? '' })
        await other.connect()
        await other.query('begin; lock table settings')
        expect(await cause()).toEqual(said('locked', /Another program.*lock timeout/))
        await other.end()
        setEnvironment({ DATABASE_URL: 'postgres://tests@127.0.0.1:9/charity' })
        expect(await cause()).toEqual(said('unreachable', /does not respond.*ECONNREFUSED/))
      })
    }
  })
})

describe('Any failure', () => {
  test.each<[object, string]>([
    [{ code: '53300' }, 'too-many-connections'],
    [{ code: '53400' }, 'too-many-connections'],
    [{ code: '08P01', message: 'no more connections allowed (max_client_conn)' }, 'too-many-connections'],
    [{ code: '57P03', message: 'the database system is starting up' }, 'unreachable'],
    [{ code: 'ETIMEDOUT' }, 'unreachable'],
    // Of a host with several addresses.
    [{ code: 'ECONNREFUSED', message: '' }, 'unreachable'],
    [{ message: 'Timed out after 2000 ms' }, 'unreachable'],
    [{ errcode: 10 }, 'failing-disk'],
    [{ code: 'EIO' }, 'failing-disk'],
    [{ errcode: 14 }, 'read-only'],
    [{ errcode: 5 }, 'locked'],
    [{ errcode: 261 }, 'locked'],
    [{ code: '22003', message: 'numeric value out of range' }, 'unknown'],
  ])('%j is "%s"', (fields, reason) => {
    const error: Error & { code?: string } = Object.assign(new Error('told by the database'), fields)
    expect(storeFailureReason(error)).toBe(reason)
    expect(storeProblem(error)).toContain(`(${error.message || error.code})`)
  })
})

/** As a new process would: it knows only what is on the disk. */
async function restart() {
  await closeStore()
  resetProcessState('store')
}
const folder = () => env().dataDir
const restore = (...words: string[]) => runCommand('restore', words)

describe('A database that is lost', () => {
  onBothDatabases((dialect) => {
    let data: string
    beforeEach(() => {
      data = fs.mkdtempSync(path.join(tmpdir(), 'charity-data-'))
      setEnvironment({ SITE_URL: undefined, ...(dialect === 'postgres' && { DATA_DIR: data }) })
    })
    afterEach(async () => {
      await restart()
      fs.rmSync(data, { recursive: true, force: true })
    })

    test('is refused by every command with what to do, and none of them creates it or leaves a file', async () => {
      await loseDatabase(dialect)
      await expect(store()).rejects.toThrow(/^There is no database at .*charity restore/)
      const name = dialect === 'sqlite' ? String.raw`\/.*charity\.db` : String.raw`PostgreSQL \S+\/test_\w+`
      const commands: [Command, ...string[]][] = [
        ['gifts', '--csv'],
        ['outbox', 'list'],
        ['backup', '--to', data],
      ]
      for (const [command, ...words] of commands)
        expect(await runCommand(command, words)).toEqual({
          code: 1,
          stdout: '',
          stderr: expect.stringMatching(`^Database: ${name}\n.*There is no database at .*${name}.*charity restore`),
        })
      expect(fs.readdirSync(data)).toEqual([])
      if (dialect === 'sqlite') expect(fs.existsSync(databaseFile(folder()))).toBe(false)
    })

    test('the first start of a site on this machine begins empty, and a later one without its database does not', async () => {
      await loseDatabase(dialect)
      await openAsServer()
      await writeSetting('one', 'kept')
      await restart()
      await openAsServer()
      expect(await readSetting('one')).toMatchObject({ value: 'kept' })
      await restart()
      await loseDatabase(dialect)
      await expect(openAsServer()).rejects.toThrow(/^There is no database/)
      passTime()
      expect(await health()).toMatchObject({
        status: 'failing',
        storeFailure: 'missing',
        warnings: expect.arrayContaining([expect.stringMatching(/There is no database at .*charity restore --empty/)]),
      })
    })

    test('a public site begins empty only when an operator says so, once', async () => {
      setEnvironment({ SITE_URL: 'https://charity.example' })
      await loseDatabase(dialect)
      await expect(openAsServer()).rejects.toThrow(/^There is no database/)
      expect(await restore('--empty')).toMatchObject({ code: 0 })
      passTime()
      expect((await openAsServer()).dialect).toBe(dialect)
      // A further server on a database that several share needs none of its own.
      expect(await restore('--empty')).toMatchObject(
        dialect === 'sqlite'
          ? { code: 1, stderr: expect.stringMatching(/already/) }
          : { code: 0, stdout: expect.stringMatching(/already, and stays as it is/) },
      )
    })

    if (dialect === 'sqlite')
      test('an emptied file is a lost database too', async () => {
        await openAsServer()
        await restart()
        for (const part of ['-wal', '-shm', '']) fs.rmSync(databaseFile(folder()) + part, { force: true })
        fs.writeFileSync(databaseFile(folder()), '')
        await expect(openAsServer()).rejects.toThrow(/^There is no database/)
      })
  })
})
