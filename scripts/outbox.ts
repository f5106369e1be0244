/**
 * `charity outbox`: for operators while the office cannot be opened: lists, resends, releases and erases enquiries and receipts. Works on the configured database,
 * also while the server runs. Prints personal data.
 */
import {
  type Entry,
  findEnquiry,
  finish,
  helpFigures,
  listEnquiries,
  listOtherMail,
  markAnswered,
  otherMailOf,
  retry,
  stages,
} from '#lib/contact/enquiries/admin.ts'
import { isPhone } from '#lib/contact/forms/form.ts'
import { helpLines } from '#lib/contact/notices/summary.ts'
import { releaseMessage } from '#lib/giving/products/invoice.ts'
import {
  dropReceipts,
  erasePerson,
  listReceipts,
  personData,
  receiptsOf,
  unsentBefore,
} from '#lib/giving/receipts/admin.ts'
import { enforceRetention, expiredEnquiries } from '#lib/jobs/retention.ts'
import { dayMs, utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { readReference } from '#lib/platform/reference.ts'
import { site } from '#lib/site/content/index.ts'
import { readCommand, stop } from './support/command.ts'
import { withDatabase } from './support/database.ts'

const usage = `charity outbox <command>

  list [--stage=${stages.join('|')}] [--form=contact] [--since=2026-01-31]
                                           without an option: those of the last 90 days
                                           --form=receipt: the receipts of gifts
  show <reference>
  retry <reference> … | --dead | --unknown | --waiting
                                           tries again at once; those of --stage=unknown may have arrived
  done <reference> … | --dead | --unknown  somebody has dealt with it, or it arrived: not sent again
  drop-receipts --before=2026-01-31 [--yes]
                                           never sends the receipts that wait of gifts before that day
  release <reference> …                    out of quarantine, and delivered
  answered <reference> …                   somebody has answered it
  erase <e-mail address or telephone> [--yes]
                                           what a person sent; without --yes it only lists what
  retention [--yes]                        what is older than keep in site.yaml; --yes also tells the
                                           site that its clock is right`

/** How many days are listed by default. After a few years, a list of everything takes long and nobody reads it. */
const listedDays = 90

class UsageError extends Error {}

const options = {
  stage: { type: 'string' },
  form: { type: 'string' },
  since: { type: 'string' },
  before: { type: 'string' },
  dead: { type: 'boolean', default: false },
  unknown: { type: 'boolean', default: false },
  waiting: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
} as const
const read = (args?: string[]) => readCommand(usage, { args, allowPositionals: true, options })
type Options = ReturnType<typeof read>['values']

/** All enquiries and receipts, oldest first: three lists, each in that order, of any length. */
async function* listMail(filter: Parameters<typeof listEnquiries>[0]): AsyncGenerator<Entry> {
  const lists = [listEnquiries(filter), listReceipts(filter), listOtherMail(filter)]
  const heads = await Promise.all(lists.map((list) => list.next()))
  for (;;) {
    let first = -1
    for (const [index, { value }] of heads.entries())
      if (value && (first < 0 || value.createdAt < heads[first]?.value?.createdAt)) first = index
    const [head, list] = [heads[first], lists[first]]
    if (!head?.value || !list) return
    yield head.value
    heads[first] = await list.next()
  }
}

function filterOf({ stage, form, since }: Options) {
  if (stage !== undefined && !isOneOf(stages, stage)) throw new UsageError(`--stage is one of ${stages.join(', ')}`)
  if (since !== undefined && Number.isNaN(Date.parse(since)))
    throw new UsageError('--since is a day such as 2026-01-31')
  return { stage, form, since: since && new Date(since).toISOString() }
}

const nameOf = ({ fields }: Entry) => fields.name ?? `${fields.firstname ?? ''} ${fields.lastname ?? ''}`.trim()
const moment = (time: string) => time.slice(0, 16).replace('T', ' ')

/** Plain lines rather than console.table, so that grep and cut work. */
async function printList(entries: AsyncIterable<Entry>) {
  const counts = new Map<Entry['stage'], number>()
  await printLines(entries, (entry) => {
    const { reference, createdAt, stage, form, fields, spamReason } = entry
    counts.set(stage, (counts.get(stage) ?? 0) + 1)
    const why = stage === 'quarantined' && spamReason ? [spamReason] : []
    const who = [nameOf(entry), fields.email ?? '']
    return `${[reference, moment(createdAt), stage.padEnd(11), form, ...who, ...why].join('  ')}\n`
  })
  const parts = stages.flatMap((stage) => (counts.has(stage) ? [`${counts.get(stage)} ${stage}`] : []))
  console.log(parts.length > 0 ? parts.join(', ') : 'Nothing.')
  if (!env().emailjs) console.log('NOTHING IS BEING DELIVERED: EMAILJS_SERVICE_ID is not set here.')
}

function printOne({ reference, form, stage, createdAt, spamReason, tries, dueAt, lastError, fields }: Entry) {
  const facts = {
    reference,
    form,
    stage,
    sent: createdAt,
    'looked like spam': spamReason,
    tries: String(tries),
    'next try': dueAt,
    'last error': lastError,
    ...fields,
  }
  for (const [name, value] of Object.entries(facts)) if (value) console.log(`${name}: ${value}`)
}

async function enquiriesNamed(references: readonly string[]): Promise<Entry[]> {
  if (references.length === 0) throw new UsageError('Name a reference such as E-7KQM-2X9D')
  const entries: Entry[] = []
  for (const reference of references) {
    const entry = await findEnquiry(readReference(reference) ?? reference)
    if (!entry) throw new UsageError(`There is no ${reference}`)
    entries.push(entry)
  }
  return entries
}

/** A gift's reference may have several receipts: one for each month. */
async function named(references: readonly string[]): Promise<Entry[]> {
  const entries: Entry[] = []
  const others: string[] = []
  for (const reference of references) {
    const found = [...(await receiptsOf(reference)), ...(await otherMailOf(reference))]
    entries.push(...found)
    if (found.length === 0) others.push(reference)
  }
  return entries.length > 0 && others.length === 0 ? entries : [...entries, ...(await enquiriesNamed(others))]
}

/** By their references, or all of some stages. */
async function chosen(references: readonly string[], options: Options): Promise<Entry[]> {
  const asked = (['dead', 'unknown', 'waiting'] as const).filter((stage) => options[stage])
  if (asked.length === 0) return named(references)
  if (references.length > 0) throw new UsageError('Give references or a stage, not both.')
  return (await Promise.all(asked.map((stage) => Array.fromAsync(listMail({ stage }))))).flat()
}

/** A thousand at once: a write for each would take most of the time. */
async function printLines(entries: AsyncIterable<Entry>, lineOf: (entry: Entry) => string): Promise<void> {
  let lines: string[] = []
  for await (const entry of entries) {
    lines.push(lineOf(entry))
    if (lines.length < 1000) continue
    process.stdout.write(lines.join(''))
    lines = []
  }
  process.stdout.write(lines.join(''))
}

async function eraseOf(email: string, yes: boolean) {
  if (!email.includes('@') && !isPhone(email))
    throw new UsageError('Name the email address or telephone number whose owner asked to be erased')
  const { removed, kept } = await (yes ? erasePerson(email) : personData(email))
  const references = Object.values(removed).flatMap((found) =>
    found.map((one) => ('reference' in one ? one.reference : 'the wish to hear what gifts did')),
  )
  console.log(
    `${yes ? 'Erased' : 'Would erase'}: ${[...new Set(references)].join(', ') || 'nothing'}${yes ? '' : '. Run again with --yes.'}`,
  )
  const counts = Object.entries(kept).flatMap(([name, { length }]) => (length > 0 ? [`${length} ${name}`] : []))
  console.log(`Kept: ${counts.join(', ') || 'nothing'}.`)
  if (counts.length > 0) console.log(messages()('gifts.eraseKept'))
  console.log('What was delivered remains in the office’s mailbox, at the payment service and in backups.')
}

async function retain(yes: boolean) {
  const days = site().keep.enquiries
  if (yes) return console.log(`Erased ${await enforceRetention({ confirmed: true })} older than ${days} days.`)
  let found = 0
  for await (const ids of expiredEnquiries()) found += ids.length
  console.log(`Would erase ${found} older than ${days} days. Run again with --yes.`)
}

async function drop(before: string | undefined, yes: boolean) {
  if (!before || Number.isNaN(Date.parse(before))) throw new UsageError('--before is a day such as 2026-01-31')
  const entries = await unsentBefore(new Date(before).toISOString())
  if (!yes) return console.log(`Would drop ${entries.length} receipts. Run again with --yes.`)
  await dropReceipts(entries)
  console.log(`Dropped ${entries.length} receipts: their gifts stay, and nothing is sent about them.`)
}

const commands: Record<string, (args: string[], options: Options) => Promise<void>> = {
  list: async (_, options) => {
    const filter = filterOf(options)
    const isBounded = Object.values(filter).every((value) => value === undefined)
    const since = isBounded ? utcNow(-listedDays * dayMs) : filter.since
    await printList(listMail({ ...filter, since }))
    if (isBounded) console.log(`Of the last ${listedDays} days; older ones with --since=2020-01-01, or by --stage.`)
    const lines = helpLines(await helpFigures())
    if (lines.length > 0) console.log(`Requests for a surgery: ${lines.join('; ')}.`)
  },
  show: async (args) => (await named(args)).forEach(printOne),
  retry: async (args, options) => {
    const entries = await chosen(args, options)
    console.log(`${await retry(entries)} of ${entries.length} will be tried again.`)
  },
  done: async (args, options) => {
    if (options.waiting) throw new UsageError('Name each waiting mail that is no longer needed.')
    const entries = await chosen(args, options)
    console.log(`${await finish(entries)} of ${entries.length} will not be sent again.`)
  },
  release: async (args) => {
    for (const entry of await enquiriesNamed(args))
      console.log(
        (await releaseMessage(entry))
          ? `${entry.reference} is on its way.`
          : `${entry.reference} is not in quarantine.`,
      )
  },
  answered: async (args) => {
    for (const entry of await enquiriesNamed(args))
      console.log(
        (await markAnswered(entry)) ? `${entry.reference} is answered.` : `${entry.reference} was marked before.`,
      )
  },
  'drop-receipts': async (_, { before, yes }) => drop(before, yes),
  erase: async ([email = ''], { yes }) => eraseOf(email, yes),
  retention: async (_, { yes }) => retain(yes),
}

export async function main(words?: string[]): Promise<void> {
  const { positionals, values } = read(words)
  const [name = 'list', ...args] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  try {
    if (!command) throw new UsageError(`There is no command ${name}.\n\n${usage}`)
    await withDatabase(() => command(args, values))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    stop(error.message, 2)
  }
}

if (import.meta.main) void main()
