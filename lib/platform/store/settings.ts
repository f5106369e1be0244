/** Key-value settings that survive restarts. */
import { utcNow } from '#lib/platform/clock.ts'
import { store } from '#lib/platform/store/index.ts'

/** When a backup was last finished and checked: ISO 8601. `charity backup` writes it. */
export const lastBackupKey = 'last-backup'

type Setting = { value: string; updatedAt: string }

/** Null when there is no value for `key`. @throws when the store fails. */
export async function readSetting(key: string): Promise<Setting | null> {
  const { db } = await store()
  const row = await db.selectFrom('settings').select(['value', 'updated_at']).where('key', '=', key).executeTakeFirst()
  return row ? { value: row.value, updatedAt: row.updated_at } : null
}

/** The later write wins. @throws when the store fails. */
export async function writeSetting(key: string, value: string): Promise<void> {
  const { db } = await store()
  const row = { value, updated_at: utcNow() }
  await db
    .insertInto('settings')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}
