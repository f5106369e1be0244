/** Recording gifts that came without a card: one at a time, or all cheques of a deposit slip. */
import { textOf } from '#lib/contact/forms/form.ts'
import { manyLines, oneLine } from '#lib/contact/forms/text.ts'
import { holderOf, identityOf, idKinds } from '#lib/giving/orders/identity.ts'
import { modes, type OrderWithSecrets } from '#lib/giving/orders/order.ts'
import { otherHolders } from '#lib/giving/orders/store.ts'
import {
  type Confirmed,
  type Giver,
  type Ready,
  type RowFault,
  readTyped,
  recordTyped,
  type Typed,
} from '#lib/giving/pledges/confirm.ts'
import { readAmount } from '#lib/giving/pledges/statement-cells.ts'
import { amountInWords } from '#lib/giving/receipts/amount-in-words.ts'
import { yearAt } from '#lib/giving/receipts/year-lists.ts'
import { yearInWords } from '#lib/giving/receipts/your-gifts.ts'
import { financialYearOf } from '#lib/giving/register.ts'
import { sentenceOf } from '#lib/giving/remark.ts'
import { writeLog } from '#lib/office/access/log.ts'
import type { Session } from '#lib/office/access/session.ts'
import type { Role } from '#lib/office/access/staff.ts'
import { refusedBy, unlessSure, wrong } from '#lib/office/desks/action.ts'
import {
  type Action,
  choices,
  type Detail,
  type FormSpec,
  type Outcome,
  type Posted,
  shortDay,
} from '#lib/office/desks/desk.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { type Currency, formatMoney, type Money } from '#lib/platform/money.ts'
import { isReference, readReference } from '#lib/platform/reference.ts'
import { store } from '#lib/platform/store/index.ts'
import { currencies, currencyTerms, isCurrency, usualCurrency } from '#lib/site/content/currencies.ts'
import { campaigns, entityDay, reasons, receiptTerms } from '#lib/site/content/index.ts'

export const roles: readonly Role[] = ['money']

type Refused = ReturnType<typeof wrong>
type Fields = NonNullable<FormSpec['fields']>

/** What may be corrected of a gift. */
export const corrected = ['name', 'organisation', 'email', 'address', 'idKind', 'reason', 'campaign'] as const
export type DonorShown = Record<(typeof corrected)[number], string>
export const noDonor = Object.fromEntries(corrected.map((name) => [name, ''])) as DonorShown

const blank = () => [{ value: '', label: textsIn().office.none }]
/** The questions about a donor. @param currency the identity document is kept for gifts under India's law only. */
export const donorFields = (
  { name, organisation, email, address, idKind, reason, campaign }: DonorShown,
  { hasId, idHint }: { hasId: boolean; idHint: string },
): Fields => [
  { name: 'name', label: 'name', kind: 'line', value: name },
  { name: 'organisation', label: 'organisation', kind: 'line', optional: true, value: organisation },
  { name: 'email', label: 'email', kind: 'line', optional: true, value: email },
  { name: 'address', label: 'address', kind: 'text', optional: true, value: address },
  ...(hasId
    ? ([
        {
          name: 'idKind',
          label: 'idKind',
          kind: 'one',
          value: idKind,
          options: [...blank(), ...choices(idKinds, (kind) => messages()('mail.identity', { kind }))],
        },
        { name: 'idNumber', label: 'idNumber', kind: 'line', optional: true, hint: idHint },
      ] as const)
    : []),
  {
    name: 'reason',
    label: 'purpose',
    kind: 'one',
    value: reason,
    options: [...blank(), ...reasons().map(({ code, label }) => ({ value: String(code), label }))],
  },
  {
    name: 'campaign',
    label: 'campaign',
    kind: 'one',
    value: campaign,
    options: [...blank(), ...campaigns().map(({ slug, title }) => ({ value: slug, label: title }))],
  },
]

/** Gifts under India's law: an identity document is kept for them only. */
export const hasIdentity = (currency: string) => currencyTerms(currency).law === 'india'

