import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { storeEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { env } from '#lib/platform/env.ts'
import { checkStore } from '#lib/platform/store/check.ts'
import { storeFailureReason } from '#lib/platform/store/failure.ts'
import { closeStore, readSetting, store, writeSetting } from '#lib/platform/store/index.ts'
import { createStore, passTime, setEnvironment, useFreshStore } from '#tests/support/store.ts'

const unavailable = { ok: false, failure: { kind: 'unavailable' } }

describe('The SQLite database', () => {
  useFreshStore()

  const file = () => path.join(env().dataDir, 'charity.db')
  const parts = () => [file(), `${file()}-wal`, `${file()}-shm`]
  const modeOf = (name: string) => (fs.statSync(name).mode & 0o777).toString(8)

  const send = () =>
    storeEnquiry({ form: 'contact', fields: { message: 'Can I help?' }, idempotencyKey: null, spamReason: null })
  const enquiries = async () => (await (await store()).db.selectFrom('enquiries').select('id').execute()).length
  const status = () => checkStore().then(() => 'ok', storeFailureReason)

  /** A complete copy, like a backup. */
  function backUp(): string {
    const copy = path.join(env().dataDir, 'charity.db.backup')
    const database = new DatabaseSync(file())
    database.prepare('vacuum into ?').run(copy)
    database.close()
    return copy
  }

  describe('The files of the database', () => {
    test('are readable only by their owner, in a new folder as well as after an older version', async () => {
      fs.writeFileSync(file(), '')
      fs.chmodSync(file(), 0o644)
      fs.chmodSync(env().dataDir, 0o755)
      for (const folder of [env().dataDir, path.join(env().dataDir, 'made')]) {
        await closeStore()
        setEnvironment({ DATA_DIR: folder })
        await createStore()
        await store()
        expect(modeOf(folder)).toBe('700')
        expect(parts().map(modeOf)).toEqual(['600', '600', '600'])
      }
    })
  })

  describe('A database that is deleted while the site runs', () => {
    test('rejects writes, fails its check, and works again once it is restored', async () => {
      await send()
      const copy = backUp()
      for (const part of parts()) fs.rmSync(part)
      expect(await send()).toEqual(unavailable)
      expect(await status()).toBe('missing')
      passTime()
      expect(await send()).toEqual(unavailable)
      expect(fs.existsSync(file())).toBe(false)
      fs.renameSync(copy, file())
      passTime()
      expect(await status()).toBe('ok')
      expect(await send()).toMatchObject({ ok: true })
      expect(await enquiries()).toBe(2)
    })

    test.each(['-wal', '-shm'])('rejects writes when only its %s is missing', async (part) => {
      await store()
      fs.rmSync(`${file()}${part}`)
      expect(await send()).toEqual(unavailable)
      passTime()
      expect(await send()).toMatchObject({ ok: true })
    })

    test('does not acknowledge a transaction in progress', async () => {
      const { db } = await store()
      const transaction = db.transaction().execute(async (inside) => {
        await inside.insertInto('settings').values({ key: 'one', value: '1', updated_at: '' }).execute()
        fs.rmSync(file())
      })
      await expect(transaction).rejects.toThrow(/was deleted or replaced/)
    })
  })

  test('A database that is replaced by a backup is reopened, and nothing is written to the old one', async () => {
    const copy = backUp()
    await send()
    fs.renameSync(copy, file())
    expect(await send()).toEqual(unavailable)
    passTime()
    expect(await send()).toMatchObject({ ok: true })
    expect(await enquiries()).toBe(1)
  })

  test('A full disk fails its check and rejects writes until there is space again', async () => {
    const { db } = await store()
    const { rows } = await sql<{ page_count: number }>`select page_count from pragma_page_count()`.execute(db)
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(db)
    expect(await status()).toBe('full')
    const sent = await Promise.all(Array.from({ length: 40 }, send))
    expect(sent).toContainEqual(unavailable)
    expect(await enquiries()).toBe(sent.filter(({ ok }) => ok).length)
    await sql`pragma max_page_count = 1000000`.execute(db)
    expect(await status()).toBe('ok')
    expect(await send()).toMatchObject({ ok: true })
  })

  test('A read-only database fails its check and rejects writes until it is writable', async () => {
    await sql`pragma query_only = 1`.execute((await store()).db)
    expect(await status()).toBe('read-only')
    expect(await send()).toEqual(unavailable)
    passTime()
    expect(await status()).toBe('ok')
    expect(await send()).toMatchObject({ ok: true })
  })

  test.each([
    ['its head', 0],
    ['a page of a table', 3 * 4096],
  ])('A database with an overwritten %s fails its check and rejects writes until it is repaired', async (_, at) => {
    await send()
    const copy = backUp()
    expect(await status()).toBe('ok')
    const kept = new DatabaseSync(file())
    kept.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    kept.close()
    const bytes = Buffer.alloc(4096, 'damaged')
    const descriptor = fs.openSync(file(), 'r+')
    fs.writeSync(descriptor, bytes, 0, bytes.length, at)
    fs.closeSync(descriptor)
    passTime()
    expect(await status()).toBe('corrupt')
    expect(await send()).toEqual(unavailable)
    passTime()
    expect(await send()).toEqual(unavailable)
    fs.copyFileSync(copy, file())
    passTime()
    expect(await status()).toBe('ok')
    expect(await send()).toMatchObject({ ok: true })
  })

  describe('While another program holds the database', () => {
    let other: DatabaseSync
    beforeEach(async () => {
      await writeSetting('known', 'before')
      other = new DatabaseSync(file())
      other.exec('BEGIN EXCLUSIVE')
    })
    afterEach(() => other.close())

    test('reads return at once, and writes wait without blocking the process', async () => {
      const order: string[] = []
      const written = writeSetting('known', 'after').then(() => order.push('written'))
      const read = readSetting('known').then((setting) => order.push(`read ${setting?.value}`))
      await read
      // Timers still run, so pages are still served.
      for (let ticks = 0; ticks < 20; ticks += 1) await new Promise((resolve) => setTimeout(resolve, 1))
      order.push('ticked')
      other.exec('COMMIT')
      await written
      expect(order).toEqual(['read before', 'ticked', 'written'])
      expect((await readSetting('known'))?.value).toBe('after')
    })

    test('writes fail after a while, and succeed once the lock is released', async () => {
      const sent = await Promise.all([send(), send(), send()])
      expect(sent).toEqual([unavailable, unavailable, unavailable])
      other.exec('ROLLBACK')
      expect(await send()).toMatchObject({ ok: true })
      expect(await enquiries()).toBe(1)
    })
  })
})
