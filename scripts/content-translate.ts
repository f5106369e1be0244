/**
 * `npm run content:translate -- hi pages/India.yaml`: writes content/pages/India.hi.yaml with all texts of the original, empty where
 * there is no translation yet. Run again after the original has changed, it keeps what is translated and records that it was looked at.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { defaultLanguage, isLanguage, translatedLanguages } from '#lib/platform/languages/index.ts'
import { isRecord, propertyOf } from '#lib/platform/narrow.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { formatProblem } from '#lib/site/content/problem.ts'
import { draftOf } from './support/translation-draft.ts'

const [language, named = ''] = process.argv.slice(2)
const name = named.replace(/^(?:\.\/)?content\//, '')
const loaded = loadContent(path.resolve('content'))
const entry = loaded.ok ? loaded.content.entries.find(({ source }) => source.file === `content/${name}`) : undefined

if (!loaded.ok) fail(loaded.problems.map(formatProblem).join('\n\n'))
else if (!isLanguage(language) || language === defaultLanguage)
  fail(
    `Name a language, one of ${translatedLanguages.join(', ')}, and a file: npm run content:translate -- hi pages/India.yaml`,
  )
else if (!entry) fail(`There is no file content/${name} with texts to translate.`)
else {
  const file = path.join('content', name.replace(/(?=\.\w+$)/, `.${language}`))
  const translation = loaded.content.translations.find((one) => one.language === language && one.of === entry)
  const raw = translation?.source.raw
  const body = isRecord(raw) ? String(propertyOf(raw, 'body') ?? '') : ''
  const { text: fields, open } = draftOf(entry, raw, body)
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null
  const isNew = before === null
  // The note at the top of the file stays.
  const [, note = ''] = /^(?:---\n)?((?:#.*\n)+)/.exec(before ?? '') ?? []
  const text = fields.replace(/^(?:---\n)?/, (start) => start + note)
  if (text !== before) writeFileSync(file, text)
  console.log(
    `${isNew ? 'Written' : 'Updated'}: ${file}, ${open === 0 ? 'all texts are translated' : `${open} texts to translate`}.`,
  )
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
