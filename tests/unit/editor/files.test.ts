/** The editor’s forms follow from the schemas of the content, and a save changes what was edited and no other character of a file. */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Field } from '@sveltia/cms'
import { parse } from 'yaml'
import { traitsOf } from '#components/art/traits.ts'
import { fileKinds, kindOfFile } from '#editor/collections.ts'
import { explained } from '#editor/explained.ts'
import { fieldsOf } from '#editor/fields.ts'
import { readFile, writeFile } from '#editor/file-format.ts'
import { labels } from '#editor/labels.ts'
import { choicesOf, originalNames, originalsOf, publicPart, shownAt } from '#editor/lists.ts'
import { adaptedScript, bundleEditor, editorPage, exportProblem } from '#editor/page.ts'
import { type EditorSettings, translationField } from '#editor/settings.ts'
import { readOrder, writeOrder } from '#editor/story-order.ts'
import { isOutdated, jsonOf, readTranslation, stateOf, withText, writeTranslation } from '#editor/translations.ts'
import { isRecord } from '#lib/platform/narrow.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { parseChanged } from '#lib/site/content/parse.ts'
import { translate } from '#lib/site/content/translation.ts'
import { printFile, withValue } from '#lib/site/content/yaml-file.ts'
import { pageFile, postFile } from '../content/small-site.ts'

const root = path.join(import.meta.dirname, '../../..')
/** Only what a test changes is parsed again. */
const options = { parse: parseChanged() }
const loaded = loadContent(path.join(root, 'content'), options)
if (!loaded.ok) throw new Error('The content has problems')
const { content, known } = loaded

const today = '2027-01-31'

const kindOf = (file: string) => {
  const name = file.replace('content/', '')
  const found = fileKinds.find((kind) => kind.name === kindOfFile(name) || name.startsWith(`${kind.name}/`))
  if (!found) throw new Error(`${file} has no form`)
  return found
}

const files = globSync('content/**/*.{yaml,md}', {
  cwd: root,
  exclude: ['content/README.md', 'content/**/*.*.{yaml,md}', 'content/**/_order.yaml'],
}).map((file) => ({ file, kind: kindOf(file), text: readFileSync(path.join(root, file), 'utf8') }))

test('saving an unchanged form leaves the file as it is', () => {
  for (const { file, kind, text } of files)
    expect({ file, text: writeFile(kind, readFile(kind, text), known, today) }).toEqual({ file, text })
})

test('saving the unchanged order of stories leaves the file as it is', () => {
  const { stories = [] } = choicesOf({ ok: true, content })
  for (const file of globSync('content/stories/*/_order.yaml', { cwd: root })) {
    const text = readFileSync(path.join(root, file), 'utf8')
    const country = path.basename(path.dirname(file))
    expect({ file, text: writeOrder(readOrder(text, country, stories)) }).toEqual({ file, text })
  }
})

test('fields that the form leaves empty or at their standard value are not written', () => {
  const some = [...Map.groupBy(files, ({ kind }) => kind).values()].flatMap((ofKind) => ofKind.slice(0, 3))
  for (const { file, kind, text } of process.env.TEST_ALL ? files : some) {
    const values = readFile(kind, text)
    blankOptional(fieldsOf(kind.schema, [kind.name]), values)
    expect({ file, text: writeFile(kind, values, known, today) }).toEqual({ file, text })
  }
})

/** Adds what a form sends for optional fields that were left alone. */
function blankOptional(fields: readonly Field[], values: unknown) {
  if (!isRecord(values)) return
  for (const field of fields) {
    const { name, widget, required, ...rest } = field as Field & Record<string, unknown>
    if (name in values) {
      const inner = Array.isArray(values[name]) ? values[name] : [values[name]]
      for (const value of inner) blankOptional(innerFields(rest, value), value)
    } else if (!required)
      values[name] =
        rest.default ?? (widget === 'list' ? [] : widget === 'boolean' ? false : widget === 'number' ? null : '')
  }
}

function innerFields({ fields, types, typeKey }: Record<string, unknown>, value: unknown): Field[] {
  if (Array.isArray(fields)) return fields
  const type =
    Array.isArray(types) && isRecord(value) ? types.find(({ name }) => name === value[String(typeKey)]) : undefined
  return type?.fields ?? []
}

