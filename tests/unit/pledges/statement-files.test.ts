/** Statements as banks send them: their layouts, kinds of files, and layouts that nobody has described yet. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { CFB, utils, write } from '@e965/xlsx'
import { parse } from 'yaml'
import { type LayoutAnswer, newLayout, readStatement } from '#lib/giving/pledges/statement.ts'
import { transfersSchema } from '#lib/site/content/giving-schema.ts'

const written: unknown = parse(readFileSync(path.resolve('content/giving/transfers.yaml'), 'utf8'), { schema: 'core' })
const { statements: layouts } = transfersSchema.parse(written)

type File = string | Uint8Array
const bytesOf = (file: File) => (typeof file === 'string' ? Buffer.from(file) : file)
const read = (file: File) => readStatement(bytesOf(file), layouts)

/** The id of the layout, what came in, and what could not be read. */
function summary(file: File) {
  const statement = read(file)
  if (!statement.ok) return statement.failure.sentence
  const { layout, lines, unreadable } = statement.value
  return [layout.id, lines.map(({ day, money, text }) => `${day} ${money.amount} ${text}`), unreadable]
}

const hdfcRows = [
  ['HDFC BANK Ltd.', '', '', '', '', '', ''],
  ['Date', 'Narration', 'Chq./Ref.No.', 'Value Dt', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance'],
  ['********', '********', '********', '********', '********', '********', '********'],
  ['05/11/26', 'UPI-ASHA RAO-G7KQM2X9D', '0000631', '05/11/26', '', '1000.50', '6000.50'],
  ['06/11/26', 'RENT', '0000632', '06/11/26', '500.00', '', '5500.50'],
  ['********', '********', '********', '********', '********', '********', '********'],
  ['*** End of statement ***', '', '', '', '', '', ''],
]
const hdfc = ['india-narration', ['2026-11-05 100050 UPI-ASHA RAO-G7KQM2X9D 0000631'], []]
const csvOf = (rows: string[][], delimiter = ',') => rows.map((row) => row.join(delimiter)).join('\r\n')

type Book = 'xlsx' | 'biff8' | 'biff5' | 'xlml'
function workbookOf(bookType: Book, ...sheets: unknown[][][]): Buffer {
  const book = utils.book_new()
  for (const rows of sheets) utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { UTC: true }))
  return write(book, { type: 'buffer', bookType, compression: true })
}

