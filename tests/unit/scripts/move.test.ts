/** Moving a store from SQLite to PostgreSQL and back: every row is compared. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { writeLog } from '#lib/office/access/log.ts'
import { env } from '#lib/platform/env.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { closeStore, openAsServer, store, writeSetting } from '#lib/platform/store/index.ts'
import { moveStore } from '#scripts/support/move-store.ts'
import { createDatabase, postgresMissing } from '#tests/support/postgres.ts'
import { giftRow, setEnvironment, useFreshStore } from '#tests/support/store.ts'

const group = postgresMissing ? describe.skip : describe
group(postgresMissing ? `on PostgreSQL (${postgresMissing})` : 'from SQLite to PostgreSQL, and back', () => {
  useFreshStore()

  const folders: string[] = []
  const newFolder = () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'charity-move-'))
    folders.push(folder)
    return folder
  }
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })
  const newPostgres = async () => ({
    databaseUrl: await createDatabase(process.env.TEST_POSTGRES_URL ?? ''),
    dataDir: newFolder(),
  })

  /** More gifts than one statement takes, text that needs care, and a log. */
  async function fillStore() {
    const { db } = await store()
    const gifts = Array.from({ length: 1203 }, (_, index) =>
      giftRow(`G-${index}`, {
        donor_name: `Zoë ${index} \\ "'\n₹`,
        reason: index % 3 ? null : 7,
        amount: 1000 + index,
      }),
    )
    for (let at = 0; at < gifts.length; at += 400)
      await db
        .insertInto('gifts')
        .values(gifts.slice(at, at + 400))
        .execute()
    await enqueue(db, 'receipt', 'G-1')
    await writeSetting('a-key', 'ü')
    await writeLog({ id: 's1', name: 'Asha' }, { action: 'gifts.list' })
    await closeStore()
  }

  /** Every row of a database, by table. */
  async function everyRow({ databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string }) {
    await closeStore()
    setEnvironment({ DATABASE_URL: databaseUrl ?? undefined, DATA_DIR: dataDir })
    const { db } = await store()
    const found: Record<string, unknown[]> = {}
    for (const { name } of await db.introspection.getTables()) {
      const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
      found[name] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
    }
    await closeStore()
    return found
  }

  const here = () => ({ databaseUrl: null, dataDir: env().dataDir })

  test('keeps every row both ways, and the rule that the log only grows', async () => {
    await fillStore()
    const [from, postgres] = [here(), await newPostgres()]
    const before = await everyRow(from)
    expect(before.gifts).toHaveLength(1203)

    const printed = await moveStore(from, postgres)
    expect(printed.join('\n')).toContain('1203 gifts in INR: 1926003 in its smallest unit')
    expect(await everyRow(postgres)).toEqual(before)
    setEnvironment({ DATABASE_URL: postgres.databaseUrl })
    await (await store()).db.deleteFrom('office_log').execute()
    await closeStore()

    const back = { databaseUrl: null, dataDir: newFolder() }
    await moveStore(postgres, back)
    expect(await everyRow(back)).toEqual(before)
  })

  test('refuses a destination that has rows, itself, and a database in use', async () => {
    await fillStore()
    const [from, postgres] = [here(), await newPostgres()]
    await moveStore(from, postgres)
    await expect(moveStore(from, postgres)).rejects.toThrow(/is not empty: gifts has rows\. Nothing was moved\./)
    await expect(moveStore(from, from)).rejects.toThrow(/is the database itself/)
    await openAsServer()
    await expect(moveStore(from, await newPostgres())).rejects.toThrow('The database is in use')
  })

  test('leaves the destination empty when it stops half way', async () => {
    await fillStore()
    const postgres = await newPostgres()
    const { db } = await store()
    // A number that PostgreSQL has no room for stands at the end.
    await sql`insert into rate_limits (key, window_start, count) values ('x', 9223372036854775807, 1)`.execute(db)
    await sql`update rate_limits set count = 1.5`.execute(db)
    await closeStore()
    await expect(moveStore(here(), postgres)).rejects.toThrow()
    const rows = await everyRow(postgres)
    expect(rows.gifts).toEqual([])
    expect(rows.settings?.join()).not.toContain('a-key')
  })
})
