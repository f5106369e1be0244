/** The commands of `charity gifts` for gifts by bank transfer and cheque. Print personal data. */
import { readFileSync } from 'node:fs'
import { modes } from '#lib/giving/checkout/attempts.ts'
import {
  arrivalOf,
  type Confirmation,
  confirmedLines,
  confirmGift,
  confirmTyped,
  openPledges,
  undoTransfer,
} from '#lib/giving/pledges/confirm.ts'
import { type Proposal, proposeMatches, readStatement, type StatementLine } from '#lib/giving/pledges/statement.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { isReference } from '#lib/platform/reference.ts'
import { site, statementLayouts, transferAccount } from '#lib/site/content/index.ts'
import { sentenceOf } from './command.ts'

type Open = Awaited<ReturnType<typeof openPledges>>[number]

/** Removes control characters, because terminals interpret escape sequences. */
const printable = (text: string) => text.replace(/\p{Cc}+/gu, ' ')

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}

export async function listPledges(): Promise<void> {
  const open = (await openPledges()).filter(({ paid }) => !paid)
  console.log(open.map(pledgeLine).join('\n') || 'No pledge and no invoice is open.')
}

const pledgeLine = ({ day, money, reference, names }: Open) =>
  `${day}  ${formatMoney(money).padStart(12)}  ${reference}  ${printable(names.join(', '))}`

const lineInWords = ({ code, day, money, text }: StatementLine) =>
  `${code}  ${day}  ${formatMoney(money).padStart(12)}  ${printable(text)}`

/** Null, after the reason is printed, for a file that is not a statement. */
function read(file: string) {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    fail(file ? sentenceOf(error) : 'Name the file of a statement.')
    return null
  }
  const statement = readStatement(text, statementLayouts())
  if (statement.ok) return statement.value
  fail(statement.failure)
  return null
}

export async function showStatement(file: string): Promise<void> {
  const statement = read(file)
  if (!statement) return
  const known = await confirmedLines()
  const fresh = statement.lines.filter(({ id }) => !known.has(id))
  const ours = [site().names.organisation, transferAccount(statement.layout.currency)?.holder ?? '']
  const { proposals, unmatched } = proposeMatches(fresh, await openPledges(), ours)
  const seen = statement.lines.length - fresh.length
  console.log(`Read as: ${statement.layout.about}. ${fresh.length} new payments, ${seen} confirmed before.`)
  if (proposals.length > 0)
    console.log(
      `\nThese pay a pledge:\n${proposals.map(proposalInWords).join('\n')}\n\nLook at each, and confirm those that are right:\n  charity gifts confirm ${file} ${proposals.map(({ line, pledge }) => `${line.code}=${pledge.reference}`).join(' ')}`,
    )
  if (unmatched.length > 0)
    console.log(
      `\nThese match no pledge with certainty:\n${unmatched.map(({ line, note }) => `  ${lineInWords(line)}${note && `\n            ${note}`}`).join('\n')}`,
    )
  if (statement.unreadable.length > 0)
    fail(`\nThese rows have an amount, and could not be read:\n${statement.unreadable.map(printable).join('\n')}`)
}

function proposalInWords({ line, pledge, because }: Proposal): string {
  const amountNote = because.includes('amount') ? '' : `, but the pledge is ${formatMoney(pledge.money)}`
  const names = because.includes('name') ? '' : ', and the name is not in the line'
  return `  ${lineInWords(line)}\n            ${pledge.reference} of ${printable(pledge.names.join(', '))}: ${because.join(', ')}${amountNote}${names}`
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
export async function confirmLines(file: string, args: readonly string[], options: GiftOptions): Promise<void> {
  const { mode = 'transfer' } = options
  if (args.length === 0) return fail('Name the lines to confirm, as `charity gifts statement` shows them.')
  if (options.name !== undefined && args.length > 1) return fail('With --name, confirm one gift at a time.')
  if (!isOneOf(modes, mode)) return fail(`The mode is one of ${modes.join(', ')}.`)
  const statement = read(file)
  for (const word of statement ? args : []) {
    const [written = '', reference] = word.toUpperCase().split('=')
    const codes = written.split('+')
    const found = statement?.lines.filter(({ code }) => codes.includes(code)) ?? []
    const giver = giverOf(reference, options)
    if (giver && found.length === codes.length && new Set(codes).size === codes.length)
      printGift(written, await confirmGift(arrivalOf(found, mode), giver))
    else if (giver) fail(`${written}: the statement does not have each of these lines once.`)
  }
}

/** Money that is on no statement. */
export async function recordPayment([reference, ...more]: readonly string[], options: GiftOptions): Promise<void> {
  if (more.length > 0) return fail('Record one gift at a time.')
  const giver = giverOf(reference?.toUpperCase(), options)
  const { amount = '', currency = '', day = '', mode = '' } = options
  if (giver) printGift('Not recorded', await confirmTyped({ amount, currency, day, mode }, giver))
}

function printGift(what: string, done: Confirmation): void {
  if (done.ok) {
    const { id, reference, money, notes } = done.value
    console.log(`${formatMoney(money)} is the gift ${reference} now. To undo it: charity gifts undo ${id}`)
    for (const note of notes) console.log(`  Note: ${note}`)
  } else fail(done.failure.map((sentence) => `${what}: ${sentence}`).join('\n'))
}

export async function undo(id: string): Promise<void> {
  const undone = await undoTransfer(id)
  if (!undone.ok) return fail(undone.failure)
  const { donor, email, receipt } = undone.value
  console.log(
    `${id} is undone: its lines, pledge or invoice can be confirmed again.${receipt ? ` ${printable(donor)} <${printable(email)}> has a receipt, which is no longer valid: write to them.` : ' No receipt was sent.'}`,
  )
}
