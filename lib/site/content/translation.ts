/**
 * Translations of content files: India.hi.yaml beside India.yaml. A translation holds texts only; pictures, links and amounts are those
 * of the original. Pure.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { addressIn, defaultLanguage, type Language } from '#lib/platform/languages/index.ts'
import { isRecord, propertyOf } from '#lib/platform/narrow.ts'
import { explain } from './explain.ts'
import { isMark, isText } from './fields.ts'
import type { Source } from './parse.ts'
import { partnersIn } from './partners.ts'
import { count, type Path, type Problem } from './problem.ts'
import { memberAt, partAt, type Schema, walk } from './walk.ts'

/** What a translation has besides the texts: nothing of it is shown. */
export const translationSchema = z.looseObject({
  /** The fingerprint of the original that was translated. */
  original: z.string().regex(/^[0-9a-f]{10}$/, 'must be the ten characters that content:check -- --translations names'),
  /** A native speaker has not read it yet. */
  review: z.literal(true).optional(),
})

/** A file with its values (`Entry` of load.ts). */
type Original = {
  source: Source
  schema: z.ZodType
  data: unknown
  page?: unknown
  story?: { body: string }
  post?: { body: string }
}

/** A translation as it is in its file. */
export type Translation<Of extends Original = Original> = {
  language: Language
  of: Of
  source: Source
  texts: z.output<typeof translationSchema>
  body: string
}

/** `India.hi.yaml`: the language, and the name of the original. Null for any other name. */
export function readTranslationName(name: string): { code: string; original: string } | null {
  const [, start, code, ending] = /^(.+)\.([a-z]{2,3})(\.(?:yaml|md))$/.exec(name) ?? []
  return start && code && ending ? { code, original: start + ending } : null
}

/** Fields that visitors do not read. */
const untranslated = new Set<PropertyKey>(['external', 'source', 'legalName', 'signatory', 'registrations'])

/** The names of site.yaml are the same in every language, but for people who are described instead of named: "our founder". */
const isName = ([first, second]: Path) => first === 'names' && second !== 'founder' && second !== 'second'

/** Whether a text of an original needs a translation. Numbers, amounts and placeholders alone do not. */
export const needsTranslation = (schema: Schema, text: string, path: Path): boolean =>
  isText(schema) &&
  /\p{L}/u.test(text.replace(/\{[\w:-]+\}/g, '')) &&
  !isName(path) &&
  !path.some((key) => untranslated.has(key))

/** The fingerprint of all texts of an original, as they are written. Pictures, links and amounts may change without outdating a translation. */
export function fingerprint({ schema, source, story, post }: Original): string {
  const texts: unknown[] = []
  walk(schema, source.raw, ({ schema, value, path }) => {
    if (typeof value === 'string' && needsTranslation(schema, value, path)) texts.push([path.join('.'), plain(value)])
  })
  if (story || post) texts.push(plain(String(propertyOf(source.raw, 'body'))))
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 10)
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

type Translated = {
  /** The value of the file with the texts of the translation, and with links to the pages in its language. */
  data: unknown
  body: string | undefined
  /** Paths, in the original, of texts that have no translation. */
  missing: Path[]
  problems: Problem[]
  /** Lists, and blocks of one kind, of which original and translation have different numbers, so that nobody can say which words are whose. */
  uneven: Problem[]
  /** What the translation gives, in the places where it does, for the checks of texts and links. */
  given: unknown
  /** The language of a story, post, film or form of which a text is missing: all of it is then shown in English. */
  lang: Language | undefined
}

