/** One content file: YAML, or Markdown with YAML in front, held against a schema. Reads no file: it is given the text. */
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLError } from 'yaml'
import type { z } from 'zod'
import { explain } from './explain.ts'
import { fill, type Words } from './placeholders.ts'
import { fieldName, frameAt, type Path, type Problem } from './problem.ts'

/** Where in a value: its field's name, or for a text of several lines the line (from 0) and the words meant. */
export type Spot = { key?: true; line?: number; words?: string }

/** A file that was read, which can say where a value of it stands. A story's text is the field `body`. */
export type Source = {
  file: string
  /** As written: placeholders not filled, defaults not added. */
  raw: unknown
  problem(path: Path, message: string, spot?: Spot): Problem
}

export type Parsed<T> = { ok: true; data: T; body: string; source: Source } | { ok: false; problems: Problem[] }

const frontMatter = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/** `file`: the name for problems; one that ends in .md is a story, fields first. All problems of the file are told at once. */
export function parse<S extends z.ZodType>(file: string, text: string, schema: S, words: Words): Parsed<z.output<S>> {
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

  const lines = new LineCounter()
  // The empty first line stands for the opening ---, so that line numbers are those of the file.
  const yaml = front ? `\n${front[1]}` : text
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false, uniqueKeys: true, schema: 'core' })
  if (document.errors.length > 0) {
    const problems = document.errors.map((error) => {
      const { line, col } = lines.linePos(error.pos[0])
      return problemAt(line, col, [], explainYaml(error, text.split('\n')[line - 1] ?? ''))
    })
    return { ok: false, problems }
  }

  const fields: unknown = document.toJS({ maxAliasCount: 50 })
  const body = front ? text.slice(front[0].length) : ''
  const bodyLine = front ? front[0].split('\n').length : 1
  const source: Source = {
    file,
    raw: front ? { ...(fields as object | null), body } : fields,
    problem(path, message, spot = {}) {
      const place = front && path[0] === 'body' ? { line: bodyLine, column: 1, textLine: bodyLine } : locate(path, spot)
      const { line, column } = find(place, spot)
      return problemAt(line, column, path, message)
    },
  }

  function locate(path: Path, spot: Spot) {
    const { offset, node } = nodeAt(document.contents, path, spot.key ?? false)
    const { line, col } = lines.linePos(offset)
    // Only a literal block (`text: |`) keeps its lines; in any other text the first line stands for all.
    return { line, column: col, textLine: isScalar(node) && node.type === 'BLOCK_LITERAL' ? line + 1 : undefined }
  }

  /** The line of a text, or the words in it when they can be found from there on. */
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

  const filledFields = fill(fields, words)
  const filledBody = fill(body, words, ['body'])
  const result = schema.safeParse(filledFields.value)
  // What is wrong with a text that could not be filled says nothing yet.
  const open = new Set(filledFields.unfilled.map(({ path }) => fieldName(path)))
  const problems = [
    ...[...filledFields.unfilled, ...filledBody.unfilled].map(({ path, message, written }) =>
      source.problem(path, message, { words: written }),
    ),
    ...(result.error?.issues ?? [])
      .flatMap((issue) => explain(issue, schema, filledFields.value))
      .filter(({ path }) => !open.has(fieldName(path)))
      .map(({ path, message, key }) => source.problem(path, message, key && { key })),
  ]
  if (!result.success || problems.length > 0) return { ok: false, problems }
  return { ok: true, data: result.data, body: String(filledBody.value), source }
}

/** The node at a path, or the nearest one around it that is written, with the offset to point at. */
function nodeAt(contents: Node | null, path: Path, key: boolean): { offset: number; node: Node | null } {
  let node = contents
  let offset = node?.range?.[0] ?? 0
  for (const [index, step] of path.entries()) {
    if (isMap<Node, Node | null>(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === step)
      if (!pair) break
      const last = index === path.length - 1
      // A group has no place of its own: its name is what one looks for.
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

/** The two slips that editors make most get a cure beside YAML's own words. */
function explainYaml(error: YAMLError, row: string): string {
  const value = row.replace(/^\s*(- )?\s*[\w-]+:\s*/, '')
  if (value.startsWith('{') && !value.endsWith('}')) return 'a text that starts with { needs quotes around it'
  if (error.code === 'BLOCK_AS_IMPLICIT_KEY') return 'a text with ": " in it needs quotes around it'
  if (error.code === 'DUPLICATE_KEY') return 'this field is written twice'
  return error.message
}
