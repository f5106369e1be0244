/**
 * Reads bank statements as CSV and proposes which line pays which pledge. A person confirms each. No incoming payment is left out
 * silently. Pure.
 */
import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { type Currency, decimals, type Money } from '#lib/platform/money.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import type { StatementLayout } from '#lib/site/content/giving-schema.ts'

export type StatementLine = {
  /** Fingerprint: the same line of an overlapping statement has the same one. */
  id: string
  /** The start of `id`, for people to type. */
  code: string
  /** Year-month-day. */
  day: string
  money: Money
  text: string
}

/** `unreadable`: rows with an amount that could not be read whole. The failure is a sentence for the office. */
export type Statement = Result<{ layout: StatementLayout; lines: StatementLine[]; unreadable: string[] }, string>

type Row = { record: string[]; info: { lines: number } }

const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** @param text of the file. Lines above and below the table are left out. */
export function readStatement(text: string, layouts: readonly StatementLayout[]): Statement {
  for (const delimiter of [',', ';', '\t']) {
    let rows: Row[]
    try {
      const options = { bom: true, delimiter, info: true, relax_column_count: true, relax_quotes: true, trim: true }
      rows = parse(text, options) as unknown as Row[]
    } catch {
      continue
    }
    for (const [index, { record }] of rows.entries()) {
      const header = record.map(plain)
      const layout = layouts.find(({ date, text: texts, received }) =>
        [date, ...texts, received].every((column) => header.includes(plain(column))),
      )
      if (layout) return success({ layout, ...readRows(rows.slice(index + 1), header, layout) })
    }
  }
  const known = layouts.map(
    ({ about, date, text: texts, received }) => `  ${about}: ${[date, ...texts, received].join(', ')}`,
  )
  return failure(
    `No row of this file has the columns of a known statement. Add those of your bank to content/giving/transfers.yaml. The known ones are:\n${known.join('\n')}`,
  )
}

function readRows(rows: readonly Row[], header: readonly string[], layout: StatementLayout) {
  const lines: StatementLine[] = []
  const unreadable: string[] = []
  const alike = new Map<string, number>()
  for (const { record, info } of rows) {
    const cell = (column: string) => record[header.indexOf(plain(column))] ?? ''
    const amount = readAmount(cell(layout.received), layout.currency)
    if (amount !== 'unreadable' && amount <= 0) continue
    const day = readDay(cell(layout.date), layout.dates)
    if (amount === 'unreadable' || day === null) {
      unreadable.push(`row ${info.lines}: ${record.join(', ')}`)
      continue
    }
    const text = layout.text.map(cell).filter(Boolean).join(' ').replace(/\s+/g, ' ')
    const same = JSON.stringify([layout.currency, day, amount, text])
    // Two equal payments on one day are two payments. Statements contain whole days, so their numbers are the same in an overlapping one.
    const number = (alike.get(same) ?? 0) + 1
    alike.set(same, number)
    const id = createHash('sha256').update(`${same}${number}`).digest('hex').slice(0, 32)
    lines.push({
      id,
      code: id.slice(0, 8).toUpperCase(),
      day,
      money: { amount, currency: layout.currency },
      text,
    })
  }
  return { lines, unreadable }
}

