/** The newsletter's subscribers, and the lists for accountants and authorities. Each download is in the log. */
import 'server-only'
import { entryOf, selectEnquiries } from '#lib/contact/enquiries/admin.ts'
import { confirmedSignUps } from '#lib/contact/enquiries/newsletter.ts'
import { textOf } from '#lib/contact/forms/form.ts'
import { books } from '#lib/giving/ledger/gift-table.ts'
import {
  contributorRows,
  contributors,
  leftOutRows,
  statementOfDonations,
  statementRows,
} from '#lib/giving/receipts/year-lists.ts'
import { sponsorOf } from '#lib/giving/sponsorship/sponsor.ts'
import { writeLog } from '#lib/office/access/log.ts'
import { roles } from '#lib/office/access/staff.ts'
import { wrong } from '#lib/office/desks/action.ts'
import {
  choices,
  type Desk,
  type FormSpec,
  inWords,
  isDay,
  type Posted,
  rowsPerPage,
  type Word,
  words,
} from '#lib/office/desks/desk.ts'
import { now } from '#lib/platform/clock.ts'
import { type Cell, csv, csvPieces } from '#lib/platform/csv.ts'
import { isKeyOf, isOneOf } from '#lib/platform/narrow.ts'
import { newsletterForm } from '#lib/site/content/form-ids.ts'
import { reasons } from '#lib/site/content/index.ts'

const signUpStates = ['confirmed', 'unconfirmed', 'unsubscribed'] as const

export const newsletter: Desk = {
  title: 'newsletter',
  roles,
  order: 'created_at',
  newestFirst: true,
  columns: [
    { name: 'email', heading: 'email' },
    { name: 'name', heading: 'name' },
    { name: 'created_at', heading: 'sent', sorts: true },
    { name: 'confirmed', heading: 'confirmedAt' },
    { name: 'state', heading: 'state' },
  ],
  filters: [{ name: 'state', label: 'state', options: () => choices(signUpStates) }],
  async list({ filters: { state }, descending, page }) {
    const rows = await (await selectEnquiries())
      .where('enquiries.form', '=', newsletterForm)
      .where('enquiries.state', 'in', isOneOf(signUpStates, state) ? [state] : signUpStates)
      .orderBy('enquiries.created_at', descending ? 'desc' : 'asc')
      .limit(rowsPerPage + 1)
      .offset((page - 1) * rowsPerPage)
      .execute()
    return rows.map((row) => {
      const { reference, createdAt, fields } = entryOf(row)
      const { email = '', name = '', confirmed } = fields
      const at = confirmed ? { moment: confirmed } : ''
      return {
        id: null,
        subject: reference,
        cells: [email || reference, name, { moment: createdAt }, at, inWords(row.state)],
      }
    })
  },
  forms: [{ intent: 'newsletter-export', submit: 'forMailService' }],
  actions: {
    'newsletter-export': {
      roles,
      async run({ staff }) {
        await writeLog(staff, { action: 'newsletter.export' })
        return { file: 'newsletter.csv', lines: subscribers() }
      },
    },
  },
}

async function* subscribers(): AsyncGenerator<string> {
  yield csv([['email', 'name', 'language', 'asked at (UTC)', 'confirmed at (UTC)', 'unsubscribe', 'List-Unsubscribe']])
  for await (const page of confirmedSignUps())
    yield csv(
      page.map(({ fields: { email = '', name = '', language = '', confirmed = '' }, createdAt, links }) => [
        email,
        name,
        language,
        createdAt,
        confirmed,
        links.page,
        links.post,
      ]),
    )
}

type List = { title: Word; note: Word; fields: FormSpec['fields'] } & (
  | { period: 'days'; lines(from: string, until: string): AsyncIterable<string> }
  | { period: 'year'; lines(year: number): AsyncIterable<string> }
)

const year = [{ name: 'year', label: 'year', kind: 'line' }] as const
const days = [
  { name: 'from', label: 'from', kind: 'day', optional: true },
  { name: 'until', label: 'until', kind: 'day', optional: true },
] as const

/** Only the heading if no currency falls under that law. */
async function* rowsFrom<Found>(find: () => Promise<Found | null>, rowsOf: (found: Found) => Iterable<Cell[]>) {
  const found = await find()
  if (found) yield* csvPieces(rowsOf(found))
}

const files: Readonly<Record<string, List>> = {
  books: {
    title: 'listBooks',
    note: 'listBooksNote',
    fields: days,
    period: 'days',
    lines: (from, until) =>
      books(new Map(reasons().map(({ code, label }) => [code, label])), sponsorOf, {
        from: from || undefined,
        until: until || undefined,
      }),
  },
  india: {
    title: 'listIndia',
    note: 'listIndiaNote',
    fields: year,
    period: 'year',
    lines: (from: number) => rowsFrom(() => statementOfDonations(from), statementRows),
  },
  'india-rest': {
    title: 'listIndiaRest',
    note: 'listIndiaRestNote',
    fields: year,
    period: 'year',
    lines: (from: number) => rowsFrom(() => statementOfDonations(from), leftOutRows),
  },
  usa: {
    title: 'listUsa',
    note: 'listUsaNote',
    fields: year,
    period: 'year',
    lines: (from: number) => rowsFrom(() => contributors(from), contributorRows),
  },
}

/** The period that a form asks for; null if it cannot be read. */
function linesOf(list: List, posted: Posted): { asked: object; name: string; lines: AsyncIterable<string> } | null {
  const [from, until, written] = [posted.from, posted.until, posted.year].map(textOf) as [string, string, string]
  if (list.period === 'year') {
    if (!/^20\d\d$/.test(written)) return null
    return { asked: { year: written }, name: written, lines: list.lines(Number(written)) }
  }
  if ([from, until].some((day) => day && !isDay(day)) || (from && until && from > until)) return null
  const name = [from, until].filter(Boolean).join('-') || 'all'
  return { asked: { from, until }, name, lines: list.lines(from, until) }
}

export const lists: Desk = {
  title: 'lists',
  roles: ['money'],
  isNameless: true,
  order: '',
  columns: [
    { name: 'list', heading: 'list' },
    { name: 'note', heading: 'details' },
  ],
  filters: [],
  list: async () =>
    Object.entries(files).map(([id, { title, note }]) => ({ id, cells: [words()[title], words()[note]] })),
  async find(id) {
    const list = isKeyOf(files, id) ? files[id] : undefined
    if (!list) return null
    const value = { year: String(now().getUTCFullYear()) }
    const fields = list.fields?.map((field) => ({
      ...field,
      value: isKeyOf(value, field.name) ? value[field.name] : '',
    }))
    return {
      title: words()[list.title],
      facts: [],
      forms: [{ intent: 'list-download', submit: 'download', notes: [words()[list.note]], ...(fields && { fields }) }],
    }
  },
  actions: {
    'list-download': {
      roles: ['money'],
      async run({ staff }, id, posted) {
        const list = isKeyOf(files, id) ? files[id] : undefined
        if (!list) return 'unknown-entry'
        const found = linesOf(list, posted)
        if (!found) return wrong(list.period === 'year' ? { year: words().writeYear } : { from: words().writeDays })
        await writeLog(staff, { action: 'lists.download', subject: id, details: { ...found.asked } })
        return { file: `${id}-${found.name}.csv`, lines: found.lines }
      },
    },
  },
}