describe('The statement of a bank', () => {
  test.each([
    ['HDFC, with rows of asterisks', csvOf(hdfcRows), hdfc],
    [
      'HDFC, delimited text',
      `\r
  Date     ,Narration                ,Value Dat,Debit Amount       ,Credit Amount      ,Chq/Ref Number   ,Closing Balance\r
  05/11/26  ,UPI-ASHA RAO-asha@okbank   ,  05/11/26  ,         0.00,      1000.00,0000631    ,   6000.00  \r
  06/11/26  ,RENT   ,  06/11/26  ,       500.00,         0.00,0000632    ,   5500.00  \r
`,
      ['hdfc-delimited', ['2026-11-05 100000 UPI-ASHA RAO-asha@okbank 0000631'], []],
    ],
    [
      'ICICI, savings account',
      `,S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount(INR),Deposit Amount(INR),Balance(INR)
,1,05/11/2026,05/11/2026,-,UPI/409/ASHA RAO/gift,0,"1,000.00","6,000.00"
,2,06/11/2026,06/11/2026,-,RENT,500.00,0.00,5500.00
,Legends Used in Account Statement,,,,,,,
`,
      ['icici-remarks', ['2026-11-05 100000 UPI/409/ASHA RAO/gift -'], []],
    ],
    [
      'ICICI, detailed statement',
      `DETAILED STATEMENT
No.,Transaction ID,Value Date,Txn Posted Date,ChequeNo.,Description,Cr/Dr,Transaction Amount(INR),Available Balance(INR)
1,S1,05/11/2026,05/11/2026 11:47:53 AM,-,NEFT-ASHA RAO,CR,1000,6000
2,S2,06/11/2026,06/11/2026 01:00:00 PM,-,RENT,DR,500,5500
`,
      ['icici-detailed', ['2026-11-05 100000 NEFT-ASHA RAO - S1'], []],
    ],
    [
      'Axis',
      `Name :- SAMPLE
Statement of Account No - 000 for the period (From : 01-11-2026 To : 30-11-2026)

Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL
05-11-2026,-,IMPS/P2A/511/ASHA RAO, ,             1000.00,          6000.00,4875
06-11-2026,-,RENT,              500.00, ,          5500.00,4875
Unless the constituent notifies the bank immediately of any discrepancy, it will be taken as correct,,,
`,
      ['axis-particulars', ['2026-11-05 100000 IMPS/P2A/511/ASHA RAO -'], []],
    ],
    [
      'Axis, account of an organisation',
      `S.No,Transaction Date (dd/mm/yyyy),Value Date (dd/mm/yyyy),Particulars,Amount(INR),Debit/Credit,Balance(INR),Cheque Number,Branch Name(SOL)
1,,,OPENING BALANCE,,,"5,000.00",,DELHI
2,05/11/2026,05/11/2026,NEFT/ASHA RAO/HDFC BANK,"	1,000.00",CR,"6,000.00",,"DELHI (248) "
3,06/11/2026,06/11/2026,RENT,500.00,DR,"5,500.00",,DELHI
`,
      ['axis-company', ['2026-11-05 100000 NEFT/ASHA RAO/HDFC BANK'], []],
    ],
    [
      'Kotak, one column of amounts',
      `Sl. No.,Transaction Date,Value Date,Description,Chq / Ref No.,Amount,Dr / Cr,Balance,Dr / Cr
1,05-11-2026,05-11-2026,UPI/ASHA RAO/512,UPI-512,"1,000.00",CR,"6,000.00",CR
2,06-11-2026,06-11-2026,RENT,513,500.00,DR,"5,500.00",CR
Opening balance,"as on 01/11/2026   INR 5,000.00"
`,
      ['kotak-amount', ['2026-11-05 100000 UPI/ASHA RAO/512 UPI-512'], []],
    ],
    [
      'Kotak, debits and credits',
      `Sl. No.,Transaction Date,Value Date,Description,Chq / Ref No.,Debit,Credit,Balance,Dr / Cr
1,05-11-2026 19:40:46,05-11-2026,UPI/ASHA RAO/512,UPI-512,,"1,000.00","6,000.00",CR
2,06-11-2026 19:40:46,06-11-2026,RENT,513,500.00,,"5,500.00",CR
`,
      ['kotak-credit', ['2026-11-05 100000 UPI/ASHA RAO/512 UPI-512'], []],
    ],
    [
      'State Bank of India, separated by tabs and named .xls',
      `Account Name\t:\tSAMPLE
Txn Date\tValue Date\tDescription\tRef No./Cheque No.\tDebit\tCredit\tBalance
5 Nov 2026\t5 Nov 2026\tBY TRANSFER-NEFT*ASHA RAO--\t="0012"\t \t1,000.00\t6,000.00
6 Nov 2026\t6 Nov 2026\tRENT\t\t500.00\t \t5,500.00
`,
      ['india-credit', ['2026-11-05 100000 BY TRANSFER-NEFT*ASHA RAO-- 0012'], []],
    ],
    [
      'Bank of America, below its summary',
      `Description,,Summary Amt.
Beginning balance as of 11/01/2026,,"5,000.00"

Date,Description,Amount,Running Bal.
11/01/2026,Beginning balance as of 11/01/2026,,"5,000.00"
11/05/2026,"Zelle payment from RUTH LEE","250.00","5,250.00"
11/06/2026,"RENT","-500.00","4,750.00"
`,
      ['usa-running-balance', ['2026-11-05 25000 Zelle payment from RUTH LEE'], []],
    ],
  ])('%s', (_, file, expected) => expect(summary(file)).toEqual(expected))

  test('has repeated headings on each page', () => {
    const [, headings = [], , payment = []] = hdfcRows
    const later = payment.map((cell) => cell.replace('05/11/26', '07/11/26'))
    expect(summary(csvOf([headings, payment, headings, later]))).toEqual([
      'india-narration',
      ['2026-11-05 100050 UPI-ASHA RAO-G7KQM2X9D 0000631', '2026-11-07 100050 UPI-ASHA RAO-G7KQM2X9D 0000631'],
      [],
    ])
  })

  test('shows a row whose comma or line break moved its cells, or whose direction is not known', () => {
    const head = 'Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance\n'
    expect(
      summary(`${head}05/11/26,UPI-RAO, ASHA,05/11/26,0.00,1000.00,631,6000.00
05/11/26,UPI-ASHA
RAO,05/11/26,0.00,1000.00,631,6000.00
`),
    ).toEqual([
      'hdfc-delimited',
      [],
      [
        'row 2: 05/11/26, UPI-RAO, ASHA, 05/11/26, 0.00, 1000.00, 631, 6000.00',
        'row 4: RAO, 05/11/26, 0.00, 1000.00, 631, 6000.00',
      ],
    ])
    expect(
      summary(`Transaction Date,Description,Chq / Ref No.,Amount,Dr / Cr
05-11-2026,ASHA RAO,1,1000.00,Deposit
`),
    ).toEqual(['kotak-amount', [], ['row 2: 05-11-2026, ASHA RAO, 1, 1000.00, Deposit']])
  })
})

