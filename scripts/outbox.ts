/**
 * `charity outbox`: what an operator must be able to do with mail while the office cannot be opened. Works on the configured database,
 * also while the server runs. Prints personal data.
 */
import { findEnquiry, finish, type ListedEnquiry, listEnquiries, retry, stages } from '#lib/contact/enquiries/admin.ts'
import { isPhone } from '#lib/contact/forms/form.ts'
import { dataToErase, erasePerson, listMail, mailOf, removedInWords } from '#lib/giving/receipts/admin.ts'
import { findEach, idsIn, inHealth } from '#lib/jobs/conditions.ts'
import { countExpired, type Expired, enforceRetention, expiredEnquiries, expiredInWords } from '#lib/jobs/retention.ts'
import { dayMs, utcNow } from '#lib/platform/clock.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { unsentStates } from '#lib/platform/outbox/queue.ts'
import { readReference } from '#lib/platform/reference.ts'
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
  done --form=receipt --before=2026-01-31  nor any receipt that waits and was queued before that day
  erase <e-mail address, telephone or reference> [--yes]
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

/** ISO 8601. */
function dayOf(option: 'since' | 'before', written: string | undefined): string | undefined {
  if (written === undefined) return undefined
  if (Number.isNaN(Date.parse(written))) throw new UsageError(`--${option} is a day such as 2026-01-31`)
  return new Date(written).toISOString()
}

/** Removes control characters, because terminals interpret escape sequences. */
const printable = (typed: string) => typed.replace(/\p{Cc}+/gu, ' ')

const moment = (time: string) => time.slice(0, 16).replace('T', ' ')

function lineOf({ reference, createdAt, stage, form, fields, spamReason, lastError }: ListedEnquiry): string {
  const name = fields.name ?? `${fields.firstname ?? ''} ${fields.lastname ?? ''}`.trim()
  const why = (stage === 'quarantined' ? spamReason : lastError) ?? ''
  const all = [reference, moment(createdAt), stage.padEnd(11), form, name, fields.email ?? '', why]
  return `${all.map(printable).join('  ').trimEnd()}\n`
}

/** Plain lines rather than console.table, so that grep and cut work. A thousand at once: a write for each would take most of the time. */
async function printList(entries: AsyncIterable<ListedEnquiry>) {
  const counts = new Map<ListedEnquiry['stage'], number>()
  const lines: string[] = []
  for await (const entry of entries) {
    counts.set(entry.stage, (counts.get(entry.stage) ?? 0) + 1)
    lines.push(lineOf(entry))
    if (lines.length === 1000) process.stdout.write(lines.splice(0).join(''))
  }
  process.stdout.write(lines.join(''))
  console.log([...counts].map(([stage, count]) => `${count} ${stage}`).join(', ') || 'Nothing.')
  for (const found of await findEach(idsIn('outbox'))) console.log(inHealth(found))
}

function printOne({ reference, form, stage, createdAt, spamReason, tries, dueAt, lastError, fields }: ListedEnquiry) {
  const facts = {
    ...{ reference, form, stage, sent: createdAt, 'looked like spam': spamReason, tries: String(tries) },
    ...{ 'next try': dueAt, 'last error': lastError, ...fields },
  }
  for (const [name, value] of Object.entries(facts))
    if (value) console.log(`${name}: ${value.replace(/(?!\n)\p{Cc}/gu, ' ')}`)
}

/** An enquiry in quarantine has no mail. */
async function named(references: readonly string[]): Promise<ListedEnquiry[]> {
  if (references.length === 0) throw new UsageError('Name a reference such as E-7KQM-2X9D')
  const entries: ListedEnquiry[] = []
  for (const reference of references) {
    const mails = await mailOf(reference)
    const enquiry = mails.length > 0 ? null : await findEnquiry(readReference(reference) ?? reference)
    if (mails.length === 0 && !enquiry) throw new UsageError(`There is no ${reference}`)
    entries.push(...mails, ...(enquiry ? [enquiry] : []))
  }
  return entries
}

/** By their references, or all of some stages. */
async function chosen(references: readonly string[], options: Options): Promise<ListedEnquiry[]> {
  const asked = unsentStates.filter((stage) => options[stage])
  if (asked.length === 0) return named(references)
  if (references.length > 0) throw new UsageError('Give references or a stage, not both.')
  return (await Promise.all(asked.map((stage) => Array.fromAsync(listMail({ stage }))))).flat()
}

/** Receipts that a newly configured mail account would send. */
async function oldReceipts({ form, before }: Options): Promise<ListedEnquiry[]> {
  if (form !== 'receipt') throw new UsageError('--before is for --form=receipt.')
  const end = dayOf('before', before) ?? ''
  return (await Array.fromAsync(listMail({ form, stage: 'waiting' }))).filter(({ createdAt }) => createdAt < end)
}

async function eraseOf(who: string, yes: boolean) {
  if (!who.includes('@') && !isPhone(who) && !readReference(who))
    throw new UsageError('Name the email address, telephone number or reference of whoever asked to be erased')
  const data = await (yes ? erasePerson(who) : dataToErase(who))
  console.log(
    `${yes ? 'Erased' : 'Would erase'}: ${removedInWords(data).join(', ') || 'nothing'}${yes ? '' : '. Run again with --yes.'}`,
  )
  const counts = Object.entries(data.kept).flatMap(([name, { length }]) => (length > 0 ? [`${length} ${name}`] : []))
  console.log(`Kept: ${counts.join(', ') || 'nothing'}.`)
  if (counts.length > 0) console.log(messages()('gifts.eraseKept'))
  console.log('What was delivered remains in the office’s mailbox, at the payment service and in backups.')
}

async function retain(yes: boolean) {
  const counts: Expired = new Map()
  if (yes) {
    await enforceRetention({ confirmed: true, counts })
    return console.log(`Erased: ${expiredInWords(counts)}.`)
  }
  for await (const [kind, ids] of expiredEnquiries()) countExpired(counts, kind, ids)
  console.log(`Would erase: ${expiredInWords(counts)}. Run again with --yes.`)
}

const commands: Record<string, (args: string[], options: Options) => Promise<void>> = {
  list: async (_, { stage, form, since }) => {
    if (stage !== undefined && !isOneOf(stages, stage)) throw new UsageError(`--stage is one of ${stages.join(', ')}`)
    const isBounded = [stage, form, since].every((option) => option === undefined)
    const filter = { stage, form, since: isBounded ? utcNow(-listedDays * dayMs) : dayOf('since', since) }
    await printList(
      isOneOf(['waiting', 'sent', 'dead', 'unknown', undefined], stage) ? listMail(filter) : listEnquiries(filter),
    )
    if (isBounded) console.log(`Of the last ${listedDays} days; older ones with --since=2020-01-01, or by --stage.`)
  },
  show: async (args) => (await named(args)).forEach(printOne),
  retry: async (args, options) => {
    const entries = await chosen(args, options)
    console.log(`${await retry(entries)} of ${entries.length} will be tried again.`)
  },
  done: async (args, options) => {
    if (options.waiting) throw new UsageError('Name each waiting mail that is no longer needed.')
    const entries = options.before === undefined ? await chosen(args, options) : await oldReceipts(options)
    console.log(`${await finish(entries)} of ${entries.length} will not be sent again.`)
  },
  erase: async ([who = ''], { yes }) => eraseOf(who, yes),
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
