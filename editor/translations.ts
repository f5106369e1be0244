/** Between the file of a translation (India.hi.yaml) and its form, which shows each English text with its translation. Browser-safe. */
import { parse as parseYaml } from 'yaml'
import { parse } from '#lib/site/content/parse.ts'
import { cleanText } from '#lib/site/content/pasted.ts'
import { fill, type Placeholders } from '#lib/site/content/placeholders.ts'
import {
  matchTexts,
  type OriginalText,
  similarText,
  type TranslatedText,
  type TranslationFile,
  translationSchema,
} from '#lib/site/content/translation.ts'
import { withValue } from '#lib/site/content/yaml-file.ts'
import { explained } from './explained.ts'
import { refusal } from './file-format.ts'
import { originalKey, translationField } from './settings.ts'

/** The English texts of a file. `kind`: of the block that a text belongs to. */
export type Original = readonly (OriginalText & { kind?: string })[]

/** Where the form finds an original, from the folder of its scripts on. `file`: content/pages/India.yaml */
export const originalAddress = (file: string): string => `originals/${file}.json`

/** @throws for YAML that cannot be read. */
export function readTranslation(text: string): Record<string, unknown> {
  const file = translationSchema.parse(parseYaml(text, { schema: 'core' }))
  return { [translationField]: JSON.stringify(file), [originalKey]: text }
}

/** The new text of the file. @throws as `writeFile` of file-format.ts. */
export function writeTranslation(values: Record<string, unknown>, placeholders: Placeholders): string {
  const { [translationField]: json, [originalKey]: written } = values
  if (!json) throw refusal('There is no translation in this form yet.')
  const typed: TranslationFile = JSON.parse(String(json))
  const texts = typed.texts.map((each) => ({
    ...each,
    text: cleanText(each.text, { isMarkdown: /^ *- /m.test(each.english) }),
  }))
  const next: TranslationFile = { ...typed, texts }
  const text = withValue(String(written ?? ''), next)
  const checked = parse('content/translation.yaml', text, translationSchema)
  if (!checked.ok) throw refusal(checked.problems.map((problem) => explained(problem)).join('\n'))
  const unfilled = next.texts.flatMap(({ text: translated }) => fill(translated, placeholders).unfilled)
  if (unfilled.length > 0) throw refusal(unfilled.map(({ message }) => message).join('\n'))
  return text
}

/** One text of the form. */
export type Row = Original[number] & {
  /** As the file has it. */
  entry?: TranslatedText
  /** The English from which the translation was made, where it was another. */
  was?: string
  /** A translation that is in use no more, of an English text like this one. */
  similar?: TranslatedText
}

/** What the form edits. `unused`: translations of texts that the English has no more. */
export type TranslationState = { rows: readonly Row[]; unused: readonly TranslatedText[]; isUnread: boolean }

/** `json`: the value of the field, empty for a translation that is not written yet. */
export function stateOf(json: unknown, original: Original): TranslationState {
  const { texts, review }: TranslationFile = json ? JSON.parse(String(json)) : { review: true, texts: [] }
  const matches = matchTexts(original, texts)
  const used = new Set(matches.flatMap((match) => match?.index ?? []))
  // Texts that are still empty belong to no other place.
  for (const [index, { text }] of texts.entries()) if (!text.trim()) used.add(index)
  const rows = original.map((place, turn): Row => {
    const match = matches[turn]
    if (!match) {
      const empty = texts.find(({ at, text }) => at === place.at && !text.trim())
      const similar = similarText(place.english, texts, used)
      return { ...place, ...(empty && { entry: empty }), ...(similar && { similar }) }
    }
    const found = texts[match.index]
    const entry = found?.at === place.at ? found : { at: place.at, english: place.english, text: match.text }
    return { ...place, entry, ...(match.was !== undefined && { was: match.was }) }
  })
  return { rows, unused: texts.filter((_, index) => !used.has(index)), isUnread: review === true }
}

/** The row with another translation, or with the same one, that was compared with today's English. */
export const withText = ({ entry, ...row }: Row, text: string): Row =>
  text || entry ? { ...row, entry: { at: row.at, english: row.english, text } } : row

/** Whether the translation is that of an English text which has changed since. */
export const isOutdated = ({ entry, english }: Row): boolean =>
  Boolean(entry?.text.trim()) && (entry?.was !== undefined || !sameText(entry?.english, english))

const sameText = (a = '', b = '') => a.replace(/\s+/g, ' ').trim() === b.replace(/\s+/g, ' ').trim()

/** The value of the field. */
export function jsonOf({ rows, unused, isUnread }: TranslationState): string {
  const texts = [...rows.flatMap(({ entry }) => entry ?? []), ...unused]
  return JSON.stringify({ ...(isUnread && { review: true }), texts } satisfies TranslationFile)
}
