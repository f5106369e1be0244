/** Desks of the staff, and of the log of what they saw and changed. */
import { type Selectable, sql } from 'kysely'
import { isEmail, textOf } from '#lib/contact/forms/form.ts'
import { oneLine } from '#lib/contact/forms/text.ts'
import { writeLog } from '#lib/office/access/log.ts'
import { removePasskeys } from '#lib/office/access/passkeys.ts'
import { endSessions, type Session } from '#lib/office/access/session.ts'
import { addStaff, changeStaff, listStaff, type Role, readRoles, roles, type Staff } from '#lib/office/access/staff.ts'
import { about, unlessSure, wrong } from '#lib/office/desks/action.ts'
import { type Choice, choices, deskInMemory, deskInSql, mayEnter } from '#lib/office/desks/desk.ts'
import { dayAfter } from '#lib/platform/dates.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { readReference } from '#lib/platform/reference.ts'
import { type Database, store, writeTogether } from '#lib/platform/store/index.ts'
import { midnight } from '#lib/platform/zone.ts'
import { timeZone } from '#lib/site/content/fields.ts'
import { site } from '#lib/site/content/index.ts'

type Person = Awaited<ReturnType<typeof listStaff>>[number]

const roleChoices = () => choices(roles)
const roleField = { name: 'roles', label: 'roles', kind: 'many' } as const

const findPerson = async (id: string) => (await listStaff()).find((person) => person.id === id) ?? null
const onPerson = (change: Parameters<typeof about<Staff>>[2]) => about(['admin'], findPerson, change)

const rolesIn = (value: unknown) => readRoles([value].flat().map(textOf).join(','))

export const staff = deskInMemory<Person>({
  title: 'staff',
  roles: ['admin'],
  sortedBy: '',
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
    const texts = textsIn().office
    return {
      title: person.name,
      facts: [
        [texts.email, person.email],
        [texts.passkeys, String(person.passkeys)],
        [texts.since, { moment: person.createdAt }],
      ],
      forms: [
        {
          intent: 'staff.change',
          submit: 'save',
          fields: [
            { ...roleField, value: person.roles.join(','), options: roleChoices() },
            {
              name: 'zone',
              label: 'zone',
              kind: 'line',
              optional: true,
              hint: texts.zoneHint,
              value: person.zone ?? '',
            },
          ],
        },
        { intent: 'staff.sessions', submit: 'endSessions' },
        { intent: 'staff.passkeys', submit: 'removePasskeys' },
        { intent: 'staff.remove', submit: 'remove' },
      ],
    }
  },
  forms: [
    {
      intent: 'staff.add',
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
    'staff.add': {
      roles: ['admin'],
      async run({ staff }, _, posted, action) {
        const [name, email] = [oneLine(textOf(posted.name)).slice(0, 100), textOf(posted.email).trim()]
        const own = rolesIn(posted.roles)
        if (!name || !isEmail(email) || own.length === 0)
          return wrong({
            name: !name && textsIn().office.writeName,
            email: !isEmail(email) && textsIn().office.resultWrongEmail,
            roles: own.length === 0 && textsIn().office.chooseRole,
          })
        const added = await addStaff(name, email, own, (transaction, after) =>
          writeLog(staff, { action, subject: after?.id, details: { after } }, transaction),
        )
        return added ? 'done' : wrong({ email: textsIn().office.knownEmail })
      },
    },
    'staff.change': onPerson(async ({ id, roles, zone }, log, posted) => {
      const typed = oneLine(textOf(posted.zone))
      const after = { roles: rolesIn(posted.roles), zone: typed || null }
      const isZone = typed === '' || timeZone.safeParse(typed).success
      if (after.roles.length === 0 || !isZone)
        return wrong({
          roles: after.roles.length === 0 && textsIn().office.chooseRole,
          zone: !isZone && textsIn().office.writeZone,
        })
      return (await changeStaff(id, after, log({ before: { roles, zone }, after }))) ? 'done' : 'last-admin'
    }),
    'staff.sessions': onPerson(async ({ id }, log) => {
      await writeTogether((db) => endSessions({ staff: id }, db), log())
      return 'done'
    }),
    'staff.passkeys': onPerson(async ({ id }, log) => {
      await writeTogether(async (db) => {
        await removePasskeys(id, db)
        await endSessions({ staff: id }, db)
      }, log())
      return 'done'
    }),
    'staff.remove': onPerson(async ({ id, name, email }, log, posted) => {
      const asks = unlessSure(posted, messages()('office.removeSure', { name }))
      if (asks) return asks
      return (await changeStaff(id, 'remove', log({ before: { name, email } }))) ? 'gone' : 'last-admin'
    }),
  },
})

