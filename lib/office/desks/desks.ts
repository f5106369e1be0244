/**
 * The desks of the office: for each its roles, the columns and filters of its list, and what is shown of one entry with the forms to change it. The
 * pages render any of them.
 */
import 'server-only'
import { sql } from 'kysely'
import { type Entry, entryOf, findEnquiry, mailEntry, selectEnquiries, stages } from '#lib/contact/enquiries/admin.ts'
import { answerRows } from '#lib/contact/enquiries/mail.ts'
import { normalEmail } from '#lib/contact/forms/text.ts'
import type { Session } from '#lib/office/access/session.ts'
import { listStaff, type Role, roles } from '#lib/office/access/staff.ts'
import { claimsDesk } from '#lib/office/desks/claims.ts'
import { familyStates, findFamily, listFamilies, notesOf } from '#lib/office/desks/families.ts'
import { dayMs, utcNow } from '#lib/platform/clock.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import type { Messages } from '#lib/platform/messages/texts.ts'
import { isKeyOf, isOneOf } from '#lib/platform/narrow.ts'
import { store } from '#lib/platform/store/index.ts'
import { enquiryForms, helpForm, invoiceForm, newsletterForm } from '#lib/site/content/form-ids.ts'

export type Word = keyof Messages['office']
export type Choice = { value: string; label: string }

/** `id`: of its page; null if it has none. `moment`: ISO 8601. */
type Cell = string | { moment: string }
export type ListRow = { id: string | null; cells: readonly Cell[]; late?: boolean }

export type ListQuery = {
  filters: Readonly<Record<string, string>>
  search: string
  /** A sortable column. */
  sort: string
  descending: boolean
  /** From 1. */
  page: number
}

export type FormSpec = {
  intent: string
  submit: Word
  fields?: readonly {
    name: string
    label: Word
    kind: 'line' | 'text' | 'day' | 'one' | 'many'
    value?: string
    options?: readonly Choice[]
  }[]
}

export type Detail = {
  title: string
  links?: readonly { label: Word; href: string }[]
  facts: readonly (readonly [label: string, value: Cell])[]
  quote?: string | undefined
  notes?: readonly { name: string; at: string; text: string }[]
  forms: readonly FormSpec[]
}

export type Desk = {
  title: Word
  roles: readonly Role[]
  columns: readonly { name: string; heading: Word; sorts?: true }[]
  /** The column by which the list is sorted at first; `newestFirst`: from its end. */
  order: string
  newestFirst?: true
  filters: readonly { name: string; label: Word; options: () => readonly Choice[] }[]
  search?: Word
  list(query: ListQuery): Promise<ListRow[]>
  find?(id: string, session: Session): Promise<Detail | null>
  /** Those below the list. */
  forms?: readonly FormSpec[]
}

export const rowsPerPage = 50

const words = () => textsIn().office
const choices = (values: readonly string[], labelOf: (value: string) => string = inWords): Choice[] =>
  values.map((value) => ({ value, label: labelOf(value) }))
/** date-given -> Date given */
const inWords = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')

const countryName = (code: string) =>
  code ? (new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code) : words().unknown

const stateChoices = () => choices(familyStates)

/** Telephone and WhatsApp, for a number with the code of its country. */
const callLinks = (number: string): NonNullable<Detail['links']> => {
  const digits = number.replace(/\D/g, '')
  if (!digits) return []
  const whatsapp = { label: 'whatsapp', href: `https://wa.me/${digits}` } as const
  return [
    { label: 'call', href: `tel:${number.startsWith('+') ? '+' : ''}${digits}` },
    ...(number.startsWith('+') ? [whatsapp] : []),
  ]
}