/** Asks whose gift it is: the reference of a pledge, or a donor. */
export const giverFields = (hasId: boolean, reference: string): Fields => [
  {
    name: 'reference',
    label: 'announced',
    kind: 'line',
    optional: true,
    hint: textsIn().office.announcedHint,
    value: reference,
  },
  {
    name: 'as',
    label: 'recordedAs',
    kind: 'one',
    value: 'whole',
    options: [
      { value: 'whole', label: textsIn().office.asWhole },
      { value: 'part', label: textsIn().office.asPart },
      { value: 'second', label: textsIn().office.asSecond },
    ],
  },
  ...donorFields(noDonor, { hasId, idHint: '' }).map((field) =>
    field.name === 'name' ? { ...field, optional: true as const, hint: textsIn().office.nameHint } : field,
  ),
  {
    name: 'citizen',
    label: 'citizen',
    kind: 'one',
    hint: textsIn().office.citizenHint,
    options: [...blank(), ...choices(['yes', 'no'])],
  },
]

/** The values of the fields, or what is wrong with them. */
export function giverIn(posted: Posted): { giver: Giver } | ReturnType<typeof wrong> {
  const typed = (name: string) => oneLine(textOf(posted[name]))
  const reference = readReference(typed('reference')) ?? typed('reference')
  const as = (['whole', 'part', 'second'] as const).find((each) => each === typed('as')) ?? 'whole'
  if (reference && !isReference(reference)) return wrong({ reference: textsIn().office.writeReference })
  if (reference && typed('name')) return wrong({ name: textsIn().office.eitherDonor })
  const donor = {
    name: typed('name'),
    organisation: typed('organisation'),
    email: typed('email'),
    address: manyLines(textOf(posted.address)),
    idKind: typed('idKind'),
    idNumber: typed('idNumber'),
    citizen: typed('citizen'),
    reason: typed('reason'),
    campaign: typed('campaign'),
  }
  return { giver: reference ? { reference, as } : { donor, isSecond: as === 'second' } }
}

const paymentFields = (): Fields => [
  { name: 'amount', label: 'amount', kind: 'line' },
  {
    name: 'currency',
    label: 'currency',
    kind: 'one',
    value: usualCurrency(),
    options: currencies().map(({ code }) => ({ value: code, label: code })),
  },
  { name: 'day', label: 'arrivedOn', kind: 'day', value: entityDay(usualCurrency()) },
  { name: 'mode', label: 'method', kind: 'one', value: 'cheque', options: choices(modes) },
  { name: 'number', label: 'chequeNumber', kind: 'line', optional: true },
  { name: 'remark', label: 'remark', kind: 'line', optional: true },
]
const allFields = (reference: string): Fields => [
  ...paymentFields(),
  ...giverFields(
    currencies().some(({ code }) => hasIdentity(code)),
    reference,
  ),
]

/** What each gift of a deposit slip has of its own. The other fields are those of all. */
const own = ['amount', 'number', 'reference', 'as', 'name', 'organisation', 'email', 'address', 'idKind', 'idNumber']
const rowsAtOnce = 10
const maxRows = 50
/** The pages that record gifts: `new`, `new-G-7KQM-2X9D` for a pledge, and `slip-20` for twenty cheques of a deposit slip. */
export const newGift = 'new'
export const newSlip = `slip-${rowsAtOnce}`
const rowsIn = (id: string) => Math.min(Number(/^slip-(\d+)$/.exec(id)?.[1] ?? 0), maxRows)
const pledgeIn = (id: string) =>
  id === newGift ? '' : id.startsWith(`${newGift}-`) ? id.slice(newGift.length + 1) : null

const ofRow = (name: string, row: number) => `${name}-${row + 1}`

function slipFields(rows: number): Fields {
  const fields = allFields('')
  const t = messages()
  return [
    { name: 'total', label: 'slipTotal', kind: 'line', hint: textsIn().office.slipTotalHint },
    ...fields.filter(({ name }) => !own.includes(name)),
    ...Array.from({ length: rows }, (_, row) =>
      fields
        .filter(({ name }) => own.includes(name))
        .map(({ hint: _, ...field }) => ({
          ...field,
          name: ofRow(field.name, row),
          group: t('office.slipRow', { row: row + 1 }),
          kind: field.kind === 'text' ? 'line' : field.kind,
        })),
    ).flat(),
  ]
}

/** The page that records gifts; null for the id of a gift. */
export function recordPage(id: string): Detail | null {
  const [reference, rows] = [pledgeIn(id), rowsIn(id)]
  if (reference !== null)
    return {
      title: textsIn().office.recordGift,
      facts: [],
      forms: [{ intent: 'gifts.record', submit: 'recordGift', fields: allFields(reference) }],
    }
  if (rows === 0) return null
  return {
    title: textsIn().office.recordSlip,
    facts: [],
    forms: [
      {
        intent: 'gifts.record-slip',
        submit: 'recordAll',
        more: 'slipMore',
        notes: [textsIn().office.slipNote],
        fields: slipFields(rows),
      },
    ],
  }
}

