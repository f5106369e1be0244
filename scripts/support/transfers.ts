/** The commands of `charity gifts` for gifts by bank transfer and cheque. Print personal data. */
import { readFileSync } from 'node:fs'
import { modes } from '#lib/giving/checkout/attempts.ts'
import { findGifts } from '#lib/giving/ledger/register.ts'
import {
  confirmLines,
  knownLayouts,
  learnLayout,
  readBankFile,
  reasonFor,
  studyStatement,
} from '#lib/giving/pledges/bank-file.ts'
import { type Confirmation, confirmTyped, openPledges, undoTransfer } from '#lib/giving/pledges/confirm.ts'
import { correctGifts } from '#lib/giving/pledges/correct.ts'
import type { ColumnProposal, LayoutAnswer, Statement, StatementLine } from '#lib/giving/pledges/statement.ts'
import { stopStandingOrder } from '#lib/giving/receipts/change-subscription.ts'
import { receiptPage } from '#lib/giving/receipts/mail.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { isReference } from '#lib/platform/reference.ts'
import { failure } from '#lib/platform/result.ts'
import { fail, sentenceOf } from './command.ts'

type Open = Awaited<ReturnType<typeof openPledges>>[number]

/** Removes control characters, because terminals interpret escape sequences. */
const printable = (text: string) => text.replace(/\p{Cc}+/gu, ' ')

export async function listPledges(): Promise<void> {
  const open = await openPledges({ unpaid: true })
  console.log(open.map(pledgeLine).join('\n') || 'No pledge and no invoice is open.')
}

const pledgeLine = ({ day, money, reference, names, monthly }: Open) =>
  `${day}  ${formatMoney(money).padStart(12)}  ${reference}  ${printable(names.join(', '))}${monthly ? ', every month' : ''}`

const lineInWords = ({ code, day, money, text }: StatementLine) =>
  `${code}  ${day}  ${formatMoney(money).padStart(12)}  ${printable(text)}`

