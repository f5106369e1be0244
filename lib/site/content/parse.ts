/** Parses one content file (YAML, or Markdown with YAML front matter) and validates it. Pure. */
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml'
import type { z } from 'zod'
import { type CurrencySigns, type Money, parseMoney } from '#lib/platform/money.ts'
import { isRecord } from '#lib/platform/narrow.ts'
import { explain } from './explain.ts'
import { kindOf } from './fields.ts'
import { fill, type Placeholders } from './placeholders.ts'
import { fieldName, frameAt, type Path, type Problem } from './problem.ts'
import { mapParts, type Schema, walk } from './walk.ts'
import { frontMatter } from './yaml-file.ts'

/** A location within a value: the field's name, or in a multi-line text the line (from 0) and the words. */
export type Spot = { key?: true; line?: number; words?: string }

/** A parsed file that can locate its values. A story's text is the field `body`. */
export type Source = {
  file: string
  /** As written: placeholders not filled, defaults not added. */
  raw: unknown
  problem(path: Path, message: string, spot?: Spot): Problem
}

/** What a file is read by. `currencies`: in which amounts are written. */
export type Known = { placeholders: Placeholders; currencies: readonly CurrencySigns[] }

type Parsed<T> = { ok: true; data: T; body: string; source: Source } | { ok: false; problems: Problem[] }

/**
 * `file`: the name for problems; .md files have front matter. `known`: if omitted, placeholders stay, and no amount is read. All problems of the file are
 * reported at once.
 */
export function parse<S extends z.ZodType>(
  file: string,
  written: string,
  schema: S,
  known?: Known,
): Parsed<z.output<S>> {
  // Some editors on Windows start every file with a byte order mark.
  const text = written.replace(/^\uFEFF/, '')
  const front = file.endsWith('.md') ? frontMatter.exec(text) : undefined
  const problemAt = (line: number, column: number, path: Path, message: string): Problem => ({
    file,
    line,
    column,
    field: fieldName(path),
    message,
    frame: frameAt(text, line, column),
  })
  if (front === null)
    return { ok: false, problems: [problemAt(1, 1, [], 'must start with its fields between two lines of ---')] }

  const unjoined = text.split('\n').findIndex((row) => /^(?:<{7}|>{7})(?:\s|$)/.test(row))
  if (unjoined >= 0)
    return {
      ok: false,
      problems: [
        problemAt(
          unjoined + 1,
          1,
          [],
          'holds two versions that git could not join: keep one, and delete the other with the lines of <<<<<<<, ======= and >>>>>>>',
        ),
      ],
    }

  // Empty lines replace the opening --- and what is above it, so that line numbers match the file.
  const yaml = front ? `${front[0].slice(0, front[0].indexOf('---')).replace(/[^\n]/g, '')}\n${front[1]}` : text
  const { lines, document } = documentOf(yaml)
  // Checked first, because a comment that hides the end of a group is otherwise reported as an error in the next line.
  const cutShort = swallowed(document, yaml).map((offset) => {
    const { line, col } = lines.linePos(offset)
    return problemAt(line, col, [], isNote)
  })
  if (cutShort.length > 0) return { ok: false, problems: cutShort }
  if (document.errors.length > 0) {
    const problems = document.errors.map((error) => {
      const { line, col } = lines.linePos(error.pos[0])
      return problemAt(line, col, [], explainYaml(error, text.split('\n')[line - 1] ?? ''))
    })
    return { ok: false, problems }
  }

  let fields: unknown
  try {
    fields = document.toJS({ maxAliasCount: 50 })
  } catch {
    // The YAML package throws for aliases without an anchor, and for so many that a few lines would fill the memory.
    return { ok: false, problems: [problemAt(1, 1, [], 'repeats parts of itself by & and *: write each of them out')] }
  }
  const body = front ? text.slice(front[0].length) : ''
  const bodyLine = front ? front[0].split('\n').length : 1
  const source: Source = {
    file,
    raw: front ? { ...(isRecord(fields) && fields), body } : fields,
    problem(path, message, spot = {}) {
      const place = front && path[0] === 'body' ? { line: bodyLine, column: 1, textLine: bodyLine } : locate(path, spot)
      const { line, column } = find(place, spot)
      return problemAt(line, column, path, message)
    },
  }

  function locate(path: Path, spot: Spot) {
    const { lines, document } = documentOf(yaml)
    const { offset, node } = nodeAt(document.contents, path, spot.key ?? false)
    const { line, col } = lines.linePos(offset)
    // Only a literal block (`text: |`) keeps its line breaks; for other texts the first line is reported.
    return { line, column: col, textLine: isScalar(node) && node.type === 'BLOCK_LITERAL' ? line + 1 : undefined }
  }

  /** The position of the words if they are found from that line on, else the line. */
  function find(
    place: { line: number; column: number; textLine: number | undefined },
    { line = 0, words: wanted }: Spot,
  ) {
    const rows = text.split('\n')
    const from = place.textLine === undefined ? place.line : place.textLine + line
    for (let number = from; wanted && number <= Math.min(rows.length, from + 40); number++) {
      const at = rows[number - 1]?.indexOf(wanted) ?? -1
      if (at >= 0) return { line: number, column: at + 1 }
    }
    return place.textLine === undefined ? place : { line: from, column: (rows[from - 1]?.search(/\S/) ?? 0) + 1 || 1 }
  }

  const filled = (value: unknown, path?: Path) =>
    known ? fill(value, known.placeholders, path) : { value, unfilled: [] }
  const filledFields = filled(fields)
  const filledBody = filled(body, ['body'])
  const { currencies = [] } = known ?? {}
  const amounts = currencies.map(({ sign }) => `${sign}500`)
  const result = schema.safeParse(withAmounts(schema, filledFields.value, currencies))
  // A text with unfilled placeholders is not validated further.
  const open = new Set(filledFields.unfilled.map(({ path }) => fieldName(path)))
  const problems = [
    ...[...filledFields.unfilled, ...filledBody.unfilled].map(({ path, message, written }) =>
      source.problem(path, message, { words: written }),
    ),
    ...(result.error?.issues ?? [])
      .flatMap((issue) => explain(issue, schema, filledFields.value, amounts))
      .filter(({ path }) => !open.has(fieldName(path)))
      .map(({ path, message, key }) => source.problem(path, message, key && { key })),
  ]
  if (!result.success || problems.length > 0) return { ok: false, problems }
  return { ok: true, data: result.data, body: String(filledBody.value), source }
}

