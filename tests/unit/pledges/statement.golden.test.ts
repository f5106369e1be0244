/** Statements as banks send them and people change them: layouts, kinds of files, amounts, days, and layouts that nobody has described yet. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { CFB, utils, write } from '@e965/xlsx'
import { parse } from 'yaml'
import { fileLimits, readBankFile } from '#lib/giving/pledges/bank-file.ts'
import { type LayoutAnswer, newLayout, readStatement } from '#lib/giving/pledges/statement.ts'
import { accountsIn, readAmount, readDay } from '#lib/giving/pledges/statement-cells.ts'
import { sentenceOf } from '#lib/giving/remark.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { transfersSchema } from '#lib/site/content/giving-schema.ts'
import { expectGolden } from '#tests/support/golden.ts'
import { random } from '#tests/support/random.ts'
import { useFreshStore } from '#tests/support/store.ts'

beforeEach(() => stopClock('2026-11-28T12:00:00Z'))
afterAll(() => stopClock(undefined))

const written = parse(readFileSync(path.resolve('content/giving/transfers.yaml'), 'utf8'), { schema: 'core' })
const layouts = transfersSchema.shape.statements.parse(written.statements)

type File = string | Uint8Array
const bytesOf = (file: File) => (typeof file === 'string' ? Buffer.from(file) : file)
const read = (file: File) => readStatement(bytesOf(file), layouts)
const failureOf = (file: File) => {
  const statement = read(file)
  return statement.ok ? null : statement.failure
}
type Statement = ReturnType<typeof read>
const readable = (statement: Statement) => {
  if (!statement.ok) throw new Error(statement.failure.remark.kind)
  return statement.value
}
const statementOf = (file: File) => readable(read(file))
const linesOf = (statement: Statement) =>
  readable(statement).lines.map(({ day, money, text }) => `${day} ${money.amount} ${text}`)

/** The id of the layout, what came in, and what could not be read. */
function summary(file: File): string {
  const statement = read(file)
  if (!statement.ok) return sentenceOf(statement.failure.remark)
  return [statement.value.layout.id, ...linesOf(statement), ...statement.value.unreadable.map(sentenceOf)].join('\n')
}
const summaries: [group: string, files: Record<string, File>][] = []

const headings = ['Date', 'Narration', 'Chq./Ref.No.', 'Value Dt', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance']
const head = headings.join(',')
const payment = ['05/11/26', 'UPI-ASHA RAO-G7KQM2X9D', '0000631', '05/11/26', '', '1000.50', '6000.50']
const hdfcRows = [
  ['HDFC BANK Ltd.', '', '', '', '', '', ''],
  headings,
  Array(7).fill('********'),
  payment,
  ['06/11/26', 'RENT', '0000632', '06/11/26', '500.00', '', '5500.50'],
  Array(7).fill('********'),
  ['*** End of statement ***', '', '', '', '', '', ''],
]
const csvOf = (rows: string[][], delimiter = ',') => rows.map((row) => row.join(delimiter)).join('\r\n')

type Book = 'xlsx' | 'biff8' | 'biff5' | 'xlml'
function workbookOf(bookType: Book, sheets: unknown[][][], date1904 = false): Buffer {
  const book = utils.book_new()
  if (date1904) book.Workbook = { WBProps: { date1904 } }
  for (const rows of sheets) utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { UTC: true }))
  return write(book, { type: 'buffer', bookType, compression: true })
}
const day = (text: string) => new Date(`${text}T00:00:00Z`)

/** As the banks send them; .xls has tabs. */
const banks = path.join(import.meta.dirname, 'statements')
summaries.push([
  'banks',
  Object.fromEntries(readdirSync(banks).map((name) => [name, readFileSync(path.join(banks, name))])),
])

