/**
 * The text of a content file. Each equals what this prints of its document, comments and order included, so a save changes what was edited
 * and no other line. Pure, and used in browsers.
 */
import {
  Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  Pair,
  parseDocument,
  Scalar,
  type SchemaOptions,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { isRecord } from '#lib/platform/narrow.ts'

/** Blank lines above the fields are accepted, because they are unambiguous. */
export const frontMatter = /^(?:[ \t]*\r?\n)*---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/** The fields of a file, and the text below them in a file that ends in .md. */
export function splitFile(file: string, text: string): { head: string; body: string } {
  const found = file.endsWith('.md') ? frontMatter.exec(text) : undefined
  return found ? { head: `${found[1]}\n`, body: text.slice(found[0].length).trim() } : { head: text, body: '' }
}

export function joinFile(file: string, head: string, body: string): string {
  if (!file.endsWith('.md')) return head
  return `---\n${head}---\n${body && `${body}\n`}`
}

/** The file as it should be written. What cannot be read stays as it is. */
export function printFile(file: string, text: string): string {
  const { head, body } = splitFile(file, text.replace(/^\uFEFF/, ''))
  const document = read(head)
  return document.errors.length > 0 ? text : joinFile(file, print(document), body)
}

export const printValue = (value: unknown): string => print(create(value))

/** The YAML with another value, in which unchanged parts keep their comments and their style. `yaml`: empty for a new file. */
export function withValue(yaml: string, next: unknown): string {
  const document = read(yaml)
  if (document.errors.length > 0) return printValue(next)
  document.contents = changed(document, document.contents, next)
  const text = print(document)
  // An alias stands for its anchor: whoever changes one of them changes both.
  return sameValue(read(text).toJS(), next) ? text : printValue(next)
}

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

/** The lines of a folded text (`>-`) are joined for visitors, so they are broken anew. All other texts keep their lines. */
const foldedWidth = 130

const isFolded = (node: Scalar) => node.type === Scalar.BLOCK_FOLDED

const isBlockText = (node: Scalar) => isFolded(node) || node.type === Scalar.BLOCK_LITERAL

const schema: SchemaOptions = {
  schema: 'core',
  customTags: (tags) =>
    tags.map((tag) =>
      typeof tag === 'object' && !tag.collection && tag.tag === 'tag:yaml.org,2002:str'
        ? {
            ...tag,
            stringify: (item, context, ...rest) => {
              const options = { ...context.options, ...(isFolded(item) && { lineWidth: foldedWidth }) }
              return tag.stringify?.(item, { ...context, options }, ...rest) ?? ''
            },
          }
        : tag,
    ),
}

const read = (yaml: string): Document => parseDocument(yaml, schema)

/** Numbers and days that are texts stand in quotes, as content/README.md says. */
function create(value: unknown): Document {
  const document = new Document(value, schema) as Document
  visit(document, {
    Scalar(_key, scalar) {
      if (typeof scalar.value === 'string' && /^\d/.test(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE
    },
  })
  return document
}

function print(document: Document): string {
  visit(document, {
    // `[a, b]`, but `{ a: b }`.
    Collection(_key, node) {
      const printed = node.toString.bind(node)
      const flowCollectionPadding = isSeq(node) ? '' : ' '
      node.toString = (context, ...rest) => printed(context && { ...context, flowCollectionPadding }, ...rest)
    },
    Scalar(_key, scalar) {
      if (typeof scalar.value === 'string' && scalar.value.includes('\n') && !isBlockText(scalar))
        scalar.type = Scalar.BLOCK_LITERAL
    },
  })
  return document.toString({ lineWidth: 0 })
}

/** The node of the next value: the same one where it can hold it. */
function changed(document: Document, node: unknown, next: unknown): Node {
  if (isNode(node) && sameValue(node.toJS(document), next)) return node
  if (isMap<Node, Node | null>(node) && isRecord(next)) return changedMap(document, node, next)
  if (isSeq<Node>(node) && Array.isArray(next)) return changedList(document, node, next)
  if (isScalar(node) && typeof node.value === 'string' && typeof next === 'string') {
    node.value = isBlockText(node) && node.value.endsWith('\n') ? `${next.trimEnd()}\n` : next
    return node
  }
  const created = create(next).contents as Node
  if (!isNode(node)) return created
  const { comment, commentBefore, spaceBefore } = node
  return Object.assign(created, { comment, commentBefore, spaceBefore })
}

const nameOf = ({ key }: Pair<Node, Node | null>) => String(isScalar(key) ? key.value : key)

function changedMap(document: Document, node: YAMLMap<Node, Node | null>, next: Record<string, unknown>) {
  node.items = node.items.filter((pair) => next[nameOf(pair)] !== undefined)
  let place = 0
  for (const [name, value] of Object.entries(next)) {
    if (value === undefined) continue
    const at = node.items.findIndex((pair) => nameOf(pair) === name)
    const pair = node.items[at]
    if (pair) pair.value = changed(document, pair.value, value)
    else node.items.splice(place, 0, new Pair(create(name).contents as Node, create(value).contents))
    place = (pair ? at : place) + 1
  }
  return node
}

function changedList(document: Document, node: YAMLSeq<Node>, next: unknown[]) {
  const old = node.items.map((item) => ({ item, value: item.toJS(document) as unknown }))
  // An empty list can only be written in brackets.
  if (old.length === 0) node.flow = false
  const origins = originsOf(
    next,
    old.map(({ value }) => value),
  )
  node.items = next.map((value, at) => {
    const origin = old[origins[at] ?? -1]
    if (origin) return changed(document, origin.item, value)
    // A new entry is written in braces if the last one is.
    const item = create(value).contents as Node
    const last = old.at(-1)?.item
    if (isMap(item) && isMap(last) && last.flow) item.flow = true
    return item
  })
  return node
}

/** Which old entry each entry was, so that notes and style go with it: the equal one, else the one most like it. */
function originsOf(next: readonly unknown[], old: readonly unknown[]): (number | undefined)[] {
  const free = new Set(old.keys())
  const take = (found: number | undefined) => {
    if (found !== undefined) free.delete(found)
    return found
  }
  const equal = next.map((value, at) =>
    take([...(free.has(at) ? [at] : []), ...free].find((candidate) => sameValue(old[candidate], value))),
  )
  return equal.map((found, at) => {
    if (found !== undefined) return found
    const [closest] = [...free].sort((a, b) => shared(old[b], next[at]) - shared(old[a], next[at]))
    if (closest !== undefined && shared(old[closest], next[at]) > 0) return take(closest)
    return next.length === old.length && free.has(at) ? take(at) : undefined
  })
}

/** How many fields two entries have in common. */
const shared = (a: unknown, b: unknown) =>
  isRecord(a) && isRecord(b) ? Object.keys(b).filter((name) => name in a && sameValue(a[name], b[name])).length : 0