test('a drawn person keeps the country when the cloth is changed', () => {
  const story = files.find(
    ({ text, kind }) => kind.name === 'stories' && /kind: portrait[^}]*pattern: india/.test(text),
  )
  if (!story) throw new Error('There is no story with a drawn patient')
  const values = readFile(story.kind, story.text)
  const picture = values.picture as Record<string, unknown>
  expect(picture).toMatchObject({ home: 'india' })
  const written = writeFile(story.kind, { ...values, picture: { ...picture, pattern: 'usa' } }, known, today)
  expect(written).toMatch(/pattern: usa/)
  expect(written).toMatch(/home: india/)
  const look = { who: 'woman', look: 27, seam: true } as const
  const { skin, hair, clothes } = traitsOf({ ...look, pattern: 'india' })
  expect(traitsOf({ ...look, pattern: 'usa', home: 'india' })).toMatchObject({ skin, hair, clothes })
})

test('beside a film and a campaign stands a page that shows it', () => {
  const { pages } = content
  for (const [file, address] of Object.entries(shownAt(content))) {
    const page = pages.find((one) => one.address === address)
    const name = path.basename(file, '.yaml')
    const shown = JSON.stringify(page?.blocks)
    const lists = content.playlists.filter(({ id }) => shown.includes(`"playlist":"${id}"`))
    if (/films|campaigns/.test(file))
      expect([file, shown.includes(`:"${name}"`) || lists.some(({ films }) => films.includes(name))]).toEqual([
        file,
        true,
      ])
  }
  expect(Object.keys(shownAt(content))).toContain('content/films/a-patient-speaks.yaml')
})

test('files and entries that other files name are picked from a list', () => {
  const relations = allPlaces().flatMap(([place, list]) => (list ? [`${place} -> ${list}`] : []))
  expect(relations).toEqual(
    expect.arrayContaining([
      'pages.blocks.events.only -> events',
      'pages.blocks.sponsorship-form.calendarEvent -> events',
      'playlists.films -> films',
      'pages.blocks.figures.figures.figure -> figures',
      'pages.blocks.stories.only -> stories',
      'stories.gift.reason -> reasons',
      'camps.gifts.reasons -> reasons',
      'answers-file.answers.figures -> figures',
      'pages.blocks.hero.help.offices -> offices',
      'pages.blocks.call-to-give.next -> liveFigures',
      'events.zone -> zones',
      'navigation-file.groups.entries.href -> links',
    ]),
  )
})

/** A saved page of one block of text, and a post. */
const savedText = (text: string) => {
  const kind = kindOf('content/pages/India.yaml')
  const page = { ...readFile(kind, pageFile('/Wells')), blocks: [{ kind: 'prose', text }] }
  return parse(writeFile(kind, page, known, today)).blocks[0].text
}
const savedBody = (body: string) => {
  const kind = kindOf('content/posts/the-list.md')
  return writeFile(kind, { ...readFile(kind, postFile('A list')), body }, known, today).split('---\n')[2]
}

test.each([
  ['what is invisible goes', '\u200bOne\u0007 \u2060word\ufeff.', 'One word.'],
  [
    'lines that Word and websites break in their own way are lines',
    'One\u000btwo\r\nthree\u2028four',
    'One\ntwo\nthree\nfour',
  ],
  [
    'quotation marks and no-break spaces stay',
    '“Eat”, ‘she’ said: 5\u00a0km\u202f!',
    '“Eat”, ‘she’ said: 5\u00a0km\u202f!',
  ],
  ['joiners of other scripts stay', 'शर्मा\u200dजी co\u00adoperate', 'शर्मा\u200dजी co\u00adoperate'],
  ['bullets are lists', 'Bring:\n•\tA cup\n·       A spoon\n\uf0b7 Soap', 'Bring:\n- A cup\n- A spoon\n- Soap'],
  ['bullets in bullets are lists in lists', '•\tA cup\no\tof tin\n◦ of glass', '- A cup\n  - of tin\n  - of glass'],
  ['a bullet between words stays', 'Tin • glass\no lake', 'Tin • glass\no lake'],
])('of copied words, %s', (_rule, pasted, expected) => {
  expect(savedText(pasted)).toBe(expected)
  expect(savedBody(pasted)).toBe(`${expected}\n`)
})

