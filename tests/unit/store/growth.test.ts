import { DatabaseSync, StatementSync } from 'node:sqlite'
import { countQuarantined, enquiriesOf, helpFigures, listEnquiries } from '#lib/contact/enquiries/admin.ts'
import { mailboxesKnown } from '#lib/contact/enquiries/newsletter.ts'
import { storeEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { stagedRows } from '#lib/giving/exchange/staged.ts'
import { campaignTotals, monthlyDonors, watchCampaignGifts } from '#lib/giving/ledger/campaign-progress.ts'
import { recordedGifts } from '#lib/giving/ledger/recorded-gifts.ts'
import { openPledges } from '#lib/giving/pledges/confirm.ts'
import { erasePerson, listMail, mailOf } from '#lib/giving/receipts/admin.ts'
import { statementOfDonations } from '#lib/giving/receipts/year-lists.ts'
import { donorGifts, personalData } from '#lib/giving/receipts/your-gifts.ts'
import { findEach, idsIn } from '#lib/jobs/conditions.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import { summaryMail } from '#lib/jobs/summary.ts'
import { type DeskName, desks } from '#lib/office/desks/desks.ts'
import { countUnanswered } from '#lib/office/desks/messages.ts'
import { today } from '#lib/office/desks/today.ts'
import { dayMs, utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { countOutbox } from '#lib/platform/outbox/queue.ts'
import { store } from '#lib/platform/store/index.ts'
import { databaseFile } from '#lib/platform/store/sqlite-file.ts'
import { rowsIn } from '#tests/support/desk.ts'
import { giftRow, mailKeys, setEnvironment, useFreshStore } from '#tests/support/store.ts'

let mockKeptDays = 730
jest.mock('#lib/site/content/index.ts', () => {
  const actual = jest.requireActual('#lib/site/content/index.ts')
  const site = () => ({ ...actual.site(), keep: { ...actual.site().keep, enquiries: mockKeptDays } })
  return { ...actual, site }
})

const email = 'asha@example.org'

afterEach(() => jest.restoreAllMocks())

/** As many enquiries, of which the database gets a few at once. */
async function insertEnquiries(count: number, state: 'stored' | 'quarantined', createdAt: (number: number) => string) {
  const enquiries = Array.from({ length: count }, (_, number) => {
    const digits = String(number).padStart(4, '0')
    const id = { id: `id-${digits}`, reference: `E-${digits}`, idempotency_key: `key-${digits}` }
    return { ...id, form: 'contact', fields: '{}', state, created_at: createdAt(number), spam_reason: null }
  })
  await (await store()).db.insertInto('enquiries').values(enquiries).execute()
}

/** How many rows each statement reads from now on. */
function countRows(): number[] {
  const rows: number[] = []
  const { all } = StatementSync.prototype
  jest.spyOn(StatementSync.prototype, 'all').mockImplementation(function (this: StatementSync, ...values) {
    const found = all.apply(this, values)
    rows.push(found.length)
    return found
  })
  return rows
}

/** The plans of all statements that `work` prepares, each line with its statement. https://www.sqlite.org/eqp.html */
async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
  const prepared = new Set<string>()
  const { prepare } = DatabaseSync.prototype
  jest.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, statement) {
    prepared.add(statement)
    return prepare.call(this, statement)
  })
  await work()
  jest.restoreAllMocks()
  const database = new DatabaseSync(databaseFile(env().dataDir), { readOnly: true })
  const plans = [...prepared]
    .filter((statement) => /^(?:select|update|delete|insert)/.test(statement))
    .flatMap((statement) =>
      database
        .prepare(`explain query plan ${statement}`)
        .all()
        .map(({ detail }) => `${detail}: ${statement}`),
    )
  database.close()
  return plans
}

