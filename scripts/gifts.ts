/**
 * `charity gifts`: lists recorded gifts, latest last, with their receipts and sponsors' details. `--totals` totals paid gifts by
 * purpose, month and currency; `--csv > gifts.csv` writes a spreadsheet; `--pan > pan.csv` paid gifts with the donors' decrypted
 * PANs. Enters gifts by bank transfer and cheque, which nothing else writes; `resync` those that Stripe has and the ledger lacks.
 */

import { type Attempt, addressLines, identityOf } from '#lib/giving/checkout/attempts.ts'
import { cardProvider } from '#lib/giving/checkout/card-payments.ts'
import { compareGifts } from '#lib/giving/ledger/comparison.ts'
import { type RecordedGift, recordedGifts, sumGifts } from '#lib/giving/ledger/recorded-gifts.ts'
import {
  csvOf,
  financialYear,
  giftLine,
  giftTable,
  panTable,
  type SponsorDetails,
  sponsorLines,
  totalLine,
  totals,
  yearTable,
} from '#lib/giving/ledger/report.ts'
import { receiptStates } from '#lib/giving/receipts/admin.ts'
import { sponsorAnswers } from '#lib/giving/sponsorship/mail.ts'
import type { Currency } from '#lib/platform/money.ts'
import { wallTime } from '#lib/platform/zone.ts'
import { lawOn, reasons, receiptTerms } from '#lib/site/content/index.ts'
import { fail, readCommand, stop } from './support/command.ts'
import { withDatabase } from './support/database.ts'
import { confirmLines, listPledges, showStatement, undo } from './support/transfers.ts'

const unreadable = {
  'no-key': '(encrypted with a key that is not in DATA_ENCRYPTION_KEY)',
  damaged: '(damaged: ask the donor again)',
} as const

const usage = `charity gifts [--totals | --csv > gifts.csv | --pan > pan.csv]

  year 2026 [--without-pan] > year.csv     gifts in rupees from April 2026 to March 2027, as the statement of donations
                                           has them; those without a PAN, which it cannot name, in a list of their own
  pledges                                  gifts by transfer that have not arrived
  statement FILE.csv                       which lines of a bank statement, or of a list of cheques, pay which pledge
  confirm FILE.csv LINE=REFERENCE …        makes these lines gifts, each with its receipt
  confirm FILE.csv LINE --name="Asha Rao" [--email=asha@example.org] [--reason=1] [--campaign=kenya]
                                           the same for a donor who has not pledged
  undo TRANSFER                            takes back a wrong confirmation, by its T-…
  resync [--since=2026-11-01]              records what Stripe has and the ledger lacks, from that day or from the last
                                           comparison on; any day may be named, and running it again changes nothing`

const options = {
  totals: { type: 'boolean', default: false },
  csv: { type: 'boolean', default: false },
  pan: { type: 'boolean', default: false },
  name: { type: 'string' },
  email: { type: 'string', default: '' },
  reason: { type: 'string' },
  campaign: { type: 'string' },
  'without-pan': { type: 'boolean', default: false },
  since: { type: 'string' },
} as const

const read = (args?: string[]) => readCommand(usage, { args, allowPositionals: true, options })
type Options = ReturnType<typeof read>['values']

const commands: Record<string, (args: string[], values: Options) => Promise<void>> = {
  list: (_, values) => report(values),
  year: ([year = ''], values) => printYear(year, !values['without-pan']),
  pledges: listPledges,
  statement: ([file = '']) => showStatement(file),
  confirm: ([file = '', ...lines], values) => confirmLines(file, lines, values),
  async undo(ids) {
    for (const id of ids) await undo(id.toUpperCase())
  },
  resync: (_, { since }) => resync(since),
}

export async function main(words?: string[]): Promise<void> {
  const { values, positionals } = read(words)
  const [name = 'list', ...args] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const tables = [values.totals, values.csv, values.pan].filter(Boolean)
  if (!command || tables.length > (name === 'list' ? 1 : 0)) stop(usage)
  await withDatabase(() => command(args, values))
}