describe('The statement of a bank', () => {
  test('names equal payments of one day one by one, the same in an overlapping statement and in one that a spreadsheet has saved', () => {
    const [first, second] = [
      '04/11/26,RUTH,01,04/11/26,,5.00,',
      '05/11/26,ADA,0012,05/11/26,,5.00,\n05/11/26,ADA,0012,05/11/26,,5.00,',
    ]
    const ids = (...rows: string[]) => statementOf([head, ...rows].join('\n')).lines.map(({ id }) => id)
    expect(new Set(ids(first, second)).size).toBe(3)
    expect(ids(second)).toEqual(ids(first, second).slice(1))
    expect(ids(second.replaceAll('0012', '12').replaceAll('ADA', ' ada '))).toEqual(ids(second))
    expect(ids(second.replaceAll('ADA', 'IDA'))).not.toEqual(ids(second))
  })

  test.each<[string, string[]]>([
    ['Statement of account 000000000000', ['000000000000']],
    ['Account No :\t50100 012345678', ['50100012345678']],
    ['A/C No: XXXXXXXX1234', ['X1234']],
    ['Acct_Statement_XX5678_28112026.xls', ['X5678']],
    ['Account Number: _00000030123456789', ['00000030123456789']],
    ['Account Type: Savings, Balance: 600000.00', []],
    ['Statement of account 01-11-2026 to 30-11-2026', []],
  ])('says its account: %s', (text, numbers) => expect(accountsIn({ cells: text.split('\t') })).toEqual(numbers))
})

const ravi = ['07/11/26', 'UPI-RAVI', '633', '07/11/26', '', '2500.00', '8000.00'].join(',')
const plain = payment.join(',')
const fileOf = (...rows: string[]) => [head, ...rows].join('\n')
const ofDay = (date: string) => plain.replace('05/11/26', date)
const dated = (...days: (Date | string)[]) =>
  workbookOf('xlsx', [[headings, ...days.map((cell) => [cell, 'A', 1, '', '', 5])]])

/** In none of these an incoming payment is left out silently. */
summaries.push([
  'damaged',
  {
    'rows that end otherwise than the lines above them': `HDFC BANK Ltd.\r\n\r\n${fileOf(plain, ravi)}\n`,
    'headings that end otherwise than the rows': `Statement\r\n${fileOf(plain)}\r\n${ravi}\r${plain}`,
    'a row behind the headings': `${head},${plain}\n${ravi}\n`,
    'headings that are lost': `${plain}\n${fileOf(ravi)}`,
    'two files, pasted': fileOf(
      plain,
      'Date;Details;Amount',
      'Date,Details,Amount',
      '05/11/2026,RUTH,5.00',
      head,
      ravi,
    ),
    'a quote that is never closed': fileOf(plain.replace('UPI', '"UPI'), ravi),
    'a quote that another one closes': fileOf(plain.replace('UPI', '"UPI'), ravi.replace('UPI-RAVI', '"UPI-RAVI"')),
    'a quote in a narration': fileOf(plain.replace('RAO', '"RAO" & CO')),
    'a line break in quotes': `${head}\r\n${plain.replace(/UPI[^,]*/, '"UPI\nASHA, RAO"')}\r\n`,
    'a comma without quotes, and a line break': fileOf(plain.replace('RAO', ',RAO'), ravi.replace('-', '\n')),
    'an amount whose comma makes up for a line break': fileOf(ravi.replace('-', '\n').replace('2500', '2,500')),
    'lines that were pasted into one column': [head, plain, ravi].map((line) => `"${line}"`).join('\n'),
    'one of them': fileOf(`"${plain}"`, ravi),
    'lines that were pasted into one column of a workbook': workbookOf('xlsx', [[[head], [plain], [ravi]]]),
    'a row with another delimiter': fileOf(plain.replaceAll(',', ';').replace('1000', '1,000'), ravi),
    'invisible characters': fileOf(`\u200e${plain.replace('1000', '\u200e1000')}`),
    semicolons: csvOf(hdfcRows, ';'),
    tabs: csvOf(hdfcRows, '\t'),
    bars: csvOf(hdfcRows, '|'),
    'headings on each page': csvOf([headings, payment, headings, payment]),
    'no such day, no amount, a sum': fileOf('31/02/26,A,1,,,5.00,', '05/11/26,B,1,,,5 or so,', ',Total,,,,10.00,'),
    'an amount in another currency': fileOf(plain.replace('1000.50', '$1000.50'), plain.replace('1000.50', '€5')),
    'a column of currencies': `${head},Currency\n${plain},INR\n${plain},EUR\n`,
    'a direction that nobody knows':
      'Transaction Date,Description,Chq / Ref No.,Amount,Dr / Cr\n05-11-2026,A,1,1.00,Deposit\n05-11-2026,B,1,1.00,(CR)\n',
    'a day that has not come': fileOf(ofDay('29/11/26'), ofDay('30/11/26')),
    'days that are exchanged, as they have not come': fileOf(ofDay('11/12/26'), plain, ofDay('25/11/26')),
    'real days beside texts': dated(day('2026-05-11'), '25/11/2026', day('2026-11-20')),
    'days of a spreadsheet, saved as text': fileOf('2026-05-11,A,1,,,5,', '25/11/2026,B,1,,,5,', '2026-05-05,C,1,,,5,'),
  },
])

