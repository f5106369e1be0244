/** Translations in the editor: a form of the texts, and a file beside the original with nothing else in it. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { contentCollections, translationName } from '#editor/collections.ts'
import { findOriginal, originalNames } from '#editor/originals.ts'
import { translationField } from '#editor/settings.ts'
import { jsonOf, placesOf, readTranslation, stateOf, withText, writeTranslation } from '#editor/translations.ts'
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
const endingOf = (file: string) => (file.endsWith('.md') ? '.md' : '.yaml')

test('an unchanged form leaves the file of a translation as it is', () => {
  const files = content.translations.map(({ source, of }) => [source.file, of.source.file] as const)
  expect(files.length).toBeGreaterThan(20)
  for (const [file, original] of files) {
    const text = readFileSync(path.join(root, '..', file), 'utf8')
    const values = readTranslation(endingOf(file), text)
    const json = jsonOf(stateOf(values[translationField], originalOf(original)))
    expect({
      file,
      text: writeTranslation(endingOf(file), { ...values, [translationField]: json }, wordsIn(text)),
    }).toEqual({
      file,
      text,
    })
  }
})

test.each([
  ['content/pages/OurValues.yaml', 'content/pages/OurValues.hi.yaml'],
  ['content/posts/left-handed.md', 'content/posts/left-handed.hi.md'],
])('a translation of %s that is written in the form has no problems and misses nothing', (file, translated) => {
  const original = originalOf(file)
  const empty = stateOf(undefined, original)
  const texts = placesOf(original.texts).reduce((all, { path, english }) => withText(all, path, english), empty.texts)
  const text = writeTranslation(
    endingOf(file),
    { [translationField]: jsonOf({ ...empty, texts }) },
    wordsIn(JSON.stringify(original)),
  )
  const read = loadContent(root, { instead: new Map([[translated.replace('content/', ''), text]]) })
  const written = read.ok ? read.content.translations.find(({ source }) => source.file === translated) : undefined
  expect(written?.texts).toMatchObject({ review: true, original: original.fingerprint })
  expect(written && translate(written.of, 'hi', written)).toMatchObject({ missing: [], problems: [] })
})

test('one text changes one line, and the fingerprint only when the editor says so', () => {
  const file = 'content/pages/India.hi.yaml'
  const text = readFileSync(path.join(root, '..', file), 'utf8').replace(/^original: .*$/m, 'original: "0123456789"')
  const values = readTranslation('.yaml', text)
  const original = originalOf('content/pages/India.yaml')
  const state = stateOf(values[translationField], original)
  const save = (part: Partial<typeof state>) => {
    const saved = writeTranslation(
      '.yaml',
      { ...values, [translationField]: jsonOf({ ...state, ...part }) },
      wordsIn(text),
    )
    return saved.split('\n').filter((line) => !text.split('\n').includes(line))
  }
  expect(save({ texts: withText(state.texts, ['title'], 'भारत देश') })).toEqual(['title: भारत देश'])
  expect(save({ fingerprint: original.fingerprint })).toEqual([expect.stringContaining(original.fingerprint)])
})

test('what has no texts is not offered, and a placeholder that there is not is refused', () => {
  const names = originalNames(content)
  expect(names.map(({ file }) => file)).not.toContain('content/redirects.yaml')
  expect(names).toContainEqual({ file: 'content/pages/India.yaml', label: 'Pages: India', address: '/India' })
  const state = { ...stateOf(undefined, originalOf('content/pages/India.yaml')), texts: { title: '{organization}' } }
  const save = () => writeTranslation('.yaml', { [translationField]: jsonOf(state) }, new Map([['organisation', 'x']]))
  expect(save).toThrow(
    expect.objectContaining({
      cause: expect.objectContaining({ message: expect.stringMatching(/did you mean "organisation"/) }),
    }),
  )
})

test('translations are listed in collections of their own, and not among their originals', () => {
  const pages = contentCollections().collections.find(({ name }) => name === 'pages')
  const { pattern = '' } = pages && 'folder' in pages && pages.filter ? pages.filter : {}
  expect('India').toMatch(new RegExp(pattern))
  expect(translationName('hi', 'content/pages/India.yaml')).not.toMatch(new RegExp(pattern))
})
