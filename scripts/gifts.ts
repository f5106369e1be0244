/**
 * `charity gifts`: what must also be had while the office cannot be opened. `--csv > gifts.csv` writes a spreadsheet for the books; `year` and
 * `year-usa` the yearly lists; `resync` records gifts that Stripe has and the ledger lacks; `import` brings in those of another system.
 */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Answer, fields } from '#lib/giving/exchange/columns.ts'
import {
  answerColumns,
  findImport,
  putAway,
  readImport,
  runImport,
  undoImport,
  workOn,
} from '#lib/giving/exchange/import.ts'
import { stagedRows } from '#lib/giving/exchange/staged.ts'
import { compareGifts } from '#lib/giving/ledger/comparison.ts'
import { books, type Days } from '#lib/giving/ledger/gift-table.ts'
import { recordPayouts } from '#lib/giving/ledger/payouts.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import {
  contributorRows,
  contributors,
  leftOutRows,
  statementOfDonations,
  statementRows,
} from '#lib/giving/receipts/year-lists.ts'
import { sentenceOf } from '#lib/giving/remark.ts'
import { sponsorOf } from '#lib/giving/sponsorship/sponsor.ts'
import { writeLog } from '#lib/office/access/log.ts'
import { csvPieces } from '#lib/platform/csv.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import type { Store } from '#lib/platform/store/index.ts'
import { currencies } from '#lib/site/content/currencies.ts'
import { dateFormats } from '#lib/site/content/giving-schema.ts'
import { reasons } from '#lib/site/content/index.ts'
import { attempt, fail, readCommand, stop } from './support/command.ts'
import { withDatabase } from './support/database.ts'

const isUnder = (law: 'india' | 'usa') => currencies().some((currency) => currency.law === law)
const ofIndia = `
  year 2026 [--rest] > year.csv            the statement of donations in India from April 2026 to March 2027; the gifts
                                           that it cannot name, with the reasons`
const ofUsa = `
  year-usa 2026 > year.csv                 contributors in the USA from January to December 2026, for Schedule B`

const usage = `charity gifts --csv [--from=2026-11-01] [--until=2026-11-30] > gifts.csv
${isUnder('india') ? ofIndia : ''}${isUnder('usa') ? ofUsa : ''}
  resync [--since=2026-11-01]              records gifts and payouts that Stripe has and the ledger lacks, from that day or
                                           from the last comparison on; any day may be named, and running it again changes nothing
  import FILE [--yes]                      reads what another system has exported, and says what would be made of it; --yes makes it.
                                           The office has the same under Bring in gifts, where a file that was read here can be looked at
    --column=FIELD=HEADING                 says once which column is which, where the headings do not; --dates=D/M/Y; --currency=USD
  import --undo=ID                         takes back everything that an import made`

const options = {
  csv: { type: 'boolean', default: false },
  rest: { type: 'boolean', default: false },
  from: { type: 'string' },
  until: { type: 'string' },
  since: { type: 'string' },
  yes: { type: 'boolean', default: false },
  undo: { type: 'string' },
  column: { type: 'string', multiple: true },
  dates: { type: 'string' },
  currency: { type: 'string' },
} as const

const read = (args?: string[]) => readCommand(usage, { args, allowPositionals: true, options })
type Options = ReturnType<typeof read>['values']

const commands: Record<string, (args: string[], values: Options) => Promise<void>> = {
  '': (_, values) => printBooks(values),
  year: ([year = ''], { rest }) => printStatement(year, rest),
  'year-usa': ([year = '']) => printContributors(year),
  resync: (_, { since }) => resync(since),
  import: ([file], values) => (values.undo ? undo(values.undo) : file ? bringIn(file, values) : stop(usage)),
}

export async function main(words?: string[]): Promise<void> {
  const { values, positionals } = read(words)
  const [name = '', ...args] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command || values.csv !== (name === '')) stop(usage)
  await withDatabase(() => command(args, values))
}

async function printBooks({ from, until }: Options): Promise<void> {
  const labels = new Map(reasons().map(({ code, label }) => [code, label]))
  const days: Days = { from, until }
  if ([from, until].some((day) => day !== undefined && Number.isNaN(Date.parse(day))))
    return fail('--from and --until are days such as 2026-11-01.')
  await write(books(labels, sponsorOf, days))
}

/** `mark`: a byte order mark, by which spreadsheets detect UTF-8. None for the lists of authorities. */
async function write(pieces: AsyncIterable<string>, mark = '\ufeff'): Promise<void> {
  process.stdout.write(mark)
  for await (const piece of pieces) process.stdout.write(piece)
}

/** Null, after a sentence, for anything else. */
function yearIn(written: string): number | null {
  if (/^20\d\d$/.test(written)) return Number(written)
  fail('Name the year in which it begins, such as 2026.')
  return null
}