const families: Desk = {
  title: 'families',
  roles: ['families'],
  order: 'asked',
  columns: [
    { name: 'name', heading: 'name', sorts: true },
    { name: 'asked', heading: 'asked', sorts: true },
    { name: 'country', heading: 'country', sorts: true },
    { name: 'place', heading: 'place' },
    { name: 'state', heading: 'state', sorts: true },
    { name: 'next', heading: 'nextCall', sorts: true },
    { name: 'holder', heading: 'holder', sorts: true },
  ],
  filters: [
    { name: 'state', label: 'state', options: stateChoices },
    {
      name: 'country',
      label: 'country',
      options: () => choices(['KE', 'UG', 'ZW', 'ZA', 'TZ', 'IN', 'US'], countryName),
    },
  ],
  async list({ filters: { state, country }, sort, descending, page }) {
    const all = (await listFamilies())
      .filter((family) => (!state || family.state === state) && (!country || family.country === country))
      .map((family) => {
        const { reference, createdAt, fields, nextCall, holder, answeredAt } = family
        const country = countryName(family.country)
        const texts = [country, fields.place ?? '', inWords(family.state)]
        const isLate = family.state === 'new' && answeredAt === null && createdAt < utcNow(-dayMs)
        const isDue = nextCall !== null && nextCall <= utcNow().slice(0, 10)
        return {
          id: reference,
          cells: [fields.firstname || reference, { moment: createdAt }, ...texts, nextCall ?? '', holder?.name ?? ''],
          late: isLate || isDue,
        }
      })
    const column = this.columns.findIndex(({ name }) => name === sort)
    const textOf = ({ cells }: ListRow) => {
      const cell = cells[column] ?? ''
      return typeof cell === 'string' ? cell || '\uffff' : cell.moment
    }
    all.sort((a, b) => textOf(a).localeCompare(textOf(b)) * (descending ? -1 : 1))
    return all.slice((page - 1) * rowsPerPage, page * rowsPerPage + 1)
  },
  async find(reference, session) {
    const family = await findFamily(reference)
    if (!family) return null
    const { fields, state, nextCall, holder } = family
    const staff = (await listStaff()).filter((person) => person.roles.includes('families'))
    return {
      title: fields.firstname || reference,
      links: callLinks(fields.number ?? ''),
      facts: [
        ...answerRows(helpForm, fields),
        [words().country, countryName(family.country)],
        [words().reference, reference],
        [words().asked, { moment: family.createdAt }],
        [words().stage, inWords(family.stage)],
      ],
      quote: fields.message,
      notes: await notesOf(family),
      forms: [
        { intent: 'family-note', submit: 'addNote', fields: [{ name: 'text', label: 'note', kind: 'text' }] },
        {
          intent: 'family-change',
          submit: 'save',
          fields: [
            { name: 'state', label: 'state', kind: 'one', value: state, options: stateChoices() },
            { name: 'nextCall', label: 'nextCall', kind: 'day', value: nextCall ?? '' },
            {
              name: 'holder',
              label: 'holder',
              kind: 'one',
              value: holder?.id ?? (state === 'new' ? session.staff.id : ''),
              options: [
                { value: '', label: words().nobody },
                ...staff.map(({ id, name }) => ({ value: id, label: name })),
              ],
            },
          ],
        },
        ...(family.stage === 'quarantined' ? [{ intent: 'family-release', submit: 'release' } as const] : []),
      ],
    }
  },
}

const everybody = roles
/** Families' requests are at their own desk. */
const messageForms = [...enquiryForms.filter((form) => form !== helpForm), newsletterForm, invoiceForm]
const messageStages = [...stages.filter((stage) => stage !== 'erased'), 'unanswered'] as const

const messages: Desk = {
  title: 'messages',
  roles: everybody,
  order: 'created_at',
  newestFirst: true,
  columns: [
    { name: 'sender', heading: 'sender' },
    { name: 'created_at', heading: 'sent', sorts: true },
    { name: 'form', heading: 'form', sorts: true },
    { name: 'reference', heading: 'reference' },
    { name: 'stage', heading: 'stage' },
    { name: 'answered', heading: 'answered' },
  ],
  filters: [
    { name: 'form', label: 'form', options: () => choices(messageForms) },
    { name: 'stage', label: 'stage', options: () => choices(messageStages) },
  ],
  search: 'searchMessages',
  async list(query) {
    const { page } = query
    const rows = await (await selectMessages(query))
      .limit(rowsPerPage + 1)
      .offset((page - 1) * rowsPerPage)
      .execute()
    return rows.map(entryOf).map(({ reference, createdAt, form, fields, stage, answeredAt }) => ({
      id: reference,
      cells: [
        senderOf(fields) || reference,
        { moment: createdAt },
        inWords(form),
        reference,
        inWords(stage),
        answeredAt ? { moment: answeredAt } : '',
      ],
      late: stage === 'dead' || stage === 'unknown' || stage === 'quarantined',
    }))
  },
  async find(reference) {
    const entry = await findMessage(reference)
    if (!entry) return null
    const { fields, form, stage, createdAt, answeredAt, spamReason, lastError } = entry
    const isFailed = isOneOf(['waiting', 'dead', 'unknown'], stage)
    return {
      title: `${inWords(form)}: ${senderOf(fields)}`,
      links: fields.email ? [{ label: 'reply', href: `mailto:${encodeURIComponent(fields.email)}` }] : [],
      facts: [
        ...answerRows(form, fields),
        [words().reference, reference],
        [words().sent, { moment: createdAt }],
        [words().stage, inWords(stage)],
        ...(answeredAt ? [[words().answered, { moment: answeredAt }] as const] : []),
        ...(spamReason ? [[words().looksLikeSpam, spamReason] as const] : []),
        ...(lastError ? [[words().lastError, lastError] as const] : []),
      ],
      quote: fields.message,
      forms: [
        ...(answeredAt ? [] : [{ intent: 'message-answered', submit: 'markAnswered' } as const]),
        ...(stage === 'quarantined' ? [{ intent: 'message-release', submit: 'release' } as const] : []),
        ...(isFailed ? [{ intent: 'message-retry', submit: 'sendAgain' } as const] : []),
      ],
    }
  },
  forms: [{ intent: 'message-export', submit: 'exportList' }],
}

