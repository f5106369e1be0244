/** Translations in the editor: a form of the texts, and a file beside the original with nothing else in it. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { findOriginal, originalNames } from '#editor/lists.ts'
import { translationField } from '#editor/settings.ts'
import { isOutdated, jsonOf, readTranslation, stateOf, withText, writeTranslation } from '#editor/translations.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { translate } from '#lib/site/content/translation.ts'

const root = path.join(import.meta.dirname, '../../../content')
const loaded = loadContent(root)
if (!loaded.ok) throw new Error('The content has problems')
const { content } = loaded

const originalOf = (file: string) => {
  const original = findOriginal(content, file)
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
const india = () => readFileSync(path.join(root, 'pages/India.hi.yaml'), 'utf8')

test('an unchanged form leaves the file of a translation as it is', () => {
  const files = content.translations.map(({ source, of }) => [source.file, of.source.file] as const)
  expect(files.length).toBeGreaterThan(20)
  for (const [file, original] of files) {
    const text = readFileSync(path.join(root, '..', file), 'utf8')
    expect({ file, text: openForm(text, original).save({}) }).toEqual({ file, text })
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
  const read = loadContent(root, { instead: new Map([[translated.replace('content/', ''), text]]) })
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
  const read = loadContent(root, { instead })
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
