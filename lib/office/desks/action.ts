/** What staff may change at a desk. */
import 'server-only'
import type { Entry } from '#lib/contact/enquiries/admin.ts'
import type { FormFault } from '#lib/contact/forms/form.ts'
import { type LogEntry, writeLog } from '#lib/office/access/log.ts'
import type { Session } from '#lib/office/access/session.ts'
import { type Role, roles } from '#lib/office/access/staff.ts'
import type { Action, Outcome, Posted } from '#lib/office/desks/desk.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'

/** `errors`: what is wrong with each field, or false. */
export const wrong = (errors: Readonly<Record<string, string | false>>): { fault: FormFault } =>
  faultOf(Object.entries(errors).flatMap(([field, message]) => (message ? [{ field, message }] : [])))

/** The form again. `errors` without a field are about the whole. */
export function faultOf(errors: readonly FieldError[]): { fault: FormFault } {
  const general = errors.filter(({ field }) => !field).map(({ message }) => message)
  const sentence = general.join(' ') || textsIn().rules.wrong
  return { fault: { sentence, errors: errors.filter(({ field }) => field) } }
}

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
