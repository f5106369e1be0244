/** Which line pays which pledge, and which money may be in the books already. */
import { type OpenPledge, proposeMatches } from '#lib/giving/pledges/matching.ts'
import { type Recorded, resemblances } from '#lib/giving/pledges/resemblance.ts'
import type { StatementLine } from '#lib/giving/pledges/statement.ts'

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

  const money = { amount: 123_400, currency: 'INR' }
  const upi = 'BY TRANSFER-UPI/CR/632600000001/LAKSHMI /UBIN/9000000001/G-FA7-- TRANSFER FROM 4897737162096'
  const imps = 'BY TRANSFER-INB IMPS/632600000002/hsb-XX004-RAVI KUM/G-KJMD-SV-- MAOO00000000001'
  const [ref, name] = ['reference_start', 'name_start']
  test.each([
    [upi, 'G-FA72-RGPF', 'Lakshmi Narayanan', `amount ${ref} ${name}`],
    [imps, 'G-KJMD-SVVF', 'Ravi Kumaraswamy', `amount ${ref} ${name}`],
    ['UPI/CR/1/PAYER/FA72R', 'G-FA72-RGPF', 'Asha Rao', `amount ${ref}`],
    ['UPI/CR/1/PAYER/GFA72', 'G-FA72-RGPF', 'Asha Rao', `amount ${ref}`],
    ['UPI/CR/1/G FA72 RG/PAYER', 'G-FA72-RGPF', 'Asha Rao', `amount ${ref}`],
    ['NEFT*HDFC0000001*N1*MARIA DE LA CRUZ', 'G-FA72-RGPF', 'María de la Cruz Fernández', 'amount name'],
    ['UPI/CR/1/MARIA DE/HDFC', 'G-FA72-RGPF', 'María de la Cruz', `amount ${name}`],
    ['UPI/CR/1/MR KUMARASWA/HDFC', 'G-FA72-RGPF', 'Ravi Kumaraswamy', `amount ${name}`],
    ['UPI/CR/1/SOREN KI/HDFC', 'G-FA72-RGPF', 'Søren Kierkegaard', `amount ${name}`],
    ['UPI/CR/1/ASHA/FA7', 'G-FA72-RGPF', 'Asha Verma', ''],
    ['UPI/CR/1/G-FA8/PAYER', 'G-FA72-RGPF', 'Asha Rao', ''],
    ['UPI/CR/1/AG-FA7X/PAYER', 'G-FA72-RGPF', 'Asha Rao', ''],
    ['UPI/CR/1/CASH DEP/TRANSF', 'G-FA72-RGPF', 'Cash Deposit', ''],
  ])('of what a bank has cut, %p, is made for %s of %s', (text, reference, payer, because) => {
    const own = pledge(reference, { names: [payer], money })
    expect(matched([line(text, { money })], [own, asha])).toEqual(because ? [[reference, because]] : [])
    // Another pledge of the amount could be meant, unless the whole name is there.
    const both = matched([line(text, { money })], [own, pledge('G-2222-3333', { names: ['Ruth'], money })])
    expect(both).toEqual(because === 'amount name' ? [[reference, because]] : [])
  })

  test.each([
    ['NEFT MARY OBRIEN', "Mary O'Brien"],
    ['NEFT MARY O BRIEN', 'Mary O’Brien'],
    ["NEFT O'BRIEN MARY", 'Mary OBrien'],
    ['NEFT ANNEMARIE DUBOIS', 'Anne-Marie Dubois'],
    ['NEFT-ANNE-MARIE DUBOIS-UTIB', 'Annemarie Dubois'],
    ['NEFT ANNE MARIE DUBOIS', 'Anne\u2011Marie Dubois'],
    ['NEFT MARIA DELACRUZ', 'Maria de la Cruz'],
    ['NEFT MARIA DE LA CRUZ', 'Maria Delacruz'],
    ['NEFT JAN VANDERBERG', 'Jan van der Berg'],
    ['NEFT JOSE NUNEZ', 'Jose\u0301 Nun\u0303ez'],
    ['NEFT LUKASZ STRASSER', 'Łukasz Straßer'],
  ])('is made for %p by the name %p, however it is joined', (text, payer) =>
    expect(matched([line(text)], [pledge('G-7KQM-2X9D', { names: [payer] })])).toEqual([
      ['G-7KQM-2X9D', 'amount name'],
    ]),
  )

  // What somebody could type as a name to be proposed for transfers of others.
  const narration = 'NEFT CR-UTIB0000123-RAMESH KUMAR SHARMA-LOVE WILL RESTORE-INB FROM TRANSFER PAYMENT BY UPI'
  const paytm = 'TO TRANSFER-UPI/CR/512345678901/RAMESH KUMAR/HDFC/ramesh@okicici/Sent from Paytm'
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
    'Kum Ar',
    'Ramesh',
    'Love Restore',
    'Asha Kumar Ravi Sharma Rao Patel',
    'Upi Kumar',
  ])('is not made by the name %p', (name) => {
    const names = ['Asha', name]
    expect(matched([line(narration), line(paytm)], [pledge('G-7KQM-2X9D', { names })])).toEqual([])
    expect(matched([line(paytm)], [pledge('G-7KQM-2X9D', { names })])).toEqual([])
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
    expect([proposals, unmatched.map(({ note }) => note)]).toEqual([
      [],
      [{ kind: 'fitsSeveral', references: ['G-2222-3333', 'G-7KQM-2X9D'] }],
    ])
  })

  test('of a second payment with the reference of a pledge is not made', () => {
    const both = [line('G-7KQM-2X9D'), line('G-7KQM-2X9D again', { day: '2026-11-04' })]
    expect(proposeMatches(both, [asha])).toMatchObject({
      proposals: [{ line: { day: '2026-11-03' } }],
      unmatched: [{ note: { kind: 'hasTransfer', reference: 'G-7KQM-2X9D' } }],
    })
    expect(proposeMatches([line('G-7KQM-2X9D ASHA RAO')], [pledge('G-7KQM-2X9D', { paid: true })])).toMatchObject({
      proposals: [],
      unmatched: [{ note: { kind: 'hasTransfer', reference: 'G-7KQM-2X9D' } }],
    })
  })
})