describe('No incoming payment is left out silently', () => {
  test('in sixty statements that chance has damaged', () => {
    const next = random(47)
    const pick = (...choices: string[]) => choices[next(choices.length)] ?? ''
    for (let turn = 0; turn < 60; turn++) {
      const payers = Array.from({ length: 20 }, (_, index) => `PAYER${String(index).padStart(2, '0')}`)
      const rows = payers.map((payer) => [
        pick('05/11/26', '5-Nov-2026', '2026-11-05', '31/02/26', '05/11/2026 10:20'),
        pick('?', 'UPI, ?', 'UPI\n?', '"UPI, ?"', '"?\nAND MORE"', '"?', '?"').replace('?', payer),
        '631',
        '05/11/26',
        pick('', '0.00', '-'),
        pick('1000.00', '"1,00,000.00"', '₹5', '5 or so', '1,000.00', 'Rs. 7.50 CR', '$5'),
        '6000.00',
      ])
      const text = [headings, ...rows].map((row) => row.join(',') + pick('\n', '\r\n', '\r')).join('')
      const { lines, unreadable } = statementOf(text)
      const shown = [...lines.map((line) => line.text), ...unreadable.map(sentenceOf)].join('\n')
      expect([text, payers.filter((payer) => !shown.includes(payer))]).toEqual([text, []])
      const amounts = [100_000, 10_000_000, 500, 750]
      expect(lines.filter((line) => line.day !== '2026-11-05' || !amounts.includes(line.money.amount))).toEqual([])
    }
  })
})

/** Deposits with a decimal comma, separated by semicolons: a payment out first, so that its column has such amounts too. */
const european = (...deposits: string[]) =>
  [
    headings.join(';'),
    '04/11/26;RENT;0000630;04/11/26;1.500,00;;12.345,67',
    ...deposits.map((amount, index) => `05/11/26;PAID ${index};0001;05/11/26;;${amount};0,00`),
  ].join('\r\n')

/** What could be a thousand or one, and another currency, is shown and not guessed. */
summaries.push([
  'decimal commas',
  Object.fromEntries(
    [
      ['1.234,56', '12,50', '1.234.567,00', '500'],
      ['1 234,56', '1\u202f234\u00a0567,89'],
      ['₹ 1.234,56', '1.234,56 INR', '1.234,56 CR', '+12,50'],
      ['1.234,56', '1,234.56', '12.50'],
      ['1.234,56', '1.234'],
      ['12,50', '1,234'],
      ['€ 1.234,56', '12,50'],
    ].map((deposits) => [deposits.join(' | '), european(...deposits)]),
  ),
])

