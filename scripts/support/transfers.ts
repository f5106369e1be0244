/** The commands of `charity gifts` for gifts by bank transfer and cheque. Print personal data. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parse as parseYaml, stringify } from 'yaml'
import { isEmail } from '#lib/contact/forms/form.ts'
import { confirmedLines, confirmTransfer, openPledges, undoTransfer } from '#lib/giving/pledges/confirm.ts'
import {
  type ColumnProposal,
  type LayoutAnswer,
  newLayout,
  type Proposal,
  proposeMatches,
  readStatement,
  type StatementLine,
} from '#lib/giving/pledges/statement.ts'
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { isReference } from '#lib/platform/reference.ts'
import type { StatementLayout } from '#lib/site/content/giving-schema.ts'
import { campaign, reasons, site, statementLayouts, transferAccount } from '#lib/site/content/index.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { formatProblem } from '#lib/site/content/problem.ts'
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
  console.log(open.map(pledgeLine).join('\n') || 'No pledge is open.')
}

const pledgeLine = ({ day, money, reference, names }: Open) =>
  `${day}  ${formatMoney(money).padStart(12)}  ${reference}  ${printable(names.join(', '))}`

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
function read(file: string, layouts: readonly StatementLayout[] = statementLayouts()) {
  const bytes = bytesOf(file)
  if (!bytes) return null
  const statement = readStatement(bytes, layouts)
  if (statement.ok) return statement.value
  const [candidate] = statement.failure.candidates
  const known = layouts.map(({ about }) => `  ${about}`).join('\n')
  if (statement.failure.kind === 'no-table') fail(statement.failure.sentence)
  else fail(`${statement.failure.sentence} ${candidate ? question(file, candidate) : `Known are:\n${known}`}`)
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

/** Keeps the answer in content/giving/transfers.yaml. Null after the reason is printed. */
async function addLayout(file: string, written: string): Promise<StatementLayout | null> {
  const bytes = bytesOf(file)
  if (!bytes) return null
  const layout = newLayout(bytes, statementLayouts(), readAnswer(written))
  if (!layout.ok) {
    fail(layout.failure)
    return null
  }
  const folder = path.join(charityFolder, 'content')
  const name = 'giving/transfers.yaml'
  const place = path.join(folder, name)
  try {
    // Images of the site have no editor, and their content cannot be written.
    const { rewriteYaml } = await import('#editor/rewrite-yaml.ts')
    const before = existsSync(place) ? readFileSync(place, 'utf8') : ''
    const content = parseYaml(before, { schema: 'core' }) ?? {}
    const after = rewriteYaml(before, { ...content, statements: [...(content.statements ?? []), layout.value] })
    const checked = loadContent(folder, { instead: new Map([[name, after]]) })
    if (!checked.ok) {
      fail(checked.problems.map(formatProblem).join('\n\n'))
      return null
    }
    writeFileSync(place, after)
  } catch (error) {
    if (typeof propertyOf(error, 'code') !== 'string') throw error
    fail(
      `The file can be read so, but content/${name} cannot be written here. Add this to its statements:\n\n${stringify([layout.value])}`,
    )
    return null
  }
  console.log(
    `Added to content/${name} as ${layout.value.id}. Commit that file, so that the next version of the site has it.\n`,
  )
  return layout.value
}

/** `columns`: which column is which, if it is to be remembered. */
export async function showStatement(file: string, columns?: string): Promise<void> {
  const added = columns === undefined ? undefined : await addLayout(file, columns)
  const statement = added === null ? null : read(file, [...statementLayouts(), ...(added ? [added] : [])])
  if (!statement) return
  const known = await confirmedLines()
  const fresh = statement.lines.filter(({ id }) => !known.has(id))
  const ours = [site().names.organisation, transferAccount(statement.layout.currency)?.holder ?? '']
  const { proposals, unmatched } = proposeMatches(fresh, await openPledges(), ours)
  const seen = statement.lines.length - fresh.length
  console.log(`Read as: ${statement.layout.about}. ${fresh.length} new payments, ${seen} confirmed before.`)
  if (proposals.length > 0)
    console.log(
      `\nThese pay a pledge:\n${proposals.map(proposalInWords).join('\n')}\n\nLook at each, and confirm those that are right:\n  charity gifts confirm ${quoted(file)} ${proposals.map(({ line, pledge }) => `${line.code}=${pledge.reference}`).join(' ')}`,
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
