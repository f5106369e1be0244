/** The organisation's names, addresses and external links from content/site.yaml: tests must not depend on the sample values. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { fill, placeholdersOf } from '#lib/site/content/placeholders.ts'

const words = placeholdersOf(
  parse(readFileSync(path.join(process.cwd(), 'content', 'site.yaml'), 'utf8'), { schema: 'core' }),
)

/** Replaces placeholders: `/{founderSlug}ian`, `{link:paypal}`. @throws for an unknown placeholder. */
export function named(text: string): string {
  const { value, unfilled } = fill(text, words)
  if (unfilled[0]) throw new Error(unfilled[0].message)
  return String(value)
}

/** The same text in every string, names of properties too; regular expressions stay as they are. */
export function allNamed<Value>(value: Value): Value {
  if (typeof value === 'string') return named(value) as Value
  if (Array.isArray(value)) return value.map(allNamed) as Value
  if (value !== null && typeof value === 'object' && !(value instanceof RegExp))
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [named(key), allNamed(part)])) as Value
  return value
}
