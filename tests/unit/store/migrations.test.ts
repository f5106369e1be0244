/** Migrations that have landed stay as they are, and a database that somebody changed is not used in silence. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { log } from '#lib/platform/log.ts'
import { closeStore, store } from '#lib/platform/store/index.ts'
import { statementsOf } from '#lib/platform/store/migrations.ts'
import { onBothDatabases } from '#tests/support/store.ts'

/** A new migration gets a line here. A line that has landed never changes: databases have run that migration. */
const landed = {
  '0032-start': '9f16edaa17974218',
  '0033-surgery-day': '33de090d30c5d6ef',
  '0034-holders': 'ad089167dbf775f3',
  '0035-lines-of-accounts': '6d1a570b02a93918',
}

test('no migration that has landed was edited or removed, and each is listed', () => {
  const hashes = Object.entries(statementsOf).map(([name, statements]) => {
    const hash = createHash('sha256').update(JSON.stringify([statements(false), statements(true)]))
    return [name, hash.digest('hex').slice(0, 16)]
  })
  expect(Object.fromEntries(hashes)).toEqual(landed)
})

test('migrations are named in the order in which they run', () => {
  const names = Object.keys(statementsOf)
  expect(names).toEqual(names.toSorted())
})

onBothDatabases((dialect) => {
  const change = async (...statements: string[]) => {
    const { db } = await store()
    for (const statement of statements) await sql.raw(statement).execute(db)
    await closeStore()
  }

  test('a database that lacks a table or a column is refused, with what it lacks', async () => {
    await change('alter table gifts rename column payout to bank_day')
    await expect(store()).rejects.toThrow(
      /lacks what this version of the site needs.*: gifts\.payout\. .*restore a backup/,
    )
  })

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
  ])('a database that %s is refused', async (_, statements, refusal) => {
    await change(...statements)
    await expect(store()).rejects.toThrow(refusal)
  })

  test('a database that lacks an index is used, and the log names the index', async () => {
    const warn = jest.spyOn(log, 'warn').mockImplementation(() => undefined)
    await change('drop index gifts_paid_at')
    await (await store()).db.selectFrom('gifts').select('id').execute()
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('lacks indexes'), { indexes: ['gifts_paid_at'] })
    warn.mockRestore()
  })

  test('a database with more tables, columns and indexes than this version knows is used', async () => {
    const warn = jest.spyOn(log, 'warn').mockImplementation(() => undefined)
    await change('alter table gifts add column later text')
    await change('create index gifts_later on gifts (later)')
    await change('create table later (id text primary key)')
    await (await store()).db.selectFrom('gifts').select('id').execute()
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })
})