test('in a text without Markdown bullets stay, and what is invisible goes', () => {
  const kind = kindOf('content/pages/India.yaml')
  const values = readFile(kind, pageFile('/Wells'))
  const text = writeFile(kind, { ...values, description: '• Wells\u200b of today.' }, known, today)
  expect(text).toContain('description: • Wells of today.\n')
})

test.each([
  ['March 2026', '2026-03'],
  ['march 2026', '2026-03'],
  ['Sept. 2026', '2026-09'],
  ['03/2026', '2026-03'],
  ['3.2026', '2026-03'],
  ['2026-3', '2026-03'],
  ['2026-03', '2026-03'],
])('a month that is typed as %s is %s', (typed, expected) => {
  const { kind, text } = files.find(({ file }) => file === 'content/figures.yaml') as (typeof files)[number]
  const values = readFile(kind, text) as { fixed: object[] }
  const save = (asOf: string) =>
    writeFile(kind, { ...values, fixed: values.fixed.map((one) => ({ ...one, asOf })) }, known, today)
  expect(parse(save(typed)).fixed[0].asOf).toBe(expected)
  for (const wrong of ['13/2026', 'Smarch 2026', 'Ma 2026', '03/26']) expect(() => save(wrong)).toThrow('saving_failed')
})

test.each([
  '5 March 2026',
  '5 Mar 2026',
  'March 5, 2026',
  'Thursday, 5th March 2026',
  'Thursday March 5th, 2026',
  '2026/3/5',
  ' 2026-03-05',
  '५ March २०२६',
])('a day that is typed as %s is 2026-03-05', (typed) => {
  const kind = kindOf('content/posts/first.md')
  const values = readFile(kind, postFile('First', { date: '2026-01-01', more: 'publishUntil: 2026-12-31T12:00Z\n' }))
  const save = (date: string) =>
    writeFile(kind, { ...values, date, folded: { ...(values.folded as object), publishFrom: date } }, known, today)
  expect(save(typed)).toMatch(/^date: "?2026-03-05"?$.*^publishFrom: "?2026-03-05"?$/ms)
  // In Kenya the fifth of March, in the USA the third of May.
  for (const wrong of ['3/5/2026', '32 March 2026', '30 February 2026', '5 Smarch 2026', '5 March'])
    expect(() => save(wrong)).toThrow('saving_failed')
})

test('what a form refuses is said with its blocks by their names', () => {
  const kind = kindOf('content/pages/India.yaml')
  const links = [{ label: 'A paper', href: 'www.example.org' }]
  const page = { ...readFile(kind, pageFile('/Wells')), blocks: [{ kind: 'links', links }] }
  const message = 'Blocks 1 (Links), Links 1, Link must start with /, #, https://, mailto: or tel:+.'
  expect(() => writeFile(kind, page, known, today)).toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ message }) }),
  )
})

test('the day of the last change follows a change', () => {
  const story = files.find(({ kind }) => kind.name === 'stories')
  if (!story) throw new Error('There is no story')
  const save = (change: Record<string, unknown>) =>
    writeFile(story.kind, { ...readFile(story.kind, story.text), ...change }, known, today)
  expect(save({ title: 'Another title' })).toContain(`updated: "${today}"`)
  expect(save({ body: 'Another text.' })).toMatch(/updated: "2027-01-31"[\s\S]*\n---\nAnother text\.\n$/)
})

test.each<[string, string, object | undefined, string]>([
  ['content/site.yaml', 'names.founder', undefined, 'Names, Founder is missing.'],
  [
    'content/pages/Home.yaml',
    'blocks[2].actions[1].href',
    { blocks: [{ kind: 'hero' }, { kind: 'call-to-give' }] },
    'Blocks 2 (Call to give), Actions 1, Link is missing.',
  ],
  ['content/posts/x.md', 'labelled[1]', undefined, 'Shown as a sample 1 is missing.'],
  ['content/pages/Home.yaml', '', undefined, 'The file is missing.'],
])('a problem of %s at %j is said as %s %s', (file, field, values, sentence) =>
  expect(explained({ file, field, message: 'is missing' }, values)).toBe(sentence),
)

