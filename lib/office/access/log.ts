/** The log of the office: every access to personal data, and every change. The database refuses to change or delete entries; they are kept as long as the books. */
import { randomUUID } from 'node:crypto'
import type { Staff } from '#lib/office/access/staff.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { type Database, type Store, store } from '#lib/platform/store/index.ts'

export type LogEntry = {
  /** Such as `families.see`. */
  action: string
  subject?: string | undefined
  /** For a change: the values before and after it. */
  details?: Readonly<Record<string, unknown>> | undefined
}

/** Must be called before the data is shown. @param db the transaction of a change. */
export async function writeLog(
  who: Pick<Staff, 'id' | 'name'>,
  { action, subject, details }: LogEntry,
  db?: Store['db'],
): Promise<void> {
  const row: Database['office_log'] = {
    id: randomUUID(),
    at: utcNow(),
    staff_id: who.id,
    name: who.name,
    action,
    subject: subject ?? null,
    details: details ? JSON.stringify(details) : null,
  }
  await (db ?? (await store()).db).insertInto('office_log').values(row).execute()
}