async function printStatement(written: string, rest: boolean): Promise<void> {
  const year = yearIn(written)
  const statement = year && (await statementOfDonations(year))
  if (!statement) return year ? fail('No currency of content/currencies.yaml is under the law of India.') : undefined
  const { entries, leftOut } = statement
  const gifts = entries.reduce((count, entry) => count + entry.gifts.length, 0)
  await write(csvPieces(rest ? leftOutRows(statement) : statementRows(statement)), '')
  console.error(
    `${gifts} gifts are in ${entries.length} rows of the statement, and ${leftOut.length} cannot be in it: --rest lists them. The layout of the file of Form 113 is not published, so these are the columns of the CSV template of Form 10BD. Compare them with the template that the portal offers.`,
  )
}

async function printContributors(written: string): Promise<void> {
  const year = yearIn(written)
  const list = year && (await contributors(year))
  if (list) await write(csvPieces(contributorRows(list)), '')
  else if (year) fail('No currency of content/currencies.yaml is under the law of the USA.')
}

async function resync(day: string | undefined): Promise<void> {
  if (day !== undefined && !(Date.parse(day) < Date.now()))
    return fail('--since is a day in the past such as 2026-11-01.')
  const provider = cardProvider()
  if (!provider) return fail('Card payments are not set up: STRIPE_SECRET_KEY is not set.')
  const since = day === undefined ? undefined : new Date(day)
  const found = await compareGifts(provider, { since })
  if (!found.ok) return fail('Stripe did not answer, and the gifts were not compared: the log says why.')
  const payouts = await recordPayouts(provider, since)
  const { compared, recorded, failed, types } = found.value
  const missing =
    recorded === 0 ? 'none was missing' : `${recorded} were missing and are recorded now: ${types.join(', ')}`
  console.log(`Of ${compared} events since ${found.value.since}, ${missing}.`)
  if (payouts.ok) console.log(`${payouts.value} payouts are recorded.`)
  else fail('The payouts could not be read: the log says why.')
  if (failed > 0) fail(`${failed} could not be read or recorded: the log says why. Run this again.`)
}

const owner = { id: 'command', name: 'charity gifts' }
const logged = (action: string, details: object) => (db: Store['db']) =>
  writeLog(owner, { action, details: { ...details } }, db)

async function bringIn(file: string, values: Options): Promise<void> {
  const bytes = attempt(() => readFileSync(file))
  const name = path.basename(file)
  const onRows = (count: number) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${count} rows`)
  }
  const read = await readImport(owner, { file: name, bytes, onRows }, logged('imports.read', { file: name }))
  if (!read.ok) return fail(sentenceOf(read.failure))
  const id = read.value
  const asked = (await findImport(id))?.question
  if (asked) {
    const answered = values.column ? await answerColumns(id, answerIn(values), logged('imports.columns', values)) : null
    const still = (await findImport(id))?.question
    if (still) await putAway(id)
    if (answered && !answered.ok) return fail(sentenceOf(answered.failure))
    if (still)
      return fail(
        `Say which column has what, such as --column=day=${still.headings.find(Boolean)}. Missing: ${still.missing.join(', ')}. The headings: ${still.headings.filter(Boolean).join(', ')}. What a column can be: ${fields.join(', ')}.`,
      )
  }
  for await (const rows of stagedRows(id, ['duplicate', 'left-out', 'unreadable']))
    for (const { number, verdict, why, text } of rows) console.log(`row ${number}: ${verdict}, ${why}: ${text}`)
  const { counts } = (await findImport(id)) ?? {}
  console.log(
    Object.entries(counts ?? {})
      .map(([verdict, count]) => `${verdict} ${count}`)
      .join(', '),
  )
  if (!values.yes) return console.log('Nothing was made. Look at it in the office under Bring in gifts, or add --yes.')
  await runImport(id, logged('imports.run', { file: name, ...counts }))
  await finish(id)
}

async function undo(id: string): Promise<void> {
  if (!(await undoImport(id, logged('imports.undo', { id })))) return fail('There is no such import to take back.')
  await finish(id)
}

/** Works until nothing is left to do now, and says where it stands. */
async function finish(id: string): Promise<void> {
  const progress = setInterval(async () => {
    const { number, state } = (await findImport(id).catch(() => null)) ?? {}
    if (process.stderr.isTTY) process.stderr.write(`\r${state} ${number}`)
  }, 1000)
  await workOn(id)
  clearInterval(progress)
  const { state, stopped } = (await findImport(id)) ?? {}
  if (stopped) fail(`Taken back, because the payment ${stopped} came in the meantime.`)
  else console.log(`${state}: charity gifts import --undo=${id} takes it back.`)
  if (state === 'adopting')
    fail('Monthly gifts wait to be taken over: Stripe does not answer, or is not set up. The site goes on with it.')
}

function answerIn({ column = [], dates, currency }: Options): Answer {
  const said = column.map((text) => text.split(/=(.*)/s))
  const wrong = said.find(([field]) => !isOneOf(fields, field))
  if (wrong) stop(`There is no field ${wrong[0]}: ${fields.join(', ')}.`, 2)
  return {
    columns: Object.fromEntries(said),
    dates: dateFormats.find((known) => known === dates) ?? null,
    currency: currency ?? '',
  }
}

if (import.meta.main) void main()