describe('Amounts with a decimal comma', () => {
  test('are read in the file of a bank that nobody has described yet', () => {
    const text = ['Datum;Text;Betrag', '05.11.2026;Asha Rao;1.234,56', '25.11.2026;Bob;12,50'].join('\n')
    expect(failureOf(text)?.candidates[0]?.columns).toMatchObject({ date: 'Datum' })
    const answer = { date: 'Datum', text: ['Text'], received: 'Betrag', currency: 'INR', about: 'A bank' }
    const layout = newLayout(Buffer.from(text), layouts, answer)
    if (!layout.ok) throw new Error(layout.failure.remark.kind)
    const statement = readStatement(Buffer.from(text), [layout.value])
    expect(linesOf(statement)).toEqual(['2026-11-05 123456 Asha Rao', '2026-11-25 1250 Bob'])
  })
})

const rows = [
  headings,
  [day('2026-11-05'), 'UPI-ASHA RAO', 631, day('2026-11-05'), '', 0.1 + 0.2, 6000],
  [day('2026-02-28'), 'UPI-RUTH ₹ LEE', 632, day('2026-02-28'), null, 1234.5, 6000],
  [day('2026-11-06'), 'RENT', 633, day('2026-11-06'), 500, '', 5500],
]
const before = rows.map((row) => row.map((cell) => (cell instanceof Date ? day(`2020-11-05`) : cell)))
const rowOf = (values: string[], tag = 'td') =>
  `<tr>${values.map((value) => `<${tag}>${value}</${tag}>`).join('')}</tr>`
