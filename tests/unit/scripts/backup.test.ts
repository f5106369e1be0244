/** Backups taken while rows are being written, and restoring them: every row is compared. */
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { findEach, inHealth } from '#lib/jobs/conditions.ts'
import { ownerKey } from '#lib/jobs/owner.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { enqueue, leaseNext } from '#lib/platform/outbox/queue.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import { checkStore } from '#lib/platform/store/check.ts'
import {
  closeStore,
  type Database,
  lastBackupKey,
  openAsServer,
  readSetting,
  store,
  writeSetting,
} from '#lib/platform/store/index.ts'
import { databaseFile } from '#lib/platform/store/sqlite-file.ts'
import { backUp, beginEmpty, restore } from '#scripts/support/backups.ts'
import { sentenceOf } from '#scripts/support/command.ts'
import { runCommand } from '#tests/support/commands.ts'
import { eventually } from '#tests/support/eventually.ts'
import { runProgram } from '#tests/support/programs.ts'
import { giftRow, mailKeys, onBothDatabases, onSqlite, setEnvironment } from '#tests/support/store.ts'

jest.setTimeout(120_000)

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'charity-backups-'))
})
afterEach(() => {
  resetProcessState('store')
  fs.rmSync(folder, { recursive: true, force: true })
})

/** What a command prints, and with which code it ends. */
async function outcome(lines: Promise<string | string[]>) {
  try {
    return { code: 0, output: [await lines].flat().join('\n') }
  } catch (error) {
    return { code: 1, output: sentenceOf(error) }
  }
}
const restoring = (file: string) => outcome(restore(file))

const backingUp = (keep: number | null = null) => outcome(backUp(folder, keep))
const backUpCommand = (...words: string[]) => runCommand('backup', ['--to', folder, ...words])
const backups = () =>
  fs
    .readdirSync(folder)
    .filter((name) => !name.endsWith('.sha256'))
    .sort()
const newest = () => path.join(folder, backups().at(-1) ?? '')

const tables: (keyof Database)[] = ['settings', 'orders', 'gifts', 'transfers', 'stripe_events', 'enquiries', 'outbox']

/** Every row of the database, sorted, without the time of the last backup. */
async function everyRow(): Promise<Record<string, string[]>> {
  const { db } = await store()
  const found: Record<string, string[]> = {}
  for (const table of tables) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(db)
    found[table] = rows
      .map((row) => JSON.stringify(row))
      .filter((row) => !row.includes(lastBackupKey))
      .sort()
  }
  return found
}

/** An enquiry and a gift in one transaction. */
async function give(name: string): Promise<void> {
  const { db } = await store()
  const at = new Date().toISOString()
  const stamps = { occurred_at: at, recorded_at: at, updated_at: at }
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('gifts')
      .values(giftRow(name, { donor_name: `Zoë “${name}”\n\\N`, amount: 9_007_199_254_740_991, ...stamps }))
      .execute()
    await transaction
      .insertInto('enquiries')
      .values({
        id: name,
        reference: name,
        idempotency_key: name,
        form: 'contact',
        fields: 'x'.repeat(2000),
        state: 'stored',
        spam_reason: null,
        created_at: at,
      })
      .execute()
  })
}

/** Writes without a pause until it is stopped; `acknowledged` are the names whose transaction was committed. */
function writer() {
  const acknowledged: string[] = []
  let stopped = false
  const loop = async (lane: number) => {
    for (let turn = 0; !stopped; turn += 1) {
      const name = `${lane}-${turn}`
      await give(name)
      acknowledged.push(name)
    }
  }
  const done = Promise.all([1, 2, 3].map(loop))
  return {
    acknowledged,
    async stop() {
      stopped = true
      await done
    },
  }
}

