/**
 * Reads a bank's file as rows of texts: workbooks (.xlsx, .xls), HTML and XML tables that banks name .xls, delimited text. The content
 * decides, never the name (docs/decisions/0028-reading-bank-workbooks.md). Pure.
 */
import { inflateRawSync } from 'node:zlib'
import { CFB, read, SSF, type WorkBook } from '@e965/xlsx'
import type { Remark } from '#lib/giving/remark.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { decimalPoints } from './statement-cells.ts'

/** `number`: of its line in a text, of its row in a workbook. */
export type Row = { number: number; cells: string[] }

/** `isText`: a comma or a quote can have moved its cells. */
export type Table = { rows: Row[]; isText: boolean }

/** A text, read row by row as it is asked for. */
type Lazy = { rows(): Iterable<Row>; isText: boolean }

/** `bytes` and `rows` of a text; a workbook has those of a statement. */
type Limits = { bytes: number; rows: number }
const ofStatement: Limits = { bytes: 10_000_000, rows: 20_000 }
const ofGifts: Limits = { bytes: 100_000_000, rows: 250_000 }
/** Of the XML in an .xlsx file, before SheetJS reads it. 20,000 rows of a bank have about ten. */
const maxUnpackedBytes = 30_000_000

const signatures = { zip: 'PK\x03\x04', compound: '\xd0\xcf\x11\xe0', pdf: '%PDF' }

/** Counted before anything is parsed. */
const tooMany = ({ rows } = ofStatement) => failure({ kind: 'fileRows', rows: rows.toLocaleString('en') } as const)

/**
 * The tables that a file can be read as: one for each delimiter of a text, one for all sheets of a workbook. Days in cells of a workbook become
 * year-month-day.
 */
export function readTables(bytes: Uint8Array): Result<Table[], Remark> {
  const tables = tablesIn(bytes, ofStatement)
  if (!tables.ok) return tables
  return success(
    tables.value.map(({ isText, rows }) => {
      const all = [...rows()]
      return { isText, rows: all.map(decimalPoints(all)) }
    }),
  )
}

/** Rows by which the delimiter of a text, its columns and its decimal commas are known. */
const sampleRows = 5000

/** The one table of a file of gifts, which may have many rows: those of the sample are read first, all of them as they are asked for. */
export function readGiftRows(bytes: Uint8Array): Result<Lazy & { sample: Row[] }, Remark> {
  const tables = tablesIn(bytes, ofGifts)
  if (!tables.ok) return tables
  const [best] = tables.value
    .map((table) => ({ ...table, head: firstOf(table.rows(), 30) }))
    .sort((a, b) => cellsOf(b.head) - cellsOf(a.head))
  if (!best) return failure({ kind: 'fileEmpty' })
  const { isText, rows } = best
  const sample = firstOf(rows(), sampleRows)
  const fix = decimalPoints(sample)
  return success({
    isText,
    sample: sample.map(fix),
    *rows() {
      for (const row of rows()) yield fix(row)
    },
  })
}

const cellsOf = (rows: readonly Row[]) => rows.reduce((sum, { cells }) => sum + cells.length, 0)

function firstOf(rows: Iterable<Row>, count: number): Row[] {
  const first: Row[] = []
  for (const row of rows) if (first.push(row) === count) break
  return first
}

function tablesIn(data: Uint8Array, limits: Limits): Result<Lazy[], Remark> {
  if (data.length > limits.bytes) return failure({ kind: 'fileBytes', megabytes: String(limits.bytes / 1e6) })
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length)
  const start = bytes.toString('latin1', 0, 4)
  if (start === signatures.pdf) return failure({ kind: 'filePdf' })
  if (start === signatures.zip) return workbook(() => read(repacked(bytes), { ...options, type: 'buffer' }))
  // The second: BIFF 2 to 8 without a container.
  if (start === signatures.compound || (bytes[0] === 9 && [0, 2, 4, 8].includes(bytes[1] ?? -1)))
    return workbook(() => read(plainRecords(bytes), { ...options, type: 'buffer' }))
  const text = decode(bytes)
  if (text.includes('\0')) return failure({ kind: 'fileUnknown' })
  if (!/^\s*<[a-z!?]/i.test(text)) return delimited(text, limits)
  if (countOf(text, /<(?:\w+:)?(?:tr|row)\b/gi) > ofStatement.rows) return tooMany()
  if (text.includes('urn:schemas-microsoft-com:office:spreadsheet"'))
    return workbook(() => read(plainXml(text), { ...options, type: 'string' }))
  if (/<tr\b/i.test(text)) return success([{ rows: () => rowsOfHtml(text), isText: false }])
  return failure({ kind: 'filePage' })
}

