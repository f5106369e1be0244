/** The yearly lists name every gift of their year once. */
import { saveAttempt, sealId } from '#lib/giving/checkout/attempts.ts'
import { receiptMail } from '#lib/giving/receipts/mail.ts'
import {
  contributorRows,
  contributors,
  leftOutRows,
  statementOfDonations,
  statementRows,
  yearAt,
} from '#lib/giving/receipts/year-lists.ts'
import { type Cell, csv } from '#lib/platform/csv.ts'
import { closeStore, store } from '#lib/platform/store/index.ts'
import type { GiftsTable } from '#lib/platform/store/schema.ts'
import { receiptTerms, sponsorshipForm } from '#lib/site/content/index.ts'
import { runCommand } from '#tests/support/commands.ts'
import { expectGolden } from '#tests/support/golden.ts'
import { giftRow, onSqlite, setEnvironment } from '#tests/support/store.ts'
import { gifts } from '../checkout/support.ts'

const key = 'k'.repeat(43)
const approval = { label: 'Approval', kind: 'approval', value: 'AAATL1234F20231', date: '2023-05-21' } as const

let registrations: object[] | undefined

/** Changes the content that this process has read, for one test. */
function setApproval(changes: object | null) {
  registrations ??= receiptTerms('INR').registrations
  registrations.splice(0, Infinity, { label: 'Number', value: '1' })
  if (changes) registrations.push({ ...approval, ...changes })
}

type Donor = {
  name?: string
  organisation?: string
  address?: string
  idKind?: string
  id?: string | null
  answers?: Record<string, unknown>
  form?: string
}

/** A gift and its attempt. */
async function give(id: string, gift: Partial<GiftsTable> = {}, donor: Donor | null = {}) {
  const row = giftRow(id, gift)
  const { db } = await store()
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('gifts').values(row).execute()
    if (!donor) return
    const { name = 'Asha Rao', organisation, address = '12 Lake Road\nMumbai', idKind, answers } = donor
    const number = donor.id === undefined ? 'ABCPE1234F' : donor.id
    await saveAttempt(transaction, {
      reference: id,
      form: donor.form ?? 'india',
      frequency: 'once',
      money: { amount: row.amount, currency: row.currency },
      donor: { name, email: row.donor_email, ...(organisation && { organisation }) },
      answers: { address, ...(idKind && { idKind }), ...answers },
      pan: number === null ? null : sealId(id, number),
    })
  })
}

async function statement() {
  const made = await statementOfDonations(2026)
  if (!made) throw new Error('There is no statement')
  return made
}
const whyNot = async () =>
  Object.fromEntries((await statement()).leftOut.map(({ gift, why }) => [gift.id, why.join('; ')]))