test('every label is for a field that exists', () => {
  const known = new Set([
    ...allPlaces().map(([place]) => place),
    ...fileKinds.map(({ name }) => name),
    ...fileKinds.filter(({ ending }) => ending === '.md').map(({ name }) => `${name}.body`),
  ])
  const unused = Object.keys(labels).filter(
    (label) => ![...known].some((place) => place === label || place.endsWith(`.${label}`)),
  )
  expect(unused).toEqual([])
})

type Inner = { name: string; collection?: string; list?: string; fields?: Field[]; types?: Inner[] }

const allPlaces = () => fileKinds.flatMap((kind) => placesOf(fieldsOf(kind.schema, [kind.name]), kind.name))

/** Every place of a form, those of a type of block too, and the list from which its value is picked. */
function placesOf(fields: readonly Field[], place: string): [place: string, list?: string | undefined][] {
  return fields.flatMap((field) => {
    const { name, collection, list = collection, fields: inner = [], types = [] } = field as Inner
    const here = `${place}.${name}`
    const ofTypes = types.map((type) => [`${here}.${type.name}`, type.fields ?? []] as const)
    return [
      [here, list] as [string, string?],
      ...placesOf(inner, here),
      ...ofTypes.flatMap(([at, within]) => [[at] as [string], ...placesOf(within, at)]),
    ]
  })
}

/** Without most translations, whose files are all alike. */
const yaml = globSync('content/**/*.yaml', { cwd: root })
  .filter((file, index) => process.env.TEST_ALL || !/\.\w+\.yaml$/.test(file) || index % 8 === 0)
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
const read = (text: string): unknown => parse(text, { schema: 'core' })

