import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { storeEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { log } from '#lib/platform/log.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'
import { sign, signingSecret } from '#lib/platform/signed.ts'
import { checkStore } from '#lib/platform/store/check.ts'
import { storeFailureReason } from '#lib/platform/store/failure.ts'
import { closeStore, readSetting, store, writeSetting } from '#lib/platform/store/index.ts'
import { statementsOf } from '#lib/platform/store/migrations.ts'
import {
  breakStore,
  createStore,
  giftRow,
  hurry,
  onBothDatabases,
  passTime,
  setEnvironment,
  useFreshStore,
} from '#tests/support/store.ts'

const send = (fields: Record<string, string> = { message: 'Can I help?' }) =>
  storeEnquiry({ form: 'contact', fields, idempotencyKey: null, spamReason: null })

afterEach(() => jest.restoreAllMocks())

describe('The store', () => {
  onBothDatabases((_dialect) => {
    test('keeps the last value of a setting across a restart, in any script', async () => {
      expect(await readSetting('camp-summary')).toBeNull()
      await writeSetting('camp-summary', 'first')
      await writeSetting('camp-summary', 'आशा – O’Neill 🧵')
      await closeStore()
      expect(await readSetting('camp-summary')).toEqual({
        value: 'आशा – O’Neill 🧵',
        updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      })
    })

    test('returns counts and sums of money as exact numbers', async () => {
      const { db } = await store()
      const large = 4_000_000_000_000_000
      await db
        .insertInto('gifts')
        .values([giftRow('pi_1', { amount: large }), giftRow('pi_2', { amount: 1, reason: 5 })])
        .execute()
      const row = await db
        .selectFrom('gifts')
        .select(({ fn }) => [
          fn.countAll<number>().as('count'),
          fn.sum<number>('amount').as('sum'),
          fn.max('reason').as('reason'),
        ])
        .executeTakeFirstOrThrow()
      expect({ ...row }).toEqual({ count: 2, sum: large + 1, reason: 5 })
    })

    test('finds nothing in an empty list, and everything outside it', async () => {
      await writeSetting('greeting', 'hello')
      const { db } = await store()
      const keys = async (how: 'in' | 'not in') =>
        db.selectFrom('settings').select('key').where('key', how, []).execute()
      expect(await keys('in')).toEqual([])
      expect(await keys('not in')).toContainEqual({ key: 'greeting' })
    })

    test('throws instead of rounding a number beyond the safe integers', async () => {
      const { db } = await store()
      await expect(sql`select 9007199254740993 as amount`.execute(db)).rejects.toThrow(/safe integer range|too large/)
    })

    test('stores all but the failing one of many concurrent gifts', async () => {
      const { db } = await store()
      await db.insertInto('gifts').values(giftRow('pi_1')).execute()
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, number) =>
          db.transaction().execute(async (transaction) => {
            const object_id = number === 7 ? 'pi_1' : `pi_new_${number}`
            await transaction
              .insertInto('settings')
              .values({ key: `of-${number}`, value: '', updated_at: '' })
              .execute()
            await transaction.insertInto('gifts').values(giftRow(object_id)).execute()
          }),
        ),
      )
      const failed = outcomes.flatMap(({ status }, number) => (status === 'rejected' ? [number] : []))
      expect(failed).toEqual([7])
      const settings = await db.selectFrom('settings').select('key').where('key', 'like', 'of-%').execute()
      expect(settings).toHaveLength(19)
      expect(settings).not.toContainEqual({ key: 'of-7' })
      expect(await db.selectFrom('gifts').select('id').execute()).toHaveLength(20)
    })

    test('keeps what others write while a transaction is open that is then rolled back', async () => {
      const { db } = await store()
      const others: Promise<unknown>[] = []
      const transaction = db.transaction().execute(async (inside) => {
        await inside.insertInto('settings').values({ key: 'inside', value: '', updated_at: '' }).execute()
        others.push(writeSetting('outside', ''), writeSetting('beside', ''))
        expect(await readSetting('inside')).toBeNull()
        await new Promise((resolve) => setTimeout(resolve, 20))
        throw new Error('given up')
      })
      await expect(transaction).rejects.toThrow('given up')
      await Promise.all(others)
      const rows = await db.selectFrom('settings').select('key').where('key', 'like', '%side').orderBy('key').execute()
      expect(rows.map(({ key }) => key)).toEqual(['beside', 'outside'])
    })
  })
})

describe('Many writes at once on SQLite', () => {
  useFreshStore()

  test('let the process serve requests in between', async () => {
    await store()
    const order: string[] = []
    const writes = Array.from({ length: 5 }, (_, number) =>
      writeSetting(`of-${number}`, '').then(() => order.push('written')),
    )
    setImmediate(() => order.push('served'))
    await Promise.all(writes)
    expect(order.slice(0, 4)).toContain('served')
  })
})

