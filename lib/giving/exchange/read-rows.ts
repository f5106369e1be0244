/** Reads a file of gifts of another system, row by row. Pure: the thread that reads files runs it. */
import { isEmail } from '#lib/contact/forms/form.ts'
import { manyLines, oneLine } from '#lib/contact/forms/text.ts'
import {
  type Answer,
  columnsIn,
  type Field,
  headingKey,
  headings,
  type Layout,
  methods,
  missingIn,
  statuses,
  systemOf,
} from '#lib/giving/exchange/columns.ts'
import { datesOf } from '#lib/giving/pledges/statement.ts'
import { readAmount, readDay } from '#lib/giving/pledges/statement-cells.ts'
import { type Row, readGiftRows } from '#lib/giving/pledges/statement-file.ts'
import type { Remark } from '#lib/giving/remark.ts'
import { now } from '#lib/platform/clock.ts'
import type { Money } from '#lib/platform/money.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import type { GiftKind, GiftStatus } from '#lib/platform/store/schema.ts'
import { toAsciiDigits } from '#lib/platform/typed-text.ts'
import { currencies, isCurrency } from '#lib/site/content/currencies.ts'

/** Why a row is no gift. `unpaid`: it never was. */
type Fault =
  | 'amount'
  | 'negative'
  | 'currency'
  | 'day'
  | 'late'
  | 'status'
  | 'donor'
  | 'email'
  | 'cut'
  | 'moved'
  | 'unpaid'
  | 'empty'

/** A gift as the other system has it. `money`: what was left of it; `refunded`, in the smallest unit, went back. */
export type OtherGift = {
  /** The id of the payment. Null if the file does not name one. */
  id: string | null
  day: string
  money: Money
  refunded: number
  status: GiftStatus
  kind: GiftKind
  method: string | null
  receipt: string | null
  receiptDay: string | null
  purpose: string
  campaign: string
}
/** `since`: year-month-day, or empty. */
type Consent = { since: string; source: string }
/** A row as it was read. At least one of the last three is there. */
export type ImportRow = {
  name: string
  organisation: string
  email: string
  /** As the forms name them. */
  answers: Record<string, string>
  gift: OtherGift | null
  /** The id of the subscription at the payment service. */
  subscription: string | null
  consent: Consent | null
}
/** `text`: the cells, for people. */
export type ReadRow = { number: number; text: string; read: Result<ImportRow, Fault> }

/** What has to be asked, with what is known so far. `sample`: the first row. */
export type Question = {
  headings: string[]
  sample: string[]
  columns: Partial<Record<Field, string>>
  missing: string[]
}
type Opened = { layout: Layout & { dates: NonNullable<Layout['dates']> }; rows(): Iterable<ReadRow> }

/** The day that is tomorrow nowhere yet. */
const latestDay = () => new Date(now().getTime() + 14 * 3_600_000).toISOString().slice(0, 10)

/** @param answers what people have said, by the headings of the file. The failure is a question, or why the file cannot be read. */
export function openGifts(
  bytes: Uint8Array,
  answers: Readonly<Record<string, Answer>>,
): Result<Opened, Question | Remark> {
  const file = readGiftRows(bytes)
  if (!file.ok) return file
  const { sample, isText, rows } = file.value
  const at = headingRow(sample)
  const { cells = [], number = 0 } = sample[at] ?? {}
  const answer = answers[layoutKey(cells)]
  const columns = columnsIn(cells, answer)
  const below = sample.slice(at + 1).filter(isFilled)
  if (below.length === 0) return failure({ kind: 'fileWithoutRows' })
  const days = below.map((row) => dayCell(cellOf(row, columns.day)))
  // A file may have no days: of monthly gifts, or sign-ups.
  const dates = answer?.dates ?? (days.some(Boolean) ? datesOf(days) : 'Y-M-D') ?? null
  const code = answer?.currency ?? null
  const unsaid = [
    ...missingIn(columns),
    ...(dates ? [] : ['dates']),
    ...(columns.amount && !columns.currency && !code ? ['currency'] : []),
  ]
  if (unsaid.length > 0 || !dates) {
    const named = Object.entries(columns).map(([field, [place = -1]]) => [field, cells[place] ?? ''] as const)
    return failure({
      headings: cells,
      sample: below[0]?.cells ?? [],
      columns: Object.fromEntries(named),
      missing: unsaid,
    })
  }
  const layout = { system: systemOf(cells), columns, dates, currency: code }
  const reader = rowReader(layout, { width: cells.length, isText })
  return success({
    layout,
    *rows() {
      for (const row of rows())
        if (row.number > number && isFilled(row))
          yield { number: row.number, text: cellsInWords(row), read: reader(row) }
    },
  })
}

/** Files with the same headings have the same columns. */
export const layoutKey = (cells: readonly string[]): string => cells.map(headingKey).join('|')

const isFilled = ({ cells }: Row) => cells.some(Boolean)
export const cellsInWords = ({ cells }: Row) => cells.filter(Boolean).join(', ').slice(0, 500)
const known = new Set<string>(Object.values(headings).flat().map(headingKey))

/** The first row of which most cells are known headings, or else the first with three words. */
function headingRow(rows: readonly Row[]): number {
  const count = ({ cells }: Row) => cells.filter((cell) => known.has(headingKey(cell))).length
  const first = rows.slice(0, 20)
  const best = Math.max(...first.map(count), 0)
  if (best >= 2) return first.findIndex((row) => count(row) === best)
  return Math.max(
    0,
    first.findIndex(({ cells }) => cells.filter(Boolean).length >= 3),
  )
}

