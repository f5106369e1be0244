/**
 * Applies new values to the text of a YAML file and leaves the rest of the text as it is: comments, order, quotes, line breaks. Works
 * on the source, because printing a parsed document again would fold and quote the untouched lines anew. Pure.
 */
import {
  Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  stringify,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { isRecord } from '#lib/platform/narrow.ts'

/** Deep equality. White space around a text does not count, because forms trim it. A field without a value is treated as missing. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a.trim() === b.trim()
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => sameValue(value, b[index]))
  if (isRecord(a) && isRecord(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)])
    return [...keys].every((key) => sameValue(a[key], b[key]))
  }
  return Object.is(a, b)
}

/** `next`: what the file must say. Line breaks at the end of a text do not count as a change, because forms trim them. */
export function rewriteYaml(text: string, next: unknown): string {
  const document = parseDocument(text, { schema: 'core' })
  const root = document.contents
  if (!root || document.errors.length > 0) return print(next)
  const previous: unknown = document.toJS()
  if (sameValue(previous, next)) return text
  const source = sourceOf(text)
  const changed =
    text.slice(0, root.range?.[0] ?? 0) + source.edited(root, previous, next) + text.slice(source.endOf(root))
  const result = changed.endsWith('\n') ? changed : `${changed}\n`
  // The values matter more than the look of the file.
  return sameValue(parseDocument(result, { schema: 'core' }).toJS(), next) ? result : print(next)
}

/** A value as YAML in block style. */
export function print(value: unknown): string {
  return stringify(styled(value), printing)
}

const printing = { lineWidth: 0 } as const
const foldedWidth = 110

/** Numbers and days that are texts stand in quotes, as content/README.md says. */
function styled(value: unknown): Document {
  const document = new Document(value)
  visit(document, {
    Scalar(_key, scalar) {
      if (typeof scalar.value === 'string' && /^\d/.test(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE
    },
  })
  return document
}

/** Edits the source of a file node by node. */
function sourceOf(text: string) {
  const lineEnd = (position: number) => {
    const end = text.indexOf('\n', position)
    return end < 0 ? text.length : end
  }
  const columnOf = (position: number) => position - (text.lastIndexOf('\n', position - 1) + 1)

  /** Where a node ends: for lists and groups in block style the end of their last line, with its comment. */
  function endOf(node: Node): number {
    if (isCollection(node) && !node.flow) return lineEnd(itemEnd(node.items.at(-1)) ?? node.range?.[1] ?? 0)
    let end = node.range?.[1] ?? 0
    if (isBlockText(node)) while (end > 0 && /\s/.test(text[end - 1] ?? '')) end--
    return end
  }

  function itemEnd(item: unknown): number | undefined {
    if (isNode(item)) return endOf(item)
    if (!isPair(item)) return undefined
    const { key, value } = item
    return value && (value.range?.[1] ?? 0) > startOf(value) ? endOf(value) : text.indexOf(':', key.range?.[1] ?? 0) + 1
  }

  /** The new source of a node, from its first character to `endOf` it. */
  function edited(node: Node, previous: unknown, next: unknown): string {
    if (sameValue(previous, next)) return text.slice(startOf(node), endOf(node))
    if (isCollection(node) && node.flow) return flow(next)
    if (isMap<Node, Node | null>(node) && isRecord(previous) && isRecord(next)) return map(node, previous, next)
    if (isSeq<Node>(node) && Array.isArray(previous) && Array.isArray(next) && next.length > 0)
      return list(node, previous, next)
    throw new Error('A value of another kind is printed with its key.')
  }

  function flow(next: unknown): string {
    const document = styled(next)
    if (isCollection(document.contents)) document.contents.flow = true
    return document.toString(printing).trimEnd()
  }

  /** Each item with the comment lines above it. Without the line break at its end. */
  function chunksOf<Item>({ items, range }: { items: readonly Item[]; range?: Node['range'] }) {
    let from = range?.[0] ?? 0
    return items.map((item) => {
      const to = lineEnd(itemEnd(item) ?? from)
      const chunk = { item, from, to }
      from = Math.min(to + 1, text.length)
      return chunk
    })
  }

  function map(node: YAMLMap<Node, Node | null>, previous: Record<string, unknown>, next: Record<string, unknown>) {
    const column = columnOf(startOf(node))
    const pieces: { key: string; text: string }[] = []
    for (const { item, from, to } of chunksOf(node)) {
      const key = String(isScalar(item.key) ? item.key.value : item.key)
      if (next[key] === undefined) continue
      if (sameValue(previous[key], next[key])) pieces.push({ key, text: text.slice(from, to) })
      else if (item.value && canEdit(item.value, previous[key], next[key])) {
        const value = edited(item.value, previous[key], next[key])
        pieces.push({ key, text: text.slice(from, startOf(item.value)) + value + text.slice(endOf(item.value), to) })
      } else {
        const printed = indented(printPair(key, item.value, next[key], previous[key]), column).trimStart()
        const comment = isScalar(item.value) ? text.slice(endOf(item.value), to) : ''
        pieces.push({ key, text: text.slice(from, startOf(item.key)) + printed + comment })
      }
    }
    const order = Object.keys(next)
    for (const [at, key] of order.entries()) {
      if (key in previous || next[key] === undefined) continue
      const before = order.slice(0, at).findLast((name) => pieces.some((piece) => piece.key === name))
      const index = pieces.findIndex((piece) => piece.key === before) + 1
      pieces.splice(index, 0, { key, text: indented(print({ [key]: next[key] }), column) })
      const following = pieces[index + 1]
      if (index === 0 && following) following.text = ' '.repeat(column) + following.text.trimStart()
    }
    return joined(pieces.map((piece) => piece.text))
  }

  function list(node: YAMLSeq<Node>, previous: unknown[], next: unknown[]): string {
    const indent = ' '.repeat(columnOf(startOf(node)))
    const chunks = chunksOf(node)
    const origins = matchItems(previous, next)
    const pieces = next.map((value, index) => {
      const origin = origins[index] ?? -1
      const chunk = chunks[origin]
      if (chunk && canEdit(chunk.item, previous[origin], value)) {
        const { item, from, to } = chunk
        const kept =
          text.slice(from, startOf(item)) + edited(item, previous[origin], value) + text.slice(endOf(item), to)
        return origin === 0 ? indent + kept : kept
      }
      // A doubled entry is written like its twin.
      const twin = chunks[previous.findIndex((candidate) => sameValue(candidate, value))]
      const printed = twin
        ? `- ${text.slice(startOf(twin.item), twin.to)}`
        : indented(print([value]), indent.length).trimStart()
      return indent + printed
    })
    return joined(pieces)
  }

  return { edited, endOf }
}

/** Whether a node's source can be kept in part: the value is unchanged, or of the same kind as before. */
function canEdit(node: Node, previous: unknown, next: unknown): boolean {
  if (sameValue(previous, next)) return true
  if (!isCollection(node)) return false
  if (Array.isArray(next) && next.length === 0) return node.flow === true
  return isMap(node) ? isRecord(next) && Object.keys(next).length > 0 : Array.isArray(next)
}

/** `key: value`, in the style in which the old value was written. */
function printPair(key: string, old: Node | null, next: unknown, previous: unknown): string {
  const document = styled({ [key]: next })
  const scalar = document.get(key, true)
  if (typeof next === 'string' && isScalar(scalar) && old && isScalar(old)) {
    if (old.type) scalar.type = old.type
    if (isBlockText(old) && typeof previous === 'string' && previous.endsWith('\n'))
      scalar.value = `${next.trimEnd()}\n`
    if (old.type === Scalar.BLOCK_FOLDED) return document.toString({ lineWidth: foldedWidth }).trimEnd()
  }
  return document.toString(printing).trimEnd()
}

/** For each next item the index of the item that it was, or undefined. Equal ones first, then the most similar, then by place. */
function matchItems(previous: readonly unknown[], next: readonly unknown[]): (number | undefined)[] {
  const free = new Set(previous.keys())
  const origins: (number | undefined)[] = next.map((value, index) => {
    const same = free.has(index) && sameValue(previous[index], value) ? index : undefined
    const found = same ?? [...free].find((candidate) => sameValue(previous[candidate], value))
    if (found !== undefined) free.delete(found)
    return found
  })
  for (const [index, value] of next.entries()) {
    if (origins[index] !== undefined) continue
    const [best] = [...free]
      .map((candidate) => ({ candidate, score: similarity(previous[candidate], value) }))
      .filter(({ score }) => score > 0.3)
      .sort((a, b) => b.score - a.score || Math.abs(a.candidate - index) - Math.abs(b.candidate - index))
    if (!best) continue
    origins[index] = best.candidate
    free.delete(best.candidate)
  }
  if (previous.length === next.length)
    for (const index of next.keys()) if (origins[index] === undefined && free.delete(index)) origins[index] = index
  return origins
}

/** Fields by which people recognise an entry of a list. */
const tellingFields = ['id', 'code', 'kind', 'title', 'name', 'label', 'heading', 'question', 'href']

/** The probability, from 0 (nothing in common) to 1, that one is an edited version of the other. */
function similarity(a: unknown, b: unknown): number {
  if (!isRecord(a) || !isRecord(b)) return sameValue(a, b) ? 1 : 0
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  const weight = (key: string) => (tellingFields.includes(key) ? 3 : 1)
  const total = keys.reduce((sum, key) => sum + weight(key), 0)
  const shared = keys.reduce((sum, key) => sum + (sameValue(a[key], b[key]) ? weight(key) : 0), 0)
  return total === 0 ? 1 : shared / total
}

const startOf = (node: Node): number => node.range?.[0] ?? 0

const isBlockText = (node: Node): boolean =>
  isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED)

const isPair = (item: unknown): item is Pair<Node, Node | null> =>
  typeof item === 'object' && item !== null && 'key' in item

/** All lines but the first moved to a column, empty ones excepted. */
function indented(text: string, column: number): string {
  const [first = '', ...rest] = text.trimEnd().split('\n')
  return [' '.repeat(column) + first, ...rest.map((line) => (line ? ' '.repeat(column) + line : line))].join('\n')
}

/** The first piece begins in the middle of a line. */
function joined(pieces: readonly string[]): string {
  return pieces.join('\n').trimStart()
}
