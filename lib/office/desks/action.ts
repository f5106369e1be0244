/** Building blocks of the changes that staff may make at a desk. */
import type { ListedEnquiry } from '#lib/contact/enquiries/admin.ts'
import { type FormFault, textOf } from '#lib/contact/forms/form.ts'
import { type Fault, sentenceOf } from '#lib/giving/remark.ts'
import { type LogEntry, writeLog } from '#lib/office/access/log.ts'
import type { Session } from '#lib/office/access/session.ts'
import { type Role, roles } from '#lib/office/access/staff.ts'
import type { Action, Outcome, Posted } from '#lib/office/desks/desk.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import type { Also, Store } from '#lib/platform/store/index.ts'

/** Shows the form again. `errors`: by field, what is wrong with it, or false. */
export const wrong = (errors: Readonly<Record<string, string | false>>): { fault: FormFault } =>
  faultOf(Object.entries(errors).flatMap(([field, message]) => (message ? [{ field, message }] : [])))

/** Shows the form again. Errors without a field are about the whole form. */
export function faultOf(errors: readonly FieldError[]): { fault: FormFault } {
  const general = errors.filter(({ field }) => !field).map(({ message }) => message)
  const sentence = general.join(' ') || textsIn().rules.wrong
  return { fault: { sentence, errors: errors.filter(({ field }) => field) } }
}

/**
 * Asks before something that cannot be taken back; null once this very question was answered by pressing again, and each of the `ticks` was given.
 * Browsers send a new line as CR LF.
 */
export function unlessSure({ sure, ticked }: Posted, ask: string, ticks: readonly string[] = []) {
  const given = [ticked].flat()
  const isSure = textOf(sure).replaceAll('\r\n', '\n') === ask && ticks.every((tick) => given.includes(tick))
  return isSure ? null : { ask, ticks }
}

/** Shows the form again. */
export const refusedBy = (faults: readonly Fault[]) =>
  faultOf(faults.map(({ field, remark }) => ({ field, message: sentenceOf(remark) })))

export const outcome = (changed: boolean) => (changed ? 'done' : 'unchanged')

/** Writes the log entry of a change: in its transaction, or before another service is called. */
type Log = (details?: LogEntry['details']) => (db?: Store['db']) => Promise<void>

/** An action on something that is found by its reference. `change` must write the log. */
export const about = <Found>(
  roles: readonly Role[],
  find: (subject: string) => Promise<Found | null>,
  change: (found: Found, log: Log, posted: Posted, session: Session) => Promise<Outcome>,
): Action => ({
  roles,
  async run(session, subject, posted, action) {
    const found = await find(subject)
    const log: Log = (details) => (db) => writeLog(session.staff, { action, subject, details }, db)
    return found ? change(found, log, posted, session) : 'unknown-entry'
  },
})

export const onListed = (
  find: (id: string) => Promise<ListedEnquiry | null>,
  change: (entry: ListedEnquiry, also: Also) => Promise<boolean | 'gone'>,
  own: readonly Role[] = roles,
) =>
  about(own, find, async (entry, log) => {
    const changed = await change(entry, log())
    wakeOutboxWorker()
    return changed === 'gone' ? changed : outcome(changed)
  })
