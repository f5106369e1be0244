/** Desks of the staff, and of the log of what they saw and changed. */
import type { Selectable } from 'kysely'
import { isEmail, textOf } from '#lib/contact/forms/form.ts'
import { oneLine } from '#lib/contact/forms/text.ts'
import { writeLog } from '#lib/office/access/log.ts'
import { removePasskeys } from '#lib/office/access/passkeys.ts'
import { endSessions, type Session } from '#lib/office/access/session.ts'
import { addStaff, changeStaff, listStaff, type Role, readRoles, roles, type Staff } from '#lib/office/access/staff.ts'
import { about, unlessSure, wrong } from '#lib/office/desks/action.ts'
import { choices, deskInMemory, deskInSql, mayEnter, words } from '#lib/office/desks/desk.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { readReference } from '#lib/platform/reference.ts'
import { type Database, store, writeTogether } from '#lib/platform/store/index.ts'

type Person = Awaited<ReturnType<typeof listStaff>>[number]

const roleChoices = () => choices(roles)
const roleField = { name: 'roles', label: 'roles', kind: 'many' } as const

const findPerson = async (id: string) => (await listStaff()).find((person) => person.id === id) ?? null
const onPerson = (action: string, change: Parameters<typeof about<Staff>>[3]) =>
  about(['admin'], action, findPerson, change)

const rolesIn = (value: unknown) => readRoles([value].flat().map(textOf).join(','))

export const staff = deskInMemory<Person>({
  title: 'staff',
  roles: ['admin'],
  order: '',
  columns: {
    name: { heading: 'name', cell: ({ name }) => name },
    email: { heading: 'email', cell: ({ email }) => email },
    roles: { heading: 'roles', cell: ({ roles }) => roles.join(', ') },
    passkeys: { heading: 'passkeys', cell: ({ passkeys }) => String(passkeys) },
  },
  filters: [],
  rows: listStaff,
  idOf: ({ id }) => id,
  late: ({ passkeys, roles }) => passkeys === 0 && roles.some((role) => role !== 'families'),
  async find(id) {
    const person = await findPerson(id)
    if (!person) return null
    return {
      title: person.name,
      facts: [
        [words().email, person.email],
        [words().passkeys, String(person.passkeys)],
        [words().since, { moment: person.createdAt }],
      ],
      forms: [
        {
          intent: 'staff-roles',
          submit: 'save',
          fields: [{ ...roleField, value: person.roles.join(','), options: roleChoices() }],
        },
        { intent: 'staff-sessions', submit: 'endSessions' },
        { intent: 'staff-passkeys', submit: 'removePasskeys' },
        { intent: 'staff-remove', submit: 'remove' },
      ],
    }
  },
  forms: [
    {
      intent: 'staff-add',
      submit: 'addPerson',
      fields: [
        { name: 'name', label: 'name', kind: 'line' },
        { name: 'email', label: 'email', kind: 'line' },
        {
          ...roleField,
          get options() {
            return roleChoices()
          },
        },
      ],
    },
  ],
  actions: {
    'staff-add': {
      roles: ['admin'],
      async run({ staff }, _, posted) {
        const [name, email] = [oneLine(textOf(posted.name)).slice(0, 100), textOf(posted.email).trim()]
        const own = rolesIn(posted.roles)
        if (!name || !isEmail(email) || own.length === 0)
          return wrong({
            name: !name && words().writeName,
            email: !isEmail(email) && words().resultWrongEmail,
            roles: own.length === 0 && words().chooseRole,
          })
        const added = await addStaff(name, email, own, (transaction, after) =>
          writeLog(staff, { action: 'staff.add', subject: after?.id, details: { after } }, transaction),
        )
        return added ? 'done' : wrong({ email: words().knownEmail })
      },
    },
    'staff-roles': onPerson('staff.roles', async ({ id, roles: before }, log, posted) => {
      const after = rolesIn(posted.roles)
      if (after.length === 0) return wrong({ roles: words().chooseRole })
      return (await changeStaff(id, { roles: after }, log({ before, after }))) ? 'done' : 'last-admin'
    }),
    'staff-sessions': onPerson('staff.sessions', async ({ id }, log) => {
      await writeTogether((db) => endSessions({ staff: id }, db), log())
      return 'done'
    }),
    'staff-passkeys': onPerson('staff.passkeys', async ({ id }, log) => {
      await writeTogether(async (db) => {
        await removePasskeys(id, db)
        await endSessions({ staff: id }, db)
      }, log())
      return 'done'
    }),
    'staff-remove': onPerson('staff.remove', async ({ id, name, email }, log, posted) => {
      const asks = unlessSure(posted, messages()('office.removeSure', { name }))
      if (asks) return asks
      return (await changeStaff(id, 'remove', log({ before: { name, email } }))) ? 'gone' : 'last-admin'
    }),
  },
})

/** {"page":1,"seen":["E-1","E-2"]} -> page: 1, seen: [E-1, E-2] */
const inPlainWords = (details: object) =>
  JSON.stringify(details).replaceAll('":', ': ').replaceAll(/[{}"]/g, '').replaceAll(',', ', ')

/** What was done, without the values that only those see who may open the desk where it was done. */
function detailsFor(session: Session, json: string, rolesOfDesk: readonly Role[]): string {
  const details = JSON.parse(json)
  const { before, after, ...rest } = details
  const isOpen = (before === undefined && after === undefined) || mayEnter(session, rolesOfDesk)
  return isOpen ? inPlainWords(details) : `${inPlainWords(rest)} (${words().logValues})`.trim()
}

/** `rolesOf`: the roles of a desk by its name, with which an action begins. */
export const logDesk = (rolesOf: (desk: string) => readonly Role[]) =>
  deskInSql<Database, 'office_log', Selectable<Database['office_log']>>({
    title: 'log',
    roles: ['admin'],
    order: 'at',
    newestFirst: true,
    columns: {
      at: { heading: 'when', cell: ({ at }) => ({ moment: at }), sort: [] },
      name: { heading: 'who', cell: ({ name }) => name },
      action: { heading: 'what', cell: ({ action }) => action },
      subject: { heading: 'reference', cell: ({ subject }) => subject ?? '' },
      details: {
        heading: 'details',
        cell: ({ details, action }, session) =>
          details === null ? '' : detailsFor(session, details, rolesOf(action.split('.', 1)[0] ?? '')),
      },
    },
    filters: [],
    search: 'searchLog',
    isClosed: true,
    idOf: ({ id }) => id,
    id: 'id',
    key: ['at', 'id'],
    all: async () => (await store()).db.selectFrom('office_log'),
    matching: (all, { search }) => (search ? all.where('subject', '=', readReference(search) ?? search) : all),
    read: async (ids) => {
      const { db } = await store()
      return db.selectFrom('office_log').selectAll().where('id', 'in', ids).execute()
    },
  })
