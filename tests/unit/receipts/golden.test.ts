import { sealAtRest } from '#lib/platform/signed.ts'

/** What every kind of receipt says, in tests/golden/receipts, with made-up terms, and where one kind becomes another; and the yearly lists, which name every gift of their year once. */

import { sealId } from '#lib/giving/orders/identity.ts'
import { saveOrder } from '#lib/giving/orders/store.ts'
import { amountInWords } from '#lib/giving/receipts/amount-in-words.ts'
import { type ReceiptContext, receiptParts } from '#lib/giving/receipts/wording.ts'
import {
  contributorRows,
  contributors,
  countDocumentsInQuestion,
  leftOutRows,
  statementOfDonations,
  statementRows,
  yearAt,
} from '#lib/giving/receipts/year-lists.ts'
import type { Receipt } from '#lib/giving/register.ts'
import { sentenceOf } from '#lib/giving/remark.ts'
import { findOne } from '#lib/jobs/conditions.ts'
import { readOnce } from '#lib/jobs/readings.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { type Cell, csv } from '#lib/platform/csv.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { composeMail, type MailLook } from '#lib/platform/mail/compose.ts'
import { closeStore, store } from '#lib/platform/store/index.ts'
import type { GiftsTable } from '#lib/platform/store/schema.ts'
import type { ReceiptTerms } from '#lib/site/content/giving-schema.ts'
import { receiptTerms, sponsorshipEvents, sponsorshipForm } from '#lib/site/content/index.ts'
import { isSample } from '#lib/site/content/state.ts'
import { runCommand } from '#tests/support/commands.ts'
import { expectGolden, readable } from '#tests/support/golden.ts'
import { giftRow, insert, onSqlite, setEnvironment } from '#tests/support/store.ts'
import { gifts } from '../checkout/support.ts'

const terms: ReceiptTerms = {
  locale: 'en-US',
  legalName: 'Mended Bowl Inc.',
  address: ['1 Bowl Street', 'Chattanooga'],
  registrations: [
    { label: 'EIN', value: '12-3456789' },
    { label: 'Approval', value: 'A1', date: '2023-05-21' },
  ],
  signatory: { name: 'Ada', role: 'Treasurer' },
  zone: 'America/New_York',
  yearStarts: 1,
  office: 'US',
  gift: 'Nothing was given in return.',
  sponsorship: 'Something may have been given in return.',
}
const gift = giftRow('gift-1', {
  currency: 'USD',
  amount: 10_000,
  donor_name: 'Ruth Lee',
  donor_email: 'ruth@example.org',
  reference: 'G-7KQM-2X9D',
  object_id: 'pi_1',
  occurred_at: '2027-01-01T03:00:00Z',
})
const nothing: ReceiptContext = {
  purpose: 'Area of Greatest Need',
  stopLink: null,
  giftsPage: null,
  tickets: null,
  inReturn: null,
  fee: null,
  check: null,
  isCopy: false,
}
const first: Receipt = {
  id: 'r1',
  giftId: 'gift-1',
  number: '2026/00007',
  version: 1,
  cause: null,
  replaces: null,
  issuedAt: '2027-01-01T03:00:05Z',
  facts: {
    ...{ void: false, amount: 0, paidOn: '', name: '', address: [], identity: null, reason: null, campaign: null },
    method: 'card',
  },
}

type Case = {
  row?: Partial<typeof gift>
  context?: Partial<ReceiptContext>
  terms?: Partial<ReceiptTerms>
  version?: Partial<Omit<Receipt, 'facts'>>
  facts?: Partial<Receipt['facts']>
}

const palette = Object.fromEntries(
  ['page', 'card', 'ink', 'soft', 'line', 'accent', 'button', 'onButton'].map((name) => [name, '#fff']),
) as MailLook['light']
const look = {
  language: 'en',
  direction: 'ltr',
  sender: 'Mended Bowl',
  home: null,
  light: palette,
  dark: palette,
} as const

function receipt({ row = {}, context = {}, terms: changed = {}, version = {}, facts = {} }: Case = {}) {
  const given = { ...gift, ...row }
  const registered = { amount: given.amount, paidOn: given.occurred_at, name: given.donor_name }
  const issued = { ...first, ...version, facts: { ...first.facts, ...registered, ...facts } }
  const office = { email: 'usa@mendedbowl.org', phone: '+1 423 267 1234' }
  const parts = receiptParts(given, issued, { ...nothing, ...context }, { ...terms, ...changed }, office)
  return readable(composeMail({ to: gift.donor_email, subject: 'Receipt', parts }, look))
}