describe('A database that another version of the site, or somebody, changed', () => {
  const change = async (...statements: string[]) => {
    const { db } = await store()
    for (const statement of statements) await sql.raw(statement).execute(db)
    await closeStore()
  }

  onBothDatabases((dialect) => {
    const onPostgres = dialect === 'postgres'
    test.each([
      [
        'would record a payment twice',
        onPostgres
          ? ['alter table gifts drop constraint gifts_object_id_key']
          : [
              'create table copy as select * from gifts',
              'drop table gifts',
              'alter table copy rename to gifts',
              'create unique index gifts_id on gifts (id)',
            ],
        /: unique gifts \(object_id\)\. /,
      ],
      [
        'would forget what the office did',
        [onPostgres ? 'drop rule office_log_delete on office_log' : 'drop trigger office_log_delete'],
        /: rule office_log_delete\. /,
      ],
    ])('is refused when it %s', async (_, statements, refusal) => {
      await change(...statements)
      await expect(store()).rejects.toThrow(refusal)
    })

    test('works when that version is newer and made more tables, columns and indexes, so that a deployment can be rolled back', async () => {
      const warn = jest.spyOn(log, 'warn').mockImplementation(() => undefined)
      const later = utcNow(1000)
      await change(
        'alter table gifts add column later text',
        'create index gifts_later on gifts (later)',
        'create table later (id text primary key, note text not null)',
        `insert into kysely_migration (name, timestamp) values ('9998-later', '${later}'), ('9999-later', '${later}')`,
      )
      for (const start of ['first', 'second']) {
        await closeStore()
        expect(await send({ start })).toMatchObject({ ok: true })
      }
      const newer = 'The database was migrated by a newer version of the site'
      expect(new Set(warn.mock.calls.map(([message]) => message))).toEqual(new Set([newer]))
    })

    test('is used when it lacks an index, and the log names the index', async () => {
      const warn = jest.spyOn(log, 'warn').mockImplementation(() => undefined)
      await change('drop index gifts_paid_at')
      await (await store()).db.selectFrom('gifts').select('id').execute()
      expect(warn).toHaveBeenCalledWith(expect.stringContaining('lacks indexes'), { indexes: ['gifts_paid_at'] })
    })
  })
})

/** A new migration gets a line here. A line that has landed never changes: databases have run that migration. */
const landed = {
  '0001-start': 'e6bda3be216de408',
  '0002-lists': '52a474ef2c70ec8c',
  '0003-log': '24994b56d49344d4',
  '0004-unused-indexes': '129636fadfb262f4',
  '0005-open-orders': '113adc50017e6361',
  '0006-import': '7205285e8032f426',
  '0007-documents-and-zones': '6f7f3b0a68c45e1a',
  '0008-gift-filters': 'a03c96e99c600fd2',
}

test('no migration that has landed was edited or removed, and each is listed', () => {
  const hashes = Object.entries(statementsOf).map(([name, statements]) => {
    const hash = createHash('sha256').update(JSON.stringify([statements(false), statements(true)]))
    return [name, hash.digest('hex').slice(0, 16)]
  })
  expect(Object.fromEntries(hashes)).toEqual(landed)
  // They run in the order of their names.
  expect(Object.keys(statementsOf)).toEqual(Object.keys(statementsOf).toSorted())
})

describe('A store that cannot be opened', () => {
  useFreshStore()

  test('fails on every access, and works again once the cause is removed', async () => {
    const { dataDir } = env()
    await breakStore()
    await expect(store()).rejects.toThrow()
    await expect(store()).rejects.toThrow()
    setEnvironment({ DATA_DIR: dataDir })
    passTime()
    expect((await store()).dialect).toBe('sqlite')
  })

  test('is not opened during the build', async () => {
    setEnvironment({ NEXT_PHASE: 'phase-production-build' })
    await expect(store()).rejects.toThrow(/during the build/)
  })
})

/** Simulates a new process: the same database, without the cached secret. */
async function restartProcess() {
  await closeStore()
  resetProcessState('signing-secret')
}
const kept = async () => (await readSetting('signing-secret'))?.value

describe('Without SIGNING_SECRET', () => {
  onBothDatabases(() => {
    beforeEach(() => {
      setEnvironment({ SIGNING_SECRET: undefined })
      return restartProcess()
    })

    test('the secret of a process is kept once the store is opened, and survives a restart', async () => {
      const signed = sign('purpose', 'text')
      await store()
      expect(sign('purpose', 'text')).toBe(signed)
      await restartProcess()
      await store()
      expect(sign('purpose', 'text')).toBe(signed)
      expect((await kept())?.length).toBeGreaterThanOrEqual(43)
    })

    test('a server that starts later adopts the secret of the first', async () => {
      await store()
      const first = signingSecret()
      await restartProcess()
      expect(signingSecret()).not.toBe(first)
      expect(sign('purpose', 'text')).toBe(sign('purpose', 'text'))
      await store()
      expect(signingSecret()).toBe(first)
    })
  })
})

describe('The signing secret', () => {
  useFreshStore()
  beforeEach(() => restartProcess())

  test('SIGNING_SECRET takes precedence, and is not stored', async () => {
    setEnvironment({ SIGNING_SECRET: 'f3Qm0aXw8Zk5Tn2Lr7Yb4Vd9Hc6Js1Pe' })
    await store()
    expect(signingSecret()).toBe('f3Qm0aXw8Zk5Tn2Lr7Yb4Vd9Hc6Js1Pe')
    expect(await kept()).toBeUndefined()
  })
})

const unavailable = { ok: false, failure: { kind: 'unavailable' } }

describe('The SQLite database', () => {
  useFreshStore()

  const file = () => path.join(env().dataDir, 'charity.db')
  const parts = () => [file(), `${file()}-wal`, `${file()}-shm`]
  const modeOf = (name: string) => (fs.statSync(name).mode & 0o777).toString(8)

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

  test('has files that only their owner can read, in a new folder as well as after an older version', async () => {
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
    const sent = await Promise.all(Array.from({ length: 40 }, () => send()))
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
      hurry()
      const sent = await Promise.all([send(), send(), send()])
      expect(sent).toEqual([unavailable, unavailable, unavailable])
      other.exec('ROLLBACK')
      expect(await send()).toMatchObject({ ok: true })
      expect(await enquiries()).toBe(1)
    })
  })
})
