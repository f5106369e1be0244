/** Gifts of another system: choosing a file, looking at its dry run, bringing all of it in, and taking all of it back. */
import { textOf } from '#lib/contact/forms/form.ts'
import { oneLine } from '#lib/contact/forms/text.ts'
import { countAdopted } from '#lib/giving/exchange/adopt.ts'
import { type Answer, fields, headingOf } from '#lib/giving/exchange/columns.ts'
import {
  answerColumns,
  findImport,
  findImports,
  type Import,
  putAway,
  readImport,
  resumeImport,
  runImport,
  undoImport,
  workStates,
} from '#lib/giving/exchange/import.ts'
import type { Question } from '#lib/giving/exchange/read-rows.ts'
import { stagedRows } from '#lib/giving/exchange/staged.ts'
import { writeLog } from '#lib/office/access/log.ts'
import { about, outcome, refusedBy, unlessSure, wrong } from '#lib/office/desks/action.ts'
import { choices, type Detail, deskInSql, type FormSpec, type Posted } from '#lib/office/desks/desk.ts'
import { type Cell, csv } from '#lib/platform/csv.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { officeAddress } from '#lib/platform/office.ts'
import { type Database, store } from '#lib/platform/store/index.ts'
import type { Verdict } from '#lib/platform/store/schema.ts'
import { currencies } from '#lib/site/content/currencies.ts'
import { dateFormats } from '#lib/site/content/giving-schema.ts'

const money = ['money'] as const

const read: FormSpec = {
  intent: 'imports.read',
  submit: 'readImport',
  fields: [{ name: 'file', label: 'importFile', kind: 'file' }],
}

const stateOf = ({ state }: Import) => messages()('office.importState', { state })
const verdictIn = (verdict: Verdict) => messages()('office.importVerdict', { verdict: verdict.replace('-', '_') })
/** `why`: as lib/giving/exchange/verdicts.ts writes it, such as "alike row 12". */
function whyIn(why: string): string {
  const [kind = '', ...of] = why.split(' ')
  return why && messages()('office.importWhy', { why: kind, of: of.join(' ') || textsIn().office.inTheBooks })
}

/** Rows that are shown on the page; the file has all. */
const shownRows = 50

async function detailOf(found: Import): Promise<Detail> {
  resumeImport(found)
  const { id, file, state, counts, number, total, question, stopped } = found
  const texts = textsIn().office
  const adopted = await countAdopted(id)
  const isReadable = state !== 'reading' && state !== 'asked'
  const { value: some = [] } = await stagedRows(id, ['duplicate', 'left-out', 'unreadable']).next()
  return {
    title: file,
    ...(isOneOf(workStates, state) && {
      links: [{ label: 'lookAgain', href: `${officeAddress}/imports/${id}` }],
    }),
    ...(stopped && { warnings: [messages()('office.importStopped', { payment: stopped })] }),
    facts: [
      [texts.state, stateOf(found)],
      ...(state === 'running' ? [[texts.row, `${number} / ${total}`] as const] : []),
      ...(Object.keys(counts) as Verdict[]).map((verdict) => [verdictIn(verdict), String(counts[verdict])] as const),
      ...(adopted.paid + adopted.closed + adopted.draft > 0
        ? [[texts.monthly, messages()('office.importAdopted', adopted)] as const]
        : []),
    ],
    sections: [
      {
        title: 'importSome',
        columns: ['row', 'state', 'why', 'details'],
        rows: (some ?? [])
          .slice(0, shownRows)
          .map((row) => ({ cells: [String(row.number), verdictIn(row.verdict), whyIn(row.why), row.text] })),
      },
    ],
    forms: [
      ...(question ? [columnsForm(question)] : []),
      ...(state === 'ready' && counts.new > 0 ? [{ intent: 'imports.run', submit: 'importRun' } as const] : []),
      ...(isReadable && total > 0 ? [{ intent: 'imports.export', submit: 'importRows' } as const] : []),
      ...(state === 'done' || state === 'adopting' || state === 'running'
        ? [{ intent: 'imports.undo', submit: 'importUndo' } as const]
        : []),
      ...(state === 'asked' || state === 'ready' ? [{ intent: 'imports.away', submit: 'importAway' } as const] : []),
    ],
  }
}

