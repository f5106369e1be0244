/** What staff may change at a desk. */
import 'server-only'
import type { Entry } from '#lib/contact/enquiries/admin.ts'
import { type FormFault, textOf } from '#lib/contact/forms/form.ts'
import { type LogEntry, writeLog } from '#lib/office/access/log.ts'
import type { Session } from '#lib/office/access/session.ts'
import { type Role, roles } from '#lib/office/access/staff.ts'
import { type Action, type Desk, type ListQuery, type Outcome, type Posted, readQuery } from '#lib/office/desks/desk.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import type { Also, Store } from '#lib/platform/store/index.ts'

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

/** Writes the line about a change: in its transaction, or before what other services do. */
type Log = (details?: LogEntry['details']) => (db?: Store['db']) => Promise<void>

/** For something that is found by its reference. Whatever changes it writes the log. */
export const about = <Found>(
  roles: readonly Role[],
  action: string,
  find: (subject: string) => Promise<Found | null>,
  change: (found: Found, log: Log, posted: Posted, session: Session) => Promise<Outcome>,
): Action => ({
  roles,
  async run(session, subject, posted) {
    const found = await find(subject)
    const log: Log = (details) => (db) => writeLog(session.staff, { action, subject, details }, db)
    return found ? change(found, log, posted, session) : 'unknown-entry'
  },
})

export const onEntry = (
  action: string,
  find: (id: string) => Promise<Entry | null>,
  change: (entry: Entry, also: Also) => Promise<boolean | 'gone'>,
  own: readonly Role[] = roles,
) =>
  about(own, action, find, async (entry, log) => {
    const changed = await change(entry, log())
    wakeOutboxWorker()
    return changed === 'gone' ? changed : outcome(changed)
  })

/** The list as it is shown, with its filters, as a file. Who took it is in the log. `desk`: as a function, because desks name their actions. */
export const exportOf = (
  { roles, action, file }: { roles: readonly Role[]; action: string; file: string },
  desk: () => Desk,
  lines: (asked: ListQuery) => AsyncIterable<string> | Promise<AsyncIterable<string>>,
): Action => ({
  roles,
  async run({ staff }, _, { query }) {
    const asked = readQuery(desk(), new URLSearchParams(textOf(query)))
    await writeLog(staff, { action, details: asked.filters })
    return { file, lines: await lines(asked) }
  },
})
