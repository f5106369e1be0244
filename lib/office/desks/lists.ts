/** The newsletter's subscribers, and the lists for accountants and authorities. Each download is in the log. */

import { type ListedEnquiry, listedEnquiry, selectEnquiries } from '#lib/contact/enquiries/admin.ts'
import { isLatestConfirmed, linksOf } from '#lib/contact/enquiries/newsletter.ts'
import { textOf } from '#lib/contact/forms/form.ts'
import { type ExportKind, exportColumns, exported } from '#lib/giving/exchange/exports.ts'
import { quickBooksJournal, tallyJournal } from '#lib/giving/exchange/journal.ts'
import { books } from '#lib/giving/ledger/gift-table.ts'
import { receiptsToPrint } from '#lib/giving/mails/print-receipts.ts'
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
  type Choice,
  choices,
  deskInMemory,
  deskInSql,
  type FormSpec,
  inWords,
  type Posted,
  type Word,
} from '#lib/office/desks/desk.ts'
import { now } from '#lib/platform/clock.ts'
import { type Cell, csvPieces } from '#lib/platform/csv.ts'
import { isDay } from '#lib/platform/dates.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { isKeyOf, isOneOf } from '#lib/platform/narrow.ts'
import { type Database, store } from '#lib/platform/store/index.ts'
import { currencies, usualCurrency } from '#lib/site/content/currencies.ts'
import { newsletterForm } from '#lib/site/content/form-ids.ts'
import { reasons } from '#lib/site/content/index.ts'

const signUpStates = ['confirmed', 'unconfirmed', 'unsubscribed'] as const

type SignUp = ListedEnquiry & { state: string; links: ReturnType<typeof linksOf> }

/** The file has each confirmed address once. */
export const newsletter = deskInSql<Database, 'enquiries', SignUp>({
  title: 'newsletter',
  roles,
  sortedBy: 'sent',
  newestFirst: true,
  columns: {
    email: {
      heading: 'email',
      cell: ({ fields, reference }) => fields.email || reference,
      csv: 'email',
      value: ({ fields }) => fields.email ?? '',
    },
    name: { heading: 'name', cell: ({ fields }) => fields.name ?? '', csv: 'name' },
    language: { cell: ({ fields }) => fields.language ?? '', csv: 'language' },
    sent: { heading: 'sent', cell: ({ createdAt }) => ({ moment: createdAt }), sort: [], csv: 'asked at (UTC)' },
    confirmed: {
      heading: 'confirmed',
      cell: ({ fields: { confirmed } }) => (confirmed ? { moment: confirmed } : ''),
      csv: 'confirmed at (UTC)',
    },
    state: { heading: 'state', cell: ({ state }) => inWords(state) },
    page: { cell: ({ links }) => links.page, csv: 'unsubscribe' },
    post: { cell: ({ links }) => links.post, csv: 'List-Unsubscribe' },
  },
  filters: [{ name: 'state', label: 'state', options: () => choices(signUpStates) }],
  isClosed: true,
  idOf: ({ reference }) => reference,
  id: 'reference',
  key: ['created_at', 'reference'],
  all: async () => (await store()).db.selectFrom('enquiries').where('form', '=', newsletterForm),
  matching: (all, { filters: { state } }) =>
    state === 'confirmed'
      ? all.where(isLatestConfirmed)
      : all.where('state', 'in', isOneOf(signUpStates, state) ? [state] : signUpStates),
  read: async (ids) => {
    const rows = await (await selectEnquiries()).where('enquiries.reference', 'in', ids).execute()
    return rows.map((row) => ({ ...listedEnquiry(row), state: row.state, links: linksOf(row.id) }))
  },
  file: { submit: 'forMailService', name: 'newsletter', filters: { state: 'confirmed' } },
})

/** `opens`: a page of HTML to print, instead of a file. */
type List = { title: Word; note: Word; fields: FormSpec['fields']; opens?: true; ending?: 'xml' } & (
  | { period: 'days'; lines(from: string, until: string, posted: Posted): AsyncIterable<string> }
  | { period: 'year'; lines(year: number, posted: Posted): AsyncIterable<string> }
  | { period: 'month'; lines(month: string, posted: Posted): AsyncIterable<string> }
)

const year = [{ name: 'year', label: 'year', kind: 'line' }] as const
const days = [
  { name: 'from', label: 'from', kind: 'day', optional: true },
  { name: 'until', label: 'until', kind: 'day', optional: true },
] as const

const currencyIn = ({ currency }: Posted) => currencies().find(({ code }) => code === currency)?.code ?? usualCurrency()

/** A file with columns of one's choice. */
const exportList = (kind: ExportKind, title: Word, note: Word): List => ({
  title,
  note,
  get fields() {
    const names = exportColumns()[kind]
    const columns = choices(names, (name) => name)
    return [
      ...(kind === 'newsletter' ? [] : days),
      { name: 'columns', label: 'exportColumns', kind: 'many', options: columns, value: names.join() },
    ] as const
  },
  period: 'days',
  lines: (from, until, { columns }) =>
    exported(kind, [columns ?? []].flat().map(String), { from: from || undefined, until: until || undefined }),
})

