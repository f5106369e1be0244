/**
 * Translations of content files: India.hi.yaml beside India.yaml. Each text stands beside the English text that it translates, so that it
 * can never be shown for another one. Pictures, links and amounts come from the original. Pure and browser-safe.
 */
import { z } from 'zod'
import { addressIn, defaultLanguage, type Language } from '#lib/platform/languages/index.ts'
import { isOneOf, isRecord, propertyOf } from '#lib/platform/narrow.ts'
import { explain } from './explain.ts'
import { type FieldKind, kindOf, markdown } from './fields.ts'
import { givingKinds } from './giving-block-schema.ts'
import type { Source, Spot } from './parse.ts'
import { fill, type Placeholders } from './placeholders.ts'
import type { Path, Problem } from './problem.ts'
import { isMark } from './state.ts'
import { memberAt, partAt, type Schema, walk } from './walk.ts'

const translatedText = z.strictObject({
  /** The path in the original. List entries are named by what identifies them: groups[Media].entries[/Videos].label */
  at: z.string(),
  /** As in the original, including placeholders. */
  english: z.string(),
  /** The English that `text` was made from, if the original has changed since. */
  was: z.string().optional(),
  /** Empty while there is no translation. */
  text: z.string(),
})
export type TranslatedText = z.output<typeof translatedText>

export const translationSchema = z.strictObject({
  /** Whether a native speaker has yet to read it. */
  review: z.literal(true).optional(),
  texts: z.array(translatedText),
})
export type TranslationFile = z.output<typeof translationSchema>

/** A file with its values (`Entry` of content.ts). */
type Original = {
  source: Pick<Source, 'file' | 'raw'>
  schema: Schema
  data: unknown
  folder?: string
  body?: string
}

/** A translation as in its file. `placeholders`: in its language. */
export type Translation<Of extends Original = Original> = TranslationFile & {
  language: Language
  of: Of
  source: Source
  placeholders: Placeholders
}

/** `India.hi.yaml`: the language, and the name of the original without its ending. Null for any other name. */
export function readTranslationName(name: string): { code: string; original: string } | null {
  const [, original, code] = /^(.+)\.([a-z]{2,3})\.(?:yaml|md)$/.exec(name) ?? []
  return original && code ? { code, original } : null
}

/** content/stories/India/the-500th.md -> content/stories/India/the-500th.hi.yaml */
export const translationFileOf = (file: string, language: string): string =>
  file.replace(/\.(?:yaml|md)$/, `.${language}.yaml`)

/**
 * Fields that visitors do not read, `disclosures`, whose words are prescribed by states of the USA, and postal addresses: a letter carrier
 * and a tax office read them as they are registered.
 */
const untranslated = new Set<PropertyKey>([
  'address',
  'disclosures',
  'external',
  'legalName',
  'registrations',
  'signatory',
  'source',
  'street',
])

/** The names of site.yaml are the same in every language, except people who are described instead of named: "our founder". */
const isName = ([first, second]: Path) => first === 'names' && second !== 'founder' && second !== 'second'

/** Whether a text of an original needs a translation. Numbers, amounts and placeholders alone do not. */
const needsTranslation = (schema: Schema, text: string, path: Path): boolean =>
  kindOf(schema).isText === true &&
  /\p{L}/u.test(text.replace(/\{[\w:-]+\}/g, '')) &&
  !isName(path) &&
  !path.some((key) => untranslated.has(key))

/** A text that needs a translation. */
export type OriginalText = { path: Path; at: string; english: string }

/** All texts that need a translation, in the order of the file. */
export function textsOf({ schema, source, body }: Omit<Original, 'data'>): OriginalText[] {
  const texts: OriginalText[] = []
  walk(schema, source.raw, ({ schema: part, value, path }) => {
    if (typeof value === 'string' && needsTranslation(part, value, path))
      texts.push({ path, at: placeOf(source.raw, path), english: value.trim() })
  })
  if (body === undefined) return texts
  return [...texts, { path: ['body'], at: 'body', english: String(propertyOf(source.raw, 'body')).trim() }]
}

function placeOf(raw: unknown, path: Path): string {
  let within = raw
  let place = ''
  for (const key of path) {
    if (Array.isArray(within)) place += `[${keyOf(within[Number(key)], within)}]`
    else place += `${place && '.'}${String(key)}`
    within = propertyOf(within, key)
  }
  return place
}