function countOf(text: string, what: RegExp): number {
  let count = 0
  for (const _ of text.matchAll(what)) count++
  return count
}

/** UTF-8, UTF-16 if the file begins with its mark or like a text in Latin letters, otherwise Windows-1252. Without the mark. */
function decode(bytes: Buffer): string {
  const mark = bytes.toString('latin1', 0, 4)
  if (/^(?:\xff\xfe|[^\0]\0[^\0]\0)/.test(mark)) return new TextDecoder('utf-16le').decode(bytes)
  if (/^(?:\xfe\xff|\0[^\0]\0[^\0])/.test(mark)) return new TextDecoder('utf-16be').decode(bytes)
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
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

/** A statement is a text with any mixture of line endings: the preamble of the bank, rows that a spreadsheet saved, a part that somebody pasted. */
function delimited(text: string, limits = ofStatement): Result<Lazy[], Remark> {
  const lines = text.split(/\r\n|\n|\r/)
  if (lines.length > limits.rows + 1) return tooMany(limits)
  // Millions of cells in one line take a minute.
  if (lines.some((line) => line.length > maxLineLength)) return failure({ kind: 'fileLine' })
  return success(delimiters.map((delimiter) => ({ rows: () => rowsOfText(lines, delimiter), isText: true })))
}
const delimiters = [',', ';', '\t', '|']
const maxLineLength = 100_000

/** A quote that is not closed on one of so many lines is a character like others. */
const maxLinesOfCell = 20
/** The line has a day in one of its first cells: it is a payment, whatever quote is open or delimiter is used. */
export const beginsPayment =
  /^(?:[^,;\t|]{0,20}[,;\t|])?[\s"]*(?:\d{1,2}[-/. ](?:\d{1,2}|\p{L}{3,9})[-/., ]+\d{2,4}|\d{4}-\d\d-\d\d)[^,;\t|]{0,12}[,;\t|]/u

function* rowsOfText(lines: readonly string[], delimiter: string): Generator<Row> {
  for (let at = 0; at < lines.length; at++) {
    const number = at + 1
    let written = lines[at] ?? ''
    let cells = cellsIn(written, delimiter)
    for (let next = at + 1; !cells && next < Math.min(lines.length, number + maxLinesOfCell); next++) {
      if (beginsPayment.test(lines[next] ?? '')) break
      written += `\n${lines[next]}`
      cells = cellsIn(written, delimiter)
      if (cells) at = next
    }
    cells ??= cellsIn(lines[number - 1] ?? '', delimiter, true) ?? []
    // A spreadsheet puts a pasted line into one cell, and quotes it whole.
    if (cells.length === 1 && cells[0]?.includes(delimiter)) cells = cellsIn(cells[0], delimiter, true) ?? cells
    yield { number, cells: cells.slice(0, maxColumns).map(clean) }
  }
}

/** Null while a quote is open, unless it `isLiteral`. A quote within a cell is a character. */
function cellsIn(line: string, delimiter: string, isLiteral = false): string[] | null {
  const cells: string[] = []
  for (let at = 0; at <= line.length; ) {
    const [opening = ''] = /^[^\S\t]*=?"/.exec(line.slice(at, at + 50)) ?? []
    let [end, cell] = [-1, '']
    if (opening) {
      let close = at + opening.length - 1
      do close = line.indexOf('"', close + 1)
      while (close >= 0 && line[close + 1] === '"' && ++close)
      if (close < 0 && !isLiteral) return null
      const [rest = ''] = /^[^\S\t]*/.exec(line.slice(close + 1, close + 51)) ?? []
      const after = close + 1 + rest.length
      if (close >= 0 && (after === line.length || line[after] === delimiter)) {
        end = after
        cell = line.slice(at + opening.length, close).replaceAll('""', '"')
      } else if (line.slice(at, close).includes('\n')) return null
    }
    if (end < 0) {
      end = line.indexOf(delimiter, at)
      if (end < 0) end = line.length
      cell = line.slice(at, end)
    }
    cells.push(cell)
    at = end + 1
  }
  return cells
}

const options = { dense: true, raw: true, cellNF: true, cellHTML: false, cellFormula: false } as const

/** SheetJS throws on what it cannot read. */
function workbook(readBook: () => WorkBook): Result<Lazy[], Remark> {
  try {
    const rows = rowsOf(readBook())
    if (rows.length > ofStatement.rows) return tooMany()
    const lines = rows.map(({ cells }) => cells.filter(Boolean))
    const isPasted = lines.every((cells) => cells.length <= 1)
    return isPasted ? delimited(lines.join('\n')) : success([{ rows: () => rows, isText: false }])
  } catch (error) {
    const code = propertyOf(error, 'code')
    if (code === tooManyRows) return tooMany()
    if (code === 'ERR_BUFFER_TOO_LARGE') return failure({ kind: 'fileUnpacked' })
    const isLocked = /password|encrypt/i.test(String(propertyOf(error, 'message')))
    return failure({ kind: isLocked ? 'filePassword' : 'fileDamaged' })
  }
}
const tooManyRows = 'TOO_MANY_ROWS'
const countRows = (rows: number) => {
  if (rows > ofStatement.rows) throw Object.assign(new Error('Too many rows'), { code: tooManyRows })
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
 * The same .xlsx file without compression, so that what SheetJS reads has been measured: it inflates whatever a file says. Links, merged cells, widths
 * and styles are left out: one of them can name a billion cells.
 * Fields: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.7, 4.3.12, 4.3.16.
 * @throws with the code ERR_BUFFER_TOO_LARGE above `maxUnpackedBytes`; a RangeError for a truncated file
 */
function repacked(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const whole = CFB.utils.cfb_new()
  let left = maxUnpackedBytes
  let at = bytes.readUInt32LE(end + 16)
  let rows = 0
  for (let entries = bytes.readUInt16LE(end + 10); entries > 0; entries--) {
    const [nameLength, header] = [bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    if (/\.(?:xml|rels)$/i.test(name) && !unneededParts.test(name)) {
      const from = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
      const isPacked = bytes.readUInt16LE(at + 10) !== 0
      // The stream says where it ends. The sizes can be missing.
      const content = isPacked
        ? inflateRawSync(bytes.subarray(from), { maxOutputLength: left })
        : bytes.subarray(from, from + bytes.readUInt32LE(at + 20))
      left = Math.max(1, left - content.length)
      const xml = plainPart(content.toString('latin1'))
      rows += countOf(xml, /<(?:\w+:)?(?:row|table-row)\b/g)
      countRows(rows)
      CFB.utils.cfb_add(whole, `/${name}`, Buffer.from(xml, 'latin1'))
    }
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return CFB.write(whole, { fileType: 'zip', type: 'buffer' }) as Buffer
}

const unneededParts =
  /(?:worksheets|charts\w*|drawings)\/_rels\/|drawing|chart|comment|externalLink|pivot|theme|docProps|customXml|calcChain/i

/** The parts of a workbook that are read: the cells of a sheet, and the number formats, which distinguish days from numbers. */
function plainPart(xml: string): string {
  const only = (...tags: string[]) => {
    const [root = '', prefix = '', name = ''] =
      /<(\w+:)?([A-Za-z]+)\b[^<>]*>/.exec(xml.slice(xml.search(/<[^?!]/))) ?? []
    const parts = tags.map((tag) => {
      const from = xml.search(new RegExp(`<(?:\\w+:)?${tag}[\\s>]`))
      const to = xml.lastIndexOf(`${tag}>`)
      return from < 0 || to < from ? '' : xml.slice(from, to + tag.length + 1)
    })
    return `${root}${parts.join('')}</${prefix}${name}>`
  }
  if (/<(?:\w+:)?sheetData\b/.test(xml)) return only('sheetData')
  if (/<(?:\w+:)?cellXfs\b/.test(xml)) return only('numFmts', 'cellXfs')
  // OpenDocument says once how often an empty cell or row is repeated.
  return xml.replace(/(-repeated=["'])\d{3,}(?=["'])/g, '$11')
}

/** The same for SpreadsheetML of 2003. Merged cells keep the place of those behind them. */
const plainXml = (text: string): string =>
  text
    .replace(/<(?:\w+:)?Column\b[^<>]*>/g, '')
    .replace(/\s(?:\w+:)?(?:Span|MergeDown|HRef|HRefScreenTip)\s*=\s*(?:"[^"<>]*"|'[^'<>]*')/g, '')
    .replace(/(\s(?:\w+:)?MergeAcross\s*=\s*["'])\d{3,}(?=["'])/g, '$10')

/** The records of a workbook of Excel 5 to 2003, without those of links and merged cells. @throws for one with a password. */
function plainRecords(bytes: Buffer): Buffer {
  const container = bytes[0] === 9 ? null : CFB.read(bytes, { type: 'buffer' })
  if (container && CFB.find(container, 'EncryptedPackage')) throw new Error('File is password-protected')
  const content = container && (CFB.find(container, 'Workbook') ?? CFB.find(container, 'Book'))?.content
  if (container && !content) return bytes
  const records = Buffer.from((content ?? bytes) as Uint8Array)
  let rows = 0
  for (let at = 0; at + 4 <= records.length; at += 4 + records.readUInt16LE(at + 2)) {
    const type = records.readUInt16LE(at)
    if (unneededRecords.has(type)) records.writeUInt16LE(unknownRecord, at)
    if (type === rowRecord) rows++
  }
  countRows(rows)
  return records
}
/** MergeCells, HLink, HLinkTooltip, ColInfo, Note, Obj, TxO, CondFmt, CF, DVal, DV ([MS-XLS] 2.3.2). */
const unneededRecords = new Set([0xe5, 0x1b8, 0x800, 0x7d, 0x1c, 0x5d, 0x1b6, 0x1b0, 0x1b1, 0x1b2, 0x1be])
const rowRecord = 0x208
/** Selection, which SheetJS passes over. */
const unknownRecord = 0x1d

const entities: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** All tables one after the other, nested ones too. SheetJS loses rows behind a nested table, and reads 05/11/2026 as a day in May. */
function rowsOfHtml(text: string): Row[] {
  return text
    .split(/<tr\b[^<>]*>/i)
    .slice(1)
    .map((row, index) => {
      const [, ...parts] = row.split(/<t[dh]\b([^<>]*)>/i)
      const cells: string[] = []
      for (let place = 1; place < parts.length && cells.length < maxColumns; place += 2) {
        const span = Number(/colspan\s*=\s*["']?(\d{1,2})\b/i.exec(parts[place - 1] ?? '')?.[1] ?? 1)
        const plain = (parts[place] ?? '')
          .replace(/<[^<>]*>/g, ' ')
          .replace(/&(?:#(\d{2,6})|#x([\da-f]{2,5})|([a-z]+));/gi, (whole, decimal, hex, name) =>
            name ? (entities[name.toLowerCase()] ?? whole) : String.fromCodePoint(Number(decimal ?? `0x${hex}`)),
          )
        cells.push(clean(plain), ...Array<string>(Math.max(0, span - 1)).fill(''))
      }
      return { number: index + 1, cells }
    })
}
