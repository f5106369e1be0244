/** The signing secret shared by servers on one database when SIGNING_SECRET is not set. */
import type { Kysely } from 'kysely'
import { utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { setSigningSecret, signingSecret } from '#lib/platform/signed.ts'
import type { Database } from '#lib/platform/store/schema.ts'

const settingKey = 'signing-secret'

/** The first server on an empty database stores its secret; every other one adopts it. @throws when the store fails. */
export async function shareSigningSecret(db: Kysely<Database>): Promise<void> {
  if (env().signingSecret !== null) return
  const read = () => db.selectFrom('settings').select('value').where('key', '=', settingKey).executeTakeFirst()
  const row = { key: settingKey, value: signingSecret(), updated_at: utcNow() }
  if (!(await read()))
    await db
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
  const kept = await read()
  if (kept) setSigningSecret(kept.value)
}
