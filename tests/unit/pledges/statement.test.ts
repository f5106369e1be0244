import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { type OpenPledge, proposeMatches } from '#lib/giving/pledges/matching.ts'
import { readAmount, readDay, readStatement, type StatementLine } from '#lib/giving/pledges/statement.ts'
import { transfersSchema } from '#lib/site/content/giving-schema.ts'

const written: unknown = parse(readFileSync(path.resolve('content/giving/transfers.yaml'), 'utf8'), { schema: 'core' })
const { statements: layouts } = transfersSchema.parse(written)

const statementOf = (text: string) => {
  const read = readStatement(Buffer.from(text), layouts)
  if (!read.ok) throw new Error(read.failure.sentence)
  return read.value
}

describe('A statement', () => {
  test('with narration and deposits, as an Indian bank writes it, has only what came in', () => {
    const { layout, lines, unreadable } = statementOf(`\ufeffSample Bank Ltd.,,,,,,
Statement of account 000000000000,,,,,,
,,,,,,
Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
01/11/26,"UPI-ASHA RAO-asha@okbank-G7KQM2X9D, gift",0000631,01/11/26,,"1,00,000.00","6,00,000.00"
02/11/26,ATM WDL,0000632,02/11/26,500.00,,"5,99,500.00"
03/11/26,NEFT CR-RUTH LEE,0000633,03/11/26,0.00,2500.50,"6,02,000.50"
`)
    expect(layout.id).toBe('india-narration')
    expect(lines).toMatchObject([
      {
        day: '2026-11-01',
        money: { amount: 10_000_000, currency: 'INR' },
        text: 'UPI-ASHA RAO-asha@okbank-G7KQM2X9D, gift 0000631',
      },
      { day: '2026-11-03', money: { amount: 250_050, currency: 'INR' } },
    ])
    expect(unreadable).toEqual([])
  })

  test('with one column of amounts, as an American bank writes it', () => {
    const { layout, lines } = statementOf(`Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
CREDIT,11/05/2026,"ORIG CO NAME:RUTH LEE  DESC:G-7KQM-2X9D",250.00,ACH_CREDIT,1250.00,,
DEBIT,11/06/2026,"OFFICE RENT",-800.00,ACH_DEBIT,450.00,,
`)
    expect([layout.id, lines.map(({ day, money, text }) => [day, money, text])]).toEqual([
      'usa-amount',
      [['2026-11-05', { amount: 25_000, currency: 'USD' }, 'ORIG CO NAME:RUTH LEE DESC:G-7KQM-2X9D']],
    ])
  })

  test('never leaves out silently what has an amount', () => {
    const { lines, unreadable } = statementOf(`Posting Date,Description,Amount,Check or Slip #
02/31/2026,No such day,5.00,
11/05/2026,No such amount,5 or so,
,Total,10.00,
11/05/2026,Good,5.00,
,,,
`)
    expect(lines.map(({ text }) => text)).toEqual(['Good'])
    expect(unreadable).toEqual([
      'row 2: 02/31/2026, No such day, 5.00, ',
      'row 3: 11/05/2026, No such amount, 5 or so, ',
      'row 4: , Total, 10.00, ',
    ])
  })

  test('names equal payments of one day one by one, the same in an overlapping statement', () => {
    const head = 'Posting Date,Description,Amount,Check or Slip #\n'
    const [first, second] = ['11/04/2026,RUTH LEE,5.00,\n', '11/05/2026,ADA,5.00,\n11/05/2026,ADA,5.00,\n']
    const ids = (text: string) => statementOf(head + text).lines.map(({ id }) => id)
    expect(new Set(ids(first + second)).size).toBe(3)
    expect(ids(second)).toEqual(ids(first + second).slice(1))
  })

  test.each([
    ['1,00,000.00', 10_000_000],
    ['₹ 500', 50_000],
    ['$12.50', 1250],
    ['500.00 CR', 50_000],
    ['500.00 Dr', -50_000],
    ['(12.50)', -1250],
    ['-$12.50', -1250],
    ['', 0],
    ['-', 0],
    ['12,50', 'unreadable'],
    ['1.000,00', 'unreadable'],
    ['1e5', 'unreadable'],
    ['99999999999999', 'unreadable'],
  ])('reads the amount %p', (cell, amount) => expect(readAmount(cell, cell.includes('$') ? 'USD' : 'INR')).toBe(amount))

  test.each([
    ['05/11/26', 'D/M/Y', '2026-11-05'],
    ['11/05/2026', 'M/D/Y', '2026-11-05'],
    ['2026-11-05', 'Y-M-D', '2026-11-05'],
    ['5 Nov 2026', 'D MMM Y', '2026-11-05'],
    ['05-NOV-26', 'D MMM Y', '2026-11-05'],
    ['31/02/2026', 'D/M/Y', null],
    ['', 'D/M/Y', null],
    ['05-Nov-26', 'D/M/Y', '2026-11-05'],
    ['Nov 5, 2026', 'M/D/Y', '2026-11-05'],
    ['2026-11-05', 'M/D/Y', '2026-11-05'],
    ['05-11-2026 19:40:46', 'D/M/Y', '2026-11-05'],
    ['05/11/2026', 'D MMM Y', null],
    ['05/11/26', 'Y-M-D', null],
  ] as const)('reads the day %p written as %s', (cell, format, day) => expect(readDay(cell, format)).toBe(day))
})