/** Asks which column is which, each with its first cell. Values are places, because headings may contain commas. */
function columnsForm({ headings, sample, columns, missing }: Question): FormSpec {
  const options = [
    { value: '', label: textsIn().office.none },
    ...headings.flatMap((heading, place) =>
      heading
        ? [{ value: String(place), label: [heading, sample[place]].filter(Boolean).join(': ').slice(0, 80) }]
        : [],
    ),
  ]
  const asWritten = (values: readonly string[]) => choices(values, (value) => value)
  const placeOf = (heading: string | undefined) => (heading ? String(headings.indexOf(heading)) : '')
  return {
    intent: 'imports.columns',
    submit: 'importAnswer',
    notes: [messages()('office.importQuestion', { missing: missing.join(', ') })],
    fields: [
      ...fields.map((field) => ({
        name: field,
        label: { text: headingOf(field) },
        kind: 'one' as const,
        options,
        value: placeOf(columns[field]),
      })),
      {
        name: 'dates',
        label: 'columnDates',
        kind: 'one',
        options: [{ value: '', label: textsIn().office.daysSaySo }, ...asWritten(dateFormats)],
      },
      {
        name: 'usual',
        label: 'importCurrency',
        kind: 'one',
        options: asWritten(currencies().map(({ code }) => code)),
      },
    ],
  }
}

function answerIn(posted: Posted, { headings }: Question): Answer {
  const heading = (place: unknown) => (/^\d{1,3}$/.test(textOf(place)) ? (headings[Number(place)] ?? '') : '')
  return {
    columns: Object.fromEntries(fields.map((field) => [field, heading(posted[field])])),
    dates: dateFormats.find((known) => known === posted.dates) ?? null,
    currency: currencies().find(({ code }) => code === posted.usual)?.code ?? '',
  }
}

/** Every row of the file with what happens to it. */
async function* rowsAsCsv(id: string): AsyncGenerator<string> {
  yield csv([['row', 'verdict', 'why', 'cells']])
  for await (const rows of stagedRows(id))
    yield csv(rows.map(({ number, verdict, why, text }): Cell[] => [number, verdictIn(verdict), whyIn(why), text]))
}

export const imports = deskInSql<Database, 'imports', Import>({
  title: 'imports',
  roles: money,
  isNameless: true,
  sortedBy: 'when',
  newestFirst: true,
  columns: {
    file: { heading: 'file', cell: ({ file }) => file },
    when: { heading: 'when', cell: ({ created_at }) => ({ moment: created_at }), sort: [] },
    by: { heading: 'name', cell: ({ staff_name }) => staff_name },
    state: { heading: 'state', cell: stateOf },
    gifts: { heading: 'newRows', cell: ({ counts }) => String(counts.new) },
  },
  filters: [],
  idOf: ({ id }) => id,
  id: 'id',
  key: ['created_at', 'id'],
  all: async () => (await store()).db.selectFrom('imports'),
  matching: (all) => all,
  read: findImports,
  above: async () => ({ sentences: [textsIn().office.importNone], forms: [read] }),
  async find(id) {
    const found = await findImport(id)
    return found && detailOf(found)
  },
  actions: {
    'imports.read': {
      roles: money,
      async run({ staff }, _, { file }, action) {
        if (!(file instanceof File) || file.size === 0) return wrong({ file: textsIn().office.chooseFile })
        const name = oneLine(file.name).slice(0, 100)
        const bytes = new Uint8Array(await file.arrayBuffer())
        const done = await readImport(staff, { file: name, bytes }, (db) =>
          writeLog(staff, { action, details: { file: name } }, db),
        )
        return done.ok ? { open: done.value } : refusedBy([{ field: 'file', remark: done.failure }])
      },
    },
    'imports.columns': about(money, findImport, async ({ id, question }, log, posted) => {
      if (!question) return 'unchanged'
      const answer = answerIn(posted, question)
      const done = await answerColumns(id, answer, log({ after: answer }))
      return done.ok ? 'done' : refusedBy([{ field: 'usual', remark: done.failure }])
    }),
    'imports.run': about(money, findImport, async ({ id, file, counts }, log, posted) => {
      const rest = counts.duplicate + counts['left-out'] + counts.unreadable
      const asks = unlessSure(posted, messages()('office.importSure', { new: counts.new, rest }))
      return asks ?? outcome(await runImport(id, log({ file, ...counts })))
    }),
    'imports.undo': about(money, findImport, async ({ id, file }, log, posted) => {
      const asks = unlessSure(posted, textsIn().office.importUndoSure)
      return asks ?? outcome(await undoImport(id, log({ file })))
    }),
    'imports.export': about(money, findImport, async ({ id, file }, log) => {
      await log({ file })()
      return { file: 'import.csv', lines: rowsAsCsv(id) }
    }),
    'imports.away': about(money, findImport, async ({ id, file, state }, log) => {
      if (state !== 'asked' && state !== 'ready') return 'unchanged'
      // Its rows are erased some at a time, so the log is written first.
      await log({ file })()
      return (await putAway(id)) ? 'gone' : 'unchanged'
    }),
  },
})