const identifying = ['id', 'href', 'code', 'network', 'figure']
const naming = ['heading', 'title', 'label', 'question', 'name', 'role', 'alt']

/** What identifies a list entry, whatever its position: its address or id, otherwise the text by which people know it. */
function keyOf(item: unknown, list: readonly unknown[]): string {
  const isUnique = (name: string) =>
    list.filter((sibling) => propertyOf(sibling, name) === propertyOf(item, name)).length === 1
  const name =
    identifying.find((field) => propertyOf(item, field) !== undefined && isUnique(field)) ??
    naming.find((field) => typeof propertyOf(item, field) === 'string')
  const key = name ? propertyOf(item, name) : isRecord(item) ? Object.values(item)[0] : item
  return plain(String(key)).slice(0, 60)
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The translation of a text. `index`: among those of the file. `was`: the English that it was made from, if that has changed. */
type Match = { index: number; text: string; was?: string }

/** Finds the translation of each text: that of the same English, otherwise that of its path before the English changed there. */
export function matchTexts(
  originals: readonly Omit<OriginalText, 'path'>[],
  texts: readonly TranslatedText[],
): (Match | undefined)[] {
  const all = texts.flatMap((text, index) => (text.text.trim() ? [{ ...text, index }] : []))
  const sameEnglish = Map.groupBy(all, ({ english }) => plain(english))
  const samePlace = Map.groupBy(all, ({ at }) => at)
  const places = Map.groupBy(originals, ({ at }) => at)
  return originals.map(({ at, english }) => {
    const same = sameEnglish.get(plain(english)) ?? []
    const exact = same.find((text) => text.at === at) ?? same.find(({ was }) => was === undefined)
    if (exact) return { index: exact.index, text: exact.text, ...(exact.was !== undefined && { was: exact.was }) }
    const there = samePlace.get(at) ?? []
    const [only] = there
    return only && there.length === 1 && places.get(at)?.length === 1
      ? { index: only.index, text: only.text, was: only.was ?? only.english }
      : undefined
  })
}

/** The unused translation of the most similar English; undefined if none is similar. */
export function similarText(
  english: string,
  texts: readonly TranslatedText[],
  used: ReadonlySet<number>,
): TranslatedText | undefined {
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))
  const own = wordsOf(english)
  const scored = texts.flatMap((text, index) => {
    if (used.has(index) || !text.text.trim()) return []
    const candidateWords = wordsOf(text.english)
    return { text, score: own.intersection(candidateWords).size / own.union(candidateWords).size }
  })
  const best = scored.toSorted((a, b) => b.score - a.score)[0]
  return best && best.score >= 0.4 ? best.text : undefined
}

/**
 * The file in which a translator works: every text of the original with its translation so far. Unused translations stay at its end while
 * any text has none.
 */
export function draftOf(entry: Omit<Original, 'data'>, before?: TranslationFile): TranslationFile {
  const earlier = before?.texts ?? []
  const originals = textsOf(entry)
  const matches = matchTexts(originals, earlier)
  const used = new Set(matches.map((match) => match?.index))
  const texts = originals.map(({ at, english }, turn): TranslatedText => {
    const { text = '', was } = matches[turn] ?? {}
    return { at, english, ...(was !== undefined && { was }), text }
  })
  const unused = matches.includes(undefined) ? earlier.filter(({ text }, index) => text.trim() && !used.has(index)) : []
  return { ...((!before || before.review) && { review: true }), texts: [...texts, ...unused] }
}

/** A text of the translation that visitors read, for the checks of texts and links. */
type TranslatedPassage = OriginalText & Match & { kind: FieldKind }

type Translated = {
  /** The value of the file with the texts of the translation, and with links to the pages in its language. */
  data: unknown
  body: string | undefined
  /** Texts without a translation. */
  missing: OriginalText[]
  /** The missing texts that hide translated ones: the first of each list entry, or of the whole file, that is therefore shown in English. */
  hiding: OriginalText[]
  problems: Problem[]
  shown: TranslatedPassage[]
  /** The language of a story, post, film or form. If a text is missing, all of it is shown in English. */
  lang: Language | undefined
}

