/** The office with years of gifts and enquiries in SQLite. For `npm run bench -- --only=office`. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeFields } from '#lib/contact/enquiries/mail.ts'
import { kindOfForm } from '#lib/contact/forms/kinds.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import { beginSession, formToken, readSession, type Session } from '#lib/office/access/session.ts'
import { addStaff, roles } from '#lib/office/access/staff.ts'
import { type Desk, readQuery } from '#lib/office/desks/desk.ts'
import { desks } from '#lib/office/desks/desks.ts'
import { holdFile } from '#lib/office/desks/statement-in-hand.ts'
import { dayMs } from '#lib/platform/clock.ts'
import { readEnv } from '#lib/platform/env.ts'
import { isKeyOf } from '#lib/platform/narrow.ts'
import { newReference } from '#lib/platform/reference.ts'
import { closeStore, openStore } from '#lib/platform/store/index.ts'
import { databaseFile } from '#lib/platform/store/sqlite-file.ts'
import { helpForm, invoiceForm, newsletterForm } from '#lib/site/content/form-ids.ts'
import { type RunningServer, stopServer } from '../support/server.ts'
import { addressOf, enquiry, gift } from './visitors.ts'

const years = 3
const giftsPerDonor = 10
const facts = JSON.stringify({
  void: false,
  amount: 250_000,
  paidOn: '2026-11-21T12:00:00.000Z',
  name: 'Asha Rao',
  address: [],
  identity: null,
  reason: 1,
  campaign: null,
  method: 'card',
})

/**
 * Writes `rows` gifts and as many enquiries, evenly over three years, with their orders, events and mails: most are paid and sent, a third of
 * the enquiries is past its retention period, and two donors in five give monthly.
 */