async function selectMessages({ filters: { form, stage = '' }, search, sort, descending }: ListQuery) {
  let query = (await selectEnquiries())
    .where('enquiries.form', 'in', form ? [form] : messageForms)
    .where('enquiries.state', '!=', 'erased')
  if (/^E-/i.test(search)) query = query.where('enquiries.reference', '=', search.toUpperCase())
  else if (search) {
    const email = normalEmail(search)
    query = query.where('enquiries.email', '>=', email).where('enquiries.email', '<', `${email}\uffff`)
  }
  if (stage === 'unanswered') query = query.where('answered_at', 'is', null).where('enquiries.state', '=', 'stored')
  else if (isOneOf(['waiting', 'sent', 'dead', 'unknown'] as const, stage))
    query = query.where('outbox.state', '=', stage).where('enquiries.state', 'in', ['stored', 'confirmed'])
  else if (isOneOf(['quarantined', 'unconfirmed', 'unsubscribed'] as const, stage))
    query = query.where('enquiries.state', '=', stage)
  const order = descending ? 'desc' : 'asc'
  if (sort === 'form') query = query.orderBy('enquiries.form', order)
  return query.orderBy('enquiries.created_at', order)
}

/** All that a list of messages shows, page after page, so that other work goes on in between. @throws when the store fails. */
export async function* messagesFrom(query: ListQuery): AsyncGenerator<Entry> {
  const selected = await selectMessages(query)
  for (let offset = 0; ; offset += exportedAtOnce) {
    const rows = await selected.limit(exportedAtOnce).offset(offset).execute()
    yield* rows.map(entryOf)
    if (rows.length < exportedAtOnce) return
  }
}
const exportedAtOnce = 500

