/** The log of the office: every look at personal data, and every change. The database lets nobody change or delete a line; it is kept as long as the books. */
import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Staff } from '#lib/office/access/staff.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { type Database, type Store, store } from '#lib/platform/store/index.ts'

export type LogEntry = {
  /** Such as `families.see`. */
  action: string
  subject?: string | undefined
  /** For a change: what was before, and after it. */
  details?: Readonly<Record<string, unknown>> | undefined
}

/** Call it before what it names is shown. @param db the transaction of the change, if it is one. @throws when the store fails. */
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
