/** What translators still have to do, and the texts of translations for the checks of links and words. */
import type { Language } from '#lib/platform/languages/index.ts'
import type { Content, Entry } from '#lib/site/content/load.ts'
import { byPlace, type Problem } from '#lib/site/content/problem.ts'
import { fingerprint, type Translation, translate } from '#lib/site/content/translation.ts'

/** The texts that translations give, each at its place in its own file. */
export function translatedEntries({ translations }: Content): Entry[] {
  return translations.map((translation) => {
    const { source, body, of, language } = translation
    const { given } = translate(of, language, translation)
    const { schema, page, story, post } = of
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

/** Warns of translations in which words could come to stand in the wrong place. One that is not out of date is refused instead (load.ts). */
export const checkTranslations = ({ translations }: Content): Problem[] =>
  translations.flatMap((translation) =>
    translate(translation.of, translation.language, translation).uneven.map((problem) => ({
      ...problem,
      warning: true,
      message: `${problem.message}, so they are shown in English: ${commandFor(translation)}`,
    })),
  )

const commandFor = ({ language, of }: Translation) =>
  `npm run content:translate -- ${language} ${of.source.file.replace('content/', '')}`

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
    const isOutdated = texts.original !== fingerprint(of)
    const { missing, problems, uneven } = translate(of, language, translation)
    return [
      ...(isOutdated
        ? [source.problem(['original'], `the original has changed since: ${commandFor(translation)}`)]
        : []),
      ...problems,
      ...uneven,
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
