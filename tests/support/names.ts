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
