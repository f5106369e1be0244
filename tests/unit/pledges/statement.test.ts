/** Statements as banks send them and people change them: layouts, kinds of files, amounts, days, and layouts that nobody has described yet. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { CFB, utils, write } from '@e965/xlsx'
import { parse } from 'yaml'
import { fileLimits, readBankFile } from '#lib/giving/pledges/bank-file.ts'
import { type LayoutAnswer, newLayout, readStatement } from '#lib/giving/pledges/statement.ts'
import { accountsIn, readAmount, readDay } from '#lib/giving/pledges/statement-cells.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { transfersSchema } from '#lib/site/content/giving-schema.ts'
import { random } from '#tests/support/random.ts'
import { useFreshStore } from '#tests/support/store.ts'

beforeEach(() => stopClock('2026-11-28T12:00:00Z'))
afterAll(() => stopClock(undefined))

const written: unknown = parse(readFileSync(path.resolve('content/giving/transfers.yaml'), 'utf8'), { schema: 'core' })
const { statements: layouts } = transfersSchema.parse(written)

type File = string | Uint8Array
const bytesOf = (file: File) => (typeof file === 'string' ? Buffer.from(file) : file)
const read = (file: File) => readStatement(bytesOf(file), layouts)
const statementOf = (file: File) => {
  const statement = read(file)
  if (!statement.ok) throw new Error(statement.failure.sentence)
  return statement.value
}
const failureOf = (file: File) => {
  const statement = read(file)
  return statement.ok ? null : statement.failure
}

/** The id of the layout, what came in, and what could not be read. */
function summary(file: File) {
  const statement = read(file)
  if (!statement.ok) return statement.failure.sentence
  const { layout, lines, unreadable } = statement.value
  return [layout.id, lines.map(({ day, money, text }) => `${day} ${money.amount} ${text}`), unreadable]
}

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
const asha = '2026-11-05 100050 UPI-ASHA RAO-G7KQM2X9D 0000631'
const hdfc = ['india-narration', [asha], []]
const csvOf = (rows: string[][], delimiter = ',') => rows.map((row) => row.join(delimiter)).join('\r\n')

type Book = 'xlsx' | 'biff8' | 'biff5' | 'xlml'
function workbookOf(bookType: Book, sheets: unknown[][][], date1904 = false): Buffer {
  const book = utils.book_new()
  if (date1904) book.Workbook = { WBProps: { date1904 } }
  for (const rows of sheets) utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { UTC: true }))
  return write(book, { type: 'buffer', bookType, compression: true })
}
const day = (text: string) => new Date(`${text}T00:00:00Z`)

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
    [
      'an Indian bank, with a mark in front and quotes',
      `\ufeffSample Bank Ltd.,,,,,,
Statement of account 000000000000,,,,,,
,,,,,,
${head}
01/11/26,"UPI-ASHA RAO-asha@okbank-G7KQM2X9D, gift",0000631,01/11/26,,"1,00,000.00","6,00,000.00"
02/11/26,ATM WDL,0000632,02/11/26,500.00,,"5,99,500.00"
`,
      ['india-narration', ['2026-11-01 10000000 UPI-ASHA RAO-asha@okbank-G7KQM2X9D, gift 0000631'], []],
    ],
    [
      'Chase, one column of amounts',
      `Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
CREDIT,11/05/2026,"ORIG CO NAME:RUTH LEE  DESC:G-7KQM-2X9D",250.00,ACH_CREDIT,1250.00,,
DEBIT,11/06/2026,"OFFICE RENT",-800.00,ACH_DEBIT,450.00,,
`,
      ['usa-amount', ['2026-11-05 25000 ORIG CO NAME:RUTH LEE DESC:G-7KQM-2X9D'], []],
    ],
  ])('%s', (_, file, expected) => expect(summary(file)).toEqual(expected))

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

// In words of the reason, without the cells.
const reasons = (file: File) =>
  statementOf(file).unreadable.map((row) => /^row (\d+): .* \((.*)\)$/.exec(row)?.slice(1).join(' '))
