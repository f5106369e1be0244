/** The editor's forms follow from the schemas of the content, and lose nothing of what the files say. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Field } from '@sveltia/cms'
import { traitsOf } from '#components/art/traits.ts'
import { contentCollections, fileKinds, kindOfFile } from '#editor/collections.ts'
import { fieldsOf, foldedKey } from '#editor/fields.ts'
import { readFile, writeFile } from '#editor/file-format.ts'
import { explained, labels, nameOf } from '#editor/labels.ts'
import { choicesOf, shownAt } from '#editor/lists.ts'
import { readOrder, writeOrder } from '#editor/story-order.ts'
import { isRecord } from '#lib/platform/narrow.ts'
import { eventSchema } from '#lib/site/content/event-schema.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { fieldName, type Path } from '#lib/site/content/problem.ts'

const root = path.join(import.meta.dirname, '../../..')
const { words } = loadContent(path.join(root, 'content'))

const today = '2027-01-31'

const kindOf = (file: string) => {
  const name = file.replace('content/', '')
  const found = fileKinds.find((kind) => kind.name === kindOfFile(name) || name.startsWith(`${kind.name}/`))
  if (!found) throw new Error(`${file} has no form`)
  return found
}

const choices = choicesOf(loadContent(path.join(root, 'content')))
const { countries } = choices

const files = globSync('content/**/*.{yaml,md}', {
  cwd: root,
  exclude: ['content/README.md', 'content/**/*.*.{yaml,md}', 'content/**/_order.yaml'],
}).map((file) => ({ file, kind: kindOf(file), text: readFileSync(path.join(root, file), 'utf8') }))

test('every file of content/ has a collection', () => {
  const { collections, singletons } = contentCollections(choices)
  const folders = collections.flatMap((collection) => ('folder' in collection ? [collection.folder] : []))
  const single = singletons.flatMap((file) => ('file' in file ? [file.file] : []))
  for (const { file } of files)
    expect([...folders, ...single].some((place) => file === place || path.dirname(file) === place)).toBe(true)
})

test('saving an unchanged form leaves the file as it is', () => {
  for (const { file, kind, text } of files)
    expect({ file, text: writeFile(kind, readFile(kind, text), words, today) }).toEqual({ file, text })
})

test('fields that the form leaves empty or at their standard value are not written', () => {
  for (const { file, kind, text } of files) {
    const values = readFile(kind, text)
    blankOptional(fieldsOf(kind.schema, [kind.name]), values)
    expect({ file, text: writeFile(kind, values, words, today) }).toEqual({ file, text })
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
  ['a text that is too long', { title: 'a'.repeat(80) }, /Title is 80 characters long; at most 70/],
  ['a placeholder that there is not', { summary: 'By {organization}' }, /did you mean "organisation"/],
])('%s is refused in plain words', (_name, change, message) => {
  const story = files.find(({ kind }) => kind.name === 'stories')
  if (!story) throw new Error('There is no story')
  const save = () => writeFile(story.kind, { ...readFile(story.kind, story.text), ...change }, words, today)
  expect(save).toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ message: expect.stringMatching(message) }) }),
  )
})

test('a drawn person keeps the country when the cloth is changed, and new people have no golden line', () => {
  const story = files.find(
    ({ text, kind }) => kind.name === 'stories' && /kind: portrait[^}]*pattern: india/.test(text),
  )
  if (!story) throw new Error('There is no story with a drawn patient')
  const values = readFile(story.kind, story.text)
  const picture = values.picture as Record<string, unknown>
  expect(picture).toMatchObject({ home: 'india' })
  const written = writeFile(story.kind, { ...values, picture: { ...picture, pattern: 'usa' } }, words, today)
  expect(written).toMatch(/pattern: usa/)
  expect(written).toMatch(/home: india/)
  const look = { who: 'woman', look: 27, seam: true } as const
  const { skin, hair, clothes } = traitsOf({ ...look, pattern: 'india' })
  expect(traitsOf({ ...look, pattern: 'usa', home: 'india' })).toMatchObject({ skin, hair, clothes })

  const [type] = (fieldsOf(story.kind.schema, ['stories']).find(({ name }) => name === 'picture') as Inner).types ?? []
  const names = type?.fields?.map(({ name }) => name) ?? []
  expect(names.indexOf('pattern')).toBeLessThan(names.indexOf('look'))
  expect(type?.fields?.find(({ name }) => name === 'seam')).toMatchObject({ default: false })
})

test('stories are put in order by dragging, without numbers and without a new date', () => {
  const { collections } = contentCollections(choices)
  const ordered = collections.filter((collection) => 'index_file' in collection && collection.index_file)
  expect(ordered.map(({ name }) => name)).toEqual(countries.map(({ value }) => `stories-${value}`))
  const stories = ['one', 'two', 'new'].map((value) => ({ value, label: `The ${value}`, country: 'Kenya' }))
  const text = '# Why so.\nstories:\n  - /Kenya/stories/two # First.\n  - /Kenya/stories/gone\n  - /Kenya/stories/one\n'
  const form = readOrder(text, 'Kenya', [...stories, { value: 'other', label: 'Other', country: 'India' }])
  const rows = form.stories as { title: string }[]
  expect(rows.map(({ title }) => title)).toEqual(['The two', 'The one', 'The new'])
  expect(writeOrder({ ...form, stories: rows.toReversed() })).toBe(
    '# Why so.\nstories:\n  - /Kenya/stories/new\n  - /Kenya/stories/one\n  - /Kenya/stories/two # First.\n',
  )
})