/** A gift as it was typed, or what is wrong with it. */
function typedIn(posted: Posted): Typed | ReturnType<typeof wrong> {
  const read = giverIn(posted)
  if ('fault' in read) return read
  const typed = (name: string) => oneLine(textOf(posted[name]))
  const payment = {
    amount: typed('amount'),
    currency: typed('currency'),
    day: typed('day'),
    mode: typed('mode'),
    ...Object.fromEntries(['number', 'remark'].flatMap((name) => (typed(name) ? [[name, typed(name)]] : []))),
  }
  return { payment, giver: read.giver }
}

/** The day of the gift is in a year whose books may be closed: says so, and whether what was handed in lacks the gift. */
async function closedYear({ money: { currency }, day }: Ready['arrival']): Promise<string> {
  const terms = receiptTerms(currency)
  const year = financialYearOf(`${day}T12:00:00Z`, terms)
  if (year >= financialYearOf(utcNow(), terms)) return ''
  const { db } = await store()
  const downloads = await db
    .selectFrom('office_log')
    .select(['at', 'details'])
    .where('action', '=', 'lists.download')
    .where('subject', '=', currencyTerms(currency).law)
    .where('at', '>=', yearAt(currency, year).until)
    .orderBy('at', 'desc')
    .execute()
  const last = downloads.find(({ details }) => JSON.parse(details ?? '{}').year === String(year))
  return messages()('office.closedYear', {
    day: shortDay(day),
    year: yearInWords({ currency, first: year }),
    listed: last ? shortDay(entityDay(currency, new Date(last.at))) : 'none',
  })
}

const inFigures = (money: Money) => `${formatMoney(money)} (${amountInWords(money)})`

/** What is recorded and mailed, for a last look. */
async function lookAt(gifts: readonly Ready[]): Promise<string> {
  const t = messages()
  const lines = gifts.map(({ arrival, order: { donor }, done: { notes } }) =>
    [
      t('office.look', {
        amount: inFigures(arrival.money),
        mode: arrival.mode,
        day: shortDay(arrival.day),
        name: donor.organisation ? `${donor.organisation} (${donor.name})` : donor.name,
        email: donor.email || 'none',
      }),
      ...notes.filter(({ kind }) => kind !== 'unmailed').map(sentenceOf),
    ].join(' '),
  )
  const [first] = gifts
  const years = first ? await closedYear(first.arrival) : ''
  if (gifts.length === 1) return [...lines, years].filter(Boolean).join('\n')
  const sum = t('office.lookSum', { count: gifts.length, amount: inFigures(sumOf(gifts)) })
  return [sum, ...lines.map((line, row) => `${row + 1}. ${line}`), years].filter(Boolean).join('\n')
}

/**
 * Asks before donors are recorded or corrected: `look`, and of each identity document that also stands with another name whether it is that of the same person.
 * Null if there is nothing to ask, or it was answered. `isNumbered`: the orders are the rows of a page.
 */
export async function askAbout(
  posted: Posted,
  orders: readonly OrderWithSecrets[],
  { look = '', isNumbered = false } = {},
) {
  const t = messages()
  const asked = orders.map(async (order, row) => {
    const others = (await otherHolders(order, orders)).join(', ')
    const document = t('mail.identity', { kind: identityOf(order)?.kind ?? '' })
    const place = isNumbered ? `${row + 1}. ` : ''
    return others ? [place + t('office.otherHolder', { document, others, name: holderOf(order) })] : []
  })
  const ticks = [...new Set((await Promise.all(asked)).flat())]
  return look || ticks.length > 0 ? unlessSure(posted, look || textsIn().office.oneHolder, ticks) : null
}

const sumOf = (gifts: readonly Ready[]): Money => ({
  amount: gifts.reduce((sum, { arrival }) => sum + arrival.money.amount, 0),
  currency: gifts[0]?.arrival.money.currency ?? '',
})

