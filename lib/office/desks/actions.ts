/** What staff may change: for each form its roles and what it does. The only way to change anything in the office. */
import 'server-only'
import { type Entry, exportLines, finish, markAnswered, release, retry } from '#lib/contact/enquiries/admin.ts'
import { isEmail, textOf } from '#lib/contact/forms/form.ts'
import { manyLines, oneLine } from '#lib/contact/forms/text.ts'
import { type LogEntry, writeLog } from '#lib/office/access/log.ts'
import { removePasskeys } from '#lib/office/access/passkeys.ts'
import { endSessions, type Session } from '#lib/office/access/session.ts'
import { addStaff, changeStaff, listStaff, type Role, readRoles, roles, type Staff } from '#lib/office/access/staff.ts'
import { findMail, findMessage, messagesFrom, readQuery } from '#lib/office/desks/desks.ts'
import { addNote, changeFamily, type Family, familyStates, findFamily } from '#lib/office/desks/families.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'

type Details = NonNullable<LogEntry['details']>
type Posted = Readonly<Record<string, unknown>>

/** `done`, or a file, or why not: each a word of the office. */
export type Outcome =
  | 'done'
  | 'unchanged'
  | 'unknown-entry'
  | 'wrong-value'
  | 'last-admin'
  | { file: string; lines: AsyncIterable<string> }

export type Action = {
  roles: readonly Role[]
  /** @param subject of the form: the token has proved that it was offered to this session. */
  run(session: Session, subject: string, posted: Posted): Promise<Outcome>
}

const outcome = (changed: boolean) => (changed ? 'done' : 'unchanged')

/** For something that is found by its reference, and logged once it has changed. */
const about = <Found>(
  roles: readonly Role[],
  action: string,
  find: (subject: string) => Promise<Found | null>,
  change: (
    found: Found,
    posted: Posted,
    session: Session,
  ) => Promise<'done' | 'unchanged' | 'wrong-value' | 'last-admin' | Details>,
): Action => ({
  roles,
  async run(session, subject, posted) {
    const found = await find(subject)
    if (!found) return 'unknown-entry'
    const result = await change(found, posted, session)
    if (typeof result === 'string' && result !== 'done') return result
    await writeLog(session.staff, { action, subject, ...(typeof result === 'object' && { details: result }) })
    return 'done'
  },
})

const onFamily = (change: (who: Staff, family: Family, posted: Posted) => Promise<Outcome>): Action => ({
  roles: ['families'],
  async run({ staff }, subject, posted) {
    const family = await findFamily(subject)
    return family ? change(staff, family, posted) : 'unknown-entry'
  },
})

const onEntry = (
  action: string,
  find: typeof findMessage,
  change: (entry: Entry) => Promise<boolean>,
  own: readonly Role[] = roles,
) =>
  about(own, action, find, async (entry) => {
    const changed = await change(entry)
    wakeOutboxWorker()
    return outcome(changed)
  })

const findPerson = async (id: string) => (await listStaff()).find((person) => person.id === id) ?? null
const onPerson = (action: string, change: Parameters<typeof about<Staff>>[3]) =>
  about(['admin'], action, findPerson, change)

const rolesIn = (value: unknown) => readRoles([value].flat().map(textOf).join(','))

const sendAgain = async (entry: Entry) => (await retry([entry])) > 0

export const actions = {
  'family-note': onFamily(async (who, family, { text }) => {
    const note = manyLines(textOf(text)).slice(0, 5000)
    if (!note) return 'wrong-value'
    await addNote(who, family, note)
    return 'done'
  }),
  'family-change': onFamily(async (who, family, posted) => {
    const [state, day, holder] = [textOf(posted.state), textOf(posted.nextCall), textOf(posted.holder)]
    const isDay = day === '' || (/^20\d\d-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)))
    const isKnown = holder === '' || (await findPerson(holder))?.roles.includes('families')
    if (!isOneOf(familyStates, state) || !isDay || !isKnown) return 'wrong-value'
    await changeFamily(who, family, { state, nextCall: day || null, holder: holder || null })
    return 'done'
  }),
  'family-release': onEntry('families.release', findFamily, release, ['families']),
  'message-answered': onEntry('messages.answered', findMessage, markAnswered),
  'message-release': onEntry('messages.release', findMessage, release),
  'message-retry': onEntry('messages.retry', findMessage, sendAgain),
  'message-export': {
    roles,
    async run({ staff }, _, { query }) {
      const asked = readQuery('messages', new URLSearchParams(textOf(query)))
      await writeLog(staff, { action: 'messages.export', details: asked.filters })
      return { file: 'messages.csv', lines: exportLines(() => messagesFrom(asked)) }
    },
  },
  'mail-retry': onEntry('mails.retry', findMail, sendAgain),
  'mail-done': onEntry('mails.done', findMail, async (entry) => (await finish([entry])) > 0),
  'staff-add': {
    roles: ['admin'],
    async run({ staff }, _, posted) {
      const [name, email] = [oneLine(textOf(posted.name)).slice(0, 100), textOf(posted.email).trim()]
      const own = rolesIn(posted.roles)
      if (!name || !isEmail(email) || own.length === 0) return 'wrong-value'
      const added = await addStaff(name, email, own)
      if (added) await writeLog(staff, { action: 'staff.add', subject: added.id, details: { after: added } })
      return outcome(added !== null)
    },
  },
  'staff-roles': onPerson('staff.roles', async ({ id, roles: before }, posted) => {
    const after = rolesIn(posted.roles)
    if (after.length === 0) return 'wrong-value'
    return (await changeStaff(id, { roles: after })) ? { before, after } : 'last-admin'
  }),
  'staff-sessions': onPerson('staff.sessions', async ({ id }) => {
    await endSessions({ staff: id })
    return 'done'
  }),
  'staff-passkeys': onPerson('staff.passkeys', async ({ id }) => {
    await removePasskeys(id)
    await endSessions({ staff: id })
    return 'done'
  }),
  'staff-remove': onPerson('staff.remove', async ({ id, name, email }) =>
    (await changeStaff(id, 'remove')) ? { before: { name, email } } : 'last-admin',
  ),
  'sign-out': {
    roles,
    async run({ id, staff }) {
      await endSessions({ session: id })
      await writeLog(staff, { action: 'session.end' })
      return 'done'
    },
  },
  'sign-out-everywhere': {
    roles,
    async run({ staff }) {
      await endSessions({ staff: staff.id })
      await writeLog(staff, { action: 'session.end-all' })
      return 'done'
    },
  },
} as const satisfies Record<string, Action>