describe('On SQLite', () => {
  useFreshStore()
  /** The tables that grow with every visitor. */
  const reads =
    /^SCAN (?:gifts|enquiries|outbox|orders|order_secrets|stripe_events)\b(?! USING (?:(?:COVERING )?INDEX (?:gifts_list|enquiries_list|orders_open|orders_sponsorships)|INDEX gifts_sponsorships|INDEX enquiries_families|INDEX \w+_created_at|COVERING INDEX gifts_occurred_at|INDEX gifts_occurred_at))/
  /** All rows would be sorted for every page. */
  const sorts =
    /^USE TEMP B-TREE FOR ORDER BY: (?!.*"reference" = )(?:.* as "page_time"|select "?\w+"? as "id" from (?:"gifts"|"enquiries"|"tickets"|"office_log"))/
  const day = utcNow().slice(0, 10)
  const staff = { id: 'nobody', name: 'Nobody', email: 'nobody@example.org', roles: [], zone: null }
  const session = { id: '', staff, roles: [], hasPasskey: false, needsPasskey: false, challenge: null }
  const search = (text: string) => rowsIn(desks.gifts, { search: text })

  test.each<[string, () => Promise<unknown>, indexes?: string[]]>([
    [
      'retention',
      () => enforceRetention({ confirmed: true }),
      ['enquiries_state', 'enquiries_families', 'outbox_subject_id'],
    ],
    ['retention on a site where it never ran', () => enforceRetention()],
    ['the count of pending mail', countOutbox, ['outbox_due (state=?)']],
    ['the count of the quarantine', countQuarantined],
    ['the daily summary', () => summaryMail.compose(day), ['gifts_paid_at (status=? AND paid_at>? AND paid_at<?)']],
    ['the figures of families', () => helpFigures({ from: day }), ['enquiries_form (form=? AND created_at>?)']],
    ['the watch of campaigns', watchCampaignGifts, ['COVERING INDEX gifts_campaign_sums']],
    ['the total of a campaign', () => campaignTotals('kenya'), ['COVERING INDEX gifts_campaign_sums']],
    ['the circle of a campaign', () => monthlyDonors('kenya'), ['COVERING INDEX gifts_campaign_sums']],
    ['the gifts of a donor', () => donorGifts('gift')],
    ['the data of a donor', () => personalData(email), ['orders_email_key', 'enquiries_email']],
    ['what a person sent', () => enquiriesOf(email)],
    ['what is kept of a telephone', () => personalData('+254205550177'), ['orders_telephone', 'enquiries_telephone']],
    ['erasing a person', () => erasePerson(email), ['orders_erase_after', 'order_secrets_created_at (kind=?']],
    ['the mail about one gift', () => mailOf('G-7KQM-2X9D'), ['outbox_subject_id']],
    ['the list of enquiries', () => Array.fromAsync(listEnquiries({ since: day }))],
    ['the list of mail', () => Array.fromAsync(listMail({ since: day })), ['outbox_created_at']],
    ['the list of mail that was given up', () => Array.fromAsync(listMail({ stage: 'dead' })), ['outbox_created_at']],
    ...(Object.keys(desks) as DeskName[])
      .filter((name) => name !== 'claims' && name !== 'lists' && name !== 'persons')
      .map((name): [string, () => Promise<unknown>] => [`the desk ${name} of the office`, () => rowsIn(desks[name])]),
    ['a search by name', () => search('rao'), ['COVERING INDEX gifts_list']],
    ['a search by reference', () => search('G-7KQM-2X9D'), ['gifts_reference']],
    ...(['status', 'method', 'kind'] as const).map((name): [string, () => Promise<unknown>, string[]] => [
      `the gifts of one ${name}`,
      () => rowsIn(desks.gifts, { [name]: { status: 'disputed', method: 'cash', kind: 'ticket' }[name] }),
      [`COVERING INDEX gifts_by_${name} (${name}=?)`],
    ]),
    ['the messages of one form', () => rowsIn(desks.messages, { form: 'partner' }), ['enquiries_form (form=?)']],
    [
      'sums of gifts',
      () => rowsIn(desks.totals, { by: 'purpose' }),
      ['COVERING INDEX gifts_sums (status=? AND currency=?'],
    ],
    ['open pledges', openPledges, ['orders_pay_by (pay_by=?']],
    [
      'the first page of the office',
      () => Promise.all([today({ roles: ['families'], staff: { zone: null } }), findEach(idsIn('today'))]),
      ['INDEX enquiries_families', 'COVERING INDEX orders_pay_by'],
    ],
    ['unanswered messages', countUnanswered, ['COVERING INDEX enquiries_answered']],
    [
      'the rows of an import that are not new',
      () => Array.fromAsync(stagedRows('import', ['duplicate', 'unreadable'])),
      ['import_rows_verdict (import_id=? AND verdict=? AND number>?)'],
    ],
    [
      'the sign-ups of an import',
      async () => mailboxesKnown((await store()).db, [email]),
      ['enquiries_email (state=? AND email=?)'],
    ],
    ['the list of gifts', () => Array.fromAsync(recordedGifts({ from: day })), ['INDEX gifts_list']],
  ])('%s reads and sorts no whole table', async (name, work, indexes = []) => {
    setEnvironment({ ...mailKeys, SUMMARY_EMAIL: 'office@example.org' })
    const { db } = await store()
    // A list of fewer rows than its first step is read at once.
    const gifts = Array.from({ length: name.includes('desk donors') ? 1100 : 1 }, (_, number) =>
      giftRow(`gift${number || ''}`),
    )
    await db.insertInto('gifts').values(gifts).execute()
    const plans = await plansOf(work)
    expect(plans).not.toEqual([])
    expect(plans.filter((plan) => reads.test(plan) || sorts.test(plan))).toEqual([])
    for (const index of indexes) expect(plans).toContainEqual(expect.stringContaining(index))
  })

  test('the download of all messages reads a few rows at once, however many there are, newest first', async () => {
    const count = 1300
    // Three in each second.
    const threeASecond = (number: number) => new Date(Date.parse(day) + Math.floor(number / 3) * 1000).toISOString()
    await insertEnquiries(count, 'stored', threeASecond)
    const read = countRows()
    const plans = await plansOf(async () => {
      const download = await desks.messages.actions?.['messages.export']?.run(
        session,
        '',
        { query: '' },
        'messages.export',
      )
      if (typeof download !== 'object' || !('lines' in download)) throw new Error('There is no file')
      const text = (await Array.fromAsync(download.lines)).join('')
      expect([...text.matchAll(/E-(\d+)/g)].map(([, number]) => Number(number))).toEqual(
        Array.from({ length: count }, (_, number) => count - 1 - number),
      )
    })
    expect(plans.filter((plan) => reads.test(plan) || sorts.test(plan))).toEqual([])
    expect(Math.max(...read)).toBeLessThanOrEqual(1000)
    // Which reads all rows before it; but a step of at most 32,000 keys is measured by it.
    expect(plans.filter((plan) => / offset /.test(plan) && !/: select "created_at" as "key_0"/.test(plan))).toEqual([])
    // Once by the key, once whole.
    expect(read.filter((rows) => rows > 1).reduce((sum, rows) => sum + rows, 0)).toBe(2 * count)
  })

  test('the yearly statement reads each gift once', async () => {
    const count = 700
    const { db } = await store()
    await db
      .insertInto('gifts')
      .values(Array.from({ length: count }, (_, number) => giftRow(`G-${number}`, { currency: 'INR' })))
      .execute()
    const read = countRows()
    expect((await statementOfDonations(2026))?.leftOut).toHaveLength(count)
    expect(read.filter((rows) => rows > 1).reduce((sum, rows) => sum + rows, 0)).toBe(count)
  })

  test('retention reads and erases a few rows at once, and lets other work go on in between', async () => {
    mockKeptDays = 30
    const count = 1300
    const old = utcNow(-31 * dayMs)
    await insertEnquiries(count, 'quarantined', () => old)
    const rows = countRows()
    const writes = [0]
    const { run } = StatementSync.prototype
    jest.spyOn(StatementSync.prototype, 'run').mockImplementation(function (this: StatementSync, ...values) {
      writes.push((writes.pop() ?? 0) + 1)
      return run.apply(this, values)
    })
    let turn = setImmediate(function next() {
      writes.push(0)
      turn = setImmediate(next)
    })
    const erased = await enforceRetention({ confirmed: true }).finally(() => clearImmediate(turn))
    expect(erased).toBe(count)
    expect(Math.max(...rows)).toBeLessThanOrEqual(500)
    // In one turn of the event loop. There are two for each enquiry.
    expect(Math.max(...writes)).toBeLessThanOrEqual(2 * 40 + 10)
  })

  test('what a person sent includes a family’s request, whose address is only in the encrypted fields', async () => {
    for (const [form, address] of [
      ['contact', ' Asha@Example.org'],
      ['get-surgery', email],
      ['partner', 'ruth@example.org'],
    ] as const)
      await storeEnquiry({ form, fields: { email: address, message: form }, idempotencyKey: null, spamReason: null })
    const rows = await (await store()).db.selectFrom('enquiries').select('email').orderBy('form').execute()
    expect(rows.map((row) => row.email)).toEqual([email, null, 'ruth@example.org'])
    expect((await enquiriesOf('ASHA@example.org ')).map(({ form }) => form)).toEqual(['contact', 'get-surgery'])
  })
})
