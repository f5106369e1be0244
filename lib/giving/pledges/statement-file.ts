/**
 * Reads a bank's file as rows of texts: workbooks (.xlsx, .xls), HTML and XML tables that banks name .xls, delimited text. The content
 * decides, never the name (docs/decisions/0049-reading-bank-workbooks.md). Pure.
 */
import { inflateRawSync } from 'node:zlib'
import { CFB, read, SSF, type WorkBook } from '@e965/xlsx'
import { parse } from 'csv-parse/sync'
import { propertyOf } from '#lib/platform/narrow.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'

/** `number`: of its line in a text, of its row in a workbook. */
export type Row = { number: number; cells: string[] }

/** `isText`: a comma without quotes can have moved its cells. */
export type Table = { rows: Row[]; isText: boolean }

const maxStatementBytes = 10_000_000
const maxStatementRows = 20_000
/** Of the XML in an .xlsx file, before SheetJS reads it. 20,000 rows of a bank have about ten. */
const maxUnpackedBytes = 30_000_000

const signatures = { zip: 'PK\x03\x04', compound: '\xd0\xcf\x11\xe0', pdf: '%PDF' }

/**
 * The tables that a file can be read as: one for each delimiter of a text, one for all sheets of a workbook. Days in cells of a workbook become
 * year-month-day. The failure is a sentence for the office.
 */
export function readTables(bytes: Uint8Array): Result<Table[], string> {
  if (bytes.length > maxStatementBytes)
    return failure('This file has more than 10 MB. Download the statement for a shorter time.')
  const tables = tablesIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  if (tables.ok && tables.value.some(({ rows }) => rows.length > maxStatementRows))
    return failure('This file has more than 20,000 rows. Download the statement for a shorter time.')
  return tables
}

function tablesIn(bytes: Buffer): Result<Table[], string> {
  const start = bytes.toString('latin1', 0, 4)
  if (start === signatures.pdf) return failure('This is a PDF. Download the statement as Excel or CSV.')
  if (start === signatures.zip) return workbook(() => read(repacked(bytes), { ...options, type: 'buffer' }))
  // The second: BIFF 2 to 8 without a container.
  if (start === signatures.compound || (bytes[0] === 9 && [0, 2, 4, 8].includes(bytes[1] ?? -1)))
    return workbook(() => read(bytes, { ...options, type: 'buffer' }))
  const text = decode(bytes)
  if (text.includes('\0'))
    return failure('This is neither a workbook nor a text. Download the statement as Excel or CSV.')
  if (!/^\s*<[a-z!?]/i.test(text)) return success(delimited(text))
  if (text.includes('urn:schemas-microsoft-com:office:spreadsheet"'))
    return workbook(() => read(text, { ...options, type: 'string' }))
  if (/<tr\b/i.test(text)) return success([{ rows: rowsOfHtml(text), isText: false }])
  return failure('This is a page without a table. Download the statement as Excel or CSV.')
}

