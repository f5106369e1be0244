import {
  csvTable,
  giftLine,
  giftPurpose,
  panTable,
  type ReportedGift,
  sponsorLines,
  totalLine,
  totals,
  yearTable,
} from '#lib/giving/ledger/report.ts'
import { csvCell } from '#lib/platform/csv.ts'

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

test('totals add up paid gifts by month, purpose and currency', () => {
  const october = { ...gift, occurred_at: '2026-10-31T23:59:59.999Z', amount: 50_000 }
  const others = ['failed', 'pending', 'refunded', 'disputed'].map((status) => ({ ...gift, status }))
  const sums = totals([october, gift, { ...gift, amount: 1 }, sponsorship, ...others], labels)
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

test('the table has sponsors’ details, and no formulas', () => {
  const [heading, row] = csvTable([sponsorship], labels, new Map([['G-ABCD-EFGH', details]])).split('\r\n')
  expect(heading).toMatch(
    /"levels","telephone","website","address","contact information","promotional items","comments"$/,
  )
  expect(row).toContain(
    '"Running Circle, the 5K Run4Love","\'+1 423 555 0100","","1 River Street\nChattanooga","Sam","yes"',
  )
  expect(row).toContain(`"'=1+1`)
})

test('the table has a heading, a row a gift, and amounts in whole units', () => {
  const gifts = [{ ...gift, campaign: 'in-honor', amount: 100_050, fee: 3000, donor_name: '=HYPERLINK("x")' }]
  const [heading, row, end] = csvTable(gifts, labels, new Map()).split('\r\n')
  expect(heading).toMatch(/^\ufeff"occurred at \(UTC\)","kind","status","currency","amount"/)
  expect(row).toBe(
    '"2026-11-21T06:30:00.000Z","one-off","paid","INR","1000.50","Cleft-Free World","in-honor","G-ABCD-EFGH","\'=HYPERLINK(""x"")","asha@example.org","30.00","","","","","","",""',
  )
  expect(end).toBe('')
})

test('the table of PANs has the paid gifts with a PAN, and marks those that cannot be decrypted', () => {
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
  const [header, ...rows] = panTable(gifts, ({ reference }) => pans.get(reference ?? '') ?? null).split('\r\n')
  expect(header).toContain('"PAN"')
  expect(rows).toEqual([
    '"2026-11-21T06:30:00.000Z","INR","1000.00","G-ABCD-EFGH","Asha Rao","asha@example.org","ABCPE1234F"',
    '"2026-11-21T06:30:00.000Z","INR","1000.00","G-AAAA-AAAA","\'=1+1","asha@example.org","(damaged)"',
    '',
  ])
})

describe('The gifts of a financial year in India', () => {
  const donor = { name: 'Asha Rao', address: '12 Lake Road, Mumbai, 400001', pan: 'ABCPE1234F' }
  const terms = { code: 'Section 133', approval: { number: 'AAATL1234F20231', date: '2023-05-21' } }
  const typeOf = (reason: number | null) => (reason === 3 ? 'Corpus' : 'Others')
  const table = (gifts: ReportedGift[], withPan = true, pan: string | null = donor.pan) =>
    yearTable(gifts, 2026, { withPan, donorOf: () => ({ ...donor, pan }), termsOf: () => terms, typeOf })
  const rows = (text: string) => text.split('\r\n').slice(1, -1)

  test('have every column of the official statement', () => {
    const [header, row] = table([gift]).split('\r\n')
    expect(header).toBe(
      '\ufeff"Sl. No.","ID code","Unique identification number of the donor","Section code","Unique registration number (URN)","Date of issuance of URN","Name of donor","Address of donor","Donation type","Mode of receipt","Amount of donation (Indian rupees)","occurred at (UTC)","reference","email"',
    )
    expect(row).toBe(
      '"1","Permanent Account Number","ABCPE1234F","Section 133","AAATL1234F20231","2023-05-21","Asha Rao","12 Lake Road, Mumbai, 400001","Others","Electronic modes including account payee cheque/draft","1000.00","2026-11-21T06:30:00.000Z","G-ABCD-EFGH","asha@example.org"',
    )
  })

  test('without a PAN have a list of their own', () => {
    expect([table([gift], true, null), table([gift], false)].map(rows)).toEqual([[], []])
    expect(rows(table([gift], false, null))).toEqual([expect.stringMatching(/^"1","","","Section 133"/)])
  })

  test.each([
    ['2026-03-31T18:29:59.999Z', 0],
    ['2026-03-31T18:30:00.000Z', 1],
    ['2027-03-31T18:29:59.999Z', 1],
    ['2027-03-31T18:30:00.000Z', 0],
  ])('begin and end at midnight in Kolkata: %s', (occurred_at, count) => {
    expect(rows(table([{ ...gift, occurred_at }]))).toHaveLength(count)
  })

  test('are paid gifts in rupees: no sponsorship, and nothing that was returned or undone', () => {
    const others = ['failed', 'pending', 'refunded', 'disputed', 'undone'].map((status) => ({ ...gift, status }))
    expect(rows(table([...others, { ...gift, currency: 'USD' }, { ...gift, kind: 'sponsorship' }]))).toEqual([])
  })
})