const written = `# For editors: the groups of the menu.
label: "About" # shown in the header

# Two are enough.
entries:
  # The first.
  - label: 'Who we are'
    href: /AboutUs # keep
    note: >-
      A long text, of which every line but the last is as long as this one, so that whoever opens the file can read it in a narrow
      window.
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

test('is printed as it is written', () => {
  expect(printFile('content/navigation.yaml', written)).toBe(written)
})

/** A change of the value at a place, such as entries.0.href; undefined takes the field away. */
test.each<[string, string, unknown, string, string]>([
  ['a text in quotes', 'label', 'Us: all', 'label: "About" # shown', 'label: "Us: all" # shown'],
  ['a text with a comment behind it', 'entries.0.href', '/Us', '/AboutUs # keep', '/Us # keep'],
  ['a list in one line', 'tags.2', 'three', '[one, two]', '[one, two, three]'],
  [
    'a group in one line',
    'entries.1.label',
    'Us',
    '{ label: Values, href: "/OurValues" }',
    '{ label: Us, href: "/OurValues" }',
  ],
  ['a text over several lines', 'entries.2.text', 'First line.\n\nAnother.', 'Second line.', 'Another.'],
  ['a new field', 'entries.2.href', '/Us', '      Second line.\n', '      Second line.\n    href: /Us\n'],
  ['a field taken away', 'entries.0.href', undefined, '    href: /AboutUs # keep\n', ''],
  ['the first field taken away', 'entries.2.label', undefined, '- label: Contact\n    text', '- text'],
  ['a new entry', 'entries.3', { when: '2026' }, '      Second line.\n', '      Second line.\n  - when: "2026"\n'],
  ['an entry taken away', 'entries.2', undefined, lastEntry, ''],
  ['an entry doubled', 'entries.3', values, '\ntags:', '\n  - label: Values\n    href: /OurValues\ntags:'],
])('%s', (_name, place, next, before, after) => {
  const value = entries(written)
  const keys = place.split('.')
  const last = keys.pop() ?? ''
  const holder = keys.reduce<unknown>((part, key) => Reflect.get(part as object, key), value) as object
  if (next !== undefined) Reflect.set(holder, last, next === values ? value.entries[1] : next)
  else if (Array.isArray(holder)) holder.splice(Number(last), 1)
  else Reflect.deleteProperty(holder, last)
  expect(written).toContain(before)
  expect(withValue(written, value)).toBe(written.replace(before, () => after))
})

test('entries are moved with their comments; one above the first entry is about the list', () => {
  const value = entries(written)
  value.entries.reverse()
  const moved = withValue(written, value)
  expect(read(moved)).toEqual(value)
  expect(moved.split('\n').toSorted()).toEqual(written.split('\n').toSorted())
  expect(moved).toContain('# The first.\n  # The last.\n  - label: Contact')
})

test('says what was edited, whatever that is, and keeps its comments', () => {
  for (const { file, text } of yaml)
    for (const edited of edits(read(text))) {
      const result = withValue(text, edited)
      expect({ file, value: trimmed(read(result)) }).toEqual({ file, value: trimmed(edited) })
      const kept = new Set(result.split('\n'))
      expect(text.split('\n').filter((line) => !kept.has(line)).length).toBeLessThan(40)
    }
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
  const step = process.env.TEST_ALL ? 50 : 300
  for (const at of places.filter((_place, index) => index % step === 1)) {
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

const originalOf = (file: string) => {
  const original = originalsOf(content).get(file)
  if (!original) throw new Error(`${file} has no texts`)
  return original
}
/** Every placeholder of a text, standing for itself. */
const wordsIn = (text: string) => new Map([...text.matchAll(/\{([\w:-]+)\}/g)].map(([, name = '']) => [name, name]))
const indiaFile = 'content/pages/India.yaml'

function openForm(text: string, file = indiaFile) {
  const values = readTranslation(text)
  const state = stateOf(values[translationField], originalOf(file))
  const save = (changes: Partial<typeof state>) =>
    writeTranslation({ ...values, [translationField]: jsonOf({ ...state, ...changes }) }, wordsIn(text))
  const rowAt = (at: string) => {
    const row = state.rows.find((one) => one.at === at)
    if (!row) throw new Error(`There is no text at ${at}`)
    return row
  }
  return { ...state, save, rowAt }
}
const india = () => readFileSync(path.join(root, 'content/pages/India.hi.yaml'), 'utf8')

test('an unchanged form leaves the file of a translation as it is', () => {
  expect(content.translations.length).toBeGreaterThan(40)
  for (const { source, of } of content.translations) {
    const text = readFileSync(path.join(root, source.file), 'utf8')
    expect({ file: source.file, text: openForm(text, of.source.file).save({}) }).toEqual({ file: source.file, text })
  }
})

test('a translation that is written in the form has no problems and misses nothing', () => {
  const [file, translated] = ['content/posts/left-handed.md', 'content/posts/left-handed.hi.yaml']
  const empty = stateOf(undefined, originalOf(file))
  const rows = empty.rows.map((row) => withText(row, row.english))
  const text = writeTranslation(
    { [translationField]: jsonOf({ ...empty, rows }) },
    wordsIn(JSON.stringify(originalOf(file))),
  )
  const read = loadContent(path.join(root, 'content'), {
    ...options,
    instead: new Map([[translated.replace('content/', ''), text]]),
  })
  const written = read.ok ? read.content.translations.find(({ source }) => source.file === translated) : undefined
  expect(written?.review).toBe(true)
  expect(written && translate(written.of, 'hi', written)).toMatchObject({ missing: [], problems: [] })
})

test('a text whose English has changed shows both, and keeps the old one until the translator has compared them', () => {
  const description = originalOf(indiaFile).find(({ at }) => at === 'description')?.english
  const text = india().replace(`english: ${description}`, 'english: The India of old')
  const { save, rows, rowAt } = openForm(text)
  const row = rowAt('description')
  expect(row).toMatchObject({ english: description, was: 'The India of old' })
  expect(rows.filter(isOutdated)).toEqual([row])
  expect(save({})).toBe(text)
  const compared = withText(row, row.entry?.text ?? '')
  expect(isOutdated(compared)).toBe(false)
  expect(save({ rows: rows.map((one) => (one === row ? compared : one)) })).toBe(india())
})

test('the list names what is missing or out of date in each language', () => {
  const instead = new Map([
    ['pages/India.hi.yaml', india().replace(/(at: description\n +english: ).*/, '$1The India of old')],
    ['pages/Kenya.hi.yaml', 'texts: []\n'],
  ])
  const read = loadContent(path.join(root, 'content'), { ...options, instead })
  if (!read.ok) throw new Error('The content has problems')
  const leftIn = (file: string) => originalNames(read.content).find((one) => one.file === file)?.left
  expect(leftIn(indiaFile)).toEqual({ hi: '1 out of date', sw: '' })
  expect(leftIn('content/pages/Kenya.yaml')?.hi).toMatch(/^\d+ missing$/)
  expect(leftIn('content/pages/OurValues.yaml')).toEqual({ hi: 'not translated', sw: 'not translated' })
})

test('what has no texts is not offered, and an unknown placeholder is refused', () => {
  const names = originalNames(content)
  expect(names.map(({ file }) => file)).not.toContain('content/redirects.yaml')
  expect(names).toContainEqual(expect.objectContaining({ file: indiaFile, label: 'Pages: India', address: '/India' }))
  const state = stateOf(undefined, originalOf(indiaFile))
  const rows = state.rows.map((row) => (row.at === 'title' ? withText(row, '{organization}') : row))
  const save = () =>
    writeTranslation({ [translationField]: jsonOf({ ...state, rows }) }, new Map([['organisation', 'x']]))
  expect(save).toThrow(
    expect.objectContaining({
      cause: expect.objectContaining({ message: expect.stringMatching(/did you mean "organisation"/) }),
    }),
  )
})

test.each(['public/admin', 'app/admin', '.next/editor', '.', 'content'])(
  '%s is refused as a folder: it belongs to the site',
  (folder) => {
    expect(exportProblem({ root, folder: path.join(root, folder), repo: 'owner/name', signIn: undefined })).toMatch(
      /belongs to the site/,
    )
  },
)

test('a folder with other files and an invalid repository are refused', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'editor-export-'))
  expect(exportProblem({ root, folder, repo: 'owner/name', signIn: undefined })).toBeUndefined()
  expect(exportProblem({ root, folder, repo: 'name', signIn: undefined })).toMatch(/Name the repository/)
  expect(exportProblem({ root, folder, repo: 'owner/name', signIn: 'http://example.org' })).toMatch(/https/)
  writeFileSync(path.join(folder, 'photo.jpg'), '')
  expect(exportProblem({ root, folder, repo: 'owner/name', signIn: undefined })).toMatch(/other files/)
})

test('the editor can be bundled for a browser, which has no files', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'editor-bundle-'))
  await bundleEditor(folder)
  expect(existsSync(path.join(folder, 'editor.js'))).toBe(true)
  rmSync(folder, { recursive: true })
})

test.each([
  ['There was an error while saving', 'There was a mistake in saving'],
  ['save_anyway:`Save Anyway`', 'save:`Save Anyway`'],
  ['cdn.jsdelivr.net/fontsource/fonts/noto-mono', 'cdn.jsdelivr.net/fontsource/fonts/other'],
  ['cdn.jsdelivr.net/fontsource/', 'fonts.example.org/'],
])('an editing package without %j stops the editor, and is named', (from, to) => {
  const script = readFileSync(path.join(root, 'node_modules/@sveltia/cms/npm/index.js'), 'utf8')
  expect(adaptedScript(script)).not.toContain(from)
  expect(() => adaptedScript(script.replaceAll(from, to))).toThrow(/^@sveltia\/cms has changed/)
})

test('content cannot end the script element that holds the settings', () => {
  const settings = { placeholders: [['name', '</script><script>']] } as unknown as EditorSettings
  expect(editorPage(settings, 'app')).not.toContain('</script><script>')
})

test('drafts stay out of an editor that everybody can open', () => {
  const slug = 'the-500th'
  const file = `content/stories/India/${slug}.md`
  const asDraft = <Item extends object>(item: Item): Item => ({ ...item, draft: true })
  const withDraft = {
    ...content,
    stories: content.stories.map((story) => (story.slug === slug ? asDraft(story) : story)),
    entries: content.entries.map((entry) =>
      entry.source.file === file ? { ...entry, data: asDraft(entry.data as object) } : entry,
    ),
  }
  const [before, shown] = [publicPart(content, new Date('2026-11-25')), publicPart(withDraft, new Date('2026-11-25'))]
  const storiesOf = (part: typeof content) => choicesOf({ ok: true, content: part }).stories
  expect(storiesOf(shown)).toHaveLength((storiesOf(before)?.length ?? 0) - 1)
  expect(originalsOf(withDraft).has(file)).toBe(true)
  expect(originalsOf(shown).size).toBe(originalsOf(before).size - 1)
})
