import { sql } from 'kysely'
import { storeEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { env } from '#lib/platform/env.ts'
import { sign, signingSecret } from '#lib/platform/signed.ts'
import { closeStore, readSetting, type Store, store, writeSetting } from '#lib/platform/store/index.ts'
import {
  breakStore,
  giftRow,
  onBothDatabases,
  passTime,
  restartProcess,
  setEnvironment,
  useFreshStore,
} from '#tests/support/store.ts'

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

describe('A database that another version of the site migrated', () => {
  const ran = (name: string) => async (db: Store['db']) => {
    const timestamp = new Date(Date.now() + 1000).toISOString()
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(db)
  }

  onBothDatabases(() => {
    test('works when that version is newer, so that a deployment can be rolled back', async () => {
      const { db } = await store()
      await sql`alter table enquiries add column mood text`.execute(db)
      await sql`create table moods (id text primary key, note text not null)`.execute(db)
      await ran('9998-moods')(db)
      await ran('9999-more-moods')(db)
      for (const start of ['first', 'second']) {
        await closeStore()
        const sent = await storeEnquiry({ form: 'contact', fields: { start }, idempotencyKey: null, spamReason: null })
        expect(sent).toMatchObject({ ok: true })
      }
    })
  })
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
