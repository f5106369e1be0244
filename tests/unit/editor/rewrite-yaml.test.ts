/** Saving changes the values that were edited, and no other character of the file. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { rewriteYaml } from '#editor/rewrite-yaml.ts'
import { isRecord } from '#lib/platform/narrow.ts'

const root = path.join(import.meta.dirname, '../../..')
const files = globSync('content/**/*.yaml', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(path.join(root, file), 'utf8'),
}))
const read = (text: string): unknown => parse(text, { schema: 'core' })

const written = `# For editors: the groups of the menu.
label: "About"   # shown in the header

# Two are enough.
entries:
  # The first.
  - label: 'Who we are'
    href: /AboutUs # keep
    note: >-
      A long text that was
      folded by hand.
  - { label: Values, href: "/OurValues" }
  # The last.
  - label: Contact
    text: |
      First line.

      Second line.
tags: [one, two]
`

type Entry = Record<string, unknown>
const entries = (text: string) =>
  read(text) as { entries: [Entry, Entry, Entry, ...Entry[]]; tags: string[]; label: string }
const lastEntry = written.slice(written.indexOf('  # The last.'), written.indexOf('tags'))
/** Stands for the second entry itself. */
const values = Symbol('the second entry')

/** A change of the value at a place, such as entries.0.href; undefined takes the field away. */
test.each<[string, string, unknown, string, string]>([
  ['a text in quotes', 'label', 'Us: all', 'label: "About"   # shown', 'label: "Us: all"   # shown'],
  ['a text with a comment behind it', 'entries.0.href', '/Us', '/AboutUs # keep', '/Us # keep'],
  ['a list in one line', 'tags.2', 'three', '[one, two]', '[ one, two, three ]'],
  [
    'a group in one line',
    'entries.1.label',
    'Us',
    '{ label: Values, href: "/OurValues" }',
    '{ label: Us, href: /OurValues }',
  ],
  ['a text over several lines', 'entries.2.text', 'First line.\n\nAnother.', 'Second line.', 'Another.'],
  ['a new field', 'entries.2.href', '/Us', '      Second line.\n', '      Second line.\n    href: /Us\n'],
  ['a field taken away', 'entries.0.href', undefined, '    href: /AboutUs # keep\n', ''],
  ['the first field taken away', 'entries.2.label', undefined, '- label: Contact\n    text', '- text'],
  ['a new entry', 'entries.3', { when: '2026' }, '      Second line.\n', '      Second line.\n  - when: "2026"\n'],
  ['an entry taken away', 'entries.2', undefined, lastEntry, ''],
  ['an entry doubled', 'entries.3', values, '\ntags:', '\n  - { label: Values, href: "/OurValues" }\ntags:'],
])('%s', (_name, place, next, before, after) => {
  const value = entries(written)
  const keys = place.split('.')
  const last = keys.pop() ?? ''
  const holder = keys.reduce<unknown>((part, key) => Reflect.get(part as object, key), value) as object
  if (next !== undefined) Reflect.set(holder, last, next === values ? value.entries[1] : next)
  else if (Array.isArray(holder)) holder.splice(Number(last), 1)
  else Reflect.deleteProperty(holder, last)
  expect(written).toContain(before)
  expect(rewriteYaml(written, value)).toBe(written.replace(before, () => after))
})

test('entries are moved with their comments; one above the first entry is about the list', () => {
  const value = entries(written)
  value.entries.reverse()
  const moved = rewriteYaml(written, value)
  expect(read(moved)).toEqual(value)
  expect(moved.split('\n').toSorted()).toEqual(written.split('\n').toSorted())
  expect(moved).toContain('# The first.\n  # The last.\n  - label: Contact')
})

describe('every file of content/', () => {
  test('stays as it is when its values do', () => {
    for (const { text } of files) expect(rewriteYaml(text, read(text))).toBe(text)
  })

  test('says what was edited, whatever that is, and keeps its comments', () => {
    for (const { file, text } of files)
      for (const edited of edits(read(text))) {
        const result = rewriteYaml(text, edited)
        expect({ file, value: trimmed(read(result)) }).toEqual({ file, value: trimmed(edited) })
        const kept = new Set(result.split('\n'))
        expect(text.split('\n').filter((line) => !kept.has(line)).length).toBeLessThan(40)
      }
  })
})

/** Copies of a value, each with one place edited: a text changed, a field added, or a list turned round with an entry doubled. */
function* edits(value: unknown): Generator<unknown> {
  const places: string[][] = []
  const visit = (part: unknown, at: string[]) => {
    places.push(at)
    if (typeof part === 'object' && part !== null)
      for (const [key, inner] of Object.entries(part)) visit(inner, [...at, key])
  }
  visit(value, [])
  // Some places of each file: all would take a minute.
  for (const at of places.filter((_place, index) => index % 150 === 1)) {
    const copy = structuredClone(value)
    const holder = at.slice(0, -1).reduce<unknown>((part, key) => Reflect.get(part as object, key), copy) as object
    const key = at.at(-1) ?? ''
    const target: unknown = Reflect.get(holder, key)
    if (typeof target === 'string') Reflect.set(holder, key, `New: "text" #${target.length} {with} *signs*`)
    else if (typeof target === 'number') Reflect.set(holder, key, target + 1)
    else if (isRecord(target)) target.added = 'A new field'
    else if (Array.isArray(target)) Reflect.set(holder, key, [...target.toReversed(), structuredClone(target[0])])
    yield copy
  }
}

/** Line breaks at the end of a text may be lost where it is written anew. */
function trimmed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, part) => (typeof part === 'string' ? part.trimEnd() : part))
}