test.each([
  ['youtube', 'https://www.youtube.com/watch?v=abcDEF12345&t=4s'],
  ['youtube', 'https://youtu.be/abcDEF12345?si=x'],
  ['youtube', 'https://www.youtube.com/shorts/abcDEF12345'],
  ['youtube', 'abcDEF12345'],
])('the address of a film is pasted whole: %s %s', (kind, id) => {
  const film = files.find(({ kind }) => kind.name === 'films')
  if (!film) throw new Error('There is no film')
  const written = writeFile(film.kind, { ...readFile(film.kind, film.text), source: { kind, id } }, words, today)
  expect(written).toMatch(/id: "?abcDEF12345"?\b/)
})

test('days, times and moments have fields of the browser, so that nothing else can be written', () => {
  const event = fieldsOf(eventSchema, ['events'])
  const widgets = Object.fromEntries(event.map(({ name, widget, ...rest }) => [name, { widget, ...rest }]))
  expect(widgets.date).toMatchObject({ widget: 'datetime', type: 'date' })
  expect(widgets.starts).toMatchObject({ widget: 'native', type: 'time' })
  const folded = event.find(({ name }) => name === foldedKey) as Inner
  expect(folded.fields?.find(({ name }) => name === 'publishFrom')).toMatchObject({ widget: 'moment' })
})

test('the words of a file come first, what it must have follows, and the rest is folded', () => {
  const { collections } = contentCollections(choices)
  const names = (name: string) => {
    const found = collections.find((collection) => collection.name === name)
    return found && 'folder' in found
      ? found.fields.flatMap(({ name, widget }) => (widget === 'marks' ? [] : name))
      : []
  }
  expect(names('pages')).toEqual(['title', 'description', 'blocks', 'address', 'card', foldedKey])
  expect(names('stories-Kenya')).toEqual(['title', 'summary', 'description', 'body', 'picture', 'gift', foldedKey])
  expect(names('posts').slice(0, 5)).toEqual(['title', 'excerpt', 'description', 'date', 'body'])
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

test('a mark is taken away in the form', () => {
  const story = files.find(({ kind, text }) => kind.name === 'stories' && text.includes('labelled: true'))
  if (!story) throw new Error('There is no marked story')
  const values = readFile(story.kind, story.text)
  expect(values.labelled).toEqual(['*'])
  expect(writeFile(story.kind, { ...values, labelled: [] }, words, today)).not.toContain('labelled')
  expect(writeFile(story.kind, { ...values, labelled: ['body'] }, words, today)).toMatch(/labelled:\s+(- |\[ ?)body/)
})

test('files and entries that other files name are picked from a list', () => {
  const relations = allPlaces().flatMap(([place, list]) => (list ? [`${place} -> ${list}`] : []))
  expect(relations).toEqual(
    expect.arrayContaining([
      'pages.blocks.event.event -> events',
      'pages.blocks.events.only -> events',
      'pages.blocks.campaign.campaign -> campaigns',
      'pages.blocks.sponsorship-form.calendarEvent -> events',
      'playlists.films -> films',
      'pages.blocks.figures.figures.figure -> figures',
      'pages.blocks.stories.only -> stories',
      'stories.gift.reason -> purposes',
      'campaigns.reason -> purposes',
      'events.zone -> zones',
      'camps.zone -> zones',
      'navigation-file.groups.entries.href -> links',
    ]),
  )
})

test('the day of the last change follows a change', () => {
  const story = files.find(({ kind }) => kind.name === 'stories')
  if (!story) throw new Error('There is no story')
  const save = (change: Record<string, unknown>) =>
    writeFile(story.kind, { ...readFile(story.kind, story.text), ...change }, words, today)
  expect(save({ title: 'Another title' })).toContain(`updated: "${today}"`)
  expect(save({ body: 'Another text.' })).toMatch(/updated: "2027-01-31"[\s\S]*---\n\nAnother text\.\n$/)
})

test.each<[Path, string]>([
  [[], 'The file'],
  [['title'], 'Title'],
  [['names', 'founder'], 'Names, Founder'],
  [['groups', 2], 'Groups 3'],
  [['blocks', 0, 'heading'], 'Blocks 1, Heading'],
  [['blocks', 1, 'actions', 0, 'label'], 'Blocks 2, Actions 1, Label'],
  [['rows', 3, 1], 'Rows 4 2'],
])('the place %j of a problem is said as %s', (path, place) =>
  expect(explained({ field: fieldName(path), message: 'is missing' })).toBe(`${place} is missing.`),
)

test.each([
  ['calendarEvent', 'Calendar event'],
  ['stories', 'Story'],
  ['old addresses', 'Old address'],
  ['address', 'Address'],
  ['levels', 'Level'],
])('one of %s is called %s', (name, said) => expect(nameOf(name, 'one')).toBe(said))

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

test('choices are described in words, and nothing is offered while the content has errors', () => {
  const { figures, purposes, stories } = choicesOf(loadContent(path.join(root, 'content')))
  expect(figures.map(({ label }) => label)).toContain('Women rescued: 300+ women rescued')
  expect(purposes).toHaveLength(8)
  expect(stories.filter(({ country }) => country === 'Kenya').map(({ value }) => value)).toContain('more-time-to-grow')
  expect(choicesOf({ ok: false, countries: [] })).toMatchObject({ figures: [], purposes: [], stories: [], links: [] })
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
