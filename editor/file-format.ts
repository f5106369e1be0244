/** Reads a content file into its form, and writes the form into the file. Runs in the editor's browser; used with any backend. */
import { parse as parseYaml } from 'yaml'
import type { z } from 'zod'
import { isRecord } from '#lib/platform/narrow.ts'
import { type Known, parse } from '#lib/site/content/parse.ts'
import { cleanText } from '#lib/site/content/pasted.ts'
import { joinFile, sameValue, splitFile, withValue } from '#lib/site/content/yaml-file.ts'
import type { FileKind } from './collections.ts'
import { explained } from './explained.ts'
import { foldedKey, foldedNames } from './fields.ts'
import { fromForm, toForm } from './form-values.ts'
import { shapeOf } from './schema.ts'
import { originalKey } from './settings.ts'

/** @throws for YAML that cannot be read. */
export function readFile({ schema, ending }: FileKind, text: string): Record<string, unknown> {
  const { head, body } = splitFile(ending, text)
  const values = toForm(schema, parseYaml(head, { schema: 'core' }))
  if (!isRecord(values)) throw new Error('The file has no fields.')
  return { ...folded(schema, values), ...(ending === '.md' && { body }), [originalKey]: text }
}

/**
 * The new text of the file: the old one with the edits. `today`: for the day of the last change.
 * @throws an Error whose cause lists, in the words of `npm run content:check`, what cannot be saved.
 */
export function writeFile(kind: FileKind, values: Record<string, unknown>, known: Known, today: string): string {
  const { name, schema, ending } = kind
  const { [originalKey]: original, ...rest } = values
  const { body: newBody, ...fields } = unfolded(schema, rest)
  const body = cleanText(String(newBody ?? ''), { isMarkdown: true }).trim()
  const old = typeof original === 'string' && original ? splitFile(ending, original) : undefined
  const before: unknown = old && parseYaml(old.head, { schema: 'core' })
  const next = fromForm(schema, fields, before)
  const isChanged = old?.body !== body || !sameValue(next, before)
  if (isRecord(next) && isChanged && shapeOf(schema).some(([name]) => name === 'updated')) next.updated = today
  const text = joinFile(ending, withValue(old?.head ?? '', next), body)
  const checked = parse(`content/${name}${ending}`, text, schema, known)
  if (!checked.ok)
    throw refusal(checked.problems.map((problem) => explained({ ...problem, file: kind }, next)).join('\n'))
  return text
}

/** The values of a form, with those of the folded fields in a group of their own. */
function folded(schema: z.ZodType, values: Record<string, unknown>): Record<string, unknown> {
  const names = foldedNames(schema)
  const { inside = [], outside = [] } = Object.groupBy(Object.entries(values), ([name]) =>
    names.includes(name) ? 'inside' : 'outside',
  )
  return { ...Object.fromEntries(outside), ...(names.length > 0 && { [foldedKey]: Object.fromEntries(inside) }) }
}

/** The values as in the file, in the order of its fields. */
function unfolded(schema: z.ZodType, { [foldedKey]: group, ...values }: Record<string, unknown>) {
  const all: Record<string, unknown> = { ...values, ...(isRecord(group) && group) }
  const own = shapeOf(schema).flatMap(([name]) => (name in all ? [[name, all[name]] as const] : []))
  return { ...Object.fromEntries(own), ...all }
}

/** Sveltia shows the cause of this error only. */
export const refusal = (sentences: string) => new Error('saving_failed', { cause: new Error(sentences) })

/** The values of a file, the text below them as `body`. Undefined if it cannot be read. */
export function valuesIn(file: string, text: string): Record<string, unknown> | undefined {
  const { head, body } = splitFile(file, text)
  try {
    const values: unknown = parseYaml(head, { schema: 'core' })
    return isRecord(values) ? { ...values, ...(file.endsWith('.md') && { body }) } : undefined
  } catch {
    return undefined
  }
}
