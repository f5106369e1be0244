/** The commands of `charity gifts` for gifts by bank transfer and cheque. Print personal data. */
import { readFileSync } from 'node:fs'
import { isEmail } from '#lib/contact/forms/form.ts'
import { confirmedLines, confirmTransfer, openPledges, undoTransfer } from '#lib/giving/pledges/confirm.ts'
import { type Proposal, proposeMatches, readStatement, type StatementLine } from '#lib/giving/pledges/statement.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { isReference } from '#lib/platform/reference.ts'
import { campaign, reasons, site, statementLayouts, transferAccount } from '#lib/site/content/index.ts'
import { fail, sentenceOf } from './command.ts'

type Open = Awaited<ReturnType<typeof openPledges>>[number]

/** Removes control characters, because terminals interpret escape sequences. */
const printable = (text: string) => text.replace(/\p{Cc}+/gu, ' ')

export async function listPledges(): Promise<void> {
  const open = (await openPledges()).filter(({ paid }) => !paid)
  console.log(open.map(pledgeLine).join('\n') || 'No pledge is open.')
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

type ConfirmOptions = { name?: string; email: string; reason?: string; campaign?: string }

/** `args`: CODE=REFERENCE, or one CODE with a name. */
export async function confirmLines(file: string, args: readonly string[], options: ConfirmOptions): Promise<void> {
  const fault = faultIn(args, options)
  if (fault) return fail(fault)
  const statement = read(file)
  if (!statement) return
  for (const word of args) {
    const [code = '', reference = ''] = word.toUpperCase().split('=')
    const found = statement.lines.filter((line) => line.code === code)
    const [line] = found
    if (!line || found.length > 1)
      fail(`${code}: the statement has ${found.length > 1 ? 'two such lines' : 'no such line'}.`)
    else {
      const { name, email, reason, campaign: slug = null } = options
      const giver = name ? { name, email, reason: reason ? Number(reason) : null, campaign: slug } : { reference }
      const done = await confirmTransfer(line, giver)
      if (done.ok)
        console.log(
          `${formatMoney(line.money)} is the gift ${done.value.reference} now. To undo it: charity gifts undo ${done.value.id}`,
        )
      else fail(`${code}: ${done.failure}`)
    }
  }
}

function faultIn(args: readonly string[], { name, email, reason, campaign: slug }: ConfirmOptions): string | null {
  if (args.length === 0) return 'Name the lines to confirm, as `charity gifts statement` shows them.'
  if (name !== undefined) {
    if (args.length > 1 || args[0]?.includes('=')) return 'With --name, confirm one line, without a reference.'
    if (name.trim() === '') return 'The name is empty.'
    if (email && !isEmail(email)) return `${email} is not an email address.`
    const codes = reasons().map(({ code }) => String(code))
    if (reason && !codes.includes(reason))
      return `The reason is one of ${codes.join(', ')}, as in content/giving/reasons.yaml.`
    return slug && !campaign(slug) ? `There is no campaign ${slug}.` : null
  }
  const wrong = args.find((word) => !isReference(word.toUpperCase().split('=')[1]))
  return wrong ? `${wrong}: write LINE=REFERENCE, such as 1A2B3C4D=G-7KQM-2X9D, or give a --name.` : null
}

export async function undo(id: string): Promise<void> {
  const undone = await undoTransfer(id)
  if (!undone.ok) return fail(undone.failure)
  const { donor, email, receipt } = undone.value
  console.log(
    `${id} is undone: its line and its pledge can be confirmed again.${receipt ? ` ${printable(donor)} <${printable(email)}> has a receipt, which is no longer valid: write to them.` : ' No receipt was sent.'}`,
  )
}
