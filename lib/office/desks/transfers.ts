/** The bank statement that somebody is working on: its account and columns, and which of its lines are gifts. */
import { textOf } from '#lib/contact/forms/form.ts'
import { oneLine } from '#lib/contact/forms/text.ts'
import { modes } from '#lib/giving/orders/order.ts'
import { undoTransfer } from '#lib/giving/pledges/confirm.ts'
import type { ColumnProposal, LayoutAnswer } from '#lib/giving/pledges/statement.ts'
import { readDonor } from '#lib/giving/pledges/typed-gift.ts'
import { writeLog } from '#lib/office/access/log.ts'
import type { Session } from '#lib/office/access/session.ts'
import { outcome, refusedBy, wrong } from '#lib/office/desks/action.ts'
import { type Action, choices, deskInMemory, type FormSpec, inWords, type Posted } from '#lib/office/desks/desk.ts'
import { askAbout, giverFields, giverIn, hasIdentity } from '#lib/office/desks/record-gift.ts'
import {
  type Choice,
  chooseAccount,
  confirmChosen,
  confirmedIn,
  describeColumns,
  eraseStatements,
  type HeldLine,
  heldStatement,
  holdFile,
  progressOf,
} from '#lib/office/desks/statement-in-hand.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { formatMoney, inDecimals } from '#lib/platform/money.ts'
import { officeAddress } from '#lib/platform/office.ts'
import { store, writeSetting, writeTogether } from '#lib/platform/store/index.ts'
import { textHolds } from '#lib/platform/store/search.ts'
import { toAsciiDigits } from '#lib/platform/typed-text.ts'
import { currencies } from '#lib/site/content/currencies.ts'
import { dateFormats } from '#lib/site/content/giving-schema.ts'
import { bankAccounts } from '#lib/site/content/index.ts'

const money = ['money'] as const
const stages = ['proposed', 'not-confirmed', 'open', 'confirmed', 'not-a-gift'] as const

/** A line of which somebody has said that it is no gift, in every statement. */
const notGiftKey = 'not-a-gift:'
async function notGifts(lines: readonly Pick<HeldLine, 'id'>[]): Promise<ReadonlySet<string>> {
  const { db } = await store()
  const keys = lines.map(({ id }) => notGiftKey + id)
  const rows = await db.selectFrom('settings').select('key').where('key', 'in', keys).execute()
  return new Set(rows.map(({ key }) => key.slice(notGiftKey.length)))
}

/** The lines of the statement with the state of each. */
async function linesOf({ staff }: Session) {
  const held = await heldStatement(staff)
  const lines = held && 'lines' in held ? held.lines : []
  const [known, { results }] = [await confirmedIn(lines), await progressOf(staff)]
  const noGifts = await notGifts(lines)
  const transferOf = new Map(lines.map(({ code, id }) => [code, known.get(id) ?? code]))
  return lines.map((line) => {
    const transfer = known.get(line.id)
    const result = results[line.code] ?? ''
    const isNoGift = noGifts.has(line.id)
    const open = isNoGift ? 'not-a-gift' : result ? 'not-confirmed' : line.reference ? 'proposed' : 'open'
    const like = transfer ? '' : (transferOf.get(line.like) ?? line.like)
    return { ...line, transfer, result, like, stage: transfer ? 'confirmed' : open } as const
  })
}
type Line = Awaited<ReturnType<typeof linesOf>>[number]

const findLine = async (code: string, session: Session) =>
  (await linesOf(session)).find((line) => line.code === code) ?? null

const noteOn = ({ transfer, result, why, like }: Line) => {
  const t = messages()
  const likeNote = like && t('office.likeRecorded', { like })
  return [transfer ? t('office.asGift', { id: transfer }) : '', result || (transfer ? '' : why), result ? '' : likeNote]
    .filter(Boolean)
    .join('. ')
}

const read: FormSpec = {
  intent: 'statements.read',
  submit: 'readStatement',
  fields: [{ name: 'file', label: 'statementFile', kind: 'file' }],
}

const away: FormSpec = { intent: 'statements.away', submit: 'putAway' }