const month = [
  { name: 'month', label: 'month', kind: 'line' },
  { name: 'currency', label: 'currency', kind: 'one', options: [] },
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
  receipts: {
    title: 'listReceipts',
    note: 'listReceiptsNote',
    opens: true,
    fields: [
      ...year,
      { name: 'currency', label: 'currency', kind: 'one', options: [] },
      { name: 'whose', label: 'donors', kind: 'one', options: [] },
    ],
    period: 'year',
    lines: (from, { currency, whose }) =>
      receiptsToPrint({
        currency: currencyIn({ currency }),
        year: from,
        withoutEmail: whose !== 'all',
      }),
  },
  gifts: exportList('gifts', 'giftsDesk', 'listAgainNote'),
  donors: exportList('donors', 'listDonors', 'listDonorsNote'),
  monthly: exportList('monthly', 'listMonthly', 'listAgainNote'),
  newsletter: exportList('newsletter', 'listNewsletter', 'listAgainNote'),
  quickbooks: {
    title: 'listQuickBooks',
    note: 'listJournalNote',
    fields: month,
    period: 'month',
    lines: (asked, posted) => quickBooksJournal(currencyIn(posted), asked),
  },
  tally: {
    title: 'listTally',
    note: 'listJournalNote',
    ending: 'xml',
    fields: month,
    period: 'month',
    lines: (asked, posted) => tallyJournal(currencyIn(posted), asked),
  },
}

/** The choices of a field, by its name. */
const optionsOf: Readonly<Record<string, () => Choice[]>> = {
  currency: () => currencies().map(({ code }) => ({ value: code, label: code })),
  whose: () => [
    { value: 'none', label: textsIn().office.withoutEmail },
    { value: 'all', label: textsIn().office.all },
  ],
}

/** The period that a form asks for; null if it cannot be read. */
function linesOf(list: List, posted: Posted): { asked: object; name: string; lines: AsyncIterable<string> } | null {
  const [from, until, written] = [posted.from, posted.until, posted.year].map(textOf) as [string, string, string]
  if (list.period === 'year') {
    if (!/^20\d\d$/.test(written)) return null
    return { asked: { year: written }, name: written, lines: list.lines(Number(written), posted) }
  }
  if (list.period === 'month') {
    const asked = textOf(posted.month)
    if (!isDay(`${asked}-01`)) return null
    return { asked: { month: asked }, name: asked, lines: list.lines(asked, posted) }
  }
  if ([from, until].some((day) => day && !isDay(day)) || (from && until && from > until)) return null
  const name = [from, until].filter(Boolean).join('-') || 'all'
  return { asked: { from, until }, name, lines: list.lines(from, until, posted) }
}

type Listed = List & { id: string }

export const lists = deskInMemory<Listed>({
  title: 'lists',
  roles: ['money'],
  isNameless: true,
  sortedBy: '',
  columns: {
    list: { heading: 'list', cell: ({ title }) => String(textsIn().office[title]) },
    note: { heading: 'details', cell: ({ note }) => String(textsIn().office[note]) },
  },
  filters: [],
  rows: async () => Object.entries(files).map(([id, list]) => ({ id, ...list })),
  idOf: ({ id }) => id,
  async find(id) {
    const list = isKeyOf(files, id) ? files[id] : undefined
    if (!list) return null
    const value = {
      year: String(now().getUTCFullYear()),
      month: now().toISOString().slice(0, 7),
      currency: usualCurrency(),
    }
    const fields = list.fields?.map((field) => ({
      ...field,
      ...(isKeyOf(optionsOf, field.name) && { options: optionsOf[field.name]?.() ?? [] }),
      value: isKeyOf(value, field.name) ? value[field.name] : (field.value ?? ''),
    }))
    return {
      title: textsIn().office[list.title],
      facts: [],
      forms: [
        {
          intent: 'lists.download',
          submit: list.opens ? 'openToPrint' : list.ending ? 'downloadXml' : 'download',
          notes: [textsIn().office[list.note]],
          ...(fields && { fields }),
        },
      ],
    }
  },
  actions: {
    'lists.download': {
      roles: ['money'],
      async run({ staff }, id, posted, action) {
        const list = isKeyOf(files, id) ? files[id] : undefined
        if (!list) return 'unknown-entry'
        const found = linesOf(list, posted)
        if (!found)
          return wrong({
            year: list.period === 'year' && textsIn().office.writeYear,
            month: list.period === 'month' && textsIn().office.writeMonth,
            from: list.period === 'days' && textsIn().office.writeDays,
          })
        await writeLog(staff, { action, subject: id, details: { ...found.asked } })
        return { file: `${id}-${found.name}.${list.opens ? 'html' : (list.ending ?? 'csv')}`, lines: found.lines }
      },
    },
  },
})