const page = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table><tr><td><table>${rowOf(['HDFC&nbsp;BANK'])}</table></td></tr>
<tr><td colspan="7">Statement</td></tr>${rowOf(headings, 'TH')}
${rowOf(payment.map((cell) => `<font color='red'>${cell.replace('-G7', '&#45;G7')}</font>&nbsp;`))}
<tr><td>05/11/26<td colspan="4">UPI-RUTH &amp; ADA<td>7,000.00</tr></table></body></html>`
const renee = csvOf(hdfcRows).replace('ASHA RAO', 'RENÉE RAO')
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

/** Days, cents and letters are those of the bank, whatever the file is. */
summaries.push([
  'kinds of files',
  {
    '.xlsx': workbookOf('xlsx', [rows]),
    '.xls of Excel 97': workbookOf('biff8', [rows]),
    '.xls of Excel 95': workbookOf('biff5', [rows.slice(0, 2)]),
    'XML named .xls': workbookOf('xlml', [rows]),
    // The same number of days, from four years and a day later.
    '.xlsx that counts days from 1904': workbookOf('xlsx', [before], true),
    '.xlsx with several sheets': workbookOf('xlsx', [[['Summary']], rows.slice(0, 2), [headings, rows[2] ?? []]]),
    'HTML named .xls, with nested tables and joined cells': page,
    'UTF-8 with a mark': `\ufeff${renee}`,
    'UTF-16': utf16(`\ufeff${renee}`),
    'UTF-16 the other way round': utf16(`\ufeff${renee}`).swap16(),
    'UTF-16 without a mark': utf16(renee),
    'Windows-1252': Buffer.from(renee, 'latin1'),
  },
])

const compound = (files: Record<string, Uint8Array>) => {
  const file = CFB.utils.cfb_new()
  for (const [name, content] of Object.entries(files)) CFB.utils.cfb_add(file, name, content)
  return CFB.write(file, { type: 'buffer' }) as Buffer
}
// The beginning of a workbook, and the record FILEPASS.
const locked = Buffer.from('0908100000060500000000000000000000000000' + '2f000600000001020304', 'hex')
const encrypted = { '/EncryptionInfo': Buffer.alloc(8), '/EncryptedPackage': Buffer.alloc(5000) }

summaries.push([
  'refused',
  {
    '.xlsx with a password': compound(encrypted),
    '.xls with a password': compound({ '/Workbook': Buffer.concat([locked, Buffer.alloc(5000)]) }),
    '.xlsx that was not downloaded whole': workbookOf('xlsx', [rows]).subarray(0, 4000),
    '.xls that was not downloaded whole': workbookOf('biff8', [rows]).subarray(0, 1500),
    PDF: '%PDF-1.7\n',
    picture: Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
    'page without a table': '<!doctype html><p>Session expired',
    'empty file': '',
    'text of 10 MB': Buffer.alloc(10_000_001, 'a'),
    'text of one line': 'a,'.repeat(60_000),
    'text of too many rows': 'a,b\n'.repeat(20_001),
    'page of too many rows': `<table>${'<tr><td>a'.repeat(20_001)}`,
    '.xlsx of too many rows': workbookOf('xlsx', [Array(20_001).fill(['a'])]),
    '.xls of too many rows': workbookOf('biff8', [Array(20_001).fill(['a'])]),
  },
])

describe('A file', () => {
  test('that unpacks to far more than it says is refused before it fills the memory', () => {
    const book = CFB.read(workbookOf('xlsx', [rows]), { type: 'buffer' })
    const entry = book.FileIndex[book.FullPaths.findIndex((name: string) => name.endsWith('sheet1.xml'))]
    if (entry) entry.content = Buffer.alloc(40_000_000, ' ')
    const file = CFB.write(book, { fileType: 'zip', type: 'buffer', compression: true }) as Buffer
    // Both its header and its entry in the directory say that the sheet has ten bytes.
    const size = Buffer.alloc(4)
    size.writeUInt32LE(40_000_000)
    for (let at = file.indexOf(size); at >= 0; at = file.indexOf(size)) file.writeUInt32LE(10, at)
    expect(file.length).toBeLessThan(1_000_000)
    expect(summary(file)).toBe(
      'This workbook is too large when it is unpacked. Download the statement for a shorter time.',
    )
  })
})

describe('A hostile file', () => {
  useFreshStore()
  const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  /** A workbook whose only sheet is this. */
  const sheetOf = (inner: string) => {
    const book = CFB.read(workbookOf('xlsx', [[['a']]]), { type: 'buffer' })
    const entry = book.FileIndex[book.FullPaths.findIndex((name: string) => name.endsWith('sheet1.xml'))]
    if (entry) entry.content = Buffer.from(`<worksheet ${namespace}>${inner}</worksheet>`)
    return CFB.write(book, { fileType: 'zip', type: 'buffer', compression: true }) as Buffer
  }
  const everywhere = (tag: string) => `<${tag} ref="A1:XFD1048576" location="x"/>`.repeat(10)
  const xml = (inner: string) =>
    `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="a"><Table>${inner}</Table></Worksheet></Workbook>`
  /** A link over all cells of an old workbook, five hundred times ([MS-XLS] 2.4.140). */
  function linksEverywhere() {
    const link = Buffer.from(
      `b8012a00${'0000ffff0000ff00'}d0c9ea79f9bace118c8200aa004ba90b${'02000000080000000100000041000000'}0000`,
      'hex',
    )
    const book = CFB.read(workbookOf('biff8', [[['a']]]), { type: 'buffer' })
    const stream = Buffer.from(CFB.find(book, 'Workbook')?.content as Uint8Array)
    return Buffer.concat([stream.subarray(0, -4), ...Array<Buffer>(500).fill(link), stream.subarray(-4)])
  }
  const laughs = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join(
    '',
  )
  const none = 'No row of this file has a day, so it is no statement. Download it as Excel or CSV.'

  test.each<[string, File]>([
    ['links of billions of cells', sheetOf(`<sheetData/><hyperlinks>${everywhere('hyperlink')}</hyperlinks>`)],
    [
      'joined cells, widths and a size',
      sheetOf(
        `<dimension ref="A1:XFD1048576"/><cols><col min="1" max="99999999"/></cols><sheetData/><mergeCells>${everywhere('mergeCell')}</mergeCells>`,
      ),
    ],
    ['a cell far away', sheetOf('<sheetData><row r="999999999"><c r="ZZZZZZ999999999"><v>1</v></c></row></sheetData>')],
    ['links in an old workbook', linksEverywhere()],
    ['ten million columns', xml('<Column ss:Span="9999999"/><Row><Cell/></Row>')],
    [
      'joined cells in XML',
      xml(
        '<Row ss:Span="99999999"><Cell ss:MergeAcross="99999999" ss:MergeDown="99999999" ss:Index="99999999"><Data ss:Type="String">a</Data></Cell></Row>',
      ),
    ],
    ['a page of joined cells', `<table>${`<tr>${'<td colspan="99">'.repeat(200)}`.repeat(200)}`],
    [
      'entities of entities',
      xml('<Row><Cell><Data ss:Type="String">&l9;</Data></Cell></Row>').replace(
        '?>',
        `?><!DOCTYPE x [<!ENTITY l0 "l">${laughs}]>`,
      ),
    ],
  ])('with %s is answered with a sentence', (_, file) => expect(summary(file)).toBe(none), 10_000)

  const honest = (count: number) =>
    Buffer.from([head, ...Array.from({ length: count }, (_, index) => plain.replace('631', String(index)))].join('\n'))

  test.each([
    ['time', { milliseconds: 50 }],
    ['memory', { megabytes: 8 }],
  ])('that needs too much %s is refused', async (_, limits) => {
    const before = { ...fileLimits }
    Object.assign(fileLimits, limits)
    const statement = await readBankFile(honest(15_000))
    Object.assign(fileLimits, before)
    expect(statement).toMatchObject({ ok: false, failure: { remark: { kind: 'fileSlow' } } })
  })

  test('keeps nobody waiting, nor do 5,000 honest lines: the server goes on while it is read', async () => {
    let ticks = 0
    const clock = setInterval(() => (ticks += 1), 20)
    const statement = await readBankFile(honest(5000))
    clearInterval(clock)
    expect([statement.ok && statement.value.lines.length, ticks]).toEqual([5000, expect.any(Number)])
    expect(ticks).toBeGreaterThan(5)
  })
})

const unlisted = `Sample Gramin Bank,,,,,
Account,000,,,,
Txn Dt,Details of Txn,"Ref, No.",Withdrawn,Deposited,Bal
----,----,----,----,----,----
05/11/2026,UPI/ASHA RAO,631,,"1,000.00",6000.00
25/11/2026,RENT,632,500.00,,5500.00
`
const answer: LayoutAnswer = {
  date: 'Txn Dt',
  text: ['Details of Txn', 'Ref, No.'],
  received: 'Deposited',
  currency: 'INR',
  about: 'Sample Gramin Bank',
}
const added = (changes: LayoutAnswer = {}, file: File = unlisted) =>
  newLayout(bytesOf(file), layouts, { ...answer, ...changes })

describe('A layout that is not known', () => {
  test('is asked about, with what headings and cells suggest', () => {
    expect(failureOf(unlisted)?.candidates).toEqual([
      {
        headings: ['Txn Dt', 'Details of Txn', 'Ref, No.', 'Withdrawn', 'Deposited', 'Bal'],
        rows: [
          ['05/11/2026', 'UPI/ASHA RAO', '631', '', '1,000.00', '6000.00'],
          ['25/11/2026', 'RENT', '632', '500.00', '', '5500.00'],
        ],
        columns: { date: 'Txn Dt', text: ['Details of Txn', 'Ref, No.'], received: 'Deposited', dates: 'D/M/Y' },
      },
    ])
    const ambiguous = failureOf(unlisted.replace('25/11', '06/11'))?.candidates[0]?.columns
    expect(ambiguous).not.toHaveProperty('dates')
    expect(failureOf(unlisted.replace('05/11/2026', '5 Nov 2026').replace('25/11/2026', '2026-11-25'))).toMatchObject({
      candidates: [{ columns: { dates: 'D MMM Y' } }],
    })
    expect(
      failureOf('Entry Date,Value Date,Remarks,Amount,CR/DR\n05/11/26,06/11/26,RUTH LEE,5.00,CR\n')?.candidates[0],
    ).toMatchObject({ columns: { date: 'Entry Date', text: ['Remarks'], received: 'Amount', direction: 'CR/DR' } })
    expect(failureOf('only,words,here\nand,no,table\n')?.candidates).toEqual([])
  })

  const wells = `"11/05/2026","100.00","*","","ZELLE FROM ASHA ON 11/05 REF # PP0ABC G7KQM2X9D"