/** The first of the columns that is filled. A quote in front of a formula, as our own files have, is no part of the text. */
const cellOf = ({ cells }: Row, places: readonly number[] = []): string =>
  (places.map((place) => cells[place] ?? '').find(Boolean) ?? '').replace(/^'(?=\s*[=+\-@|%])/, '')

/** "Monday, January 5, 2015" without the weekday. */
const dayCell = (cell: string) => cell.replace(/^\p{L}+day,\s*/u, '')

const firstFitting = <Value>(table: readonly (readonly [RegExp, Value])[], cell: string) =>
  table.find(([pattern]) => pattern.test(cell.toLowerCase()))?.[1]

const isYes = (cell: string) => /^(?:y|yes|true|1|confirmed|subscribed|opt(?:ed)?.?in|consent given)$/i.test(cell)

function rowReader(
  { system, columns, dates, currency }: Opened['layout'],
  { width, isText }: { width: number; isText: boolean },
) {
  const latest = latestDay()
  const codes = currencies().map(({ code }) => code)
  const isOfGifts = columns.amount !== undefined
  return (row: Row): Result<ImportRow, Fault> => {
    const cell = (field: Field) => oneLine(cellOf(row, columns[field]))
    if (isText && row.cells.length < width) return failure('cut')
    if (isText && row.cells.length > width) return failure('moved')
    const email = cell('email')
    const name = cell('name') || oneLine(`${cell('firstName')} ${cell('lastName')}`)
    const organisation = cell('organisation')
    if (email && !isEmail(email)) return failure('email')
    if (!email && !name && !organisation) return failure('donor')
    const gift = isOfGifts ? giftIn(cell) : success(null)
    if (!gift.ok) return gift
    const subscription = /^sub_\w+$/.test(cell('subscription')) ? cell('subscription') : null
    const consent = email && isYes(cell('newsletter')) ? consentIn(cell, gift.value?.day ?? '') : null
    if (!gift.value && !subscription && !consent) return failure('empty')
    return success({
      name: (name || organisation || '').slice(0, 160),
      organisation: organisation === name ? '' : organisation.slice(0, 160),
      email,
      answers: answersIn(cell),
      gift: gift.value,
      subscription,
      consent,
    })
  }

  function giftIn(cell: (field: Field) => string): Result<OtherGift, Fault> {
    const status = firstFitting(statuses, cell('status'))
    if (!status) return failure('status')
    if (status === 'unpaid') return failure('unpaid')
    const code = (cell('currency') || currency || '').toUpperCase()
    if (!isCurrency(code) || !codes.includes(code)) return failure('currency')
    const [gross, given] = [readAmount(cell('amount'), code), readAmount(cell('refunded'), code)]
    if (gross === 'unreadable' || given === 'unreadable' || gross === 0) return failure('amount')
    if (gross < 0) return failure('negative')
    const back = Math.abs(given)
    if (back > gross) return failure('amount')
    const day = readDay(dayCell(cell('day')), dates)
    if (!day || day < '1900') return failure('day')
    if (day > latest) return failure('late')
    const isAllBack = status === 'paid' && back === gross
    const kind = cell('kind').toLowerCase()
    return success({
      id: cell('payment') || (cell('id') && `${system}:${cell('id')}`) || null,
      day,
      money: { amount: status === 'refunded' || isAllBack ? gross : gross - back, currency: code },
      refunded: status === 'refunded' || isAllBack ? gross : back,
      status: isAllBack ? 'refunded' : status,
      kind: kind === 'sponsorship' || kind === 'ticket' ? kind : isMonthly(cell, kind) ? 'monthly' : 'one-off',
      method: firstFitting(methods, cell('method')) ?? (cell('method') ? 'other' : null),
      receipt: cell('receipt').slice(0, 80) || null,
      receiptDay: readDay(dayCell(cell('receiptDay')), dates),
      purpose: cell('purpose'),
      campaign: cell('campaign'),
    })
  }

  function isMonthly(cell: (field: Field) => string, kind: string): boolean {
    return kind === 'monthly' || isYes(kind) || cell('subscription') !== '' || /^renewal/i.test(cell('status'))
  }

  function consentIn(cell: (field: Field) => string, day: string): Consent {
    return {
      since: readDay(dayCell(cell('newsletterSince')), dates) ?? day,
      source: cell('newsletterSource') || system,
    }
  }

  function answersIn(cell: (field: Field) => string): Record<string, string> {
    const all = {
      phone: cell('phone'),
      line1: manyLines(cell('address')),
      line2: cell('address2'),
      city: cell('city'),
      state: cell('state'),
      postal_code: toAsciiDigits(cell('postalCode')),
      country: /^[A-Za-z]{2}$/.test(cell('country')) ? cell('country').toUpperCase() : cell('country'),
    }
    return Object.fromEntries(Object.entries(all).flatMap(([name, text]) => (text ? [[name, text.slice(0, 400)]] : [])))
  }
}

/** Rows that are handed on at a time. */
const rowsPerPiece = 500
/** Piece by piece, for the thread that reads files; returns what has to be asked, or why the file cannot be read. */
export function* readGifts(
  bytes: Uint8Array,
  answers: Readonly<Record<string, Answer>>,
): Generator<ReadRow[], Question | Remark | null> {
  const opened = openGifts(bytes, answers)
  if (!opened.ok) return opened.failure
  let piece: ReadRow[] = []
  for (const row of opened.value.rows()) {
    if (piece.push(row) < rowsPerPiece) continue
    yield piece
    piece = []
  }
  yield piece
  return null
}