/** {"page":1,"seen":["E-1","E-2"]} -> page: 1, seen: [E-1, E-2] */
const inPlainWords = (details: object) =>
  JSON.stringify(details).replaceAll('":', ': ').replaceAll(/[{}"]/g, '').replaceAll(',', ', ')

/** As much as fits into a line of the list. */
const shortened = (text: string) => (text.length > 90 ? `${text.slice(0, 80).trimEnd()}…` : text)

/** Everybody who ever worked here. */
async function people(): Promise<Choice[]> {
  const { db } = await store()
  const rows = await db.selectFrom('staff').select(['id', 'name']).orderBy('name').execute()
  return rows.map(({ id, name }) => ({ value: id, label: name }))
}

/** The actions that the log has, each found by its index: the log may be long. */
async function loggedActions(): Promise<string[]> {
  const { db } = await store()
  const { rows } = await sql<{ action: string }>`
    with recursive known (action) as (
      select min(action) from office_log
      union all
      select (select min(action) from office_log where action > known.action) from known where known.action is not null
    )
    select action from known where action is not null`.execute(db)
  return rows.map(({ action }) => action)
}

type Logged = Selectable<Database['office_log']>
async function readLog(ids: readonly string[]): Promise<Logged[]> {
  const { db } = await store()
  return db.selectFrom('office_log').selectAll().where('id', 'in', ids).execute()
}

/** What was done, without the values that only those see who may open the desk where it was done. */
function detailsFor(session: Session, json: string, rolesOfDesk: readonly Role[]): string {
  const details = JSON.parse(json)
  const { before, after, ...rest } = details
  const isOpen = (before === undefined && after === undefined) || mayEnter(session, rolesOfDesk)
  return isOpen ? inPlainWords(details) : `${inPlainWords(rest)} (${textsIn().office.logValues})`.trim()
}

/** `rolesOf`: the roles of a desk by its name, with which an action begins. `inWords`: what an action did. */
export function logDesk(rolesOf: (desk: string) => readonly Role[], inWords: (action: string) => string) {
  const detailsOf = ({ details, action }: Logged, session: Session) =>
    details === null ? '' : detailsFor(session, details, rolesOf(action.split('.', 1)[0] ?? ''))
  return deskInSql<Database, 'office_log', Logged>({
    title: 'log',
    roles: ['admin'],
    sortedBy: 'at',
    newestFirst: true,
    columns: {
      at: { heading: 'when', cell: ({ at }) => ({ moment: at }), sort: [] },
      name: { heading: 'who', cell: ({ name }) => name },
      action: { heading: 'what', cell: ({ action }) => inWords(action) },
      subject: { heading: 'reference', cell: ({ subject }) => subject ?? '' },
      details: { heading: 'details', cell: (row, session) => shortened(detailsOf(row, session)) },
    },
    filters: [
      { name: 'who', label: 'who', options: people },
      {
        name: 'action',
        label: 'what',
        options: async () => (await loggedActions()).map((value) => ({ value, label: inWords(value) })),
      },
      { name: 'day', label: 'day', kind: 'day' },
    ],
    search: 'reference',
    idOf: ({ id }) => id,
    id: 'id',
    key: ['at', 'id'],
    all: async () => (await store()).db.selectFrom('office_log'),
    matching(all, { search, filters: { who, action, day } }) {
      // Written so that SQLite reads the index of the list, in its order.
      let found = who ? all.where(sql<string>`staff_id || ''`, '=', who) : all
      if (action) found = found.where(sql<string>`action || ''`, '=', action)
      if (day) {
        const { zone } = site()
        found = found.where('at', '>=', midnight(zone, day)).where('at', '<', midnight(zone, dayAfter(day)))
      }
      return search ? found.where('subject', '=', readReference(search) ?? search) : found
    },
    read: readLog,
    async find(id, session) {
      const [row] = await readLog([id])
      if (!row) return null
      const texts = textsIn().office
      return {
        title: inWords(row.action),
        facts: [
          [texts.when, { moment: row.at }],
          [texts.who, row.name],
          [texts.reference, row.subject ?? ''],
          [texts.details, detailsOf(row, session)],
        ],
        forms: [],
      }
    },
  })
}