/** Without a translation only the links change. A block of a page is shown in English while a text of it is missing. */
export function translate(entry: Original, language: Language, translation?: Translation): Translated {
  const problems: Problem[] = []
  const uneven: Problem[] = []
  const missing: Path[] = []
  const tell = (path: Path, message: string, list = problems) => {
    if (translation) list.push(translation.source.problem(path, message))
  }

  /** `at` and `from`: where the value is in the original, and where its translation is. */
  function merge(
    outer: Schema,
    value: unknown,
    given: unknown,
    at: Path,
    from: Path,
  ): { merged: unknown; kept: unknown } {
    const schema = memberAt(outer, value)
    if (typeof value === 'string' && isText(schema)) return mergeText(schema, value, given, at, from)
    if (typeof value === 'string' && linkFields.has(String(at.at(-1)))) {
      if (given !== undefined && given !== value) tell(from, sameInAll)
      return { merged: addressIn(language, value), kept: undefined }
    }
    if (Array.isArray(value)) return mergeList(schema, value, given, at, from)
    if (isRecord(value)) return mergeGroup(schema, value, given, at, from)
    if (given !== undefined && given !== value) tell(from, sameInAll)
    return { merged: value, kept: undefined }
  }

  function mergeText(schema: Schema, value: string, given: unknown, at: Path, from: Path) {
    if (given === undefined || given === null || given === '') {
      if (needsTranslation(schema, value, at)) missing.push(at)
      return { merged: value, kept: undefined }
    }
    const read = z.safeParse(schema, given)
    if (read.success) return { merged: read.data, kept: read.data }
    for (const issue of read.error.issues) for (const { message } of explain(issue, schema, given)) tell(from, message)
    return { merged: value, kept: undefined }
  }

  function mergeGroup(schema: Schema, value: Record<string, unknown>, given: unknown, at: Path, from: Path) {
    if (given !== undefined && given !== null && !isRecord(given))
      tell(from, 'must be a group of fields, as in the original')
    const texts = isRecord(given) ? given : {}
    const merged = { ...value }
    const kept: Record<string, unknown> = value.kind === undefined ? {} : { kind: value.kind }
    for (const key of Object.keys(texts))
      if (value[key] === undefined && !(from.length === 0 && key in translationSchema.shape))
        tell([...from, key], 'is no field of the original')
    for (const [key, inner] of Object.entries(value)) {
      if (isMark(key)) continue
      const part = partAt(schema, key)
      if (!part) continue
      const one = merge(part, inner, texts[key], [...at, key], [...from, key])
      merged[key] = one.merged
      if (one.kept !== undefined) kept[key] = one.kept
    }
    return { merged: sameOr(value, merged), kept: Object.keys(texts).length > 0 ? kept : undefined }
  }

  function mergeList(schema: Schema, value: unknown[], given: unknown, at: Path, from: Path) {
    const texts = Array.isArray(given) ? given : []
    if (given !== undefined && given !== null && !Array.isArray(given)) tell(from, 'must be a list, as in the original')
    const isBlocks = entry.page !== undefined && at.length === 1 && at[0] === 'blocks'
    const partners = partnersIn(value, texts, isBlocks)
    for (const { kind, own, places } of partners.uneven) {
      const place = isBlocks ? [...from, places[0] ?? 0] : from
      if (isBlocks && own === 0) tell(place, `the original has no block of the kind ${JSON.stringify(kind)}`)
      else tell(place, differentNumbers(kind, own, places.length), uneven)
    }
    const kept = texts.map((): unknown => null)
    const merged = value.map((inner, index) => {
      const part = partAt(schema, index)
      if (!part) return inner
      const place = partners.places[index] ?? -1
      const before = missing.length
      const one = merge(part, inner, texts[place], [...at, index], [...from, Math.max(place, 0)])
      if (isBlocks && missing.length > before) return inEnglish(part, inner)
      if (place >= 0) kept[place] = one.kept ?? null
      return one.merged
    })
    return { merged: sameOr(value, merged), kept: texts.length > 0 ? kept : undefined }
  }

  const inEnglish = (schema: Schema, block: unknown) => {
    const { merged } = linksOnly(schema, block)
    return isRecord(merged) ? { ...merged, lang: defaultLanguage } : merged
  }

  function linksOnly(schema: Schema, value: unknown) {
    const before = missing.length
    const read = merge(schema, value, undefined, [], [])
    missing.length = before
    return read
  }

  const whole = merge(entry.schema, entry.data, translation?.texts, [], [])
  const original = (entry.story ?? entry.post)?.body
  const body = translation?.body.trim()
  if (original !== undefined && !body) missing.push(['body'])
  const isUnit = entry.page === undefined && /^content\/[^/]+\/./.test(entry.source.file)
  const isEnglish = isUnit && missing.length > 0
  return {
    data: isEnglish ? linksOnly(entry.schema, entry.data).merged : whole.merged,
    body: isEnglish ? original : (body ?? original),
    missing,
    problems,
    uneven,
    given: whole.kept,
    lang: isEnglish ? defaultLanguage : undefined,
  }
}

/** The original where nothing in it is different, so that thousands of entries without a translation are in memory once. */
const sameOr = <Value extends object>(original: Value, merged: Value): Value =>
  Object.entries(merged).every(([key, part]) => part === propertyOf(original, key)) ? original : merged

/** Fields that hold a link. */
const linkFields = new Set(['href', 'older', 'newer'])

const sameInAll = 'is the same in every language: leave it out'

function differentNumbers(kind: unknown, own: number, translated: number): string {
  const what =
    kind === undefined
      ? `${count(own, 'entry', 'entries')} here`
      : `${count(own, 'block')} of the kind ${JSON.stringify(kind)}`
  return `the original has ${what}, and this file has ${translated}`
}