/** In the smallest unit; 0 for an empty cell, negative for outgoing payments: "1,00,000.00", "$12.50", "(5.00)", "500.00 Dr". */
export function readAmount(cell: string, currency: Currency): number | 'unreadable' {
  const written = cell
    .replace(new RegExp(`^(?:rs\\.?|(?:us)?\\p{Sc}|${currency})\\s*|\\s*(?:${currency}|cr\\.?)$`, 'giu'), '')
    .trim()
  if (/^[-–]?$/.test(written)) return 0
  const isOut = /^[-(−]|\bdr\.?$|-$/i.test(written)
  const [, whole = '', cents = ''] =
    /^[-+(−]?\s*\p{Sc}?\s*(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d{1,3}))?\)?\s*(?:dr\.?|-)?$/iu.exec(written) ?? []
  const places = decimals(currency)
  const digits = whole.replaceAll(',', '') + cents.padEnd(places, '0')
  if (!whole || cents.length > places || digits.length > 12) return 'unreadable'
  return isOut ? -Number(digits) : Number(digits)
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Null if it is not a day of the calendar. */
export function readDay(cell: string, format: StatementLayout['dates']): string | null {
  const parts = cell.trim().split(/[/.\s-]+/)
  const [first = '', second = '', third = ''] = parts
  const [year, month, day] = {
    'D/M/Y': [third, second, first],
    'M/D/Y': [third, first, second],
    'Y-M-D': [first, second, third],
    'D MMM Y': [third, String(months.indexOf(second.slice(0, 3).toLowerCase()) + 1), first],
  }[format] as [string, string, string]
  if (!/^(?:\d{2}|\d{4})$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return null
  const written = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const read = new Date(`${written}T00:00:00Z`)
  return Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== written ? null : written
}

/** `paid`: a transfer was confirmed for it before. */
export type OpenPledge = { reference: string; money: Money; names: readonly string[]; day: string; paid: boolean }

export type Proposal = {
  line: StatementLine
  pledge: OpenPledge
  because: readonly ('reference' | 'amount' | 'name')[]
}

type Proposals = {
  proposals: Proposal[]
  /** `note`: why nothing is proposed although several pledges fit. */
  unmatched: { line: StatementLine; note: string }[]
}

/** A name that matches more lines of a statement consists of words that banks or donors often write. */
const maxLinesOfName = 3

/**
 * Uses each line and each pledge at most once, whatever their order. A reference is sufficient; otherwise amount and name must both fit
 * exactly one pledge. Anybody can pledge under any name, so a name counts only if it distinguishes one payer from others. `ours`: our own names, which
 * lines repeat.
 */
export function proposeMatches(
  lines: readonly StatementLine[],
  pledges: readonly OpenPledge[],
  ours: readonly string[] = [],
): Proposals {
  const found: Proposals = { proposals: [], unmatched: [] }
  const common = new Set([...commonWords, ...ours.flatMap(wordsIn)])
  const partsOf = new Map(lines.map((line) => [line, partsIn(line.text, common)]))
  const hasName = (line: StatementLine, { names }: OpenPledge) =>
    names.some((name) => isNamed(partsOf.get(line) ?? [], name, common))
  const isTelling = (pledge: OpenPledge) => lines.filter((line) => hasName(line, pledge)).length <= maxLinesOfName
  const taken = new Set<string>()
  const ofMoney = ({ money }: StatementLine) => pledges.filter((pledge) => pledge.money.currency === money.currency)

  function settle(line: StatementLine, fitting: readonly OpenPledge[]) {
    const [pledge] = fitting
    if (pledge && fitting.length === 1 && !pledge.paid && !taken.has(pledge.reference)) {
      taken.add(pledge.reference)
      const because = [
        ...(hasReference(line, pledge) ? (['reference'] as const) : []),
        ...(hasAmount(line, pledge) ? (['amount'] as const) : []),
        ...(hasName(line, pledge) ? (['name'] as const) : []),
      ]
      found.proposals.push({ line, pledge, because })
    } else found.unmatched.push({ line, note: noteOn(fitting) })
  }

  const sorted = [...lines].sort((a, b) => `${a.day} ${a.id}`.localeCompare(`${b.day} ${b.id}`))
  const named = sorted.map((line) => ({ line, by: ofMoney(line).filter((pledge) => hasReference(line, pledge)) }))
  // First, so that a transfer without a reference never takes the pledge of another.
  for (const { line, by } of named) if (by.length > 0) settle(line, by)
  for (const { line, by } of named)
    if (by.length === 0)
      settle(
        line,
        ofMoney(line).filter(
          (pledge) =>
            !pledge.paid &&
            !taken.has(pledge.reference) &&
            hasAmount(line, pledge) &&
            hasName(line, pledge) &&
            isTelling(pledge) &&
            isLater(line, pledge),
        ),
      )
  return found
}

function noteOn(fitting: readonly OpenPledge[]): string {
  const named = fitting.map(({ reference }) => reference).sort()
  if (named.length === 0) return ''
  return named.length > 1 ? `fits ${named.join(' and ')}` : `${named[0]} already has its transfer`
}

/** Banks drop hyphens, break lines and use capitals; donors omit the G. */
const hasReference = ({ text }: StatementLine, { reference }: OpenPledge) =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .includes(reference.slice(1).replaceAll('-', ''))

const hasAmount = ({ money }: StatementLine, pledge: OpenPledge) => money.amount === pledge.money.amount

/** The day before: India is ahead of UTC, in which pledges are stored. */
const isLater = ({ day }: StatementLine, pledge: OpenPledge) =>
  Date.parse(day) >= Date.parse(pledge.day) - 24 * 3_600_000

/** What banks, apps and donors write into lines of many payers: no evidence of a name. */
const commonWords = [
  'ach account atm bank banking bhim branch cash cheque check chq clearing clg credit debit dep deposit desc eft ecs entry for from fund funds',
  'gpay google imps inb inet instant internet limited ltd miss mob mobile mrs nach name national neft net netbanking online orig paid pay payment',
  'paypal paytm phonepe ref reference rtgs salary self sent shri smt state swift tfr the trace transaction transfer trf txn upi via web wire zelle',
  'charity donate donation gift help medical surgery support thank thanks trust with you',
  'america axis baroda canara chase citi federal hdfc hsbc icici idbi idfc india indian indusind kotak pnb sbi uco union wells fargo yes',
  'barb bkid cbin cnrb fdrl icic idfb idib indb ioba kkbk mahb punb sbin ubin utib yesb',
].flatMap((codes) => codes.split(' '))

const wordsIn = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\P{L}+/u)
    .filter(Boolean)

const isInitial = (word: string) => word.length < 3

/** The words of each part of a line, without codes, UPI addresses and `common` ones. */
const partsIn = (text: string, common: ReadonlySet<string>): string[][] =>
  text
    .replace(/[\p{L}\p{N}._]*@[\p{L}\p{N}._]*/gu, '/')
    .replace(/[\p{L}\p{N}]+/gu, (code) => (/\p{N}/u.test(code) ? '/' : code))
    .split(/[^\p{L}\p{M}\s.'’]+/u)
    .map((part) => wordsIn(part).filter((word) => !common.has(word)))

/**
 * All words of the name but one, and at least two, in any order; or the name with other spaces. A name of one word must be a whole part of the
 * line, so that "Kumar" is not everybody of that name. Initials are ignored.
 */
function isNamed(parts: readonly (readonly string[])[], name: string, common: ReadonlySet<string>): boolean {
  const words = [...new Set(wordsIn(name))].filter((word) => !isInitial(word) && !common.has(word))
  const [first] = words
  if (!first) return false
  if (words.length === 1) return parts.some((part) => part.filter((word) => !isInitial(word)).join(' ') === first)
  const written = new Set(parts.flat())
  const spaced = new RegExp(` ${[...words.join('')].join(' ?')} `, 'u')
  return (
    words.filter((word) => written.has(word)).length >= Math.max(2, words.length - 1) ||
    parts.some((part) => spaced.test(` ${part.join(' ')} `))
  )
}
