/**
 * `npm run content:translate -- ne pages/Home.yaml`: writes content/pages/Home.ne.yaml with all texts of the original beside their
 * translations, which are empty where there is none yet. Run again after the original has changed, it keeps what is translated.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import { defaultLanguage, isLanguage, translatedLanguages } from '#lib/platform/languages/index.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { count, formatProblem } from '#lib/site/content/problem.ts'
import { draftOf, translationFileOf } from '#lib/site/content/translation.ts'
import { withValue } from '#lib/site/content/yaml-file.ts'
import { readCommand, stop } from './support/command.ts'

const usage = `npm run content:translate -- LANGUAGE FILE

  npm run content:translate -- ne pages/Home.yaml   writes content/pages/Home.ne.yaml, or adds to it`

const [language, named = ''] = readCommand(usage, { allowPositionals: true }).positionals
const name = named.replace(/^(?:\.\/)?content\//, '')
const loaded = loadContent(path.join(charityFolder, 'content'))
const entry = loaded.ok ? loaded.content.entries.find(({ source }) => source.file === `content/${name}`) : undefined

if (!loaded.ok) stop(loaded.problems.map(formatProblem).join('\n\n'))
else if (!isLanguage(language) || language === defaultLanguage)
  stop(
    `Name a language, one of ${translatedLanguages.join(', ')}, and a file: npm run content:translate -- ne pages/Home.yaml`,
  )
else if (!entry) stop(`There is no file content/${name} with texts to translate.`)
else {
  const file = path.join(charityFolder, translationFileOf(entry.source.file, language))
  const draft = draftOf(
    entry,
    loaded.content.translations.find((translation) => translation.language === language && translation.of === entry),
  )
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  const text = withValue(before ?? '', draft)
  if (text !== before) writeFileSync(file, text)
  const missing = draft.texts.filter((text) => text.text === '').length
  const changed = draft.texts.filter(({ was }) => was !== undefined).length
  const left = [
    ...(missing > 0 ? [`${count(missing, 'text')} to translate`] : []),
    ...(changed > 0 ? [`${count(changed, 'text')} whose English has changed`] : []),
  ]
  console.log(
    `${before === undefined ? 'Written' : 'Updated'}: ${path.relative(process.cwd(), file)}, ${left.join(' and ') || 'all texts are translated'}.`,
  )
}