"11/25/2026","-50.00","*","","RENT"
"11/26/2026","250.00","*","1234","MOBILE DEPOSIT"
`
  test.each<[string, string, LayoutAnswer, string[]]>([
    [
      'in one column with Cr and Dr, as Kotak writes it',
      `Date,Narration,Chq/Ref No,Withdrawal (Dr)/ Deposit (Cr),Balance
25-11-2026,UPI/ASHA/G-7KQM-2X9D,UPI-1,"1,000.00(Cr)","6,000.00(Cr)"
26-11-2026,RENT,-,500.00(Dr),"5,500.00(Cr)"
`,
      { date: 'Date', text: ['Narration', 'Chq/Ref No'], received: 'Withdrawal (Dr)/ Deposit (Cr)', dates: 'D/M/Y' },
      ['2026-11-25 100000 UPI/ASHA/G-7KQM-2X9D UPI-1'],
    ],
    [
      'in one column with its sign, as Union Bank writes it',
      'Date,Tran Id,Remarks,Amount(Rs.),Balance(Rs.)\n25/11/2026,S1,ASHA,1000.00 (Cr),6000.00 (Cr)\n26/11/2026,S2,RENT,INR 500.00 (Dr),1\n',
      { date: 'Date', text: ['Remarks'], received: 'Amount(Rs.)', dates: 'D/M/Y' },
      ['2026-11-25 100000 ASHA'],
    ],
    [
      'without headings, as Wells Fargo writes it',
      wells,
      { date: 'Column 1', text: ['Column 5'], received: 'Column 2', dates: 'M/D/Y', currency: 'USD' },
      ['2026-11-05 10000 ZELLE FROM ASHA ON 11/05 REF # PP0ABC G7KQM2X9D', '2026-11-26 25000 MOBILE DEPOSIT'],
    ],
  ])('%s, is asked about once', (_, file, { currency = 'INR', ...columns }, expected) => {
    expect(failureOf(file)?.candidates[0]?.columns).toEqual(columns)
    const layout = newLayout(bytesOf(file), layouts, { ...columns, currency, about: 'My bank' })
    if (!layout.ok) throw new Error(layout.failure.remark.kind)
    const statement = readStatement(bytesOf(file), [...layouts, layout.value])
    expect([readable(statement).unreadable, linesOf(statement)]).toEqual([[], expected])
    // A file of other columns, or with headings, is none of its.
    for (const other of [wells.replaceAll(',"*"', ''), 'When,What,a,b,Why\n11/05/2026,5.00,,,ASHA\n'])
      expect(readStatement(bytesOf(other), [...layouts, layout.value])).toMatchObject({ ok: false })
  })

  test('becomes known by an answer with which the file can be read', () => {
    const layout = added()
    expect(layout).toEqual({
      ok: true,
      value: { id: 'sample-gramin-bank', dates: 'D/M/Y', ...answer },
    })
    if (!layout.ok) throw new Error(layout.failure.remark.kind)
    const statement = readStatement(Buffer.from(unlisted), [...layouts, layout.value])
    expect([readable(statement).unreadable, linesOf(statement)]).toEqual([[], ['2026-11-05 100000 UPI/ASHA RAO 631']])
    expect(added({ about: 'Cheques, India' })).toMatchObject({ value: { id: 'cheques-india-2' } })
    expect(added({ about: 'मेरा बैंक' })).toMatchObject({ value: { id: 'bank' } })
  })
})

/** Answers by which no layout is added. */
const directed = 'Entry Date,Remarks,Amount,CR/DR\n25/11/26,RUTH LEE,5.00,CR\n'
const refused: Record<string, [LayoutAnswer, File?]> = {
  'says too little': [{ text: [], currency: '' }],
  'names a column that is not there': [{ received: 'Credited' }],
  'names a wrong column': [{ received: 'Ref, No.', date: 'Details of Txn' }],
  'reads days in a wrong order': [{ dates: 'M/D/Y' }],
  'leaves the order of the days open': [{}, unlisted.replace('25/11', '06/11')],
  'names a currency that the heading contradicts': [
    { currency: 'USD', received: 'Deposit (Rs.)' },
    unlisted.replace('Deposited', 'Deposit (Rs.)'),
  ],
  ...Object.fromEntries(
    ['€1,000.00', '$1,000.00', '1,000.00 USD'].map((amount): [string, [LayoutAnswer, File]] => [
      `names a currency that ${amount} contradicts`,
      [{}, unlisted.replace('1,000.00', amount)],
    ]),
  ),
  'is about a known bank': [{}, csvOf(hdfcRows)],
  'takes what went for what came': [{ received: 'Amount', text: ['Remarks'], date: 'Entry Date' }, directed],
}

const sections = (texts: readonly (readonly [name: string, text: string])[]) =>
  texts.map(([name, text]) => `# ${name}\n${text}`).join('\n\n')

