/** Between the file of a translation (India.hi.yaml) and its form, which shows each English text with its translation. Browser-safe. */
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { isRecord, propertyOf } from '#lib/platform/narrow.ts'
import { parse } from '#lib/site/content/parse.ts'
import { partnersIn } from '#lib/site/content/partners.ts'
import type { Words } from '#lib/site/content/placeholders.ts'
import type { Path } from '#lib/site/content/problem.ts'
import { joinFile, originalKey, refusal, splitFile } from './file-format.ts'
import { explained } from './labels.ts'
import { print, rewriteYaml } from './rewrite-yaml.ts'
import { translationField } from './settings.ts'

export type Texts = Readonly<Record<string, unknown>>

/** The English texts of a file, in the shape of its translation. `body`: the text of a story or post. */
export type Original = { fingerprint: string; texts: Texts }

/** Where the form finds an original, from the folder of its scripts on. `file`: content/pages/India.yaml */
export const originalAddress = (file: string): string => `originals/${file}.json`

/** One text, and where it stands in the original. */
export type TextPlace = { path: Path; english: string }

type Ending = '.yaml' | '.md'

/** @throws for YAML that cannot be read. */
export function readTranslation(ending: Ending, text: string): Record<string, unknown> {
  const { head, body } = splitFile(ending, text)
  const values: unknown = parseYaml(head, { schema: 'core' })
  if (!isRecord(values)) throw new Error('The file has no fields.')
  return {
    [translationField]: JSON.stringify({ ...values, ...(ending === '.md' && { body: body.trim() }) }),
    [originalKey]: text,
  }
}

/** The new text of the file. @throws as `writeFile` of file-format.ts. */
export function writeTranslation(ending: Ending, values: Record<string, unknown>, words: Words): string {
  const { [translationField]: json, [originalKey]: written } = values
  const old = typeof written === 'string' && written ? splitFile(ending, written) : undefined
  const next: unknown = json ? JSON.parse(String(json)) : undefined
  if (!isRecord(next)) throw refusal('There is no translation in this form yet.')
  const { body = '', ...fields } = next
  const head = old ? rewriteYaml(old.head, fields) : print(fields)
  const text = joinFile(ending, head, old, String(body).trim())
  const checked = parse(`content/translation${ending}`, text, z.looseObject({}), words)
  if (!checked.ok) throw refusal(checked.problems.map(explained).join('\n'))
  return text
}

/** Every text of an original, in its order. */
export function placesOf(texts: unknown, path: Path = []): TextPlace[] {
  if (typeof texts === 'string') return path.at(-1) === 'kind' ? [] : [{ path, english: texts }]
  if (texts === null || typeof texts !== 'object') return []
  return Object.entries(texts).flatMap(([key, inner]) =>
    placesOf(inner, [...path, Array.isArray(texts) ? Number(key) : key]),
  )
}

/** The translation in the shape of its original: what was given for each text, undefined where nothing was. */
function aligned(texts: unknown, given: unknown, path: Path = []): unknown {
  if (Array.isArray(texts)) {
    const own = Array.isArray(given) ? given : []
    const { places, perhaps } = partnersIn(texts, own, path.join() === 'blocks')
    return texts.map((inner, index) =>
      aligned(inner, own[Math.max(places[index] ?? -1, perhaps[index] ?? -1)], [...path, index]),
    )
  }
  if (!isRecord(texts)) return typeof given === 'string' ? given : undefined
  return mapGroup(texts, (key, inner) =>
    key === 'kind' ? inner : aligned(inner, propertyOf(given, key), [...path, key]),
  )
}

/**
 * What the file says when one text of an aligned translation is another. A text that stood there empty stays, so that the note of its
 * English words does, too. Lists keep the places of all entries.
 */
export function withText(aligned: unknown, path: Path, text: string): unknown {
  const [key, ...rest] = path
  if (key === undefined) return text || undefined
  if (Array.isArray(aligned))
    return aligned.map((inner, index) => (index === key ? withText(inner, rest, text) : inner))
  return isRecord(aligned) ? { ...aligned, [key]: withText(aligned[String(key)], rest, text) } : aligned
}

/** What the form edits. `texts`: in the shape of the original. `fingerprint`: of the original that was translated. */
export type TranslationState = { texts: unknown; fingerprint: string; isUnread: boolean }

/** `json`: the value of the field, empty for a translation that is not written yet. */
export function stateOf(json: unknown, original: Original): TranslationState {
  const given: unknown = json ? JSON.parse(String(json)) : undefined
  return {
    texts: aligned(original.texts, given),
    fingerprint: String(propertyOf(given, 'original') ?? original.fingerprint),
    isUnread: given === undefined || propertyOf(given, 'review') === true,
  }
}

/** The value of the field. */
export function jsonOf({ texts, fingerprint, isUnread }: TranslationState): string {
  const said = compact(texts)
  return JSON.stringify({ ...(isUnread && { review: true }), original: fingerprint, ...(isRecord(said) && said) })
}

/** Without groups that say nothing. */
function compact(aligned: unknown): unknown {
  if (Array.isArray(aligned)) {
    const inner = aligned.map(compact)
    if (inner.every((one) => one === undefined)) return undefined
    return inner.map((one, index) => one ?? emptyOf(aligned[index]))
  }
  if (!isRecord(aligned)) return aligned
  const kept = Object.entries(mapGroup(aligned, (_key, inner) => compact(inner))).filter(
    ([, inner]) => inner !== undefined,
  )
  return kept.some(([key]) => key !== 'kind') ? Object.fromEntries(kept) : undefined
}

/** Keeps the place of an entry. */
const emptyOf = (entry: unknown) => (isRecord(entry) ? (entry.kind === undefined ? {} : { kind: entry.kind }) : null)

const mapGroup = (group: Readonly<Record<string, unknown>>, change: (key: string, inner: unknown) => unknown) =>
  Object.fromEntries(Object.entries(group).map(([key, inner]) => [key, change(key, inner)]))
