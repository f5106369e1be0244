/** What staff may change at a desk. */
import 'server-only'
import type { Entry } from '#lib/contact/enquiries/admin.ts'
import { type LogEntry, writeLog } from '#lib/office/access/log.ts'
import type { Session } from '#lib/office/access/session.ts'
import { type Role, roles } from '#lib/office/access/staff.ts'
import type { Action, Outcome, Posted } from '#lib/office/desks/desk.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'

export const outcome = (changed: boolean) => (changed ? 'done' : 'unchanged')

/** What a change leads to, with what the log says of it. `gone`: its subject is no longer there. */
type Changed = Outcome | { log: NonNullable<LogEntry['details']>; outcome?: 'gone' }

/** For something that is found by its reference, and logged once it has changed. */
export const about = <Found>(
  roles: readonly Role[],
  action: string,
  find: (subject: string) => Promise<Found | null>,
  change: (found: Found, posted: Posted, session: Session) => Promise<Changed>,
): Action => ({
  roles,
  async run(session, subject, posted) {
    const found = await find(subject)
    if (!found) return 'unknown-entry'
    const result = await change(found, posted, session)
    const isLogged = typeof result === 'object' && 'log' in result
    if (!isLogged && result !== 'done' && result !== 'gone') return result
    await writeLog(session.staff, { action, subject, ...(isLogged && { details: result.log }) })
    return isLogged ? (result.outcome ?? 'done') : result
  },
})

export const onEntry = (
  action: string,
  find: (id: string) => Promise<Entry | null>,
  change: (entry: Entry) => Promise<boolean | 'gone'>,
  own: readonly Role[] = roles,
) =>
  about(own, action, find, async (entry) => {
    const changed = await change(entry)
    wakeOutboxWorker()
    return changed === 'gone' ? changed : outcome(changed)
  })