describe('A file', () => {
  const day = (text: string) => new Date(`${text}T00:00:00Z`)
  const cells = [
    hdfcRows[1] ?? [],
    [day('2026-11-05'), 'UPI-ASHA RAO', 631, day('2026-11-05'), '', 0.1 + 0.2, 6000],
    [day('2026-02-28'), 'UPI-RUTH ₹ LEE', 632, day('2026-02-28'), null, 1234.5, 6000],
    [day('2026-11-06'), 'RENT', 633, day('2026-11-06'), 500, '', 5500],
  ]
  const lines = ['2026-11-05 30 UPI-ASHA RAO 631', '2026-02-28 123450 UPI-RUTH ₹ LEE 632']

  test.each(['xlsx', 'biff8', 'xlml'] as const)('of the kind %s has its days and cents', (bookType) =>
    expect(summary(workbookOf(bookType, cells))).toEqual(['india-narration', lines, []]),
  )

  test('of Excel 95, and one that counts days from 1904, has its days', () => {
    expect(summary(workbookOf('biff5', cells.slice(0, 2)))).toEqual(['india-narration', lines.slice(0, 1), []])
    const book = utils.book_new()
    book.Workbook = { WBProps: { date1904: true } }
    utils.book_append_sheet(book, utils.aoa_to_sheet(cells, { UTC: true }))
    // The same number of days, from four years and a day later.
    expect(summary(write(book, { type: 'buffer', bookType: 'xlsx' }))).toMatchObject([
      'india-narration',
      ['2030-11-06 30 UPI-ASHA RAO 631', '2030-03-01 123450 UPI-RUTH ₹ LEE 632'],
      [],
    ])
  })

  test('with several sheets is read whole', () => {
    const [headings = [], first = [], second = []] = cells
    expect(summary(workbookOf('xlsx', [['Summary']], [headings, first], [headings, second]))).toEqual([
      'india-narration',
      lines,
      [],
    ])
  })

  test('that is HTML and named .xls is read, nested tables and joined cells too', () => {
    const row = (values: string[], tag = 'td') =>
      `<tr>${values.map((value) => `<${tag}>${value}</${tag}>`).join('')}</tr>`
    const [, headings = [], , payment = []] = hdfcRows
    const html = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table><tr><td><table>${row(['HDFC&nbsp;BANK'])}</table></td></tr>
<tr><td colspan="7">Statement</td></tr>${row(headings, 'TH')}
${row(payment.map((cell) => `<font color='red'>${cell.replace('-G7', '&#45;G7')}</font>&nbsp;`))}
<tr><td>05/11/26<td colspan="4">UPI-RUTH &amp; ADA<td>7,000.00</tr></table></body></html>`
    expect(summary(html)).toEqual([hdfc[0], [...(hdfc[1] ?? []), '2026-11-05 700000 UPI-RUTH & ADA'], []])
  })

  test.each(['utf16le', 'utf16be', 'windows-1252', 'utf8'] as const)('in %s has its letters', (encoding) => {
    const text = csvOf(hdfcRows).replace('ASHA RAO', 'RENÉE RAO')
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
    const bytes = {
      utf16le: utf16,
      utf16be: Buffer.from(utf16).swap16(),
      'windows-1252': Buffer.from(text, 'latin1'),
      utf8: Buffer.from(`\ufeff${text}`),
    }[encoding]
    expect(summary(bytes)).toEqual([hdfc[0], ['2026-11-05 100050 UPI-RENÉE RAO-G7KQM2X9D 0000631'], []])
  })

  const compound = (files: Record<string, Uint8Array>) => {
    const file = CFB.utils.cfb_new()
    for (const [name, content] of Object.entries(files)) CFB.utils.cfb_add(file, name, content)
    return CFB.write(file, { type: 'buffer' }) as Buffer
  }
  const password =
    'This workbook is protected by a password. Open it, save it without the password, and read that file.'
  const damaged = 'This workbook is damaged, or was not downloaded whole. Download it again, or as CSV.'
  // The beginning of a workbook, and the record FILEPASS.
  const locked = Buffer.from('0908100000060500000000000000000000000000' + '2f000600000001020304', 'hex')

  test.each([
    [
      '.xlsx with a password',
      compound({ '/EncryptionInfo': Buffer.alloc(8), '/EncryptedPackage': Buffer.alloc(5000) }),
      password,
    ],
    ['.xls with a password', compound({ '/Workbook': Buffer.concat([locked, Buffer.alloc(5000)]) }), password],
    ['.xlsx that was not downloaded whole', workbookOf('xlsx', cells).subarray(0, 4000), damaged],
    ['.xls that was not downloaded whole', workbookOf('biff8', cells).subarray(0, 1500), damaged],
    ['PDF', Buffer.from('%PDF-1.7\n'), 'This is a PDF. Download the statement as Excel or CSV.'],
    [
      'picture',
      Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
      'This is neither a workbook nor a text. Download the statement as Excel or CSV.',
    ],
    [
      'page without a table',
      '<!doctype html><p>Session expired',
      'This is a page without a table. Download the statement as Excel or CSV.',
    ],
    ['empty file', '', 'No row of this file has the headings of a known statement.'],
    [
      'text of 10 MB',
      Buffer.alloc(10_000_001, 'a'),
      'This file has more than 10 MB. Download the statement for a shorter time.',
    ],
    [
      'table of too many rows',
      'a,b\n'.repeat(20_001),
      'This file has more than 20,000 rows. Download the statement for a shorter time.',
    ],
  ])('that is a %s is refused with a sentence', (_, file, sentence) => expect(summary(file)).toBe(sentence))

  test('that unpacks to far more than it says is refused before it fills the memory', () => {
    const book = CFB.read(workbookOf('xlsx', cells), { type: 'buffer' })
    const at = book.FullPaths.findIndex((name: string) => name.endsWith('sheet1.xml'))
    const entry = book.FileIndex[at]
    if (!entry) throw new Error('no sheet')
    entry.content = Buffer.from('<!--MARK-->')
    const whole = CFB.write(book, { fileType: 'zip', type: 'buffer' }) as Buffer
    // A stored entry becomes a packed one of the same size: its stream is put in front, and the entry points to it.
    const bomb = deflateRawSync(Buffer.alloc(40_000_000, ' '), { level: 9 })
    const central = whole.indexOf('PK\x01\x02', 0, 'latin1')
    let directory = central
    while (
      !whole
        .toString('latin1', directory + 46, directory + 46 + whole.readUInt16LE(directory + 28))
        .endsWith('sheet1.xml')
    )
      directory +=
        46 +
        whole.readUInt16LE(directory + 28) +
        whole.readUInt16LE(directory + 30) +
        whole.readUInt16LE(directory + 32)
    const header = whole.readUInt32LE(directory + 42)
    const local = Buffer.from(
      whole.subarray(header, header + 30 + whole.readUInt16LE(header + 26) + whole.readUInt16LE(header + 28)),
    )
    whole.writeUInt16LE(8, directory + 10)
    whole.writeUInt32LE(central, directory + 42)
    local.writeUInt16LE(8, 8)
    const end = Buffer.from(whole.subarray(whole.lastIndexOf('PK\x05\x06', undefined, 'latin1')))
    end.writeUInt32LE(central + local.length + bomb.length, 16)
    const tail = whole.subarray(central, whole.length - end.length)
    const file = Buffer.concat([whole.subarray(0, central), local, bomb, tail, end])
    expect(file.length).toBeLessThan(100_000)
    expect(summary(file)).toBe(
      'This workbook is too large when it is unpacked. Download the statement for a shorter time.',
    )
  })
})

describe('No incoming payment is left out silently', () => {
  // A fixed sequence of numbers below `limit`.
  const sequence = (seed: number) => {
    let state = seed
    return (limit: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((state / 2_147_483_648) * limit)
    }
  }
  const [, headings = []] = hdfcRows

  test.each(Array.from({ length: 60 }, (_, seed) => seed))('in a damaged statement, number %i', (seed) => {
    const next = sequence(seed + 1)
    const pick = (...choices: string[]) => choices[next(choices.length)] ?? ''
    const payments = Array.from({ length: 20 }, (_, index) => `PAYER${String(index).padStart(2, '0')}`)
    const rows = payments.map((payer) => [
      pick('05/11/26', '5-Nov-2026', '2026-11-05', '31/02/26', '05/11/2026 10:20'),
      pick(payer, `UPI, ${payer}`, `UPI\n${payer}`, `"UPI, ${payer}"`, `"${payer}\nAND MORE"`),
      '631',
      '05/11/26',
      pick('', '0.00', '-'),
      pick('1000.00', '"1,00,000.00"', '₹5', '5 or so', '1,000.00', 'Rs. 7.50 CR'),
      '6000.00',
    ])
    const statement = read(csvOf([headings, ...rows]))
    if (!statement.ok) throw new Error(statement.failure.sentence)
    const { lines, unreadable } = statement.value
    const shown = [...lines.map(({ text }) => text), ...unreadable].join('\n')
    // A line break within a row leaves its second part, with the payer.
    expect(payments.filter((payer) => !shown.includes(payer))).toEqual([])
    const amounts = [100_000, 10_000_000, 500, 750]
    expect(lines.filter(({ day, money }) => day !== '2026-11-05' || !amounts.includes(money.amount))).toEqual([])
  })
})

describe('A layout that is not known', () => {
  const unknown = `Sample Gramin Bank,,,,,
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
  const failureOf = (file: File) => {
    const statement = read(file)
    return statement.ok ? null : statement.failure
  }
  const added = (changes: LayoutAnswer = {}, file: File = unknown) =>
    newLayout(bytesOf(file), layouts, { ...answer, ...changes })

  test('is asked about, with what headings and cells suggest', () => {
    expect(failureOf(unknown)?.candidates).toEqual([
      {
        headings: ['Txn Dt', 'Details of Txn', 'Ref, No.', 'Withdrawn', 'Deposited', 'Bal'],
        rows: [
          ['05/11/2026', 'UPI/ASHA RAO', '631', '', '1,000.00', '6000.00'],
          ['25/11/2026', 'RENT', '632', '500.00', '', '5500.00'],
        ],
        columns: { date: 'Txn Dt', text: ['Details of Txn', 'Ref, No.'], received: 'Deposited', dates: 'D/M/Y' },
      },
    ])
    const ambiguous = failureOf(unknown.replace('25/11', '06/11'))?.candidates[0]?.columns
    expect(ambiguous).not.toHaveProperty('dates')
    expect(failureOf(unknown.replace('05/11/2026', '5 Nov 2026').replace('25/11/2026', '2026-11-25'))).toMatchObject({
      candidates: [{ columns: { dates: 'D MMM Y' } }],
    })
    expect(
      failureOf('Entry Date,Value Date,Remarks,Amount,CR/DR\n05/11/26,06/11/26,RUTH LEE,5.00,CR\n')?.candidates[0],
    ).toMatchObject({ columns: { date: 'Entry Date', text: ['Remarks'], received: 'Amount', direction: 'CR/DR' } })
    expect(failureOf('only,words,here\nand,no,table\n')?.candidates).toEqual([])
  })

  test('becomes known by an answer with which the file can be read', () => {
    const layout = added()
    expect(layout).toEqual({
      ok: true,
      value: { id: 'sample-gramin-bank', dates: 'D/M/Y', ...answer },
    })
    if (!layout.ok) throw new Error(layout.failure)
    const statement = readStatement(Buffer.from(unknown), [...layouts, layout.value])
    expect(statement).toMatchObject({
      ok: true,
      value: { lines: [{ day: '2026-11-05', money: { amount: 100_000 }, text: 'UPI/ASHA RAO 631' }], unreadable: [] },
    })
    expect(added({ about: 'Cheques, India' })).toMatchObject({ value: { id: 'cheques-india-2' } })
    expect(added({ about: 'मेरा बैंक' })).toMatchObject({ value: { id: 'bank' } })
  })

  test.each<[string, LayoutAnswer, string, File]>([
    ['says too little', { text: [], currency: '' }, 'Say also text=… and currency=….', unknown],
    [
      'names a column that is not there',
      { received: 'Credited' },
      'No row has all of these headings. The row that could be the headings has: Txn Dt, Details of Txn, Ref, No., Withdrawn, Deposited, Bal.',
      unknown,
    ],
    [
      'names a wrong column',
      { received: 'Ref, No.', date: 'Details of Txn' },
      'No row has a day in the column Details of Txn and an incoming amount in the column Ref, No..',
      unknown,
    ],
    [
      'reads days in a wrong order',
      { dates: 'M/D/Y' },
      'The days in the column Txn Dt are not written as M/D/Y.',
      unknown,
    ],
    [
      'leaves the order of the days open',
      {},
      'The days can be read in two ways. Add dates=D/M/Y if 05/11/2026 is 5 November, dates=M/D/Y if it is 11 May.',
      unknown.replace('25/11', '06/11'),
    ],
    [
      'is about a known bank',
      {},
      'This file can be read already, as: India, with narration and deposits, as HDFC Bank writes it.',
      csvOf(hdfcRows),
    ],
    [
      'takes what went for what came',
      { received: 'Amount', text: ['Remarks'], date: 'Entry Date' },
      'The column CR/DR says what came in and what went out. Add direction=CR/DR.',
      'Entry Date,Remarks,Amount,CR/DR\n25/11/26,RUTH LEE,5.00,CR\n',
    ],
  ])('is not added by an answer that %s', (_, changes, failure, file) =>
    expect(added(changes, file)).toEqual({ ok: false, failure }),
  )
})
