/** A lost database is never replaced by an empty one unless an operator confirms it. */

import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { health } from '#lib/jobs/health.ts'
import { env } from '#lib/platform/env.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import { closeStore, openAsServer, readSetting, store, writeSetting } from '#lib/platform/store/index.ts'
import { databaseFile } from '#lib/platform/store/sqlite-file.ts'
import { type Command, runCommand } from '#tests/support/commands.ts'
import { loseDatabase, onBothDatabases, passTime, setEnvironment } from '#tests/support/store.ts'

jest.setTimeout(60_000)

/** As a new process would: it knows only what is on the disk. */
async function restart() {
  await closeStore()
  resetProcessState('store')
}
const folder = () => env().dataDir
const restore = (...words: string[]) => runCommand('restore', words)

onBothDatabases((dialect) => {
  let data: string
  beforeEach(() => {
    data = mkdtempSync(path.join(tmpdir(), 'charity-data-'))
    setEnvironment({ SITE_URL: undefined, ...(dialect === 'postgres' && { DATA_DIR: data }) })
  })
  afterEach(async () => {
    await restart()
    rmSync(data, { recursive: true, force: true })
  })

  test('a command does not create a database, and says which one is missing and what to do', async () => {
    await loseDatabase(dialect)
    await expect(store()).rejects.toThrow(
      /^There is no database at .*(charity\.db|PostgreSQL .*\/test_).*charity restore/,
    )
    if (dialect === 'sqlite') expect(existsSync(databaseFile(folder()))).toBe(false)
  })

  test.each<[Command, ...string[]]>([['gifts'], ['outbox'], ['backup', '--to', 'FOLDER']])(
    '%s refuses it and leaves no file',
    async (name, ...words) => {
      await loseDatabase(dialect)
      const { code, stdout, stderr } = await runCommand(
        name,
        words.map((word) => word.replace('FOLDER', data)),
      )
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(
        dialect === 'sqlite'
          ? /^Database: \/.*charity\.db\n.*There is no database/s
          : /^Database: PostgreSQL \S+\/test_\w+\n.*There is no database/s,
      )
      expect(readdirSync(data)).toEqual([])
      if (dialect === 'sqlite') expect(existsSync(databaseFile(folder()))).toBe(false)
    },
  )

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
      for (const part of ['-wal', '-shm', '']) rmSync(databaseFile(folder()) + part, { force: true })
      writeFileSync(databaseFile(folder()), '')
      await expect(openAsServer()).rejects.toThrow(/^There is no database/)
    })
})
