/** Gifts by bank transfer: the pledges and invoices that are open, and the bank statement that somebody has in hand. */
import 'server-only'
import { textOf } from '#lib/contact/forms/form.ts'
import { idKinds, modes } from '#lib/giving/checkout/attempts.ts'
import { confirmedLines, type Giver, openPledges, undoTransfer } from '#lib/giving/pledges/confirm.ts'
import { dateFormats } from '#lib/giving/pledges/statement.ts'
import type { Session } from '#lib/office/access/session.ts'
import { about } from '#lib/office/desks/action.ts'
import {
  type Action,
  choices,
  type Desk,
  type FormSpec,
  inWords,
  type ListRow,
  pageOf,
  type Posted,
  words,
} from '#lib/office/desks/desk.ts'
import {
  type Choice,
  confirmChosen,
  describeColumns,
  eraseStatements,
  type HeldLine,
  heldStatement,
  holdFile,
  progressOf,
} from '#lib/office/desks/statement-in-hand.ts'
import { dayMs, now, utcNow } from '#lib/platform/clock.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { isReference } from '#lib/platform/reference.ts'
import { currencies } from '#lib/site/content/currencies.ts'
import { campaigns, reasons } from '#lib/site/content/index.ts'

const money = ['money'] as const
/** From then on a pledge without its money needs a look, as in the daily mail. */
const lateDays = 10
const daysSince = (day: string) => Math.max(0, Math.floor((now().getTime() - Date.parse(day)) / dayMs))

export const pledges: Desk = {
  title: 'openPledges',
  roles: money,
  order: 'day',
  columns: [
    { name: 'reference', heading: 'reference', sorts: true },
    { name: 'name', heading: 'name', sorts: true },
    { name: 'amount', heading: 'amount', sorts: true },
    { name: 'kind', heading: 'kind', sorts: true },
    { name: 'day', heading: 'since', sorts: true },
    { name: 'age', heading: 'ageInDays' },
  ],
  filters: [{ name: 'kind', label: 'kind', options: () => choices(['pledge', 'invoice']) }],
  async list({ filters: { kind }, ...query }) {
    const open = (await openPledges())
      .filter(({ paid }) => !paid)
      .map((pledge) => ({ ...pledge, kind: pledge.reference.startsWith('E-') ? 'invoice' : 'pledge' }))
      .filter((pledge) => !kind || pledge.kind === kind)
    const sortBy = {
      reference: ({ reference }: (typeof open)[number]) => reference,
      name: ({ names }: (typeof open)[number]) => names.join(),
      amount: (pledge: (typeof open)[number]) => pledge.money.amount,
      kind: (pledge: (typeof open)[number]) => pledge.kind,
      day: ({ day }: (typeof open)[number]) => day,
    }
    return pageOf(open, query, sortBy).map((pledge) => ({
      id: null,
      cells: [
        ...[pledge.reference, pledge.names.join(', '), formatMoney(pledge.money), inWords(pledge.kind), pledge.day],
        String(daysSince(pledge.day)),
      ],
      late: daysSince(pledge.day) >= lateDays,
    }))
  },
}

const stages = ['proposed', 'not-confirmed', 'open', 'confirmed'] as const

/** The lines of the statement with what became of each. */
async function linesOf({ staff }: Session) {
  const held = await heldStatement(staff)
  const lines = held?.read?.lines ?? []
  const [known, { results }] = [await confirmedLines(lines.map(({ id }) => id)), await progressOf(staff)]
  return lines.map((line) => {
    const transfer = known.get(line.id)
    const result = results[line.code] ?? ''
    const open = result ? 'not-confirmed' : line.reference ? 'proposed' : 'open'
    return { ...line, transfer, result, stage: transfer ? 'confirmed' : open } as const
  })
}
type Line = Awaited<ReturnType<typeof linesOf>>[number]

const findLine = async (code: string, session: Session) =>
  (await linesOf(session)).find((line) => line.code === code) ?? null

const noteOn = ({ transfer, result, why }: Line) => [transfer ?? '', result || (transfer ? '' : why)].filter(Boolean).join('. ')

const read: FormSpec = {
  intent: 'statement-read',
  submit: 'readStatement',
  fields: [{ name: 'file', label: 'statementFile', kind: 'file' }],
}

