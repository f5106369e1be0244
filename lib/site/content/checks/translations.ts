/** What translators still have to do, and figures that a translation does not take from where the English takes them. */
import type { Language } from '#lib/platform/languages/index.ts'
import type { Content, Entry } from '#lib/site/content/load.ts'
import { byPlace, type Path, type Problem, warning } from '#lib/site/content/problem.ts'
import { similarText, type Translation, translate } from '#lib/site/content/translation.ts'

/** Placeholders whose values may change: figures, telephone numbers, addresses. A name may be left out where the sentence is clear. */
const valued = /\{\w+:[\w-]+\}/g
/** Amounts of money, and numbers from 100 on. */
const telling = /[$₹]\s?[\p{Nd},]*\p{Nd}|\p{Nd}[\p{Nd},]*\p{Nd}{2}/gu

/** A figure, a telephone number or an amount is written once, in the English files, so that it never differs between languages. */
export const checkTranslations = ({ translations }: Content): Problem[] =>
  translations.flatMap((translation) => {
    const { source, language, of, texts } = translation
    return translate(of, language, translation).shown.flatMap(({ index, english, was }) => {
      const { text = '' } = texts[index] ?? {}
      const tell = (message: string, words?: string) =>
        source.problem(['texts', index, 'text'], message, words === undefined ? {} : { words })
      const lost = [...new Set(english.match(valued))].filter((one) => !text.includes(one))
      const wrong = lost.map((one) => tell(`the English has ${one} here: write it too, in place of the value`))
      const own = numbersIn(english)
      const other = (text.match(telling) ?? []).filter((number) => !own.has(digitsOf(number)))
      const different = other.map((number) => warning(tell(`${number} is not in the English text`, number)))
      return [...(was === undefined ? wrong : wrong.map(warning)), ...different]
    })
  })

const numbersIn = (text: string) => new Set((text.match(telling) ?? []).map(digitsOf))

/** In the digits of any script. */
const digitsOf = (number: string) =>
  [...number.replace(/\P{Nd}/gu, '')].map((digit) => ((digit.codePointAt(0) ?? 0) - zeroOf(digit)) % 10).join('')

/** The zero of the digits of a script, which are in one row. */
function zeroOf(digit: string): number {
  let code = digit.codePointAt(0) ?? 0
  for (let steps = 0; steps < 10 && /\p{Nd}/u.test(String.fromCodePoint(code - 1)); steps++) code -= 1
  return code
}

export type TranslationReport = {
  /** Texts without a translation, and translations of an English text that has changed since. */
  gaps: Problem[]
  /** Files that have no translation, by language. */
  untranslated: ReadonlyMap<Language, string[]>
}

/** What a translation lacks. `was`: the English that was translated, where that is not today's. */
export type Gap = { path: Path; index?: number; english: string; was?: string; text?: string }

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
    const done = new Set(translations.filter((one) => one.language === language).map(({ of }) => of.source.file))
    const files = entries.map(({ source }) => source.file).filter((file) => !done.has(file))
    return [language, files.toSorted()] as const
  })
  return { gaps: gaps.toSorted(byPlace), untranslated: new Map(untranslated) }
}

const quoted = (text = '') => `"${text.replace(/\s+/g, ' ').trim()}"`
