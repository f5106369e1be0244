import { recordedGifts, sumGifts } from '#lib/giving/ledger/recorded-gifts.ts'
import {
  csvOf,
  financialYear,
  giftLine,
  giftPurpose,
  giftTable,
  panTable,
  type ReportedGift,
  sponsorLines,
  type Table,
  totalLine,
  totals,
  yearTable,
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
    const year = financialYear(2026)
    const october = { occurred_at: '2026-10-31T23:59:59.999Z', amount: 50_000, reason: 2 }
    const sponsored = { kind: 'sponsorship', currency: 'USD', amount: 125_000 } as const

    test('adds up paid gifts by month, purpose and currency', async () => {
      const { db } = await store()
      const unpaid = ['failed', 'pending', 'refunded', 'disputed', 'undone'] as const
      await db
        .insertInto('gifts')
        .values([
          giftRow('october', october),
          giftRow('one', { reason: 2 }),
          giftRow('monthly', { reason: 2, kind: 'monthly', amount: 1 }),
          giftRow('sponsored', sponsored),
          ...unpaid.map((status) => giftRow(status, { status })),
        ])
        .execute()
      const sums = totals(await sumGifts(), labels)
      expect(sums).toEqual([
        { month: '2026-11', reason: 'Cleft-Free World', currency: 'INR', gifts: 2, amount: 100_001 },
        { month: '2026-11', reason: 'Sponsorship', currency: 'USD', gifts: 1, amount: 125_000 },
        { month: '2026-10', reason: 'Cleft-Free World', currency: 'INR', gifts: 1, amount: 50_000 },
      ])
      expect(sums.map(totalLine).slice(0, 2)).toEqual([
        '2026-11       ₹1,000.01     2 gifts  Cleft-Free World',
        '2026-11          $1,250      1 gift  Sponsorship',
      ])
    })

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
      expect((await Array.fromAsync(recordedGifts(year))).flat()).toHaveLength(1202)
    })
  })
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '＝1', '|cmd', '%0A=1'])(
  '%j is no formula in the table',
  (value) => {
    expect(csvCell(value)).toBe(`"'${value}"`)
  },
)

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

test('the table has sponsors’ details, and no formulas', async () => {
  const table = giftTable(labels, () => details)
  const [heading, row] = (await textOf(table, [sponsorship])).split('\r\n')
  expect(heading).toMatch(
    /"levels","telephone","website","address","contact information","promotional items","comments"$/,
  )
  expect(row).toContain(
    '"Running Circle, the 5K Run4Love","\'+1 423 555 0100","","1 River Street\nChattanooga","Sam","yes"',
  )
  expect(row).toContain(`"'=1+1`)
})

test('the table has a heading, a row a gift, and amounts in whole units', async () => {
  const gifts = [{ ...gift, campaign: 'in-honor', amount: 100_050, fee: 3000, donor_name: '=HYPERLINK("x")' }]
  const table = giftTable(labels, () => null)
  const [heading, row, end] = (await textOf(table, gifts)).split('\r\n')
  expect(heading).toMatch(/^\ufeff"occurred at \(UTC\)","kind","status","currency","amount"/)
  expect(row).toBe(
    '"2026-11-21T06:30:00.000Z","one-off","paid","INR","1000.50","Cleft-Free World","in-honor","G-ABCD-EFGH","\'=HYPERLINK(""x"")","asha@example.org","30.00","","","","","","",""',
  )
  expect(end).toBe('')
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

describe('The gifts of a financial year in India', () => {
  const donor = { name: 'Asha Rao', address: '12 Lake Road, Mumbai, 400001' }
  const pan = { kind: 'pan', number: 'ABCPE1234F' } as const
  const terms = { code: 'Section 133', approval: { number: 'AAATL1234F20231', date: '2023-05-21' } }
  const typeOf = (reason: number | null) => (reason === 3 ? 'Corpus' : 'Others')
  type Id = ReturnType<Parameters<typeof yearTable>[1]['donorOf']>['id']
  const table = (gifts: ReportedGift[], withId = true, id: Id = pan) =>
    textOf(yearTable(2026, { withId, donorOf: () => ({ ...donor, id }), termsOf: () => terms, typeOf }), gifts)
  const rows = async (text: Promise<string>) => (await text).split('\r\n').slice(1, -1)

  test('have every column of the official statement', async () => {
    const [header, row] = (await table([gift])).split('\r\n')
    expect(header).toBe(
      '\ufeff"Sl. No.","ID code","Unique identification number of the donor","Section code","Unique registration number (URN)","Date of issuance of URN","Name of donor","Address of donor","Donation type","Mode of receipt","Amount of donation (Indian rupees)","occurred at (UTC)","reference","email"',
    )
    expect(row).toBe(
      '"1","Permanent Account Number","ABCPE1234F","Section 133","AAATL1234F20231","2023-05-21","Asha Rao","12 Lake Road, Mumbai, 400001","Others","Electronic modes including account payee cheque/draft","1000.00","2026-11-21T06:30:00.000Z","G-ABCD-EFGH","asha@example.org"',
    )
  })

  test('name the document of the donor, and cash as such', async () => {
    const [row] = await rows(table([{ ...gift, method: 'cash' }], true, { kind: 'passport', number: 'M1234567' }))
    expect(row).toMatch(/^"1","Passport number","M1234567",.*,"Cash","1000.00"/)
  })

  test('without a document have a list of their own', async () => {
    expect(await rows(table([gift], true, null))).toEqual([])
    expect(await rows(table([gift], false))).toEqual([])
    expect(await rows(table([gift, gift], false, null))).toEqual([
      expect.stringMatching(/^"1","","","Section 133"/),
      expect.stringMatching(/^"2",/),
    ])
  })

  test.each([
    ['2026-03-31T18:29:59.999Z', 0],
    ['2026-03-31T18:30:00.000Z', 1],
    ['2027-03-31T18:29:59.999Z', 1],
    ['2027-03-31T18:30:00.000Z', 0],
  ])('begin and end at midnight in Kolkata: %s', async (occurred_at, count) => {
    expect(await rows(table([{ ...gift, occurred_at }]))).toHaveLength(count)
  })

  test('are paid gifts in rupees: no sponsorship, and nothing that was returned or undone', async () => {
    const others = ['failed', 'pending', 'refunded', 'disputed', 'undone'].map((status) => ({ ...gift, status }))
    expect(await rows(table([...others, { ...gift, currency: 'USD' }, { ...gift, kind: 'sponsorship' }]))).toEqual([])
  })
})
