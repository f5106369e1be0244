import { recordedGifts } from '#lib/giving/ledger/recorded-gifts.ts'
import {
  csvOf,
  giftLine,
  giftPurpose,
  panTable,
  type ReportedGift,
  sponsorLines,
  type Table,
} from '#lib/giving/ledger/report.ts'
import { csvCell } from '#lib/platform/csv.ts'
import { store } from '#lib/platform/store/index.ts'
import { giftRow, onBothDatabases } from '#tests/support/store.ts'

const labels = new Map([[2, 'Cleft-Free World']])
const gift: ReportedGift = {
  kind: 'one-off',
  status: 'paid',
  currency: 'INR',
  amount: 100_000,
  reason: 2,
  reference: 'G-ABCD-EFGH',
  campaign: null,
  donor_name: 'Asha Rao',
  donor_email: 'asha@example.org',
  occurred_at: '2026-11-21T06:30:00.000Z',
}
const sponsorship: ReportedGift = { ...gift, kind: 'sponsorship', currency: 'USD', amount: 125_000, reason: null }

test('a line has time, amount, status, purpose and donor', () => {
  expect(giftLine(gift, labels)).toBe(
    '2026-11-21 06:30        ₹1,000  one-off      paid      G-ABCD-EFGH     Cleft-Free World: Asha Rao <asha@example.org>',
  )
  expect(giftLine({ ...gift, campaign: 'in-honor' }, labels)).toMatch(/Cleft-Free World \(in-honor\): Asha Rao/)
  expect(giftLine({ ...gift, reference: null, donor_name: 'A\u001b\u001b[2Jb' }, labels)).toBe(
    `2026-11-21 06:30        ₹1,000  one-off      paid      ${' '.repeat(14)}  Cleft-Free World: A [2Jb <asha@example.org>`,
  )
})

test('a purpose is its label, its number, or the kind of payment', () => {
  expect(giftPurpose(gift, labels)).toBe('Cleft-Free World')
  expect(giftPurpose({ ...gift, reason: 7 }, labels)).toBe('Reason 7')
  expect(giftPurpose(sponsorship, labels)).toBe('Sponsorship')
  expect(giftPurpose({ ...gift, reason: null }, labels)).toBe('No reason given')
})

/** A table of these gifts, in two pages. */
async function textOf(table: Table<ReportedGift>, gifts: readonly ReportedGift[]): Promise<string> {
  async function* pages() {
    yield gifts.slice(0, 1)
    yield gifts.slice(1)
  }
  return (await Array.fromAsync(csvOf(table, pages()))).join('')
}

describe('The whole ledger', () => {
  onBothDatabases(() => {
    const october = { occurred_at: '2026-10-31T23:59:59.999Z', amount: 50_000, reason: 2 }

    test('is read in pages, each gift once and in order, also many of one moment', async () => {
      const { db } = await store()
      const ids = Array.from({ length: 1201 }, (_, number) => `gift-${String(number).padStart(4, '0')}`)
      for (const part of [ids.slice(0, 600), ids.slice(600)])
        await db
          .insertInto('gifts')
          .values(part.map((id) => giftRow(id)))
          .execute()
      await db.insertInto('gifts').values(giftRow('before', october)).execute()
      const pages = await Array.fromAsync(recordedGifts())
      expect(pages.flat().map(({ id }) => id)).toEqual(['before', ...ids])
      expect(Math.max(...pages.map((page) => page.length))).toBeLessThan(1000)
      const [from, until] = [october.occurred_at, '2026-11-01']
      expect((await Array.fromAsync(recordedGifts({ from, until }))).flat()).toMatchObject([
        { id: 'before', attempt: null },
      ])
    })
  })
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '＝1', '|cmd', '%0A=1'])(
  '%j is no formula in the table',
  (value) => {
    expect(csvCell(value)).toBe(`"'${value}"`)
  },
)

test('a number below zero is a number in the table', () => expect(csvCell(-3.2)).toBe('"-3.2"'))

const details = {
  levels: 'Running Circle, the 5K Run4Love',
  telephone: '+1 423 555 0100',
  website: '',
  address: '1 River Street\nChattanooga',
  'contact information': 'Sam',
  'promotional items': 'yes',
  comments: '=1+1\u001b[2J',
}

test('a sponsorship is followed by its details, one per line', () => {
  expect(sponsorLines(details)).toEqual([
    '    levels: Running Circle, the 5K Run4Love',
    '    telephone: +1 423 555 0100',
    '    address: 1 River Street Chattanooga',
    '    contact information: Sam',
    '    promotional items: yes',
    '    comments: =1+1 [2J',
  ])
})

test('the table of PANs has the paid gifts with a PAN, and marks those that cannot be decrypted', async () => {
  const pans = new Map([
    ['G-ABCD-EFGH', 'ABCPE1234F'],
    ['G-AAAA-AAAA', '(damaged)'],
    ['G-BBBB-BBBB', 'ABCPE1234G'],
  ])
  const gifts = [
    gift,
    { ...gift, reference: 'G-AAAA-AAAA', donor_name: '=1+1' },
    { ...gift, reference: 'G-BBBB-BBBB', status: 'refunded' },
    { ...gift, reference: 'G-CCCC-CCCC' },
    { ...gift, reference: null },
  ]
  const table = panTable(({ reference }) => pans.get(reference ?? '') ?? null)
  const [header, ...rows] = (await textOf(table, gifts)).split('\r\n')
  expect(header).toContain('"PAN"')
  expect(rows).toEqual([
    '"2026-11-21T06:30:00.000Z","INR","1000.00","G-ABCD-EFGH","Asha Rao","asha@example.org","ABCPE1234F"',
    '"2026-11-21T06:30:00.000Z","INR","1000.00","G-AAAA-AAAA","\'=1+1","asha@example.org","(damaged)"',
    '',
  ])
})