/** A copy with each amount as `Money`, or as null where it is not written in one of these currencies. */
function withAmounts(schema: Schema, value: unknown, currencies: readonly CurrencySigns[]): unknown {
  const amounts = new Map<string, Money | null>()
  walk(schema, value, ({ schema: part, value: written, path }) => {
    if (kindOf(part).isAmount)
      amounts.set(fieldName(path), typeof written === 'string' ? parseMoney(written, currencies) : null)
  })
  if (amounts.size === 0) return value
  return mapParts(value, (part, path) => {
    const amount = amounts.get(fieldName(path))
    return amount === undefined ? part : amount
  })
}

/** Like `parse`, which takes most of the time of reading all content. */
type Parse = typeof parse

/**
 * Parses a file again only if its text, its schema, a placeholder or a currency has changed: for processes that read all content after each change.
 * Keeps every file, so a running site does not use it.
 */
export function parseChanged(): Parse {
  const held = new Map<string, { written: string; schema: z.ZodType; parsed: Parsed<unknown> }>()
  let filled = ''
  let filledBy: Known | undefined
  return <S extends z.ZodType>(file: string, written: string, schema: S, known?: Known) => {
    if (known && known !== filledBy) {
      const now = JSON.stringify([...known.placeholders, known.currencies])
      if (now !== filled) held.clear()
      filled = now
      filledBy = known
    }
    const before = held.get(file)
    if (before?.written === written && before.schema === schema) return before.parsed as Parsed<z.output<S>>
    const parsed = parse(file, written, schema, known)
    held.set(file, { written, schema, parsed })
    return parsed
  }
}

type ParsedYaml = { yaml: string; lines: LineCounter; document: Document.Parsed }

/**
 * Only the last one is kept, because problems of one file come together: the documents of thousands of files take ten times the memory of
 * their texts, and few files have problems.
 */
let last: ParsedYaml | undefined

function documentOf(yaml: string): ParsedYaml {
  if (last?.yaml === yaml) return last
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false, uniqueKeys: true, schema: 'core' })
  last = { yaml, lines, document }
  return last
}

/** The node at a path, or its nearest existing ancestor, with the offset to point at. */
function nodeAt(contents: Node | null, path: Path, key: boolean): { offset: number; node: Node | null } {
  let node = contents
  let offset = node?.range?.[0] ?? 0
  for (const [index, step] of path.entries()) {
    if (isMap<Node, Node | null>(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === step)
      if (!pair) break
      const last = index === path.length - 1
      // For an object, point at its name.
      const named = (last && key) || !isScalar(pair.value) || !pair.value.source
      offset = (named ? pair.key : pair.value)?.range?.[0] ?? offset
      node = pair.value
    } else if (isSeq<Node>(node) && node.items[Number(step)]) {
      node = node.items[Number(step)] ?? null
      offset = node?.range?.[0] ?? offset
    } else break
  }
  return { offset, node }
}

const isNote =
  'everything after " #" is a note that no visitor reads: put quotes around the text, or the note on a line of its own'

/** Offsets of each `#` that ends an unquoted text and makes the rest of the line a comment. */
function swallowed(document: Document.Parsed, yaml: string): number[] {
  const offsets: number[] = []
  visit(document, {
    Scalar(_, { type, value, comment, range }) {
      if (type !== 'PLAIN' || !comment || !range || (value !== null && typeof value !== 'string')) return
      const offset = yaml.indexOf('#', range[1])
      if (!yaml.slice(range[1], offset).includes('\n')) offsets.push(offset)
    },
  })
  return offsets
}

/** Adds a hint for the most common mistakes of editors. */
function explainYaml(error: YAMLError, row: string): string {
  const value = row.replace(/^\s*(- )?\s*[\w-]+:\s*/, '')
  if (value.startsWith('{') && !value.endsWith('}')) return 'a text that starts with { needs quotes around it'
  if (error.code === 'BLOCK_AS_IMPLICIT_KEY') return 'a text with ": " in it needs quotes around it'
  if (error.code === 'DUPLICATE_KEY') return 'this field is written twice'
  return error.message
}