/** `LINE` is the code of a line. */
const lineForms = (line: Line): FormSpec[] => {
  if (line.transfer) return [{ intent: 'transfer-undo', submit: 'undoTransfer' }]
  const t = words()
  const shared = [
    { name: 'more', label: 'moreLines', kind: 'line', optional: true },
    { name: 'mode', label: 'mode', kind: 'one', options: choices(modes), value: 'transfer' },
  ] as const
  const none = { value: '', label: t.notSaid }
  return [
    {
      intent: 'transfer-pledge',
      title: 'paysPledge',
      submit: 'confirmLine',
      fields: [
        { name: 'reference', label: 'reference', kind: 'line', value: line.reference },
        {
          name: 'as',
          label: 'paysHow',
          kind: 'one',
          options: [
            { value: 'whole', label: t.paysWhole },
            { value: 'part', label: t.paysPart },
            { value: 'second', label: t.paysSecond },
          ],
        },
        ...shared,
      ],
    },
    {
      intent: 'transfer-donor',
      title: 'ofDonor',
      submit: 'confirmLine',
      fields: [
        { name: 'name', label: 'name', kind: 'line' },
        { name: 'organisation', label: 'organisation', kind: 'line', optional: true },
        { name: 'email', label: 'email', kind: 'line', optional: true },
        { name: 'address', label: 'address', kind: 'text', optional: true },
        { name: 'idKind', label: 'idKind', kind: 'one', options: [none, ...choices(idKinds)] },
        { name: 'idNumber', label: 'idNumber', kind: 'line', optional: true },
        {
          name: 'reason',
          label: 'reason',
          kind: 'one',
          options: [none, ...reasons().map(({ code, label }) => ({ value: String(code), label }))],
        },
        {
          name: 'campaign',
          label: 'campaign',
          kind: 'one',
          options: [none, ...campaigns().map(({ slug, title }) => ({ value: slug, label: title }))],
        },
        ...(line.money.currency === 'INR'
          ? [{ name: 'citizen', label: 'citizen', kind: 'one', options: [none, ...choices(['yes', 'no'])] } as const]
          : []),
        { name: 'second', label: 'secondAlike', kind: 'many', options: [{ value: 'yes', label: t.secondAlikeText }] },
        ...shared,
      ],
    },
  ]
}

/** What a form says of one line, and of further lines of the same gift. Null if it cannot be read. */
function choiceOf(line: Line, posted: Posted): Choice | null {
  const more = textOf(posted.more).toUpperCase().match(/[0-9A-F]{8}/g) ?? []
  const mode = textOf(posted.mode)
  const giver = giverIn(posted)
  return giver && isOneOf(modes, mode) ? { codes: [line.code, ...more], mode, giver } : null
}

const donorFields = ['organisation', 'email', 'address', 'idKind', 'idNumber', 'reason', 'campaign', 'citizen'] as const

function giverIn(posted: Posted): Giver | null {
  const [name, reference, as] = [posted.name, posted.reference, posted.as].map(textOf) as [string, string, string]
  const written = reference.trim().toUpperCase()
  if (isReference(written) && isOneOf(['whole', 'part', 'second'] as const, as)) return { reference: written, as }
  const donor = Object.fromEntries(donorFields.map((field) => [field, textOf(posted[field])]))
  return name.trim() ? { donor: { ...donor, name }, isSecond: posted.second === 'yes' } : null
}

const confirmLine: Action = {
  roles: money,
  async run(session, code, posted) {
    const line = await findLine(code, session)
    const choice = line && !line.transfer && choiceOf(line, posted)
    if (!choice) return line ? 'wrong-value' : 'unknown-entry'
    if (!(await confirmChosen(session.staff, [choice]))) return 'busy'
    return (await findLine(code, session))?.transfer ? 'done' : 'refused'
  },
}

const asProposed = ({ code, reference }: Line): Choice => ({
  codes: [code],
  mode: 'transfer',
  giver: { reference, as: 'whole' },
})

/** Of several lines, as they are proposed. */
const confirmProposed = (isChosen: (line: Line, posted: Posted) => boolean): Action => ({
  roles: money,
  async run(session, _, posted) {
    const chosen = (await linesOf(session)).filter(
      (line) => line.reference && line.stage !== 'confirmed' && isChosen(line, posted),
    )
    if (chosen.length === 0) return 'nothing-ticked'
    return (await confirmChosen(session.staff, chosen.map(asProposed))) ? 'done' : 'busy'
  },
})

const isTicked = ({ code }: HeldLine, { row }: Posted) => [row].flat().includes(code)