const pledge = (reference: string, changes: Partial<OpenPledge> = {}): OpenPledge => ({
  reference,
  money: { amount: 100_000, currency: 'INR' },
  names: ['Asha Rao'],
  day: '2026-11-01',
  paid: false,
  monthly: false,
  ...changes,
})
const line = (text: string, changes: Partial<StatementLine> = {}): StatementLine => ({
  id: text,
  code: text,
  day: '2026-11-03',
  money: { amount: 100_000, currency: 'INR' },
  text,
  ...changes,
})
const matched = (lines: StatementLine[], pledges: OpenPledge[]) =>
  proposeMatches(lines, pledges, ['Love Will Restore']).proposals.map(({ pledge: { reference }, because }) => [
    reference,
    because.join(' '),
  ])

describe('A proposal', () => {
  const asha = pledge('G-7KQM-2X9D')

  test.each(['UPI/G-7KQM-2X9D/gift', 'g7kqm2x9d', 'G 7KQM 2X9D', '7KQM2X9D', 'REF G-7KQM-\n2X9D'])(
    'finds the reference in %p',
    (text) => expect(matched([line(text)], [asha])).toEqual([['G-7KQM-2X9D', 'reference amount']]),
  )

  test.each(['RAO ASHA', 'UPI-Asha  Kumari Rao-asha@okbank', 'NEFT/ASHARAO/UTIB'])(
    'without a reference needs amount and name: %p',
    (text) => expect(matched([line(text)], [asha])).toEqual([['G-7KQM-2X9D', 'amount name']]),
  )

  test.each([
    ['the amount alone', line('CASH DEPOSIT')],
    ['one name of two', line('ASHA VERMA')],
    ['another amount', line('ASHA RAO', { money: { amount: 99_900, currency: 'INR' } })],
    ['another currency', line('G-7KQM-2X9D', { money: { amount: 100_000, currency: 'USD' } })],
    ['a day before the pledge', line('ASHA RAO', { day: '2026-10-30' })],
  ])('is not made for %s', (_, odd) => expect(matched([odd], [asha])).toEqual([]))

  test.each([
    ['UPI-ASHA  RAO-asha@okbank-UTIB0000123-512345678901-gift', 'Asha Rao'],
    ['BY TRANSFER-NEFT*HDFC0000001*N123*MRS ASHA K RAO', 'Asha Kumari Rao'],
    ['NEFT CR-SBIN0000001-ASHAR AO-LOVE WILL RESTORE', 'Asha Rao'],
    ['ORIG CO NAME:JOHNNY CASH  DESC:PAYMENT', 'Johnny Cash'],
    ['TO TRANSFER-UPI/CR/512345678901/NJERI/UTIB/njeri@okax/Payment', 'Njeri'],
    ['GIFT MOYO 000123', 'Gift Moyo'],
  ])('is made for %p by the name %p', (text, name) =>
    expect(matched([line(text)], [pledge('G-7KQM-2X9D', { names: [name] })])).toEqual([['G-7KQM-2X9D', 'amount name']]),
  )

  // What somebody could type as a name to be proposed for transfers of others.
  const narration = 'NEFT CR-UTIB0000123-RAMESH KUMAR SHARMA-LOVE WILL RESTORE-INB FROM TRANSFER PAYMENT BY UPI'
  const upi = 'TO TRANSFER-UPI/CR/512345678901/RAMESH KUMAR/HDFC/ramesh@okicici/Sent from Paytm'
  test.each([
    'UPI Payment',
    'NEFT',
    'Neft Cr',
    'IMPS Transfer',
    'From Transfer',
    'Payment By',
    'INB Payment',
    'Paytm Sent',
    'Paytm',
    'Okicici',
    'Oki Cici',
    'Ransf Erupi',
    'Trans Fer',
    'Utib',
    'Hdfc',
    'Kumar',
    'Kumar Kumar',
    'Ramesh',
    'Love Restore',
    'Asha Kumar Ravi Sharma Rao Patel',
    'Upi Kumar',
  ])('is not made by the name %p', (name) => {
    const names = ['Asha', name]
    expect(matched([line(narration), line(upi)], [pledge('G-7KQM-2X9D', { names })])).toEqual([])
    expect(matched([line(upi)], [pledge('G-7KQM-2X9D', { names })])).toEqual([])
  })

  test('is not made by a name that fits many lines, as words of donors do', () => {
    const lines = ['Asha', 'Ruth', 'Ada', 'Mary'].map((payer, index) =>
      line(`UPI/${payer} Lee/Happy Birthday`, { money: { amount: 100_000 + index, currency: 'INR' } }),
    )
    const happy = pledge('G-2222-3333', { names: ['Happy Birthday'] })
    expect(matched(lines, [happy])).toEqual([])
    expect(matched(lines, [happy, pledge('G-7KQM-2X9D', { names: ['Asha Lee'] })])).toEqual([
      ['G-7KQM-2X9D', 'amount name'],
    ])
  })

  test('is left to people where two pledges fit', () => {
    const { proposals, unmatched } = proposeMatches([line('ASHA RAO')], [asha, pledge('G-2222-3333')])
    expect([proposals, unmatched.map(({ note }) => note)]).toEqual([[], ['fits G-2222-3333 and G-7KQM-2X9D']])
  })

  test('of a second payment with the reference of a pledge is not made', () => {
    const both = [line('G-7KQM-2X9D'), line('G-7KQM-2X9D again', { day: '2026-11-04' })]
    expect(proposeMatches(both, [asha])).toMatchObject({
      proposals: [{ line: { day: '2026-11-03' } }],
      unmatched: [{ note: 'G-7KQM-2X9D already has its transfer' }],
    })
    expect(proposeMatches([line('G-7KQM-2X9D ASHA RAO')], [pledge('G-7KQM-2X9D', { paid: true })])).toMatchObject({
      proposals: [],
      unmatched: [{ note: 'G-7KQM-2X9D already has its transfer' }],
    })
  })
})