const inReturn = { what: ['Two tickets', 'Your logo'], value: { amount: 3000, currency: 'USD' as const } }
const large: Partial<ReceiptTerms> = {
  largeGift: { from: { amount: 25_000, currency: 'USD' }, text: 'Please keep this.' },
  disclosures: {
    texts: [
      { state: 'Florida', text: 'Ask us.' },
      { state: 'Ohio', text: 'Call.' },
    ],
  },
}
const yearNote = [2026, 2027].map((year) => ({ year, text: `For ${year}.` }))
const site = 'https://mendedbowl.org'
const check = { short: '7KQM2-X9DRT', link: `${site}/check?code=x`, picture: `${site}/api/receipt-code?code=x` }
const stopLink = `${site}/stop-gift?gift=sub_1.x`
const tickets = { rows: [['T-1', 'Runner: Ann']] as const, link: `${site}/tickets`, refunds: 'Entries are final.' }
const later = (cause: NonNullable<Receipt['cause']>) => ({ version: 2, cause, replaces: first.issuedAt })
const cash = (amount: number): Case => ({ row: { currency: 'INR', amount }, facts: { method: 'cash' } })

const cases: Record<string, Case> = {
  gift: {},
  'gift-checked': { context: { check, giftsPage: `${site}/your-gifts` }, terms: { yearNote } },
  'gift-large': { row: { amount: 25_000 }, terms: large },
  'gift-with-fees': { context: { fee: { amount: 300, currency: 'USD' } } },
  'gift-in-india': {
    row: { currency: 'INR', occurred_at: '2026-03-31T19:00:00Z' },
    terms: { zone: 'Asia/Kolkata', locale: 'en-GB', street: '2 Lake Road' },
    facts: { address: ['12 Lake Road', 'Mumbai 400001'], identity: { kind: 'pan', end: '234F' }, method: 'upi' },
  },
  'gift-of-cash': cash(200_001),
  'gift-unnamed': {
    row: { reference: null, donor_name: '' },
    terms: { signatory: { name: '', role: '' }, registrations: [] },
    facts: { method: null },
  },
  'gift-of-an-address': { row: { donor_name: 'evil.example' } },
  monthly: { row: { kind: 'monthly' }, context: { stopLink } },
  'monthly-without-a-link': { row: { kind: 'monthly' } },
  'monthly-by-transfer': {
    row: { kind: 'monthly', subscription_id: 'G-7KQM-2X9D' },
    context: { stopLink },
    facts: { method: 'transfer' },
  },
  sponsorship: { row: { kind: 'sponsorship' } },
  'sponsorship-valued': { row: { kind: 'sponsorship' }, context: { inReturn } },
  'sponsorship-for-nothing': {
    row: { kind: 'sponsorship' },
    context: { inReturn: { what: [], value: { amount: 0, currency: 'USD' } } },
  },
  tickets: { row: { kind: 'ticket' }, context: { tickets } },
  copy: { context: { isCopy: true } },
  ...Object.fromEntries(
    (['reduced', 'reinstated', 'corrected'] as const).map((cause) => [`replaced-${cause}`, { version: later(cause) }]),
  ),
  ...Object.fromEntries(
    (['refunded', 'lost', 'undone', 'failed'] as const).map((cause) => [
      `cancelled-${cause}`,
      { version: later(cause), facts: { void: true } },
    ]),
  ),
}

test('every kind of receipt says what its file of tests/golden/receipts has', () => {
  expectGolden('receipts', new Map(Object.entries(cases).map(([name, each]) => [name, receipt(each)])))
})

const of = (amount: number, kind: (typeof gift)['kind'] = 'one-off'): Case => ({
  ...{ row: { kind, amount }, terms: large, context: kind === 'sponsorship' ? { inReturn } : {} },
})
test.each<[string, Case, string, Case]>([
  ['a gift is large', of(25_000), 'keep this', of(24_999)],
  ['only a gift is large', of(25_000), 'keep this', of(25_000, 'sponsorship')],
  ['cash has no deduction', cash(200_001), 'no tax deduction', cash(200_000)],
  ['nothing is left above the value', of(2000, 'sponsorship'), 'above it, $0,', of(3001, 'sponsorship')],
])('from one amount on %s', (_, at, words, below) => {
  expect([receipt(at).includes(words), receipt(below).includes(words)]).toEqual([true, false])
})