/**
 * Without a translation only the links change. A list entry, such as a block of a page, is shown in English while any of its texts is
 * missing.
 */
export function translate(entry: Original, language: Language, translation?: Translation): Translated {
  const isPage = entry.folder === 'pages'
  const originals = translation ? textsOf(entry) : []
  const matches = translation ? matchTexts(originals, translation.texts) : []
  const nameOf = (path: Path) => path.join('\0')
  const known = new Map(originals.map((text, turn) => [nameOf(text.path), { text, match: matches[turn] }]))
  const problems: Problem[] = []
  const missing: OriginalText[] = []
  /** A set, because an entry and the entry around it may be in English for the same text. */
  const hiding = new Set<OriginalText>()
  const shown: TranslatedPassage[] = []
  /** The number of missing texts, and how many of them are outside list entries, which are shown in English as a whole. */
  let open = 0
  let loose = 0

  function translatedAt(schema: Schema, value: string, path: Path): string {
    const { text, match } = known.get(nameOf(path)) ?? {}
    if (!translation || !text || !match) {
      if (text) missing.push(text)
      if (!text && (translation || !needsTranslation(schema, value, path))) return value
      open += 1
      loose += 1
      return value
    }
    const report = (message: string, spot?: Spot) =>
      problems.push(translation.source.problem(['texts', match.index, 'text'], message, spot))
    const filled = fill(match.text.trim(), translation.placeholders)
    for (const { message, written } of filled.unfilled) report(message, { words: written })
    const read = z.safeParse(schema, filled.value)
    for (const issue of read.error?.issues ?? [])
      for (const { message } of explain(issue, schema, filled.value)) report(message)
    if (!read.success) return value
    shown.push({ ...text, ...match, text: String(read.data), kind: kindOf(schema) })
    return String(read.data)
  }

  function merge(outer: Schema, value: unknown, path: Path, isEnglish: boolean): unknown {
    const schema = memberAt(outer, value)
    if (typeof value === 'string') {
      const { isText, isLink } = kindOf(schema)
      if (isText) return isEnglish ? value : translatedAt(schema, value, path)
      return isLink ? addressIn(language, value) : value
    }
    if (!Array.isArray(value) && !isRecord(value)) return value
    const merged = Object.entries(value).map(([name, inner]): [string, unknown] => {
      const key = Array.isArray(value) ? Number(name) : name
      const part = isMark(name) ? undefined : partAt(schema, key)
      if (!part) return [name, inner]
      const at = [...path, key]
      // Groups, such as those of the menus, are translated independently, like list entries.
      const isItem = Array.isArray(value) || (!isPage && path.length === 0)
      return [name, isItem ? mergeItem(part, inner, at, isEnglish) : merge(part, inner, at, isEnglish)]
    })
    if (merged.every(([name, inner]) => inner === propertyOf(value, name))) return value
    return Array.isArray(value) ? merged.map(([, inner]) => inner) : Object.fromEntries(merged)
  }

  function mergeItem(schema: Schema, item: unknown, path: Path, isEnglish: boolean): unknown {
    const before = { open, loose, shown: shown.length, missing: missing.length }
    const merged = merge(schema, item, path, isEnglish)
    if (isEnglish || !isRecord(item)) return merged
    // A form with several steps is in one language.
    const isWhole = isOneOf<unknown>(givingKinds, item.kind) || shown.length === before.shown
    const isIncomplete = isWhole ? open > before.open : loose > before.loose
    loose = before.loose
    const first = missing[before.missing]
    if (isIncomplete && first && shown.length > before.shown) hiding.add(first)
    return isIncomplete ? { ...Object(merge(schema, item, path, true)), lang: defaultLanguage } : merged
  }

  const original = entry.body
  const data = merge(entry.schema, entry.data, [], false)
  const body = original === undefined ? undefined : translatedAt(markdown, original, ['body'])
  const isUnit = !isPage && /^content\/[^/]+\/./.test(entry.source.file)
  const isEnglish = isUnit && open > 0
  return {
    data: isEnglish ? merge(entry.schema, entry.data, [], true) : data,
    body: isEnglish ? original : body,
    missing,
    hiding: isEnglish && shown.length > 0 ? missing.slice(0, 1) : [...hiding],
    problems,
    shown,
    lang: isEnglish ? defaultLanguage : undefined,
  }
}
