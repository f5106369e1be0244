/**
 * `charity gifts`: lists recorded gifts, latest last, with their receipts and sponsors' details. `--totals` totals paid gifts by
 * purpose, month and currency; `--csv > gifts.csv` writes a spreadsheet; `--pan > pan.csv` paid gifts with the donors' decrypted
 * PANs. Enters gifts by bank transfer, cheque and cash, which nothing else writes; `resync` those that Stripe has and the ledger lacks.
 */

import { type Attempt, addressLines, identityOf, idKinds } from '#lib/giving/checkout/attempts.ts'
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
import { readCommand } from './support/command.ts'
import { withDatabase } from './support/database.ts'
import { confirmLines, giftOptions, listPledges, recordPayment, showStatement, undo } from './support/transfers.ts'

const unreadable = {
  'no-key': '(encrypted with a key that is not in DATA_ENCRYPTION_KEY)',
  damaged: '(damaged: ask the donor again)',
} as const

const usage = `charity gifts [--totals | --csv > gifts.csv | --pan > pan.csv]

  year 2026 [--without-pan] > year.csv     gifts in rupees from April 2026 to March 2027, as the statement of donations
                                           has them; those without a document of identity, which it
                                           cannot name, in a list of their own
  pledges                                  gifts by transfer that have not arrived
  statement FILE.csv                       which lines of a bank statement, or of a list of cheques, pay which pledge
  confirm FILE.csv LINE=REFERENCE …        makes these lines gifts, each with its receipt; LINE+LINE=REFERENCE makes two
                                           lines one gift; --second a gift of its own by the same donor
  confirm FILE.csv LINE DONOR              the same for a donor who has not pledged
  record REFERENCE PAYMENT                 makes a gift of money that is on no statement; --second as above
  record DONOR PAYMENT                     the same for a donor who has not pledged
  undo TRANSFER                            takes back a wrong confirmation or record, by its T-…
  resync [--since=2026-11-01]              records what Stripe has and the ledger lacks, from that day or from the last
                                           comparison on; any day may be named, and running it again changes nothing

  REFERENCE: G-… of a pledge, or E-… of an invoice, which must be paid whole unless you add --part
  PAYMENT:   --amount=2500 --currency=INR --day=2026-11-21 --mode=cash (or cheque, transfer)
  DONOR:     --name="Asha Rao", and what you know of --organisation="Rao Ltd" --email=asha@example.org
             --address="12 Lake Road, Mumbai 400001" --id=pan:ABCPE1234F --reason=1 --campaign=kenya; for rupees
             also --citizen=yes. The document is ${idKinds.join(', ')}`

const options = {
  totals: { type: 'boolean', default: false },
  csv: { type: 'boolean', default: false },
  pan: { type: 'boolean', default: false },
  ...giftOptions,
  'without-pan': { type: 'boolean', default: false },
  since: { type: 'string' },
} as const

const asked = readCommand(usage, { allowPositionals: true, options })
type Options = (typeof asked)['values']

const commands: Record<string, (args: string[], values: Options) => Promise<void>> = {
  list: (_, values) => report(values),
  year: ([year = ''], values) => printYear(year, !values['without-pan']),
  pledges: listPledges,
  statement: ([file = '']) => showStatement(file),
  confirm: ([file = '', ...lines], values) => confirmLines(file, lines, values),
  record: recordPayment,
  async undo(ids) {
    for (const id of ids) await undo(id.toUpperCase())
  },
  resync: (_, { since }) => resync(since),
}

const [name = 'list', ...args] = asked.positionals
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
const tables = [asked.values.totals, asked.values.csv, asked.values.pan].filter(Boolean)

if (!command || tables.length > (name === 'list' ? 1 : 0)) {
  console.error(usage)
  process.exitCode = 1
} else await withDatabase(() => command(args, asked.values))

async function report({ csv, pan, totals: asTotals }: Options): Promise<void> {
  const labels = new Map(reasons().map(({ code, label }) => [code, label]))
  if (csv) await write(csvOf(giftTable(labels, sponsorOf), recordedGifts()))
  else if (pan)
    await write(
      csvOf(
        panTable(({ attempt }: RecordedGift) => {
          const id = readId(attempt)
          return id?.kind === 'pan' ? id.number : null
        }),
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

async function printYear(written: string, withId: boolean): Promise<void> {
  const year = Number(/^20\d\d$/.exec(written)?.[0])
  if (!year) {
    console.error('Name the year in which it begins, such as 2026.')
    process.exitCode = 1
    return
  }
  const known = new Map<string, ReturnType<typeof termsOn>>()
  const table = yearTable<RecordedGift>(year, {
    withId,
    donorOf({ donor_name, attempt }) {
      return {
        name: donor_name,
        address: addressLines(attempt?.answers ?? {}).join(', '),
        id: readId(attempt),
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
function readId(attempt: Attempt | null) {
  const found = identityOf(attempt)
  if (!found) return null
  const { kind, number } = found
  return { kind, number: number.ok ? number.value : unreadable[number.failure] }
}

async function resync(day: string | undefined): Promise<void> {
  const fail = (sentence: string) => {
    console.error(sentence)
    process.exitCode = 1
  }
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