async function report({ csv, pan, totals: asTotals }: Options): Promise<void> {
  const labels = new Map(reasons().map(({ code, label }) => [code, label]))
  if (csv) await write(csvOf(giftTable(labels, sponsorOf), recordedGifts()))
  else if (pan)
    await write(
      csvOf(
        panTable(({ attempt }: RecordedGift) => readPan(attempt)),
        recordedGifts(),
      ),
    )
  else if (asTotals) {
    const lines = totals(await sumGifts(), labels).map(totalLine)
    console.log(lines.join('\n') || 'No gift has been paid yet.')
  } else await printGifts(labels)
}

async function printGifts(labels: ReadonlyMap<number, string>): Promise<void> {
  let isEmpty = true
  for await (const page of recordedGifts()) {
    isEmpty = false
    const receipts = await receiptStates(page.map(({ id }) => id))
    const lines = page.flatMap((gift) => {
      const details = sponsorOf(gift)
      const line = `${giftLine(gift, labels)}  receipt: ${receipts.get(gift.id) ?? 'none'}`
      return [line, ...(details ? sponsorLines(details) : [])]
    })
    console.log(lines.join('\n'))
  }
  if (isEmpty) console.log('No gift is recorded yet.')
}

async function write(pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) process.stdout.write(piece)
}

function sponsorOf({ kind, attempt }: RecordedGift): SponsorDetails | null {
  const answers = kind === 'sponsorship' ? sponsorAnswers(attempt) : null
  if (!answers) return null
  const { levels, event, values } = answers
  return {
    levels: [...levels.map(({ name }) => name), event].join(', '),
    telephone: values.phone,
    website: values.website,
    address: values.address,
    'contact information': values.contact,
    'promotional items': values.promotionalItems ? 'yes' : 'no',
    comments: values.comments,
  }
}

async function printYear(written: string, withPan: boolean): Promise<void> {
  const year = Number(/^20\d\d$/.exec(written)?.[0])
  if (!year) return fail('Name the year in which it begins, such as 2026.')
  const known = new Map<string, ReturnType<typeof termsOn>>()
  const table = yearTable<RecordedGift>(year, {
    withPan,
    donorOf({ donor_name, attempt }) {
      return {
        name: donor_name,
        address: addressLines(attempt?.answers ?? {}).join(', '),
        pan: readPan(attempt),
      }
    },
    typeOf: (reason) => reasons().find(({ code }) => code === reason)?.donationType ?? 'Others',
    termsOf(at, currency) {
      const key = `${currency} ${wallTime('Asia/Kolkata', at).slice(0, 10)}`
      const terms = known.get(key) ?? termsOn(at, currency)
      known.set(key, terms)
      return terms
    },
  })
  await write(csvOf(table, recordedGifts(financialYear(year))))
}

/** The same for all gifts of a day. */
function termsOn(at: Date, currency: Currency) {
  const { value = '', date = '' } =
    receiptTerms(currency, at).registrations.find(({ kind }) => kind === 'approval') ?? {}
  return { code: lawOn(at).get('code') ?? '', approval: { number: value, date } }
}

/** Null if the donor gave none. */
function readPan(attempt: Attempt | null): string | null {
  const read = identityOf(attempt)?.number
  return !read || read.ok ? (read?.value ?? null) : unreadable[read.failure]
}

async function resync(day: string | undefined): Promise<void> {
  if (day !== undefined && !(Date.parse(day) < Date.now()))
    return fail('--since is a day in the past such as 2026-11-01.')
  const provider = cardProvider()
  if (!provider) return fail('Card payments are not set up: STRIPE_SECRET_KEY is not set.')
  const found = await compareGifts(provider, { since: day === undefined ? undefined : new Date(day) })
  if (!found.ok) return fail('Stripe did not answer, and the gifts were not compared: the log says why.')
  const { compared, recorded, failed, types, since } = found.value
  const missing =
    recorded === 0 ? 'none was missing' : `${recorded} were missing and are recorded now: ${types.join(', ')}`
  console.log(`Of ${compared} events since ${since}, ${missing}.`)
  if (failed > 0) fail(`${failed} could not be read or recorded: the log says why. Run this again.`)
}

if (import.meta.main) void main()