export const transfers: Desk = {
  title: 'transfers',
  roles: money,
  order: 'stage',
  columns: [
    { name: 'text', heading: 'bankText' },
    { name: 'day', heading: 'day', sorts: true },
    { name: 'amount', heading: 'amount', sorts: true },
    { name: 'code', heading: 'lineCode' },
    { name: 'stage', heading: 'state', sorts: true },
    { name: 'why', heading: 'why' },
  ],
  filters: [{ name: 'stage', label: 'state', options: () => choices(stages) }],
  search: 'searchLines',
  tick: { intent: 'transfer-confirm', submit: 'confirmTicked' },
  async list({ filters: { stage }, search, ...query }, session) {
    const wanted = search.toLowerCase()
    const found = (await linesOf(session)).filter(
      (line) =>
        (!stage || line.stage === stage) &&
        (!wanted || [line.text, line.code, line.why, formatMoney(line.money)].some((text) => text.toLowerCase().includes(wanted))),
    )
    const sortBy = {
      day: ({ day }: Line) => day,
      amount: (line: Line) => line.money.amount,
      stage: (line: Line) => stages.indexOf(line.stage),
    }
    return pageOf(found, query, sortBy).map(
      (line): ListRow => ({
        id: line.code,
        cells: [line.text || line.code, line.day, formatMoney(line.money), line.code, inWords(line.stage), noteOn(line)],
        late: line.stage === 'not-confirmed',
        ...(line.stage === 'proposed' && { tick: { label: line.text || line.code, checked: line.isSure } }),
      }),
    )
  },
  async above({ staff }) {
    const t = messages()
    const held = await heldStatement(staff)
    if (!held) return { sentences: [t('office.statementNone')], forms: [read] }
    const { done, total } = await progressOf(staff)
    const away = { intent: 'statement-away', submit: 'putAway' } as const
    const { lines = [], unreadable = [], about = '' } = held.read ?? {}
    const known = await confirmedLines(lines.map(({ id }) => id))
    const sure = lines.filter(({ id, isSure }) => isSure && !known.has(id)).length
    const all: FormSpec = { intent: 'transfer-confirm-sure', submit: 'confirmSure' }
    return {
      sentences: [
        t('office.statementInHand', { file: held.file }),
        ...(held.problem ? [held.problem] : []),
        ...(held.question ? [t('office.statementUnknown')] : []),
        ...(held.read
          ? [t('office.statementRead', { about, lines: lines.length, confirmed: known.size, sure })]
          : []),
        ...(unreadable.length > 0 ? [t('office.statementUnreadable'), ...unreadable.slice(0, 50)] : []),
      ],
      ...(done < total && { progress: { done, total } }),
      forms: [...(held.question ? [columnsForm(held.question)] : []), ...(sure > 0 ? [all] : []), away, ...(held.read ? [] : [read])],
    }
  },
  async find(code, session) {
    const line = await findLine(code, session)
    if (!line) return null
    const t = words()
    return {
      title: `${formatMoney(line.money)}, ${line.day}`,
      facts: [
        [t.bankText, line.text],
        [t.lineCode, line.code],
        [t.state, inWords(line.stage)],
        [t.why, noteOn(line)],
      ],
      forms: lineForms(line),
    }
  },
  actions: {
    'statement-read': {
      roles: money,
      async run({ staff }, _, { file }) {
        if (!(file instanceof File) || file.size === 0) return 'wrong-value'
        await holdFile(staff, file.name.slice(0, 100), new Uint8Array(await file.arrayBuffer()))
        return 'done'
      },
    },
    'statement-columns': {
      roles: money,
      run: ({ staff }, _, posted) => {
        const [date, received, direction, dates, currency, about] = (
          ['date', 'received', 'direction', 'dates', 'currency', 'about'] as const
        ).map((name) => textOf(posted[name]).trim().slice(0, 100))
        const text = [posted.text].flat().map(textOf).filter(Boolean)
        const said = { date, received, direction, currency, about, dates: dateFormats.find((format) => format === dates) }
        return describeColumns(staff, { ...Object.fromEntries(Object.entries(said).filter(([, value]) => value)), text })
      },
    },
    'statement-away': {
      roles: money,
      async run({ staff }) {
        await eraseStatements(staff)
        return 'done'
      },
    },
    'transfer-confirm': confirmProposed(isTicked),
    'transfer-confirm-sure': confirmProposed(({ isSure }) => isSure),
    'transfer-pledge': confirmLine,
    'transfer-donor': confirmLine,
    'transfer-undo': {
      roles: money,
      async run(session, code) {
        const line = await findLine(code, session)
        if (!line?.transfer) return 'unknown-entry'
        return undo.run(session, line.transfer, {})
      },
    },
  },
}

/** @param subject of the form is the transfer. */
export const undo = about(money, 'transfers.undo', async (id) => id, async (id) => {
  const undone = await undoTransfer(id)
  return undone.ok ? 'done' : 'unchanged'
})

/** Which column is which, with the first payment as an example. */
function columnsForm({ proposal, answer }: NonNullable<NonNullable<Awaited<ReturnType<typeof heldStatement>>>['question']>): FormSpec {
  const { headings, rows: [sample = []] } = proposal
  const columns = headings.flatMap((heading, index) => {
    const example = sample[index]
    return heading ? [{ value: heading, label: example ? `${heading}: ${example}` : heading }] : []
  })
  const none = { value: '', label: words().none }
  return {
    intent: 'statement-columns',
    submit: 'rememberColumns',
    fields: [
      { name: 'date', label: 'columnDate', kind: 'one', options: columns, value: answer.date ?? '' },
      { name: 'received', label: 'columnReceived', kind: 'one', options: columns, value: answer.received ?? '' },
      { name: 'text', label: 'columnText', kind: 'many', options: columns, values: answer.text ?? [] },
      { name: 'direction', label: 'columnDirection', kind: 'one', options: [none, ...columns], value: answer.direction ?? '' },
      {
        name: 'dates',
        label: 'columnDates',
        kind: 'one',
        options: [{ value: '', label: words().daysSaySo }, ...choices(dateFormats, (format) => format)],
        value: answer.dates ?? '',
      },
      { name: 'currency', label: 'currency', kind: 'one', options: choices(currencies().map(({ code }) => code), (code) => code), value: answer.currency ?? '' },
      { name: 'about', label: 'columnAbout', kind: 'line', value: answer.about ?? '' },
    ],
  }
}