const accountForm = (currency: string, isKnown: boolean): FormSpec => ({
  intent: 'statements.account',
  submit: 'rememberAccount',
  ...(isKnown && { heading: 'otherAccount' as const }),
  fields: [
    {
      name: 'account',
      label: 'bankAccount',
      kind: 'one',
      options: bankAccounts(currency).map(({ id, about }) => ({ value: id, label: about })),
    },
  ],
})

const lineForm = ({ transfer, reference, money, like, more, stage }: Line): FormSpec =>
  stage === 'not-a-gift'
    ? { intent: 'transfers.is-gift', submit: 'isGift' }
    : transfer
      ? { intent: 'transfers.undo', submit: 'undo', heading: 'undoHeading', notes: [textsIn().office.undoNote] }
      : {
          intent: 'transfers.line',
          submit: 'confirmLine',
          fields: [
            ...giverFields(hasIdentity(money.currency), reference),
            {
              name: 'more',
              label: 'moreLines',
              kind: 'line',
              optional: true,
              hint: textsIn().office.moreLinesHint,
              value: more?.join(' ') ?? '',
            },
            { name: 'mode', label: 'method', kind: 'one', options: choices(modes), value: 'transfer' },
            ...(like
              ? ([
                  {
                    name: 'another',
                    label: 'likeOther',
                    kind: 'many',
                    options: [{ value: 'yes', label: messages()('office.isAnother', { like }) }],
                  },
                ] as const)
              : []),
          ],
        }

const confirmLine: Action = {
  roles: money,
  async run(session, code, posted) {
    const line = await findLine(code, session)
    if (!line || line.transfer || line.stage === 'not-a-gift') return line ? 'unchanged' : 'unknown-entry'
    const read = giverIn(posted)
    if ('fault' in read) return read
    const mode = modes.find((known) => known === posted.mode) ?? 'transfer'
    const more: string[] =
      toAsciiDigits(textOf(posted.more))
        .toUpperCase()
        .match(/[0-9A-F]{8}/g) ?? []
    const t = messages()
    const likeIn = (await linesOf(session)).find(
      (other) => other.like && other.like !== code && more.includes(other.code),
    )
    if (likeIn) return wrong({ more: t('office.likeMore', { code: likeIn.code, like: likeIn.like }) })
    const isTicked = textOf(posted.another) === 'yes'
    if (line.like && !isTicked) return wrong({ another: t('office.likeRecorded', { like: line.like }) })
    const described = 'donor' in read.giver ? readDonor(read.giver.donor, line.money) : null
    const asks = described?.ok ? await askAbout(posted, [described.value]) : null
    if (asks) return asks
    const isBegun = await confirmChosen(session.staff, [{ codes: [code, ...more], mode, giver: read.giver, isTicked }])
    if (!isBegun) return wrong({ mode: textsIn().office.busy })
    const { transfer, result = '' } = (await findLine(code, session)) ?? {}
    return transfer ? 'done' : { fault: { sentence: result, errors: [] } }
  },
}

const markLine = (isNoGift: boolean): Action => ({
  roles: money,
  async run(session, code) {
    const line = await findLine(code, session)
    if (!line) return 'unknown-entry'
    if (line.transfer || (line.stage === 'not-a-gift') === isNoGift) return 'unchanged'
    const key = notGiftKey + line.id
    const details = { after: { gift: isNoGift ? 'no' : 'yes' } }
    await writeTogether(
      async (db) => {
        if (isNoGift) await writeSetting(key, '', db)
        else await db.deleteFrom('settings').where('key', '=', key).execute()
      },
      (db) => writeLog(session.staff, { action: 'statements.line', subject: code, details }, db),
    )
    return 'done'
  },
})

/** Confirms several lines as proposed. `isTicked`: each by itself, with what it resembles in sight. */
const confirmProposed = (
  isChosen: (line: Line, posted: Posted) => boolean,
  { isTicked }: { isTicked: boolean },
): Action => ({
  roles: money,
  async run(session, _, posted) {
    const chosen = (await linesOf(session)).filter(
      (line) => line.reference && ['proposed', 'not-confirmed'].includes(line.stage) && isChosen(line, posted),
    )
    if (chosen.length === 0) return { fault: { sentence: textsIn().office.nothingTicked, errors: [] } }
    const choices = chosen.map(
      ({ code, reference, more = [] }): Choice => ({
        codes: [code, ...more],
        mode: 'transfer',
        giver: { reference, as: 'whole' },
        isTicked,
      }),
    )
    const isBegun = await confirmChosen(session.staff, choices)
    return isBegun ? 'done' : { fault: { sentence: textsIn().office.busy, errors: [] } }
  },
})