test('of each file tests/golden/statements has what is read, what is shown because it cannot be read, or why none of it is; of each answer, why it adds no layout', () => {
  const texts = summaries.map(([group, files]) => {
    const read = Object.entries(files).map(([name, file]) => [name, summary(file)] as const)
    return [group.replaceAll(' ', '-'), sections(read)] as const
  })
  const answers = Object.entries(refused).map(([answer, [changes, file]]) => {
    const layout = added(changes, file)
    return [answer, layout.ok ? layout.value.id : sentenceOf(layout.failure.remark)] as const
  })
  expectGolden('statements', new Map([...texts, ['refused-answers', sections(answers)]]))
})

type Read = number | 'unreadable'
/** Each of the cells, separated by bars, is read as so many paise and so many cents. */
const cells = (rupees: Read, dollars: Read, written: string) =>
  written.split(' | ').map((cell): [string, Read, Read] => [cell, rupees, dollars])
const lakh = 10_000_000

test.each([
  ...cells(lakh, lakh, '1,00,000.00 | +1,00,000.00 | 100 000.00 | 1,00,000.00(Cr) | 100000.00 (CR) | Cr. 100000'),
  ...cells(lakh, lakh, '(Cr) 1,00,000/- | १,००,०००'),
  ...cells(50_000, 'unreadable', '₹500 | ₹ 500 | Rs. 500 | Rs500 | INR 500.00 Cr | 500.00 INR CR | CR INR 500 | ₨ 500'),
  ...cells(50_000, 'unreadable', '500 rupees | ₹500/- | ₹500 INR'),
  ...cells('unreadable', 50_000, '$500 | US$500 | 500.00 USD | USD 500 | $500 CR | 500 US$'),
  ...cells(-50_000, -50_000, '500.00 Dr | 500.00(Dr) | DR 500 | (500.00) | -500 | −500.00 | 500- | -500 DR'),
  ...cells('unreadable', -50_000, '-$500 | ($500) | $-500 | $500.00 DR'),
  ...cells(0, 0, ' | - | — | 0.00 | 0.00 (Dr)'),
  ...cells(
    'unreadable',
    'unreadable',
    '£500 | €500 | A$500 | 500 C$ | CR$500 | KES 500 | KSh 500 | R 500 | R500 | ZAR 500',
  ),
  ...cells('unreadable', 'unreadable', 'INR $500 | Rs 500 PKR | 12,50 | 1.000,00 | 1e5 | 99999999999999 | -500 CR'),
  ...cells('unreadable', 'unreadable', '(500) CR | 5 or so | ₹ | 10² | 5.001'),
])('the amount %p', (cell, rupees, dollars) =>
  expect([readAmount(cell, 'INR'), readAmount(cell, 'USD')]).toEqual([rupees, dollars]),
)

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
