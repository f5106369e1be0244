/** Where the office in the browser is, if there is one: mails of the daily business lead there. */
import { env } from '#lib/platform/env.ts'
import { store } from '#lib/platform/store/index.ts'

export const officeAddress = '/office'

/** Origin of the office. */
export function officeOrigin(): string {
  const { siteUrl, officeHost } = env()
  const url = new URL(siteUrl)
  if (officeHost) url.hostname = officeHost
  return url.origin
}

/** The first page of the office; null while nobody may enter it, so that commands do its work. */
export const officePage = async (): Promise<string | null> =>
  (await hasStaff()) ? officeOrigin() + officeAddress : null

/** Whether there is an office at all. */
export async function hasStaff(): Promise<boolean> {
  const { db } = await store()
  const query = db.selectFrom('staff').select('id').where('removed_at', 'is', null).limit(1)
  return (await query.executeTakeFirst()) !== undefined
}