/** A word of a command as a shell takes it. */
const quoted = (word: string) =>
  /^[\w./:=-]+$/.test(word) ? word : /["$`\\!]/.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `"${word}"`

/** Null, after the reason is printed, for a file that cannot be read. */
function bytesOf(file: string): Uint8Array | null {
  try {
    return readFileSync(file)
  } catch (error) {
    fail(file ? sentenceOf(error) : 'Name the file of a statement.')
    return null
  }
}

/** Null, after the reason is printed, for a file that is not a statement. */
async function read(file: string): Promise<Statement | null> {
  const bytes = bytesOf(file)
  if (!bytes) return null
  const statement = await readBankFile(bytes)
  if (statement.ok) return statement.value
  const { kind, sentence, candidates } = statement.failure
  const [candidate] = candidates
  const known = (await knownLayouts()).map(({ about }) => `  ${about}`).join('\n')
  if (kind === 'no-table') fail(sentence)
  else fail(`${sentence} ${candidate ? question(file, candidate) : `Known are:\n${known}`}`)
  return null
}

/** Asks which column is which, with what the file suggests. */
function question(file: string, { headings, rows: [sample = []], columns }: ColumnProposal): string {
  const width = Math.max(...headings.map((heading) => heading.length))
  const table = headings
    .map((heading, index) => `  ${printable(heading.padEnd(width))}  ${printable(sample[index] ?? '')}`)
    .join('\n')
  const { date = '?', text = ['?'], received = '?', direction, dates = '?' } = columns
  const words = [`date=${date}`, ...text.map((heading) => `text=${heading}`), `received=${received}`]
  const answer = [...words, ...(direction ? [`direction=${direction}`] : []), `dates=${dates}`, 'currency=?', 'about=?']
  return `This could be the row, with the first one below it:

${table}

Look at this, put the answer in place of each ?, and type it once:
  charity gifts statement ${quoted(file)} --columns ${quoted(printable(answer.join(',')))}

  date, text   the day, and the columns with payer and reference: one text= for each
  received     what came in; with direction=, if a column says CR or DR
  dates        D/M/Y if 05/11/2026 is 5 November, M/D/Y if it is 11 May
  currency     such as INR
  about        whose statement it is, such as My bank`
}

/** Of --columns: headings may contain commas. */
function readAnswer(written: string): LayoutAnswer {
  const pairs = [...written.matchAll(columnPattern)]
    .map(([, key = '', value = '']) => [key, value.trim()] as const)
    .filter(([, value]) => value !== '?')
  const text = pairs.filter(([key]) => key === 'text').map(([, value]) => value)
  return { ...(Object.fromEntries(pairs) as LayoutAnswer), text }
}
const columnKeys = 'date|text|received|direction|dates|currency|about'
const columnPattern = new RegExp(`(?<=^|,)s*(${columnKeys})=(.*?)(?=$|,s*(?:${columnKeys})=)`, 'gs')

/** `columns`: which column is which, if it is to be remembered. */
export async function showStatement(file: string, columns?: string): Promise<void> {
  const bytes = columns === undefined ? null : bytesOf(file)
  if (columns !== undefined && bytes === null) return
  const learned = bytes && (await learnLayout(bytes, readAnswer(columns ?? '')))
  if (learned && !learned.ok) return fail(learned.failure)
  const statement = await read(file)
  if (!statement) return
  const { layout, seen, proposals, unmatched, unreadable } = await studyStatement(statement)
  console.log(`Read as: ${layout.about}. New payments: ${statement.lines.length - seen}, confirmed before: ${seen}.`)
  if (proposals.length > 0)
    console.log(
      `\nThese pay a pledge:\n${proposals.map((proposal) => `  ${lineInWords(proposal.line)}\n            ${printable(reasonFor(proposal))}`).join('\n')}\n\nLook at each, and confirm those that are right:\n  charity gifts confirm ${quoted(file)} ${proposals.map(({ line, pledge }) => `${line.code}=${pledge.reference}`).join(' ')}`,
    )
  if (unmatched.length > 0)
    console.log(
      `\nThese match no pledge with certainty:\n${unmatched.map(({ line, note }) => `  ${lineInWords(line)}${note && `\n            ${note}`}`).join('\n')}`,
    )
  if (unreadable.length > 0)
    fail(`\nThese rows have an amount, and could not be read:\n${unreadable.map(printable).join('\n')}`)
}

const typed = { type: 'string' } as const
const flag = { type: 'boolean' } as const
/** Of `confirm` and `record`. */
export const giftOptions = {
  name: typed,
  organisation: typed,
  email: typed,
  address: typed,
  id: typed,
  citizen: typed,
  reason: typed,
  campaign: typed,
  amount: typed,
  currency: typed,
  day: typed,
  mode: typed,
  second: flag,
  part: flag,
}

type GiftOptions = {
  [Name in keyof typeof giftOptions]?: (typeof giftOptions)[Name] extends typeof flag ? boolean : string
}

/** @param reference as typed; undefined for a donor whom the options describe. Null, after the reason is printed, for neither and for both. */
function giverOf(reference: string | undefined, { id, name, second, part, ...donor }: GiftOptions) {
  if ((reference === undefined) === (name === undefined))
    fail('Name a reference (LINE=REFERENCE for a line), or the donor by --name, and not both.')
  else if (name !== undefined) {
    const [idKind = '', ...number] = id?.split(':') ?? []
    return { donor: { ...donor, name, idKind: idKind.toLowerCase(), idNumber: number.join(':') }, isSecond: !!second }
  } else if (isReference(reference)) return { reference, as: second ? 'second' : part ? 'part' : 'whole' } as const
  else fail(`${reference} is no reference: write it like G-7KQM-2X9D.`)
  return null
}

/** `args`: LINE=REFERENCE or LINE+LINE=REFERENCE; or one LINE or LINE+LINE with a name. */
export async function confirmStatement(file: string, args: readonly string[], options: GiftOptions): Promise<void> {
  const { mode = 'transfer' } = options
  if (args.length === 0) return fail('Name the lines to confirm, as `charity gifts statement` shows them.')
  if (options.name !== undefined && args.length > 1) return fail('With --name, confirm one gift at a time.')
  if (!isOneOf(modes, mode)) return fail(`The mode is one of ${modes.join(', ')}.`)
  const statement = await read(file)
  for (const word of statement ? args : []) {
    const [written = '', reference] = word.toUpperCase().split('=')
    const giver = giverOf(reference, options)
    if (giver) printGift(written, await confirmLines(statement?.lines ?? [], written.split('+'), mode, giver))
  }
}

/** Money that is on no statement. */
export async function recordPayment([reference, ...more]: readonly string[], options: GiftOptions): Promise<void> {
  if (more.length > 0) return fail('Record one gift at a time.')
  const giver = giverOf(reference?.toUpperCase(), options)
  const { amount = '', currency = '', day = '', mode = '' } = options
  const done = giver && (await confirmTyped({ amount, currency, day, mode }, giver))
  if (done) printGift('Not recorded', done.ok ? done : failure(done.failure.map(({ message }) => message)))
}

function printGift(what: string, done: Confirmation): void {
  if (done.ok) {
    const { id, reference, money, notes } = done.value
    console.log(`${formatMoney(money)} is the gift ${reference} now. To undo it: charity gifts undo ${id}`)
    for (const note of notes) console.log(`  Note: ${note}`)
  } else fail(done.failure.map((sentence) => `${what}: ${sentence}`).join('\n'))
}

/** `key`: number of a receipt, reference or payment. Options that are left out change nothing; empty ones remove what is stored. */
export async function correct([key = '', ...more]: readonly string[], options: GiftOptions): Promise<void> {
  if (!key || more.length > 0) return fail('Name one gift, by the number of its receipt or by its reference.')
  const { name, organisation, email, address, id, reason, campaign } = options
  const [idKind = '', ...number] = id?.split(':') ?? []
  const typed = { name, organisation, email, address, reason, campaign }
  const given = Object.entries(typed).filter(([, value]) => value !== undefined)
  const document = id !== undefined && { idKind: idKind.toLowerCase(), idNumber: number.join(':') }
  if (given.length === 0 && !document) return fail('Say what to correct, such as --name="Asha Rao".')
  const done = await correctGifts(key, { ...Object.fromEntries(given), ...document })
  if (!done.ok) return fail(done.failure.map(({ message }) => `Not corrected: ${message}`).join('\n'))
  for (const { number, version, facts } of done.value)
    console.log(`Receipt ${number} is version ${version} now: ${printable(facts.name)}.`)
}

/** Writes the receipt as a page to print. */
export async function printReceipt([key = '']: readonly string[]): Promise<void> {
  const [gift, ...more] = await findGifts(key)
  const page = gift && more.length === 0 ? await receiptPage(gift) : null
  if (page) process.stdout.write(page)
  else fail(`${key || 'Nothing'} is not the number of one receipt, such as 2026-27/00123.`)
}

export async function endOrder(reference: string): Promise<void> {
  if (await stopStandingOrder(reference))
    console.log(`${reference} is ended: no further month is expected, and nobody is reminded.`)
  else fail(`${reference} is no standing order, or has ended before.`)
}

export async function undo(id: string): Promise<void> {
  const undone = await undoTransfer(id)
  if (!undone.ok) return fail(undone.failure)
  const { donor, email, receipt } = undone.value
  console.log(
    `${id} is undone: its lines, pledge or invoice can be confirmed again.${receipt ? ` ${printable(donor)} <${printable(email)}> gets a mail that the receipt is no longer valid.` : ' No receipt was sent.'}`,
  )
}