const isTicked = ({ code }: HeldLine, { row }: Posted) => [row].flat().includes(code)

export const transfers = deskInMemory<Line>({
  title: 'transfers',
  roles: money,
  sortedBy: 'stage',
  columns: {
    text: { heading: 'bankText', cell: ({ text, code }) => text || code },
    day: { heading: 'day', cell: ({ day }) => day, by: ({ day }) => [day] },
    amount: {
      heading: 'amount',
      cell: (line) => formatMoney(line.money),
      by: (line) => [line.money.currency, line.money.amount],
    },
    code: { heading: 'lineCode', cell: ({ code }) => code },
    stage: { heading: 'state', cell: ({ stage }) => inWords(stage), by: ({ stage }) => [stages.indexOf(stage)] },
    why: { heading: 'why', cell: noteOn },
  },
  filters: [{ name: 'stage', label: 'state', options: () => choices(stages) }],
  search: 'searchLines',
  tick: { intent: 'transfers.confirm', submit: 'confirmTicked' },
  idOf: ({ code }) => code,
  late: ({ stage }) => stage === 'not-confirmed',
  ticked: ({ stage, text, code, isSure, like }) =>
    stage === 'proposed' ? { label: text || code, checked: isSure && !like } : undefined,
  async rows({ filters: { stage }, search }, session) {
    const textsOf = ({ text, code, why, money: of }: Line) =>
      [text, code, why, formatMoney(of), inDecimals(of)].join('|')
    return (await linesOf(session)).filter(
      (line) => (!stage || line.stage === stage) && (!search || textHolds(textsOf(line), search)),
    )
  },
  async above(session) {
    const { staff } = session
    const t = messages()
    const held = await heldStatement(staff)
    if (!held) return { sentences: [t('office.statementNone')], forms: [read] }
    const inHand = t('office.statementInHand', { file: held.file })
    if ('question' in held)
      return { sentences: [inHand, t('office.statementUnknown')], forms: [columnsForm(held.question), away] }
    const askAccount = held.statement ? [accountForm(held.statement.layout.currency, 'lines' in held)] : []
    if (!('lines' in held)) return { sentences: [inHand, t('office.statementOfWhich')], forms: [...askAccount, away] }
    const { about, account, unreadable } = held
    const { done, total } = await progressOf(staff)
    const lines = await linesOf(session)
    const confirmed = lines.filter(({ stage }) => stage === 'confirmed').length
    const sure = lines.filter(
      ({ isSure, like, stage }) => isSure && !like && stage !== 'confirmed' && stage !== 'not-a-gift',
    ).length
    const counts = { about, lines: lines.length, confirmed, sure }
    return {
      sentences: [
        inHand,
        ...(account ? [t('office.statementAccount', { account })] : []),
        t('office.statementRead', counts),
        ...(unreadable.length > 0 ? [t('office.statementUnreadable'), ...unreadable.slice(0, 50)] : []),
      ],
      ...(done < total && { progress: { done, total } }),
      forms: [
        ...(sure > 0 ? [{ intent: 'transfers.confirm-sure', submit: 'confirmSure' } as const] : []),
        ...askAccount,
        away,
      ],
    }
  },
  async find(code, session) {
    const line = await findLine(code, session)
    if (!line) return null
    const texts = textsIn().office
    return {
      title: `${formatMoney(line.money)}, ${line.day}`,
      ...(line.transfer && { links: [{ label: 'openGift', href: `${officeAddress}/gifts/${line.transfer}` }] }),
      facts: [
        [texts.bankText, line.text],
        [texts.lineCode, line.code],
        [texts.state, inWords(line.stage)],
        [texts.why, noteOn(line)],
      ],
      forms: [
        lineForm(line),
        ...(line.transfer || line.stage === 'not-a-gift'
          ? []
          : [
              {
                intent: 'transfers.not-gift',
                submit: 'isNoGift',
                heading: 'noGiftHeading',
                notes: [texts.noGiftNote],
              } as const,
            ]),
      ],
    }
  },
  actions: {
    'statements.read': {
      roles: money,
      async run({ staff }, _, { file }) {
        if (!(file instanceof File) || file.size === 0) return wrong({ file: textsIn().office.chooseFile })
        const held = await holdFile(staff, oneLine(file.name).slice(0, 100), new Uint8Array(await file.arrayBuffer()))
        return held.ok ? 'done' : refusedBy([held.failure])
      },
    },
    'statements.columns': {
      roles: money,
      async run({ staff }, _, posted) {
        const held = await heldStatement(staff)
        if (!held || !('question' in held)) return 'unknown-entry'
        const described = await describeColumns(staff, columnsIn(posted, held.question))
        return !described ? 'unknown-entry' : described.ok ? 'done' : refusedBy([described.failure])
      },
    },
    'statements.account': {
      roles: money,
      async run({ staff }, _, { account }) {
        return (await chooseAccount(staff, textOf(account))) ? 'done' : 'unknown-entry'
      },
    },
    'statements.away': {
      roles: money,
      async run({ staff }) {
        await eraseStatements(staff)
        return 'done'
      },
    },
    'transfers.confirm': confirmProposed(isTicked, { isTicked: true }),
    'transfers.confirm-sure': confirmProposed(({ isSure, like }) => isSure && !like, { isTicked: false }),
    'transfers.line': confirmLine,
    'transfers.not-gift': markLine(true),
    'transfers.is-gift': markLine(false),
    'transfers.undo': {
      roles: money,
      async run(session, code) {
        const { transfer } = (await findLine(code, session)) ?? {}
        if (!transfer) return 'unknown-entry'
        const entry = { action: 'gifts.undo', subject: transfer, details: { after: 'undone' } }
        return outcome((await undoTransfer(transfer, 'undone', (db) => writeLog(session.staff, entry, db))).ok)
      },
    },
  },
})