onSqlite(() => {
  beforeEach(() => {
    setEnvironment({ DATA_ENCRYPTION_KEY: key, SAMPLE_NOTICE: '1' })
    setApproval({})
  })

  describe('India’s statement of donations', () => {
    test('has the columns of the official template, a row for each person, mode and type, and every paid gift once', async () => {
      await give('card', { method: 'card' })
      await give('transfer', { method: 'transfer', amount: 50_050 })
      await give('cash', { method: 'cash', amount: 200_000 })
      await give('other', {}, { id: 'ABCPE1234G', name: 'Ravi Rao' })
      await give(
        'company',
        { donor_name: 'Rao Textiles (Asha Rao)' },
        { organisation: 'Rao Textiles', id: 'AAACR1234F' },
      )
      for (const idKind of ['pan', 'aadhaar', 'tin', 'passport', 'voter', 'licence', 'ration'])
        await give(idKind, { amount: 300_000 }, { idKind, id: `of ${idKind}` })
      await give('no-record', {}, null)
      await give('no-id', {}, { id: null })
      await give('no-address', {}, { address: '' })
      await give('too-much-cash', { method: 'cash', amount: 200_001 })
      await give('disputed', { status: 'disputed' })
      await give('sponsor', { kind: 'sponsorship' })
      await give('other-key')
      for (const status of ['failed', 'pending', 'refunded', 'lost', 'undone'] as const) await give(status, { status })
      await give('dollars', { currency: 'USD' })
      for (const at of ['2026-03-31T18:29:59.999Z', '2027-03-31T18:30:00.000Z']) await give(at, { occurred_at: at })
      const { db } = await store()
      const attempts = db.selectFrom('checkout_attempts').select('details').where('reference', '=', 'card')
      const { details } = await attempts.executeTakeFirstOrThrow()
      await db.updateTable('checkout_attempts').set({ details }).where('reference', '=', 'other-key').execute()

      const made = await statement()
      const { from, until } = yearAt('INR', 2026)
      const paid = (await gifts()).filter(
        ({ status, currency, occurred_at }) =>
          ['paid', 'disputed'].includes(status) && currency === 'INR' && occurred_at >= from && occurred_at < until,
      )
      const named = [...made.entries.flatMap(({ gifts }) => gifts), ...made.leftOut.map(({ gift }) => gift.id)]
      expect(named.sort()).toEqual(paid.map(({ id }) => id).sort())
      const numbers = [...statementRows(made)].slice(1).map(([number]) => number)
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
      // The order of the gifts of one moment is that of the database.
      const listed = (rows: Iterable<Cell[]>) => csv([...rows].map(([, ...row]) => row)).split('\r\n')
      const sorted = ([head = '', ...rows]: string[]) => [head, ...rows.filter(Boolean).sort()].join('\n')
      const leftOut = csv([...leftOutRows(made)]).split('\r\n')
      expectGolden(
        'year-lists',
        new Map([
          ['india', sorted(listed(statementRows(made)))],
          ['india-left-out', sorted(leftOut)],
        ]),
      )
    })

    test.each<[string, object | null]>([
      ['a sample', null],
      ['without a day', { date: undefined }],
      ['lapsed', { until: '2026-11-20' }],
      ['later than the gift', { date: '2026-11-22' }],
    ])('names nobody while the approval is %s, or the section of the law is not confirmed', async (_, changes) => {
      setApproval(changes)
      await give('one')
      expect(await whyNot()).toEqual({ one: 'no approval with a number and a date was valid on that day' })
      setApproval({})
      setEnvironment({ SAMPLE_NOTICE: undefined })
      expect(await whyNot()).toEqual({ one: 'the section of the law is not confirmed' })
    })

    test('says that a document is encrypted with another key', async () => {
      await give('one')
      setEnvironment({ DATA_ENCRYPTION_KEY: 'm'.repeat(43) })
      expect(await whyNot()).toEqual({ one: expect.stringMatching(/a key that is not in DATA_ENCRYPTION_KEY/) })
    })
  })

  describe('Contributors in the USA', () => {
    const dollars = { currency: 'USD', donor_name: 'Ruth Lee', donor_email: 'ruth@example.org' } as const
    const give5 = (id: string, amount: number, changes: Partial<GiftsTable> = {}) =>
      give(id, { ...dollars, amount, ...changes }, { form: 'usa', address: '1 River Street\nChattanooga', id: null })

    test('are grouped by the name on the receipts and the address, with total and largest gift', async () => {
      await give5('one', 10_000)
      await give5('two', 24_999, { donor_name: ' ruth  LEE', donor_email: 'Ruth@example.org' })
      await give5('namesake', 1000, { donor_email: 'another@example.org' })
      await give5('refunded', 90_000, { status: 'refunded' })
      const rows = [...contributorRows((await contributors(2026)) ?? [])]
      expect(rows.slice(1).map((row) => row.slice(1, 8))).toEqual([
        [expect.stringMatching(/^ruth@/i), '1 River Street, Chattanooga', 2, 349.99, 249.99, 0, 'no'],
        ['another@example.org', '1 River Street, Chattanooga', 1, 10, 10, 0, 'no'],
      ])
    })

    test.each([
      [[500_000], true],
      [[499_999], false],
      [[100_000, 400_000], true],
      // Gifts below $1,000 are not added up.
      [[99_999, 450_000], false],
    ])('of %j cents are in Schedule B: %j', async (amounts, isListed) => {
      for (const [index, amount] of amounts.entries()) await give5(`gift-${index}`, amount)
      expect(await contributors(2026)).toMatchObject([{ isListed }])
    })

    test('count in the calendar year of New York', async () => {
      await give5('before', 100, { occurred_at: '2026-01-01T04:59:59.999Z' })
      await give5('first', 200, { occurred_at: '2026-01-01T05:00:00.000Z' })
      await give5('last', 400, { occurred_at: '2027-01-01T04:59:59.999Z' })
      await give5('after', 800, { occurred_at: '2027-01-01T05:00:00.000Z' })
      expect(await contributors(2026)).toMatchObject([{ total: 600 }])
    })

    test('with gifts from $250 on whose receipt was not mailed are named', async () => {
      for (const id of ['small', 'waiting', 'sent', 'never']) await give5(id, id === 'small' ? 24_999 : 25_000)
      const { db } = await store()
      const times = { due_at: '', created_at: '', updated_at: '' }
      const mail = { kind: 'receipt', tries: 0, lease: null, last_error: null, ...times }
      await db
        .insertInto('outbox')
        .values(['waiting', 'sent'].map((id) => ({ ...mail, id, subject_id: id, state: id as 'waiting' | 'sent' })))
        .execute()
      const [ruth] = (await contributors(2026)) ?? []
      expect(ruth?.unacknowledged.toSorted()).toEqual(['never: none', 'waiting: waiting'])
    })
  })

  test.each([
    ['known has its description and a good-faith estimate', true, /Two tickets.*good-faith estimate.*\$30.*\$45\.01/],
    ['unknown says whom to ask', false, /above the fair value.*good-faith estimate/],
  ])('the receipt of a sponsorship whose value is %s', async (_, isKnown, words) => {
    const [level] = sponsorshipForm('5k-run').levels
    if (!level) throw new Error('The run has no levels')
    const before = { ...level }
    const fairValue = isKnown ? { amount: { amount: 3000, currency: 'USD' }, asOf: '2026-11-23' } : undefined
    Object.assign(level, { includes: ['Two tickets'], fairValue, labelled: undefined })
    const row = { kind: 'sponsorship', currency: 'USD', amount: 7501 } as const
    await give('quid', row, { form: '5k-run', answers: { levels: [level.id] } })
    const text = JSON.stringify(await receiptMail.compose('quid'))
    Object.assign(level, { includes: undefined, fairValue: undefined }, before)
    expect(text).toMatch(words)
    expect(text).not.toContain('No goods or services')
  })

  test('charity gifts prints the statement or the rest, in which layout it is, and the contributors', async () => {
    setEnvironment({ SAMPLE_NOTICE: undefined })
    setApproval(null)
    await give('one')
    await give('two', { currency: 'USD', amount: 600_000 })
    await closeStore()
    const run = (...words: string[]) => runCommand('gifts', words)
    const made = await run('year', '2026')
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^"Sl\. No\.".*\r\n$/) })
    expect(made.stderr).toMatch(/0 gifts .* 1 cannot .* Form 113 is not published.* Form 10BD/)
    expect((await run('year', '2026', '--rest')).stdout).toMatch(
      /^"why not".*\r\n"the section of the law is not confirmed; no approval with/,
    )
    expect(await run('year', '26')).toMatchObject({ code: 1, stderr: expect.stringMatching(/such as 2026/) })
    expect((await run('year-usa', '2026')).stdout).toMatch(/"6000","6000","6000","yes"/)
  })
})
