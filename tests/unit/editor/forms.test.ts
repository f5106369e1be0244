/** The editor's forms follow from the schemas of the content, and lose nothing of what the files say. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Field } from '@sveltia/cms'
import { traitsOf } from '#components/art/traits.ts'
import { fileKinds, kindOfFile } from '#editor/collections.ts'
import { explained } from '#editor/explained.ts'
import { blockKinds, fieldsOf } from '#editor/fields.ts'
import { readFile, writeFile } from '#editor/file-format.ts'
import { labels } from '#editor/labels.ts'
import { shownAt } from '#editor/lists.ts'
import { isRecord } from '#lib/platform/narrow.ts'
import { blockSchemas } from '#lib/site/content/block-schema.ts'
import { loadContent } from '#lib/site/content/load.ts'

const root = path.join(import.meta.dirname, '../../..')
const { placeholders } = loadContent(path.join(root, 'content'))

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
    expect({ file, text: writeFile(kind, readFile(kind, text), placeholders, today) }).toEqual({ file, text })
})

test('fields that the form leaves empty or at their standard value are not written', () => {
  for (const { file, kind, text } of files) {
    const values = readFile(kind, text)
    blankOptional(fieldsOf(kind.schema, [kind.name]), values)
    expect({ file, text: writeFile(kind, values, placeholders, today) }).toEqual({ file, text })
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

test.each<[string, Record<string, unknown>, RegExp]>([
  ['a missing field', { title: undefined }, /Title is missing/],
  ['a text that is too long', { title: 'a'.repeat(80) }, /Title has 80 characters; it must have at most 70/],
  ['a placeholder that there is not', { summary: 'By {organization}' }, /did you mean "organisation"/],
])('%s is refused in plain words', (_name, change, message) => {
  const story = files.find(({ kind }) => kind.name === 'stories')
  if (!story) throw new Error('There is no story')
  const save = () => writeFile(story.kind, { ...readFile(story.kind, story.text), ...change }, placeholders, today)
  expect(save).toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ message: expect.stringMatching(message) }) }),
  )
})

test('a drawn person keeps the country when the cloth is changed', () => {
  const story = files.find(
    ({ text, kind }) => kind.name === 'stories' && /kind: portrait[^}]*pattern: india/.test(text),
  )
  if (!story) throw new Error('There is no story with a drawn patient')
  const values = readFile(story.kind, story.text)
  const picture = values.picture as Record<string, unknown>
  expect(picture).toMatchObject({ home: 'india' })
  const written = writeFile(story.kind, { ...values, picture: { ...picture, pattern: 'usa' } }, placeholders, today)
  expect(written).toMatch(/pattern: usa/)
  expect(written).toMatch(/home: india/)
  const look = { who: 'woman', look: 27, seam: true } as const
  const { skin, hair, clothes } = traitsOf({ ...look, pattern: 'india' })
  expect(traitsOf({ ...look, pattern: 'usa', home: 'india' })).toMatchObject({ skin, hair, clothes })
})

test('beside a film and a campaign stands a page that shows it', () => {
  const loaded = loadContent(path.join(root, 'content'))
  if (!loaded.ok) throw new Error('The content has problems')
  const { pages } = loaded.content
  for (const [file, address] of Object.entries(shownAt(loaded.content))) {
    const page = pages.find((one) => one.address === address)
    const name = path.basename(file, '.yaml')
    const shown = JSON.stringify(page?.blocks)
    const lists = loaded.content.playlists.filter(({ id }) => shown.includes(`"playlist":"${id}"`))
    if (/films|campaigns/.test(file))
      expect([file, shown.includes(`:"${name}"`) || lists.some(({ films }) => films.includes(name))]).toEqual([
        file,
        true,
      ])
  }
  expect(Object.keys(shownAt(loaded.content))).toContain('content/films/a-patient-speaks.yaml')
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
      'stories.gift.reason -> purposes',
      'events.zone -> zones',
      'navigation-file.groups.entries.href -> links',
    ]),
  )
})

test('the day of the last change follows a change', () => {
  const story = files.find(({ kind }) => kind.name === 'stories')
  if (!story) throw new Error('There is no story')
  const save = (change: Record<string, unknown>) =>
    writeFile(story.kind, { ...readFile(story.kind, story.text), ...change }, placeholders, today)
  expect(save({ title: 'Another title' })).toContain(`updated: "${today}"`)
  expect(save({ body: 'Another text.' })).toMatch(/updated: "2027-01-31"[\s\S]*---\n\nAnother text\.\n$/)
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

test('every kind of block stands in the menu once, with a line of what it is for', () => {
  expect(blockKinds.toSorted()).toEqual(Object.keys(blockSchemas).sort())
})

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