describe('Money that may be in the books already', () => {
  const leela = 'NEFT CR-HDFC0000001-LEELA SAMPLE-N380156'
  const first = line(`${leela} 0000632600000001`, { id: 'first', account: 'INR' })
  const recorded = (changes: Partial<Recorded> = {}): Recorded => ({ ...first, account: 'INR', ...changes })
  const other = (text: string, changes: Partial<StatementLine> = {}) =>
    line(text, { id: 'second', account: 'INR', ...changes })
  const [later, much] = [{ day: '2026-11-06' }, { money: { amount: 1, currency: 'INR' } }]

  test.each<[string, StatementLine, Recorded, boolean]>([
    ['the same number', other('IMPS 632600000001 X', { day: '2026-12-24' }), recorded(), true],
    ['the same number in another account', other('IMPS 632600000001 X', { account: 'FCRA' }), recorded(), true],
    ['a number rounded by a spreadsheet', other('X 1234567890123450'), recorded({ text: 'X 1234567890123456' }), true],
    ['the same payer', other('UPI LEELA 998877665544', later), recorded(), true],
    ['the same payer, much later', other('UPI LEELA 998877665544', { day: '2026-11-07' }), recorded(), false],
    ['the same payer in another account', other('UPI LEELA 998877665544', { account: 'FCRA' }), recorded(), false],
    ['the payer with another reference', other('G-7KQM-2X9D LEELA'), recorded({ text: 'G-2222-3333 LEELA' }), false],
    ['nothing that could tell them apart', other('CASH DEPOSIT', later), recorded({ text: 'BY CLEARING' }), true],
    ['what somebody typed', other('UPI RUTH'), recorded({ account: null, text: 'Ruth Lee' }), true],
    ['another number and payer', other('UPI RAVI 998877665544'), recorded(), false],
    ['another amount', other(leela, much), recorded(), false],
  ])('has %s', (_, own, known, isLike) => {
    expect([...resemblances([own], [known]).values()]).toEqual(isLike ? [known] : [])
  })

  test('is another line of the statement with its number or its payer, but no line of everybody', () => {
    const like = (...texts: string[]) =>
      [
        ...resemblances(
          texts.map((text, index) => other(text, { id: String(index), code: text })),
          [],
        ),
      ].map(([id]) => id)
    expect(like(leela, 'UPI RAVI', `${leela} again`, 'CASH', 'CASH')).toEqual(['2'])
    expect(like(...['A', 'B', 'C', 'D'].map((payer) => `UPI ${payer} FROM 4897737162096 BIRTHDAY`))).toEqual([])
    const many = Array.from({ length: 5000 }, (_, index) => `UPI/${632_600_000_000 + index}/PAYER/G-7KQM-2X9D`)
    expect(like(...many)).toEqual([])
  })
})