onBothDatabases((dialect) => {
  test('a backup taken under load holds every acknowledged row and no half transaction, and restores to equal rows', async () => {
    const writing = writer()
    await eventually(() => writing.acknowledged.length >= 50)
    const expected = [...writing.acknowledged]
    // A process of its own: VACUUM would let this one wait.
    expect(await runProgram('scripts/backup.ts', ['--to', folder])).toMatchObject({ code: 0 })
    await writing.stop()
    const before = await everyRow()
    await closeStore()
    expect(await restoring(newest())).toMatchObject({ code: 0 })
    const { gifts = [], enquiries = [] } = await everyRow()
    const names = new Set(gifts.map((row) => (JSON.parse(row) as { id: string }).id))
    expect(expected.filter((one) => !names.has(one))).toEqual([])
    expect(enquiries).toHaveLength(gifts.length)
    expect(gifts.filter((row) => !before.gifts?.includes(row))).toEqual([])
    expect(enquiries.filter((row) => !before.enquiries?.includes(row))).toEqual([])
  })

  test('a restored database equals the one that was backed up, keeps the replaced one, and is used by the site as before', async () => {
    await give('first')
    const before = await everyRow()
    const taken = await backingUp()
    expect(taken.output).toMatch(/gifts +1 {2}newest \d{4}-/)
    expect(taken.output).toContain('DATA_ENCRYPTION_KEY')
    await give('later')
    await closeStore()

    const restored = await restoring(newest())
    expect(restored).toMatchObject({ code: 0 })
    expect(restored.output).toMatch(/gifts +1 {2}newest \d{4}-/)
    expect(await everyRow()).toEqual(before)
    await give('after the restore')
    // A second backup and restore: the kept data is not in the way.
    expect(await backingUp()).toMatchObject({ code: 0 })
    const again = await everyRow()
    await closeStore()
    expect(await restoring(newest())).toMatchObject({ code: 0 })
    expect(await everyRow()).toEqual(again)
    expect(await replacedGifts()).toEqual([2, 2])
  })

  /** Numbers of gifts in the databases that restores replaced: `later` and `after the restore` were the second. */
  async function replacedGifts(): Promise<number[]> {
    if (dialect === 'sqlite') {
      const { DatabaseSync } = await import('node:sqlite')
      const kept = fs.readdirSync(env().dataDir).filter((name) => name.includes('-replaced-'))
      return kept
        .map((name) => {
          const database = new DatabaseSync(path.join(env().dataDir, name))
          const row = database.prepare('select count(*) as gifts from gifts').get()
          database.close()
          return Number(row?.gifts)
        })
        .sort()
    }
    const { db } = await store()
    const { rows } = await sql<{
      name: string
    }>`select schemaname as name from pg_tables where schemaname like 'replaced_%' and tablename = 'gifts'`.execute(db)
    const counts = await Promise.all(
      rows.map(({ name }) =>
        sql<{ gifts: number }>`select count(*) as gifts from ${sql.table(`${name}.gifts`)}`.execute(db),
      ),
    )
    return counts.map(({ rows: [row] }) => Number(row?.gifts)).sort()
  }

  test('a restore is refused, and changes nothing, while the site runs, from a newer version, or from a damaged or foreign file', async () => {
    await give('kept')
    expect(await backingUp()).toMatchObject({ code: 0 })
    const good = newest()
    const before = await everyRow()
    expect(await restoring(good)).toMatchObject({ code: 1, output: expect.stringContaining('Stop the site') })

    const { db } = await store()
    const entry = (name: string) => sql`insert into kysely_migration (name, timestamp) values (${name}, ${utcNow()})`
    const others = [
      [entry('9999-later'), /A newer version.*9999-later/],
      [entry('0001-before'), /Another version.*0001-before/],
      [sql`update settings set value = 'Mended Bowl\n1999-01-01' where key = ${ownerKey}`, /It is of Mended Bowl/],
    ] as const
    await writeSetting(ownerKey, '')
    const taken: string[] = []
    for (const [change] of others) {
      await change.execute(db)
      expect(await backingUp()).toMatchObject({ code: 0 })
      taken.push(newest())
      await sql`delete from kysely_migration where name in ('9999-later', '0001-before')`.execute(db)
    }
    await db.deleteFrom('settings').where('key', '=', ownerKey).execute()
    await closeStore()
    for (const [index, [, sentence]] of others.entries())
      expect(await restoring(taken[index] ?? '')).toMatchObject({ code: 1, output: expect.stringMatching(sentence) })

    const foreign = path.join(folder, 'notes.txt')
    fs.writeFileSync(foreign, 'not a backup')
    const whole = fs.readFileSync(good)
    const changed = Buffer.from(whole)
    changed.writeUInt8((changed.at(-9) ?? 0) ^ 1, changed.length - 9)
    fs.writeFileSync(good, changed)
    expect(await restoring(good)).toMatchObject({ code: 1, output: expect.stringContaining('its checksum differs') })
    // Without the checksum the rest of a file must say that it is damaged.
    fs.rmSync(`${good}.sha256`)
    fs.writeFileSync(good, whole.subarray(0, Math.floor(whole.length * 0.6)))
    const other = path.join(folder, 'other.db')
    fs.writeFileSync(other, dialect === 'sqlite' ? 'PGDMP' : 'SQLite format 3\0')
    for (const file of [foreign, good, other, path.join(folder, 'missing.db')])
      expect(await restoring(file)).toMatchObject({ code: 1, output: expect.not.stringContaining('Restored') })
    expect(await everyRow()).toEqual(before)
    if (dialect === 'sqlite')
      expect(fs.readdirSync(env().dataDir).filter((name) => /restoring|replaced/.test(name))).toEqual([])
  })

  test('a restore is refused while a server runs, also when its folder was deleted', async () => {
    await give('kept')
    expect(await backingUp()).toMatchObject({ code: 0 })
    await closeStore()
    await openAsServer()
    const refused = { code: 1, output: expect.stringMatching(/Stop the site/) }
    expect(await restoring(newest())).toMatchObject(refused)
    const { dataDir, databaseUrl } = env()
    if (!databaseUrl) {
      fs.rmSync(dataDir, { recursive: true })
      await expect(checkStore()).rejects.toThrow()
      for (const attempt of [restoring(newest()), outcome(beginEmpty())]) expect(await attempt).toMatchObject(refused)
      expect(fs.existsSync(dataDir)).toBe(false)
    }
    await closeStore()
    expect(await restoring(newest())).toMatchObject({ code: 0 })
    expect((await everyRow()).gifts).toHaveLength(1)
  })

  test('a backup is readable by its owner only, the newest are kept, and a failed one leaves no file', async () => {
    await give('one')
    const strangers = ['notes.txt', 'charity-20260101T000000.000Z.db.part']
    for (const name of strangers) fs.writeFileSync(path.join(folder, name), '')
    fs.utimesSync(path.join(folder, strangers[1] ?? ''), 0, 0)
    for (let round = 0; round < 3; round += 1) expect(await backingUp(2)).toMatchObject({ code: 0 })
    // For /api/health.
    expect(Date.parse((await readSetting(lastBackupKey))?.value ?? '')).toBeGreaterThan(Date.now() - 60_000)
    const [first = '', second = '', ...others] = backups()
    expect(others).toEqual(['notes.txt'])
    for (const name of [first, second]) {
      expect(name).toMatch(/^charity-\d{8}T\d{6}\.\d{3}Z\.(?:db|dump)$/)
      expect(fs.statSync(path.join(folder, name)).mode & 0o777).toBe(0o600)
    }
    expect(await backUpCommand('--keep', '0')).toMatchObject({ code: 2 })
    await closeStore()
    if (dialect === 'sqlite') {
      const file = databaseFile(env().dataDir)
      fs.writeFileSync(file, Buffer.concat([fs.readFileSync(file).subarray(0, 4096), Buffer.alloc(60_000, 7)]))
    } else setEnvironment({ DATABASE_URL: String(env().databaseUrl).replace('/test_', '/missing_') })
    expect(await backUpCommand('--keep', '1')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no new backup'),
    })
    expect(backups()).toEqual([first, second, 'notes.txt'])
    expect(fs.readdirSync(folder).filter((name) => name.endsWith('.sha256'))).toEqual([
      `${first}.sha256`,
      `${second}.sha256`,
    ])
  })

  test('a backup is restored after the database was damaged, and into an empty place', async () => {
    await give('safe')
    const before = await everyRow()
    expect(await backingUp()).toMatchObject({ code: 0 })
    const { databaseUrl, dataDir } = env()
    if (databaseUrl) {
      const { db } = await store()
      await sql`drop table gifts`.execute(db)
      await sql`create database empty_place`.execute(db)
    }
    await closeStore()
    if (!databaseUrl) {
      fs.writeFileSync(databaseFile(dataDir), 'nothing of it is left')
      // Another owner, as when root restores for the site's user.
      if (process.getuid?.() === 0) fs.chownSync(dataDir, 65534, 65534)
    }
    expect(await restoring(newest())).toMatchObject({ code: 0, output: expect.stringContaining('is kept as') })
    expect(await everyRow()).toEqual(before)
    if (!databaseUrl) expect(fs.statSync(databaseFile(dataDir)).uid).toBe(fs.statSync(dataDir).uid)
    await closeStore()

    if (databaseUrl) setEnvironment({ DATABASE_URL: databaseUrl.replace(/test_\w+/, 'empty_place') })
    else setEnvironment({ DATA_DIR: path.join(dataDir, 'empty', 'place') })
    const restored = await restoring(newest())
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('no data to replace') })
    expect(await everyRow()).toEqual(before)
  })
})