function seed(folder: string, rows: number): void {
  const database = new DatabaseSync(databaseFile(folder))
  database.exec(
    'pragma journal_mode = delete; pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -500000; begin',
  )
  const statements = new Map<string, StatementSync>()
  const insert = (table: string, row: Record<string, SQLInputValue>) => {
    const names = Object.keys(row)
    const statement =
      statements.get(table) ??
      database.prepare(`insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
    statements.set(table, statement)
    statement.run(...Object.values(row))
  }
  const now = Date.now()
  const timeOf = (number: number) => new Date(now - years * 365 * dayMs * (1 - (number + 1) / (rows + 1))).toISOString()
  const isOfLast = (part: number, number: number) => rows - number <= Math.ceil(rows * part)
  type Way = { by: 'card' | 'transfer' | 'invoice'; isPaid: boolean }
  const addMail = (kind: string, subject_id: string, state: string, time: string) =>
    insert('outbox', {
      id: randomUUID(),
      kind,
      subject_id,
      state,
      tries: 1,
      due_at: time,
      created_at: time,
      updated_at: time,
    })
  const addOrder = (
    email: string,
    currency: string,
    kind: string,
    time: string,
    way: Way,
    reference = newReference('G'),
  ) => {
    const [donor, form] = [{ name: 'Asha Rao', email }, kind === 'sponsorship' ? '5k-run' : 'india']
    const { address, phone, reason } = gift(email)
    insert('orders', {
      id: randomUUID(),
      reference,
      product: kind === 'sponsorship' ? 'sponsorship' : 'gift',
      form,
      pay_by: way.by,
      state: way.isPaid ? 'paid' : way.by === 'card' ? 'closed' : 'waiting',
      currency,
      amount: 250_000,
      frequency: kind === 'monthly' ? 'monthly' : 'once',
      closes_at: time,
      page_id: `${way.by}_${reference}`,
      key: randomUUID(),
      request_hash: randomUUID(),
      donor_name: donor.name,
      email,
      email_key: email,
      answers: JSON.stringify({ ...address, phone, reason, fee: 5000 }),
      created_at: time,
      updated_at: time,
    })
    return reference
  }
  const donors = Math.ceil(rows / giftsPerDonor)
  const monthly = new Map<number, string>()
  for (let number = 0; number < rows; number++) {
    const donor = number % donors
    const time = timeOf(number)
    const [email, currency] = [`donor-${donor}@example.org`, donor % 2 === 0 ? 'INR' : 'USD']
    const kind = donor % 5 < 2 ? 'monthly' : number % 200 === 9 ? 'sponsorship' : 'one-off'
    const isTransfer = kind === 'one-off' && number % 10 === 5
    const by = isTransfer ? 'transfer' : 'card'
    const reference = monthly.get(donor) ?? addOrder(email, currency, kind, time, { by, isPaid: true })
    if (kind === 'monthly') monthly.set(donor, reference)
    // Somebody else began, and did not pay.
    if (isOfLast(0.02, number))
      addOrder(`nobody-${number}@example.org`, currency, 'one-off', time, {
        by: number % 4 === 0 ? 'transfer' : 'card',
        isPaid: false,
      })
    const status = number % 50 === 1 ? 'failed' : number % 50 === 2 ? 'refunded' : 'paid'
    const id = randomUUID()
    const object_id = isTransfer ? newReference('T') : `pi_${id}`
    if (isTransfer)
      insert('transfers', {
        id: object_id,
        line: randomUUID(),
        pays: reference,
        pays_day: '',
        text: `NEFT ${reference}`,
        confirmed_at: time,
      })
    insert('tickets', {
      code: newReference('K'),
      event: 'race',
      day: '2027-09-11',
      kind: 'wheel',
      seat: number,
      reference,
      name: `Asha Rao ${donor}`,
      held_until: time,
    })
    insert('gifts', {
      id,
      object_id,
      kind,
      status,
      currency,
      amount: 250_000,
      reason: 1 + (number % 8),
      reference,
      subscription_id: kind === 'monthly' ? `sub_${donor}` : null,
      donor_name: `Asha Rao ${donor}`,
      donor_email: email,
      occurred_at: time,
      recorded_at: time,
      updated_at: time,
      campaign: number % 10 === 0 ? 'kenya' : null,
      paid_at: status === 'paid' ? time : null,
      provider_fee: 7280,
      provider_net: 242_720,
      fee_currency: currency,
      payout: `po_${number % 900}`,
      paid_out_at: time.slice(0, 10),
      method: isTransfer ? 'transfer' : 'card',
    })
    insert('stripe_events', { id: `evt_${id}`, type: 'invoice.paid', object_id: `pi_${id}`, received_at: time })
    if (status !== 'paid') continue
    insert('receipts', {
      id: randomUUID(),
      gift_id: id,
      entity: 'IN',
      year: 2026,
      number,
      version: 1,
      facts,
      issued_at: time,
    })
    addMail('receipt', id, isOfLast(0.0005, number) ? 'waiting' : number % 400 === 3 ? 'dead' : 'sent', time)
  }
  const forms = [
    helpForm,
    'contact',
    'volunteer',
    'newsletter',
    'partner',
    ...Array.from({ length: 15 }, () => 'contact'),
  ]
  for (let number = 0; number < rows; number++) {
    const form = number % 1000 === 999 ? invoiceForm : (forms[number % forms.length] ?? '')
    // Invoices of this year: retention would erase an older one that nobody paid, while its page is read.
    const created_at = timeOf(form === invoiceForm ? rows - Math.ceil((rows - number) / years) : number)
    const [id, reference] = [randomUUID(), newReference('E')]
    const isErased = form === helpForm && Date.parse(created_at) < now - 90 * dayMs
    const kept = form === newsletterForm ? 'confirmed' : number % 100 === 1 ? 'quarantined' : 'stored'
    const state = isErased ? 'erased' : kept
    const email = `writer-${number % donors}@example.org`
    const fields = { ...enquiry(`Where is the next camp? (${number})`), email, number: '+254205550177' }
    if (form === invoiceForm)
      addOrder(email, 'USD', 'sponsorship', created_at, { by: 'invoice', isPaid: false }, reference)
    insert('enquiries', {
      id,
      reference,
      idempotency_key: randomUUID(),
      form,
      state,
      created_at,
      ...(isErased ? { fields: '{}', email: null } : writeFields(form, reference, fields)),
    })
    insert('office_log', { id: randomUUID(), at: created_at, name: 'Nia', action: 'messages.see', subject: reference })
    if (form === helpForm && !isErased && number % 3 > 0)
      insert('families', {
        enquiry_id: id,
        state: 'called',
        next_call: created_at.slice(0, 10),
        updated_at: created_at,
      })
    if (state === 'stored')
      addMail(kindOfForm(form).mail, id, isOfLast(0.0005, number) ? 'waiting' : 'sent', created_at)
  }
  database.exec('commit')
  database.close()
}

async function secondsOf(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

/** The ids of entries, which differ from one database to the next. */
const sampleIds = /(?<=^\/(?!lists)\w+\/).+/

let visitors = 0

type Site = { url: string; environment: Record<string, string>; serve(folder: string): Promise<RunningServer> }

const statementLines = 5000

/** Somebody with every role and a bank statement in hand. */
async function signIn(): Promise<{ cookie: string; session: Session }> {
  const staff = await addStaff('Nia', 'nia@example.org', roles)
  const cookie = staff ? ((await beginSession(staff.id)).split(';', 1)[0] ?? '') : ''
  const session = await readSession(cookie)
  if (!session) throw new Error('Not signed in')
  const rows = Array.from({ length: statementLines }, (_, line) => `2026-11-05,Donor ${line},${line},,70.00`)
  const text = ['Cleared on,Name,Check number,Reference,Dollars', ...rows, ''].join('\n')
  await holdFile(session.staff, 'november.csv', Buffer.from(text))
  return { cookie, session }
}

/** What is searched for, by desk. */
const searches = {
  gifts: ['rao 17', 'nobody has it', 'donor-17@example.org', '@example.com', '123.45', '2025-11'],
  donors: ['rao 17', 'donor-17@example.org'],
  messages: ['writer-17@example.org'],
  tickets: ['rao'],
  transfers: ['17'],
} satisfies Partial<Record<keyof typeof desks, readonly string[]>>

/** Every list by each column, its second page, each filter and search, and one entry. */
async function officePages(session: Session): Promise<string[]> {
  const found = ['']
  for (const [name, desk] of Object.entries<Desk>(desks)) {
    const query = await readQuery(desk, new URLSearchParams())
    const { rows, next } = await desk.list(query, session)
    // The first of the mails is delivered as soon as the server is up, and leaves its list.
    const id = rows.findLast((row) => row.id !== null)?.id
    const columns = desk.columns
      .filter(({ sorts }) => sorts)
      .flatMap(({ name: sort }) => [{ sort }, { sort, order: 'down' }])
    const filters = desk.filters.flatMap(({ name: filter }) =>
      (query.choices[filter] ?? []).map(({ value }) => ({ [filter]: value })),
    )
    const texts = isKeyOf(searches, name) ? searches[name].map((search) => ({ search })) : []
    const queries = [{}, ...(next === null ? [] : [{ after: next }]), ...columns, ...filters, ...texts]
    const lists = queries.map((query) => `/${name}?${new URLSearchParams(query as Record<string, string>)}`)
    found.push(...lists, ...(id ? [`/${name}/${id}`] : []))
  }
  return found
}

/** Makes a database with `rows` gifts, which this process uses too. */
async function prepare(folder: string, rows: number, environment: Record<string, string>): Promise<void> {
  mkdirSync(folder)
  await (await openStore({ databaseUrl: null, dataDir: folder })).close()
  Object.assign(process.env, environment, { DATA_DIR: folder, LOG_LEVEL: 'silent' })
  readEnv()
  seed(folder, rows)
}

const longTurn = 50
/** In milliseconds. `turn`: the longest of the event loop; `visitor`: the longest wait of somebody who reads Home meanwhile. */
type Cost = { processor: number; turn: number; visitor: number }

/** Options of Node for the server of `officeTable`. */
export const reportsTurns = ['--import=./tests/soak/report-turns.mjs']

/**
 * The costs of each list, search, page and download of the office, while a visitor reads. The least of some rounds each, because other
 * programs hold the server up too.
 */
async function officeCosts(
  folder: string,
  rows: number,
  { url, environment, serve }: Site,
): Promise<Map<string, Cost>> {
  await prepare(folder, rows, environment)
  // Which a server begins with, while its first pages would be measured.
  await enforceRetention({ confirmed: true })
  const { cookie, session } = await signIn()
  // Before the server, whose first work would keep the database from us.
  const pages = await officePages(session)
  await closeStore()
  const server = await serve(folder)
  const turns = async () => {
    server.process.send('turns')
    return ((await once(server.process, 'message')) as [{ longest: number; processor: number }])[0]
  }
  const read = async (address: string, init?: RequestInit) => {
    visitors += 1
    const response = await fetch(url + address, {
      ...init,
      headers: { 'x-forwarded-for': addressOf(visitors), ...(address.includes('office') && { cookie }) },
    })
    if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
    for await (const _ of response.body ?? []);
  }
  const costOf = async (work: () => Promise<void>): Promise<Cost> => {
    const costs: Cost[] = []
    const least = (figure: keyof Cost) => Math.min(...costs.map((cost) => cost[figure]))
    // A turn that is long in every round is our own.
    for (let round = 0; round < 3 || (round < 12 && least('turn') > longTurn); round++) {
      await turns()
      await work()
      const { processor } = await turns()
      let [visitor, isOver] = [0, false]
      const reading = (async () => {
        while (!isOver) {
          visitor = Math.max(visitor, 1000 * (await secondsOf(() => read('/'))))
          await sleep(20)
        }
      })()
      await work().finally(() => (isOver = true))
      await reading
      costs.push({ processor, turn: (await turns()).longest, visitor })
    }
    return { processor: least('processor'), turn: least('turn'), visitor: least('visitor') }
  }
  const found = new Map<string, Cost>([['Home', await costOf(() => read('/'))]])
  for (const page of pages)
    found.set(`/office${page.replace(sampleIds, '…')}`, await costOf(() => read(`/office${page}`)))
  const exports = Object.values<Desk>(desks).flatMap(({ actions = {} }) =>
    Object.keys(actions)
      .filter((intent) => intent.endsWith('.export'))
      .map((intent) => ({ intent, subject: '' })),
  )
  const year = String(new Date().getFullYear() - 1)
  const files = ['books', 'india', 'india-rest', 'usa'].map((subject) => ({ intent: 'lists.download', subject, year }))
  for (const { intent, subject, ...asked } of [...exports, ...files]) {
    const body = new URLSearchParams({ intent, subject, token: formToken(session, intent, subject), ...asked })
    found.set(`${intent} ${subject}`, await costOf(() => read('/api/office', { method: 'POST', body })))
  }
  await stopServer(server)
  return found
}

/** Processor time of the office's pages, and what they do to visitors, with `rows` gifts, messages, tickets and lines of the log, beside an almost empty database. */
export async function officeTable(folder: string, rows: number, site: Site): Promise<Record<string, object>> {
  const empty = await officeCosts(path.join(folder, 'empty'), 20, site)
  const full = await officeCosts(path.join(folder, 'full'), rows, site)
  return Object.fromEntries(
    [...full].map(([name, { processor, turn, visitor }]) => {
      const before = empty.get(name)
      return [
        name,
        {
          'empty, ms': Math.round(before?.processor ?? Number.NaN),
          ms: Math.round(processor),
          times: (processor / (before?.processor ?? Number.NaN)).toFixed(1),
          'turn, empty': Math.round(before?.turn ?? Number.NaN),
          turn: Math.round(turn),
          visitor: Math.round(visitor),
        },
      ]
    }),
  )
}