/** Asks which column is which, with the first payment as an example. Values are indexes, because headings may contain commas. */
function columnsForm({ headings, rows: [sample = []], columns }: ColumnProposal): FormSpec {
  const texts = textsIn().office
  const options = headings.flatMap((heading, index) =>
    heading ? [{ value: String(index), label: [heading, sample[index]].filter(Boolean).join(': ') }] : [],
  )
  const none = { value: '', label: texts.none }
  const placeOf = (heading = '') => (headings.includes(heading) ? String(headings.indexOf(heading)) : '')
  const asWritten = (values: readonly string[]) => choices(values, (value) => value)
  return {
    intent: 'statements.columns',
    submit: 'rememberColumns',
    fields: [
      { name: 'date', label: 'day', kind: 'one', options, value: placeOf(columns.date) },
      { name: 'received', label: 'columnReceived', kind: 'one', options, value: placeOf(columns.received) },
      { name: 'text', label: 'columnText', kind: 'many', options, value: (columns.text ?? []).map(placeOf).join() },
      {
        name: 'direction',
        label: 'columnDirection',
        kind: 'one',
        value: placeOf(columns.direction),
        options: [none, ...options],
      },
      {
        name: 'dates',
        label: 'columnDates',
        kind: 'one',
        value: columns.dates ?? '',
        options: [{ value: '', label: texts.daysSaySo }, ...asWritten(dateFormats)],
      },
      {
        name: 'currency',
        label: 'currency',
        kind: 'one',
        options: asWritten(currencies().map(({ code }) => code)),
      },
      { name: 'about', label: 'columnAbout', kind: 'line' },
    ],
  }
}

function columnsIn(posted: Posted, { headings }: ColumnProposal): LayoutAnswer {
  const heading = (place: unknown) => (/^\d{1,3}$/.test(textOf(place)) ? (headings[Number(place)] ?? '') : '')
  const [date, received, direction] = [posted.date, posted.received, posted.direction].map(heading)
  const [currency, about] = [posted.currency, posted.about].map((typed) => oneLine(textOf(typed)).slice(0, 100))
  const said = {
    date,
    received,
    direction,
    currency,
    about,
    dates: dateFormats.find((known) => known === posted.dates),
  }
  const text = [posted.text].flat().map(heading).filter(Boolean)
  return { ...Object.fromEntries(Object.entries(said).filter(([, value]) => value)), text }
}