onSqlite(() => {
  test('mail that waited in a backup is sent only after somebody has agreed', async () => {
    setEnvironment(mailKeys)
    const { db } = await store()
    const tomorrow = utcNow(24 * 60 * 60_000)
    await db.transaction().execute(async (transaction) => {
      for (const day of ['2026-11-20', '2026-11-21', '2026-11-22']) await enqueue(transaction, 'summary', day)
      await enqueue(transaction, 'summary', '2026-11-23', { dueAt: tomorrow })
    })
    for (const [subject_id, state] of [
      ['2026-11-20', 'sent'],
      ['2026-11-21', 'dead'],
    ] as const)
      await db.updateTable('outbox').set({ state }).where('subject_id', '=', subject_id).execute()
    await leaseNext(['summary'])
    expect(await backingUp()).toMatchObject({ code: 0 })
    await closeStore()
    const states = async () => {
      const opened = await store()
      const rows = await opened.db.selectFrom('outbox').select(['state', 'lease']).orderBy('subject_id').execute()
      await closeStore()
      return rows.map(({ state, lease }) => `${state}${lease ? ' leased' : ''}`)
    }
    const { output } = await restoring(newest())
    expect(output).toMatch(
      /Mails that waited in it: 2\..*charity outbox retry --unknown.*charity outbox done --unknown/s,
    )
    expect(await states()).toEqual(['sent', 'dead', 'unknown', 'unknown'])
    expect((await findEach(['mail-unknown'])).map(inHealth)).toEqual([expect.stringMatching(/^2 mails may or may not/)])
    await closeStore()
    const outbox = (...words: string[]) => runCommand('outbox', words)
    expect((await outbox('done', '2026-11-22')).stdout).toBe('1 of 1 will not be sent again.\n')
    expect((await outbox('retry', '--unknown')).stdout).toBe('1 of 1 will be tried again.\n')
    expect(await states()).toEqual(['sent', 'dead', 'sent', 'waiting'])
    const opened = await store()
    const [last] = await opened.db.selectFrom('outbox').select('due_at').where('state', '=', 'waiting').execute()
    expect(last?.due_at).toBe(tomorrow)
  })

  test('an empty database pushes no older backup out', async () => {
    await give('one')
    expect(await backingUp()).toMatchObject({ code: 0 })
    const kept = newest()
    const { db } = await store()
    for (const table of ['gifts', 'enquiries'] as const) await db.deleteFrom(table).execute()
    expect(await backingUp(1)).toMatchObject({ code: 0, output: expect.stringContaining('no older backup') })
    expect(fs.existsSync(kept)).toBe(true)
  })
})