const moved = 'a comma, a quote or a line break has moved its cells'
const exchanged = 'a spreadsheet may have exchanged day and month: read the file as the bank sent it'
const noAmount = 'the amount cannot be read, or has the sign of another currency'
const elsewhere = 'it does not stand under the headings'
const ravi = ['07/11/26', 'UPI-RAVI', '633', '07/11/26', '', '2500.00', '8000.00'].join(',')
const plain = payment.join(',')

describe('No incoming payment is left out silently', () => {
  test.each<[string, File, number, string[]]>([
    ['rows that end otherwise than the lines above them', `HDFC BANK Ltd.\r\n\r\n${head}\n${plain}\n${ravi}\n`, 2, []],
    ['headings that end otherwise than the rows', `Statement\r\n${head}\n${plain}\r\n${ravi}\r${plain}`, 3, []],
    ['a row behind the headings', `${head},${plain}\n${ravi}\n`, 1, [`1 ${elsewhere}`]],
    ['headings that are lost', `${plain}\n${head}\n${ravi}\n`, 1, [`1 ${elsewhere}`]],
    [
      'two files, pasted',
      `${head}\n${plain}\nDate;Details;Amount\nDate,Details,Amount\n05/11/2026,RUTH,5.00\n${head}\n${ravi}\n`,
      2,
      [`5 ${elsewhere}`],
    ],
    ['a quote that is never closed', `${head}\n${plain.replace('UPI', '"UPI')}\n${ravi}\n`, 2, []],
    [
      'a quote that another one closes',
      `${head}\n${plain.replace('UPI', '"UPI')}\n${ravi.replace('UPI-RAVI', '"UPI-RAVI"')}\n`,
      2,
      [],
    ],
    ['a quote in a narration', `${head}\n${plain.replace('RAO', '"RAO" & CO')}\n`, 1, []],
    ['a line break in quotes', `${head}\r\n${plain.replace(/UPI[^,]*/, '"UPI\nASHA, RAO"')}\r\n`, 1, []],
    [
      'a comma without quotes, and a line break',
      `${head}\n${plain.replace('RAO', ',RAO')}\n${ravi.replace('-', '\n')}`,
      0,
      [2, 3, 4].map((row) => `${row} ${moved}`),
    ],
    [
      'an amount whose comma makes up for a line break',
      `${head}\n${ravi.replace('-', '\n').replace('2500', '2,500')}`,
      0,
      [`2 ${moved}`, `3 ${moved}`],
    ],
    ['lines that were pasted into one column', [head, plain, ravi].map((line) => `"${line}"`).join('\n'), 2, []],
    ['one of them', `${head}\n"${plain}"\n${ravi}`, 2, []],
    ['lines that were pasted into one column of a workbook', workbookOf('xlsx', [[[head], [plain], [ravi]]]), 2, []],
    [
      'a row with another delimiter',
      `${head}\n${plain.replaceAll(',', ';').replace('1000', '1,000')}\n${ravi}`,
      1,
      [`2 ${moved}`],
    ],
    ['invisible characters', `${head}\n\u200e${plain.replace('1000', '\u200e1000')}\n`, 1, []],
    ['semicolons', csvOf(hdfcRows, ';'), 1, []],
    ['tabs', csvOf(hdfcRows, '\t'), 1, []],
    ['bars', csvOf(hdfcRows, '|'), 1, []],
    ['headings on each page', csvOf([headings, payment, headings, payment]), 2, []],
    [
      'no such day, no amount, a sum',
      `${head}\n31/02/26,A,1,,,5.00,\n05/11/26,B,1,,,5 or so,\n,Total,,,,10.00,\n`,
      0,
      ['2 the day cannot be read', `3 ${noAmount}`, '4 the day cannot be read'],
    ],
    [
      'an amount in another currency',
      `${head}\n${plain.replace('1000.50', '$1000.50')}\n${plain.replace('1000.50', '€5')}`,
      0,
      [`2 ${noAmount}`, `3 ${noAmount}`],
    ],
    ['a column of currencies', `${head},Currency\n${plain},INR\n${plain},EUR\n`, 1, ['3 it is in another currency']],
    [
      'a direction that nobody knows',
      'Transaction Date,Description,Chq / Ref No.,Amount,Dr / Cr\n05-11-2026,A,1,1.00,Deposit\n05-11-2026,B,1,1.00,(CR)\n',
      1,
      ['2 it does not say CR or DR'],
    ],
    [
      'a day that has not come',
      `${head}\n${plain.replace('05/11/26', '29/11/26')}\n${plain.replace('05/11/26', '30/11/26')}`,
      1,
      ['3 the day is after today'],
    ],
    [
      'days that are exchanged, as they have not come',
      `${head}\n${plain.replace('05/11/26', '11/12/26')}\n${plain}\n${ravi.replace('07/11/26', '25/11/26')}`,
      1,
      [`2 ${exchanged}`, `3 ${exchanged}`],
    ],
    [
      'real days beside texts',
      workbookOf('xlsx', [
        [
          headings,
          [day('2026-05-11'), 'A', 1, '', '', 5],
          ['25/11/2026', 'B', 2, '', '', 6],
          [day('2026-11-20'), 'C', 2, '', '', 6],
        ],
      ]),
      2,
      [`2 ${exchanged}`],
    ],
    [
      'days of a spreadsheet, saved as text',
      `${head}\n2026-05-11,A,1,,,5.00,\n25/11/2026,B,1,,,5.00,\n2026-05-05,C,1,,,5.00,\n`,
      2,
      [`2 ${exchanged}`],
    ],
  ])('%s', (_, file, count, shown) => {
    expect(reasons(file)).toEqual(shown)
    expect(statementOf(file).lines).toHaveLength(count)
  })

  test('in sixty statements that chance has damaged', () => {
    const next = random(47)
    const pick = (...choices: string[]) => choices[next(choices.length)] ?? ''
    for (let turn = 0; turn < 60; turn++) {
      const payers = Array.from({ length: 20 }, (_, index) => `PAYER${String(index).padStart(2, '0')}`)
      const rows = payers.map((payer) => [
        pick('05/11/26', '5-Nov-2026', '2026-11-05', '31/02/26', '05/11/2026 10:20'),
        pick(
          payer,
          `UPI, ${payer}`,
          `UPI\n${payer}`,
          `"UPI, ${payer}"`,
          `"${payer}\nAND MORE"`,
          `"${payer}`,
          `${payer}"`,
        ),
        '631',
        '05/11/26',
        pick('', '0.00', '-'),
        pick('1000.00', '"1,00,000.00"', '₹5', '5 or so', '1,000.00', 'Rs. 7.50 CR', '$5'),
        '6000.00',
      ])
      const text = [headings, ...rows].map((row) => row.join(',') + pick('\n', '\r\n', '\r')).join('')
      const { lines, unreadable } = statementOf(text)
      const shown = [...lines.map((line) => line.text), ...unreadable].join('\n')
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

describe('Amounts with a decimal comma', () => {
  test.each<[string, string[], number[], string[]]>([
    [
      'are read where all of a column are written so',
      ['1.234,56', '12,50', '1.234.567,00', '500'],
      [123_456, 1250, 123_456_700, 50_000],
      [],
    ],
    ['with blanks between the thousands', ['1 234,56', '1\u202f234\u00a0567,89'], [123_456, 123_456_789], []],
    [
      'with a sign or a code',
      ['₹ 1.234,56', '1.234,56 INR', '1.234,56 CR', '+12,50'],
      [123_456, 123_456, 123_456, 1250],
      [],
    ],
    ['are shown where others have a decimal point', ['1.234,56', '1,234.56', '12.50'], [123_456, 1250], ['3']],
    ['leave nothing to a guess: what could be a thousand or one is shown', ['1.234,56', '1.234'], [123_456], ['4']],
    ['hide no thousand behind a comma that could be one', ['12,50', '1,234'], [], ['3', '4']],
    ['are not read as another currency', ['€ 1.234,56', '12,50'], [1250], ['3']],
  ])('%s', (_, deposits, amounts, rows) => {
    const { lines, unreadable } = statementOf(european(...deposits))
    expect(lines.map(({ money }) => money.amount)).toEqual(amounts)
    expect(unreadable.map((row) => /^row (\d+)/.exec(row)?.[1])).toEqual(rows)
    expect(
      unreadable.every((row) => row.endsWith('(the amount cannot be read, or has the sign of another currency)')),
    ).toBe(true)
  })

  test('are read in the file of a bank that nobody has described yet', () => {
    const text = ['Datum;Text;Betrag', '05.11.2026;Asha Rao;1.234,56', '25.11.2026;Bob;12,50'].join('\n')
    expect(failureOf(text)?.candidates[0]?.columns).toMatchObject({ date: 'Datum' })
    const answer = { date: 'Datum', text: ['Text'], received: 'Betrag', currency: 'INR', about: 'A bank' }
    const layout = newLayout(Buffer.from(text), layouts, answer)
    if (!layout.ok) throw new Error(layout.failure)
    const statement = readStatement(Buffer.from(text), [layout.value])
    expect(statement).toMatchObject({
      ok: true,
      value: { lines: [{ money: { amount: 123_456 } }, { money: { amount: 1250 } }] },
    })
  })
})

describe('A file', () => {
  const rows = [
    headings,
    [day('2026-11-05'), 'UPI-ASHA RAO', 631, day('2026-11-05'), '', 0.1 + 0.2, 6000],
    [day('2026-02-28'), 'UPI-RUTH ₹ LEE', 632, day('2026-02-28'), null, 1234.5, 6000],
    [day('2026-11-06'), 'RENT', 633, day('2026-11-06'), 500, '', 5500],
  ]
  const lines = ['2026-11-05 30 UPI-ASHA RAO 631', '2026-02-28 123450 UPI-RUTH ₹ LEE 632']
  const before = rows.map((row) => row.map((cell) => (cell instanceof Date ? day(`2020-11-05`) : cell)))

  test.each([
    ['.xlsx', workbookOf('xlsx', [rows]), lines],
    ['.xls of Excel 97', workbookOf('biff8', [rows]), lines],
    ['.xls of Excel 95', workbookOf('biff5', [rows.slice(0, 2)]), lines.slice(0, 1)],
    ['XML named .xls', workbookOf('xlml', [rows]), lines],
    // The same number of days, from four years and a day later.
    [
      '.xlsx that counts days from 1904',
      workbookOf('xlsx', [before], true),
      lines.map((line) => line.replace(/^\S+/, '2024-11-06')),
    ],
    [
      '.xlsx with several sheets',
      workbookOf('xlsx', [[['Summary']], rows.slice(0, 2), [headings, rows[2] ?? []]]),
      lines,
    ],
  ])('of the kind %s has its days and cents', (_, file, expected) =>
    expect(summary(file)).toEqual(['india-narration', expected, []]),
  )

  test('that is HTML and named .xls is read, nested tables and joined cells too', () => {
    const row = (values: string[], tag = 'td') =>
      `<tr>${values.map((value) => `<${tag}>${value}</${tag}>`).join('')}</tr>`
    const html = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table><tr><td><table>${row(['HDFC&nbsp;BANK'])}</table></td></tr>
<tr><td colspan="7">Statement</td></tr>${row(headings, 'TH')}
${row(payment.map((cell) => `<font color='red'>${cell.replace('-G7', '&#45;G7')}</font>&nbsp;`))}
<tr><td>05/11/26<td colspan="4">UPI-RUTH &amp; ADA<td>7,000.00</tr></table></body></html>`
    expect(summary(html)).toEqual([hdfc[0], [asha, '2026-11-05 700000 UPI-RUTH & ADA'], []])
  })

  const renee = csvOf(hdfcRows).replace('ASHA RAO', 'RENÉE RAO')
  const utf16 = (text: string) => Buffer.from(text, 'utf16le')
  test.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${renee}`)],
    ['UTF-16', utf16(`\ufeff${renee}`)],
    ['UTF-16 the other way round', utf16(`\ufeff${renee}`).swap16()],
    ['UTF-16 without a mark', utf16(renee)],
    ['Windows-1252', Buffer.from(renee, 'latin1')],
  ])('in %s has its letters', (_, bytes) =>
    expect(summary(bytes)).toEqual([hdfc[0], [asha.replace('ASHA', 'RENÉE')], []]),
  )

  const compound = (files: Record<string, Uint8Array>) => {
    const file = CFB.utils.cfb_new()
    for (const [name, content] of Object.entries(files)) CFB.utils.cfb_add(file, name, content)
    return CFB.write(file, { type: 'buffer' }) as Buffer
  }
  const password =
    'This workbook is protected by a password. Open it, save it without the password, and read that file.'
  const damaged = 'This workbook is damaged, or was not downloaded whole. Download it again, or as CSV.'
  const tooMany = 'This file has more than 20,000 rows. Download the statement for a shorter time.'
  const neither = 'This is neither a workbook nor a text. Download the statement as Excel or CSV.'
  // The beginning of a workbook, and the record FILEPASS.
  const locked = Buffer.from('0908100000060500000000000000000000000000' + '2f000600000001020304', 'hex')

  test.each([
    [
      '.xlsx with a password',
      compound({ '/EncryptionInfo': Buffer.alloc(8), '/EncryptedPackage': Buffer.alloc(5000) }),
      password,
    ],
    ['.xls with a password', compound({ '/Workbook': Buffer.concat([locked, Buffer.alloc(5000)]) }), password],
    ['.xlsx that was not downloaded whole', workbookOf('xlsx', [rows]).subarray(0, 4000), damaged],
    ['.xls that was not downloaded whole', workbookOf('biff8', [rows]).subarray(0, 1500), damaged],
    ['PDF', '%PDF-1.7\n', 'This is a PDF. Download the statement as Excel or CSV.'],
    ['picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), neither],
    [
      'page without a table',
      '<!doctype html><p>Session expired',
      'This is a page without a table. Download the statement as Excel or CSV.',
    ],
    ['empty file', '', 'No row of this file has a day, so it is no statement. Download it as Excel or CSV.'],
    [
      'text of 10 MB',
      Buffer.alloc(10_000_001, 'a'),
      'This file has more than 10 MB. Download the statement for a shorter time.',
    ],
    [
      'text of one line',
      'a,'.repeat(60_000),
      'This file has a line of more than 100,000 characters. Download the statement again.',
    ],
    ['text of too many rows', 'a,b\n'.repeat(20_001), tooMany],
    ['page of too many rows', `<table>${'<tr><td>a'.repeat(20_001)}`, tooMany],
    ['.xlsx of too many rows', workbookOf('xlsx', [Array(20_001).fill(['a'])]), tooMany],
    ['.xls of too many rows', workbookOf('biff8', [Array(20_001).fill(['a'])]), tooMany],
  ])('that is a %s is refused with a sentence', (_, file, sentence) => expect(summary(file)).toBe(sentence))

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
  const tooMuch = 'This file cannot be read within a few seconds. Download the statement for a shorter time, or as CSV.'

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
    expect(statement).toMatchObject({ ok: false, failure: { sentence: tooMuch } })
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
    if (!layout.ok) throw new Error(layout.failure)
    const statement = readStatement(bytesOf(file), [...layouts, layout.value])
    expect(statement).toMatchObject({ ok: true, value: { unreadable: [] } })
    expect(
      statement.ok && statement.value.lines.map((line) => `${line.day} ${line.money.amount} ${line.text}`),
    ).toEqual(expected)
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
      'names a currency that the heading contradicts',
      { currency: 'USD', received: 'Deposit (Rs.)' },
      'Deposit (Rs.) is not in USD: say in which currency the column Deposit (Rs.) is.',
      unknown.replace('Deposited', 'Deposit (Rs.)'),
    ],
    ...['€1,000.00', '$1,000.00', '1,000.00 USD'].map((amount): [string, LayoutAnswer, string, File] => [
      `names a currency that ${amount} contradicts`,
      {},
      `${amount} is not in INR: say in which currency the column Deposited is.`,
      unknown.replace('1,000.00', amount),
    ]),
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