/** UTF-8, UTF-16 if the file begins with its mark, otherwise Windows-1252. Without the mark. */
function decode(bytes: Buffer): string {
  const mark = bytes.toString('latin1', 0, 2)
  if (mark === '\xff\xfe') return new TextDecoder('utf-16le').decode(bytes)
  if (mark === '\xfe\xff') return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** `="0012"` is how some banks keep Excel from dropping zeros. */
const clean = (cell: string) =>
  cell
    .replace(/^="(.*)"$/s, '$1')
    .replace(/\s+/g, ' ')
    .trim()

function delimited(text: string): Table[] {
  // No statement has such lines, and millions of cells in one take a minute.
  if (text.split(/[\r\n]/).some((line) => line.length > 100_000)) return []
  return [',', ';', '\t'].flatMap((delimiter) => {
    const reading = {
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
    }
    try {
      const found = parse(text, reading) as unknown as { record: string[]; info: { lines: number } }[]
      return [
        { rows: found.map(({ record, info }) => ({ number: info.lines, cells: record.map(clean) })), isText: true },
      ]
    } catch {
      return []
    }
  })
}

const options = { dense: true, raw: true, cellNF: true, cellHTML: false, cellFormula: false } as const

/** SheetJS throws on what it cannot read. */
function workbook(readBook: () => WorkBook): Result<Table[], string> {
  try {
    return success([{ rows: rowsOf(readBook()), isText: false }])
  } catch (error) {
    if (propertyOf(error, 'code') === 'ERR_BUFFER_TOO_LARGE')
      return failure('This workbook is too large when it is unpacked. Download the statement for a shorter time.')
    return failure(
      /password|encrypt/i.test(String(propertyOf(error, 'message')))
        ? 'This workbook is protected by a password. Open it, save it without the password, and read that file.'
        : 'This workbook is damaged, or was not downloaded whole. Download it again, or as CSV.',
    )
  }
}

function rowsOf({ Sheets, SheetNames, Workbook }: WorkBook): Row[] {
  const date1904 = Workbook?.WBProps?.date1904 ?? false
  const rows: Row[] = []
  for (const name of SheetNames) {
    // Both arrays have holes: a row or column far away takes no memory.
    for (const [index, row] of Object.entries(Sheets[name]?.['!data'] ?? [])) {
      const cells: string[] = []
      for (const [column, { t, v, z }] of Object.entries(row ?? [])) {
        if (Number(column) < maxColumns && v !== undefined)
          cells[Number(column)] = clean(t === 'n' ? written(Number(v), String(z), date1904) : String(v))
      }
      rows.push({ number: Number(index) + 1, cells: Array.from(cells, (cell) => cell ?? '') })
    }
  }
  return rows
}

const maxColumns = 200

/** Day numbers as year-month-day, without time zones; other numbers without the traces of binary fractions: 0.30000000000000004. */
function written(value: number, format: string, date1904: boolean): string {
  if (!SSF.is_date(format)) return String(Number(value.toFixed(4)))
  const { y, m, d } = SSF.parse_date_code(value, { date1904 })
  return `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`
}

/**
 * The same .xlsx file without compression, so that what SheetJS reads has been measured: it inflates whatever a file says.
 * Fields: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.7, 4.3.12, 4.3.16.
 * @throws with the code ERR_BUFFER_TOO_LARGE above `maxUnpackedBytes`; a RangeError for a truncated file
 */
function repacked(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const whole = CFB.utils.cfb_new()
  let left = maxUnpackedBytes
  let at = bytes.readUInt32LE(end + 16)
  for (let entries = bytes.readUInt16LE(end + 10); entries > 0; entries--) {
    const [nameLength, header] = [bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    if (/\.(?:xml|rels)$/i.test(name)) {
      const from = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
      const isPacked = bytes.readUInt16LE(at + 10) !== 0
      // The stream says where it ends. The sizes can be missing.
      const content = isPacked
        ? inflateRawSync(bytes.subarray(from), { maxOutputLength: left })
        : bytes.subarray(from, from + bytes.readUInt32LE(at + 20))
      left = Math.max(1, left - content.length)
      CFB.utils.cfb_add(whole, `/${name}`, content)
    }
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return CFB.write(whole, { fileType: 'zip', type: 'buffer' }) as Buffer
}

const entities: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** All tables one after the other, nested ones too. SheetJS loses rows behind a nested table, and reads 05/11/2026 as a day in May. */
function rowsOfHtml(text: string): Row[] {
  return text
    .split(/<tr\b[^<>]*>/i)
    .slice(1)
    .map((row, index) => {
      const [, ...parts] = row.split(/<t[dh]\b([^<>]*)>/i)
      const cells = parts.flatMap((content, place) => {
        if (place % 2 === 0) return []
        const span = Number(/colspan\s*=\s*["']?(\d{1,2})\b/i.exec(parts[place - 1] ?? '')?.[1] ?? 1)
        const plain = content
          .replace(/<[^<>]*>/g, ' ')
          .replace(/&(?:#(\d{2,6})|#x([\da-f]{2,5})|([a-z]+));/gi, (whole, decimal, hex, name) =>
            name ? (entities[name.toLowerCase()] ?? whole) : String.fromCodePoint(Number(decimal ?? `0x${hex}`)),
          )
        return [clean(plain), ...Array<string>(Math.max(0, span - 1)).fill('')]
      })
      return { number: index + 1, cells }
    })
}