/** @throws when the store fails. */
export async function countUnanswered(): Promise<number> {
  const { db } = await store()
  const { count } = await db
    .selectFrom('enquiries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'stored')
    .where('answered_at', 'is', null)
    .where('form', 'in', messageForms)
    .executeTakeFirstOrThrow()
  return count
}

/** A message, but not a family's request. @throws when the store fails. */
export async function findMessage(reference: string) {
  const entry = await findEnquiry(reference)
  return entry && entry.form !== helpForm && entry.stage !== 'erased' ? entry : null
}

const senderOf = ({ name, firstname = '', lastname = '', email = '' }: Readonly<Record<string, string>>) =>
  name || `${firstname} ${lastname}`.trim() || email

const mailStates = ['dead', 'unknown', 'waiting'] as const

const mails: Desk = {
  title: 'mails',
  roles: everybody,
  order: 'created_at',
  newestFirst: true,
  columns: [
    { name: 'kind', heading: 'kind', sorts: true },
    { name: 'created_at', heading: 'sent', sorts: true },
    { name: 'state', heading: 'stage' },
    { name: 'tries', heading: 'tries' },
    { name: 'error', heading: 'lastError' },
  ],
  filters: [{ name: 'state', label: 'stage', options: () => choices(mailStates) }],
  async list({ filters: { state }, sort, descending, page }) {
    const { db } = await store()
    const rows = await db
      .selectFrom('outbox')
      .selectAll()
      .where('state', 'in', isOneOf(mailStates, state) ? [state] : ['dead', 'unknown'])
      .orderBy(sort === 'kind' ? 'kind' : 'created_at', descending ? 'desc' : 'asc')
      .limit(rowsPerPage + 1)
      .offset((page - 1) * rowsPerPage)
      .execute()
    return rows.map(({ id, created_at, kind, state, tries, last_error }) => ({
      id,
      cells: [inWords(kind), { moment: created_at }, inWords(state), String(tries), last_error ?? ''],
    }))
  },
  async find(id) {
    const entry = await findMail(id)
    if (!entry) return null
    return {
      title: inWords(entry.form),
      facts: [
        [words().sent, { moment: entry.createdAt }],
        [words().stage, inWords(entry.stage)],
        [words().tries, String(entry.tries)],
        [words().lastError, entry.lastError ?? ''],
      ],
      forms: [
        { intent: 'mail-retry', submit: 'sendAgain' },
        { intent: 'mail-done', submit: 'dealtWith' },
      ],
    }
  },
}

/** A mail that was not sent. @throws when the store fails. */
export async function findMail(id: string) {
  const { db } = await store()
  const row = await db
    .selectFrom('outbox')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', mailStates)
    .executeTakeFirst()
  return row ? mailEntry(row, { id: row.subject_id, reference: row.subject_id, fields: {} }) : null
}

const roleChoices = () => choices(roles)
const roleField = { name: 'roles', label: 'roles', kind: 'many' } as const

const staff: Desk = {
  title: 'staff',
  roles: ['admin'],
  order: '',
  columns: [
    { name: 'name', heading: 'name' },
    { name: 'email', heading: 'email' },
    { name: 'roles', heading: 'roles' },
    { name: 'passkeys', heading: 'passkeys' },
  ],
  filters: [],
  list: async ({ page }) =>
    (await listStaff()).slice((page - 1) * rowsPerPage, page * rowsPerPage + 1).map((person) => ({
      id: person.id,
      cells: [person.name, person.email, person.roles.join(', '), String(person.passkeys)],
      late: person.passkeys === 0 && person.roles.some((role) => role !== 'families'),
    })),
  async find(id) {
    const person = (await listStaff()).find((one) => one.id === id)
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
}

const log: Desk = {
  title: 'log',
  roles: ['admin'],
  order: 'at',
  newestFirst: true,
  columns: [
    { name: 'at', heading: 'when', sorts: true },
    { name: 'name', heading: 'who' },
    { name: 'action', heading: 'what' },
    { name: 'subject', heading: 'reference' },
    { name: 'details', heading: 'details' },
  ],
  filters: [],
  search: 'searchLog',
  async list({ search, descending, page }) {
    const { db } = await store()
    let query = db.selectFrom('office_log').selectAll()
    if (search) query = query.where(sql<string>`subject`, '=', search)
    const rows = await query
      .orderBy('at', descending ? 'desc' : 'asc')
      .limit(rowsPerPage + 1)
      .offset((page - 1) * rowsPerPage)
      .execute()
    return rows.map(({ at, name, action, subject, details }) => ({
      id: null,
      cells: [{ moment: at }, name, action, subject ?? '', details ?? ''],
    }))
  },
}

export const desks = { families, messages, mails, claims: claimsDesk, staff, log } as const satisfies Record<
  string,
  Desk
>
export type DeskName = keyof typeof desks
export const isDesk = (name: unknown): name is DeskName => isKeyOf(desks, name)

/** Whether somebody with these roles may enter. */
export const mayEnter = ({ roles: own }: Pick<Session, 'roles'>, needed: readonly Role[]) =>
  own.some((role) => needed.includes(role))

const textIn = (query: URLSearchParams, name: string) => (query.get(name) ?? '').trim().slice(0, 100)

/** The list that an address asks for; what it cannot ask for is left out. @param query untrusted. */
export function readQuery(name: DeskName, query: URLSearchParams): ListQuery {
  const desk: Desk = desks[name]
  const sortable = desk.columns.filter(({ sorts }) => sorts).map(({ name }) => name)
  const asked = query.get('sort') ?? ''
  const filters = desk.filters.map(({ name, options }) => {
    const value = query.get(name) ?? ''
    return [name, options().some((option) => option.value === value) ? value : ''] as const
  })
  return {
    filters: Object.fromEntries(filters.filter(([, value]) => value)),
    search: desk.search ? textIn(query, 'search') : '',
    sort: sortable.includes(asked) ? asked : desk.order,
    descending: query.has('order') ? query.get('order') === 'down' : Boolean(desk.newestFirst),
    page: Math.min(Number(/^[1-9]\d{0,3}$/.exec(query.get('page') ?? '')?.[0] ?? 1), 1000),
  }
}
