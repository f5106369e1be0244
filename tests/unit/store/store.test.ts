import { sql } from 'kysely'
import { env } from '#lib/env.ts'
import { closeStore, openStore, store } from '#lib/store/index.ts'
import type { GiftsTable } from '#lib/store/schema.ts'
import { readSetting, writeSetting } from '#lib/store/settings.ts'
import { breakStore, onBothDatabases, setEnvironment, useFreshStore } from '#tests/support/store.ts'

const gift = (over: Partial<GiftsTable> = {}): GiftsTable => ({
  id: 'gift-1',
  object_id: 'pi_1',
  kind: 'one-off',
  status: 'paid',
  currency: 'inr',
  amount: 100_000,
  reason: null,
  reference: 'LWR-1',
  session_id: 'cs_1',
  subscription_id: null,
  donor_name: 'Asha Rao',
  donor_email: 'asha@example.org',
  occurred_at: '2026-11-21T10:00:00.000Z',
  recorded_at: '2026-11-21T10:00:01.000Z',
  updated_at: '2026-11-21T10:00:01.000Z',
  ...over,
})

describe('The store', () => {
  onBothDatabases((dialect) => {
    test('opens on the database that the environment names, with every table', async () => {
      const opened = await store()
      const tables = await opened.db.introspection.getTables()
      expect(opened.dialect).toBe(dialect)
      expect(tables.map((table) => table.name).sort()).toEqual([
        'checkout_attempts',
        'enquiries',
        'form_drafts',
        'gifts',
        'outbox',
        'rate_limits',
        'settings',
        'stripe_events',
      ])
    })

    test('is the same one for everybody who asks, even at the same moment', async () => {
      const [one, other] = await Promise.all([store(), store()])
      expect(one).toBe(other)
    })

    test('keeps a setting across a restart, the later value winning', async () => {
      await writeSetting('camp-summary', 'first')
      await writeSetting('camp-summary', 'second')
      await closeStore()
      expect(await readSetting('camp-summary')).toEqual({
        value: 'second',
        updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      })
    })

    test('answers null for a setting that was never kept', async () => {
      expect(await readSetting('unknown')).toBeNull()
    })

    test('gives counts and sums of money as exact numbers', async () => {
      const { db } = await store()
      const large = 4_000_000_000_000_000
      await db
        .insertInto('gifts')
        .values([gift({ amount: large }), gift({ id: 'gift-2', object_id: 'pi_2', amount: 1, reason: 5 })])
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

    test('fails rather than rounds a number that JavaScript cannot hold', async () => {
      const { db } = await store()
      await expect(sql`select 9007199254740993 as amount`.execute(db)).rejects.toThrow(/too large/)
    })

    test('takes the same gift only once', async () => {
      const { db } = await store()
      await db.insertInto('gifts').values(gift()).execute()
      await expect(
        db
          .insertInto('gifts')
          .values(gift({ id: 'gift-2' }))
          .execute(),
      ).rejects.toThrow(/unique/i)
    })

    test('undoes all of a transaction that fails half-way', async () => {
      const { db } = await store()
      const half = db.transaction().execute(async (transaction) => {
        await transaction.insertInto('gifts').values(gift()).execute()
        throw new Error('half-way')
      })
      await expect(half).rejects.toThrow('half-way')
      expect(await db.selectFrom('gifts').selectAll().execute()).toEqual([])
    })

    test('keeps every one of many gifts that arrive at once', async () => {
      const { db } = await store()
      const ids = Array.from({ length: 40 }, (_, number) => `pi_${number}`)
      await Promise.all(
        ids.map((id) =>
          db.transaction().execute((transaction) =>
            transaction
              .insertInto('gifts')
              .values(gift({ id, object_id: id }))
              .execute(),
          ),
        ),
      )
      const kept = await db.selectFrom('gifts').select('id').execute()
      expect(kept.map((row) => row.id).sort()).toEqual(ids.sort())
    })

    test('keeps text of any script as it was', async () => {
      const name = 'आशा राव – O’Neill 🧵'
      const { db } = await store()
      await db
        .insertInto('gifts')
        .values(gift({ donor_name: name }))
        .execute()
      expect(await db.selectFrom('gifts').select('donor_name').executeTakeFirst()).toMatchObject({ donor_name: name })
    })

    test('is migrated once when it is opened again', async () => {
      await store()
      const again = await openStore(env())
      const migrations = await sql<{ name: string }>`select name from kysely_migration`.execute(again.db)
      await again.close()
      expect(migrations.rows.map((row) => row.name)).toEqual(['0001-start', '0002-outbox', '0003-unknown-outcomes'])
    })
  })
})

describe('A store that cannot be opened', () => {
  useFreshStore()

  test('fails each time it is asked for, and works again once the fault is mended', async () => {
    const { dataDir } = env()
    await breakStore()
    await expect(store()).rejects.toThrow(/ENOTDIR|EEXIST/)
    await expect(store()).rejects.toThrow(/ENOTDIR|EEXIST/)
    setEnvironment({ DATA_DIR: dataDir })
    const later = Date.now() + 60_000
    jest.spyOn(Date, 'now').mockImplementation(() => later)
    expect((await store()).dialect).toBe('sqlite')
    jest.restoreAllMocks()
  })

  test('is not opened while the site is built', async () => {
    setEnvironment({ NEXT_PHASE: 'phase-production-build' })
    await expect(store()).rejects.toThrow(/while the site is built/)
  })
})
