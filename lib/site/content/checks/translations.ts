/**
 * Reports what translators still have to do, translations that are not shown because a text beside them is missing, and figures that do not come
 * from the same placeholder as in English.
 */
import type { Language } from '#lib/platform/languages/index.ts'
import { toAsciiDigits } from '#lib/platform/typed-text.ts'
import type { Content } from '#lib/site/content/content.ts'
import { byPlace, type Path, type Problem, warning } from '#lib/site/content/problem.ts'
import { similarText, type Translation, translate } from '#lib/site/content/translation.ts'
import type { Subject } from './found.ts'

/** Placeholders whose values may change: figures, telephone numbers, addresses. */
const valued = /\{\w+:[\w-]+\}/g

/**
 * Figures, telephone numbers and amounts are defined once, in the English files, so that languages never disagree. Numbers below 100 may
 * be words in English.
 */
export const checkTranslations = ({ content }: Pick<Subject, 'content'>): Problem[] =>
  content.translations.flatMap((translation) => {
    const { source, language, of, texts } = translation
    const { hiding, shown, lang } = translate(of, language, translation)
    const part = lang ? 'the whole text' : 'the whole block or entry'
    const inEnglish = hiding.map(({ path }) =>
      warning(of.source.problem(path, `has no translation in ${source.file}, so visitors read ${part} in English`)),
    )
    const figures = shown.flatMap(({ index, english, was }) => {
      const text = (texts[index]?.text ?? '').replace(/\(\S*\)/g, '')
      const same = new Set(literalsIn(english))
      const added = literalsIn(text).filter((literal) => !same.has(literal))
      if (added.length === 0) return []
      const report = (message: string) => source.problem(['texts', index, 'text'], message, { words: added[0] ?? '' })
      const lost = [...new Set(english.match(valued))].filter((literal) => !text.includes(literal))
      const problems = lost.map((value) => report(`the English has ${value} here: write it too, in place of the value`))
      if (problems.length > 0) return was === undefined ? problems : problems.map(warning)
      return added
        .filter((literal) => /^\p{Sc}|\d{3}|@/u.test(literal))
        .map((literal) => warning(report(`${literal} is not in the English text`)))
    })
    return [...inEnglish, ...figures]
  })

/** Numbers, amounts and e-mail addresses outside placeholders, in ASCII digits. */
const literalsIn = (text: string): string[] =>
  toAsciiDigits(text.replace(/\{[^}]*\}/g, ''))
    .match(/\p{Sc}?\d[\d,]*|\S+@\S+/gu)
    ?.map((literal) => literal.replaceAll(',', '')) ?? []

type TranslationReport = {
  /** Texts without a translation, and translations of an English text that has changed since. */
  gaps: Problem[]
  /** Files that have no translation, by language. */
  untranslated: ReadonlyMap<Language, string[]>
}

/** A missing or outdated translation. `was`: the English that was translated, if it has changed. */
type Gap = { path: Path; index?: number; english: string; was?: string; text?: string }

export function gapsOf(translation: Translation): Gap[] {
  const { missing, shown } = translate(translation.of, translation.language, translation)
  const used = new Set(shown.map(({ index }) => index))
  return [
    ...shown.filter(({ was }) => was !== undefined),
    ...missing.map(({ path, english }) => {
      const similar = similarText(english, translation.texts, used)
      return { path, english, ...(similar && { was: similar.english, text: similar.text }) }
    }),
  ]
}

export function reportTranslations(
  { entries, translations }: Content,
  languages: readonly Language[],
): TranslationReport {
  const gaps = translations.flatMap((translation) => {
    const { of, source } = translation
    return gapsOf(translation).map(({ path, index, english, was, text }) =>
      index === undefined
        ? of.source.problem(
            path,
            `has no translation in ${source.file}${was === undefined ? '' : `\n  similar before: ${quoted(was)}\n  its translation: ${quoted(text)}`}`,
          )
        : source.problem(
            ['texts', index],
            `the English has changed since\n  before: ${quoted(was)}\n  now:    ${quoted(english)}`,
          ),
    )
  })
  const untranslated = languages.map((language) => {
    const done = new Set(translations.filter((each) => each.language === language).map(({ of }) => of.source.file))
    const files = entries.map(({ source }) => source.file).filter((file) => !done.has(file))
    return [language, files.toSorted()] as const
  })
  return { gaps: gaps.toSorted(byPlace), untranslated: new Map(untranslated) }
}

const quoted = (text = '') => `"${text.replace(/\s+/g, ' ').trim()}"`