test.each([
  [12_000_000, 'INR', 'en', 'One lakh twenty thousand Indian rupees'],
  [
    1_234_567_800,
    'INR',
    'en',
    'One crore twenty-three lakh forty-five thousand six hundred seventy-eight Indian rupees',
  ],
  [10_000_500, 'INR', 'en', 'One lakh five Indian rupees'],
  [5050, 'INR', 'en', 'Fifty Indian rupees and fifty paise'],
  [100, 'USD', 'en', 'One US dollar'],
  [1201, 'USD', 'en', 'Twelve US dollars and one cent'],
  [1_000_000_00, 'USD', 'en', 'One million US dollars'],
  [999_999_00, 'USD', 'en', 'Nine hundred ninety-nine thousand nine hundred ninety-nine US dollars'],
  [12_345_650, 'INR', 'hi', 'एक लाख तेईस हज़ार चार सौ छप्पन भारतीय रुपये और पचास पैसे'],
  [100, 'USD', 'hi', 'एक अमेरिकी डॉलर'],
  [100_000_00, 'USD', 'sw', 'Dola za Marekani laki moja'],
  [
    12_345_650,
    'INR',
    'sw',
    'Rupia za India laki moja, elfu ishirini na tatu, mia nne na hamsini na sita na paise hamsini',
  ],
  [2_000_019_00, 'USD', 'sw', 'Dola za Marekani milioni mbili na kumi na tisa'],
  [1201, 'USD', 'sw', 'Dola za Marekani kumi na mbili na senti moja'],
] as const)('%i in %s, in the language %s: %s', (amount, currency, language, words) =>
  expect(inLanguage(language, () => amountInWords({ amount, currency }))).toBe(words),
)

test('in content, disclosures that nobody has confirmed are hidden, values labelled, and the words about tax are those of the law', () => {
  const [USD, INR] = [receiptTerms('USD'), receiptTerms('INR')]
  expect(USD).not.toHaveProperty('largeGift')
  expect(USD).not.toHaveProperty('disclosures')
  for (const { levels } of sponsorshipEvents().map(sponsorshipForm))
    for (const level of levels) expect(isSample(level, 'fairValue')).toBe(true)
  // IRS Publication 1771: for gifts alone.
  expect(USD.gift).toMatch(/^No goods or services were provided in exchange/)
  expect(USD.sponsorship).not.toMatch(/no goods or services/i)
  expect(INR.gift).toMatch(/not a certificate of donation/)
})

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
    await saveOrder(transaction, {
      reference: id,
      product: 'gift',
      form: donor.form ?? 'india',
      payBy: 'office',
      state: 'paid',
      frequency: 'once',
      money: { amount: row.amount, currency: row.currency },
      donor: { name, email: row.donor_email, ...(organisation && { organisation }) },
      answers: { address, ...(idKind && { idKind }), ...answers },
      identity: number === null ? null : sealId(id, number),
      limitKeys: null,
    })
  })
}

async function statement() {
  const made = await statementOfDonations(2026)
  if (!made) throw new Error('There is no statement')
  return made
}
const whyNot = async () =>
  Object.fromEntries((await statement()).leftOut.map(({ gift, why }) => [gift.id, why.map(sentenceOf).join('; ')]))

onSqlite(() => {
  beforeEach(() => {
    setEnvironment({ DATA_ENCRYPTION_KEY: key, SAMPLE_NOTICE: '1' })
    setApproval({})
  })

  describe('India’s statement of donations', () => {
    test('asks which is right, where one document stands with two names, and adds up spellings of one name', async () => {
      await give('one')
      await give('two', {}, { name: 'RAO Ashá' })
      expect((await statement()).entries).toMatchObject([{ gifts: ['one', 'two'] }])
      await give('three', { method: 'cash' }, { name: 'Ravi Rao' })
      const { entries } = await statement()
      expect([entries, await whyNot()]).toEqual([
        [],
        {
          one: 'the same document stands with the name Ravi Rao',
          two: 'the same document stands with the name Ravi Rao',
          three: 'the same document stands with the name RAO Ashá',
        },
      ])
      stopClock('2026-12-01T12:00:00Z')
      await countDocumentsInQuestion()
      expect((await findOne('documents-in-question', readOnce())).map(({ sentence }) => sentence)).toEqual([
        expect.stringContaining('1 identity document stands with different names'),
      ])
      stopClock(undefined)
    })

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
      // A number that was sealed for another order.
      await db
        .updateTable('order_secrets')
        .set({ sealed: sealAtRest('pan', 'card', 'ABCPE1234F') })
        .where('order_id', 'in', db.selectFrom('orders').select('id').where('reference', '=', 'other-key'))
        .execute()

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
      const times = { due_at: '', created_at: '', updated_at: '' }
      const mail = { kind: 'receipt', tries: 0, lease: null, last_error: null, ...times }
      const rows = (['waiting', 'sent'] as const).map((id) => ({ ...mail, id, subject_id: id, state: id }))
      await insert('outbox', ...rows)
      const [ruth] = (await contributors(2026)) ?? []
      expect(ruth?.unacknowledged.toSorted()).toEqual(['never: none', 'waiting: waiting'])
    })
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
