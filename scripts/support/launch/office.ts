/** Staff who may see gifts or manage others, and have no passkey: whoever reads their mail can enter. */
import type { Env } from '#lib/platform/env.ts'
import { inSiteDatabase } from '../backups.ts'
import { type Finding, finding } from './settings.ts'

/** Nothing while there is no office, or the database cannot be read, which another finding says. */
export async function checkOffice(env: Env): Promise<Finding[]> {
  try {
    const names = await inSiteDatabase(env, { readOnly: true }, async (query) => {
      const rows = await query(
        `select name from staff where removed_at is null and (roles like '%money%' or roles like '%admin%')
          and id not in (select staff_id from staff_passkeys) order by name`,
      )
      return rows.map(({ name }) => String(name))
    })
    const sentence = `${names.join(', ')}: no passkey, so whoever reads their mail can enter. Register one at /office/account.`
    return names.length > 0 ? [finding('warning', sentence, 'docs/office.md')] : []
  } catch {
    return []
  }
}