/** Records what was typed, after a last look. `faultsOf`: where they stand in the form. `check`: what else is wrong. */
async function record(
  { staff }: Session,
  posted: Posted,
  typed: readonly Typed[],
  faultsOf: (faults: readonly RowFault[]) => Refused,
  check: (gifts: readonly Ready[]) => Refused | null = () => null,
): Promise<Exclude<Outcome, string> | { done: readonly Confirmed[] }> {
  const read = await readTyped(typed)
  if (!read.ok) return faultsOf(read.failure)
  const orders = read.value.map(({ order }) => order)
  const asked = { look: await lookAt(read.value), isNumbered: orders.length > 1 }
  const stops = check(read.value) ?? (await askAbout(posted, orders, asked))
  if (stops) return stops
  const done = await recordTyped(read.value, async (transaction, gifts) => {
    for (const [row, { id: subject, reference: given }] of gifts.entries()) {
      const after = { ...typed[row]?.payment, given }
      await writeLog(staff, { action: 'gifts.record', subject, details: { after } }, transaction)
    }
  })
  return done.ok ? { done: done.value } : faultsOf(done.failure)
}

/** The gifts of the rows in which something was typed, by row, from 0. */
function slipIn(posted: Posted, rows: number) {
  const typed = new Map<number, ReturnType<typeof typedIn>>()
  for (let row = 0; row < rows; row++) {
    const values = Object.fromEntries(own.map((name) => [name, posted[ofRow(name, row)]]))
    const isEmpty = own.every((name) => name === 'as' || textOf(values[name]).trim() === '')
    if (!isEmpty) typed.set(row, typedIn({ ...posted, ...values }))
  }
  return typed
}

const currencyIn = ({ currency }: Posted): Currency => {
  const code = textOf(currency)
  return isCurrency(code) ? code : usualCurrency()
}

/** What the rows add up to so far, beside what the deposit slip says. */
function sumSoFar(posted: Posted, filled: readonly number[]): string {
  const currency = currencyIn(posted)
  const amountOf = (name: string) => {
    const amount = readAmount(oneLine(textOf(posted[name])), currency)
    return amount === 'unreadable' ? 0 : amount
  }
  const sum = filled.reduce((before, row) => before + amountOf(ofRow('amount', row)), 0)
  return sumInWords(filled.length, { amount: sum, currency }, amountOf('total'))
}

const sumInWords = (count: number, sum: Money, total: number): string => {
  const difference = Math.abs(sum.amount - total)
  return messages()('office.slipSum', {
    count,
    sum: formatMoney(sum),
    total: total > 0 ? formatMoney({ ...sum, amount: total }) : 'none',
    difference: difference > 0 ? formatMoney({ ...sum, amount: difference }) : 'none',
  })
}

export const recording: Readonly<Record<string, Action>> = {
  'gifts.record': {
    roles,
    async run(session, _, posted) {
      const typed = typedIn(posted)
      if ('fault' in typed) return typed
      const recorded = await record(session, posted, [typed], refusedBy)
      return 'done' in recorded ? { open: recorded.done[0]?.id ?? '' } : recorded
    },
  },
  'gifts.record-slip': {
    roles,
    async run(session, subject, posted) {
      const rows = rowsIn(subject)
      const typed = slipIn(posted, rows)
      const filled = [...typed.keys()]
      if (textOf(posted.more)) {
        const needed = Math.min(maxRows, filled.length < rows ? rows : rows + rowsAtOnce)
        return { again: `slip-${needed}`, said: sumSoFar(posted, filled) }
      }
      if (filled.length === 0) return wrong({ [ofRow('amount', 0)]: sentenceOf({ kind: 'amountEmpty' }) })
      const refused = [...typed].flatMap(([row, read]) =>
        'fault' in read ? read.fault.errors.map(({ field, message }) => [ofRow(field, row), message] as const) : [],
      )
      if (refused.length > 0) return wrong(Object.fromEntries(refused))
      const gifts = [...typed.values()].filter((read) => 'giver' in read)
      /** What is wrong with a field of all is said once. */
      const faultsOf = (faults: readonly RowFault[]) => {
        const placed = faults.map(({ row, field, remark }) => {
          const place = own.includes(field) ? ofRow(field, filled[row] ?? row) : field
          const shown = { ...remark, ...(remark.row && { row: String((filled[Number(remark.row)] ?? 0) + 1) }) }
          return [place, { field: place, remark: shown }] as const
        })
        return refusedBy([...new Map(placed).values()])
      }
      const recorded = await record(session, posted, gifts, faultsOf, (ready) => {
        const sum = sumOf(ready)
        const total = readAmount(oneLine(textOf(posted.total)), sum.currency)
        if (total === 'unreadable' || total <= 0) return wrong({ total: textsIn().office.writeTotal })
        return total === sum.amount ? null : wrong({ total: sumInWords(ready.length, sum, total) })
      })
      return 'done' in recorded ? 'done' : recorded
    },
  },
}
