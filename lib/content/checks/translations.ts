/** What translators still have to do, and the texts of translations for the checks of links and words. */
import type { Language } from '#lib/languages/index.ts'
import type { Content, Entry } from '../load.ts'
import { byPlace, type Problem } from '../problem.ts'
import { fingerprint, translate } from '../translation.ts'

/** The texts that translations give, each at its place in its own file. */
export function translatedEntries({ entries, translations }: Content): Entry[] {
  return translations.flatMap((translation) => {
    const original = entries.find((entry) => entry === translation.of)
    if (!original) return []
    const { given } = translate(original, translation.language, translation)
    const { source, body } = translation
    const { schema, page, story, post } = original
    return {
      source,
      schema,
      data: given,
      ...(page && { page }),
      ...(story && { story: { ...story, body } }),
      ...(post && { post: { ...post, body } }),
    }
  })
}

export type TranslationReport = {
  /** Texts without a translation, and translations of an original that has changed since. */
  gaps: Problem[]
  /** Files that have no translation, by language. */
  untranslated: ReadonlyMap<Language, string[]>
}

export function reportTranslations(
  { entries, translations }: Content,
  languages: readonly Language[],
): TranslationReport {
  const gaps = translations.flatMap((translation) => {
    const { of, source, language, texts } = translation
    const original = entries.find((entry) => entry === of)
    if (!original) return []
    const isOutdated = texts.original !== fingerprint(original)
    const { missing, problems } = translate(original, language, translation)
    const again = `npm run content:translate -- ${language} ${of.source.file.replace('content/', '')}`
    return [
      ...(isOutdated ? [source.problem(['original'], `the original has changed since: ${again}`)] : []),
      ...problems,
      ...missing.map((path) => of.source.problem(path, `has no translation in ${source.file}`)),
    ]
  })
  const untranslated = languages.map((language) => {
    const done = new Set(translations.filter((one) => one.language === language).map(({ of }) => of.source.file))
    const files = entries.map(({ source }) => source.file).filter((file) => !done.has(file))
    return [language, files.toSorted()] as const
  })
  return { gaps: gaps.toSorted(byPlace), untranslated: new Map(untranslated) }
}
