/**
 * The labels of the editor's forms, from labels.json. A field without an entry there is named after its name in the schema, so that a new
 * field appears by itself. Pure.
 */
import { definition, type Schema } from '#lib/site/content/walk.ts'
import words from './labels.json' with { type: 'json' }

/** Names from the file to the field: ['pages', 'blocks', 'hero', 'heading']. */
export type Place = readonly string[]

type FieldLabel = { label?: string; hint?: string }

/** By the end of the place, the longest first: `hero.heading`, else `heading`. */
export const labels: Readonly<Record<string, FieldLabel>> = words.labels
/** Names that are no plain words. */
const spelt: Readonly<Record<string, string>> = words.names

/** Label and hint of a field. */
export function labelsOf(place: Place): { label: string; hint?: string } {
  const found: FieldLabel = {}
  const name = place.at(-1) ?? ''
  for (let from = place.length - 1; from >= 0; from--) Object.assign(found, labels[place.slice(from).join('.')])
  return { label: spelt[name] ?? nameOf(name.replace(/-file$/, '')), ...found }
}

/** `calendarEvent` -> Calendar event, `call-to-give` -> Call to give. `one`: without the s of a plural. */
export function nameOf(name: string, number: 'one' | 'as written' = 'as written'): string {
  if (spelt[name]) return spelt[name]
  if (name !== name.toLowerCase() && name === name.toUpperCase()) return name
  const spaced = name
    .replace(/([a-z])([A-Z])/g, (_pair, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replaceAll('-', ' ')
  const label = number === 'one' ? singular(spaced) : spaced
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** `Stories` -> Story, `addresses` -> address */
const singular = (plural: string) => plural.replace(/ies$/, 'y').replace(/(ss)es$|(?<!s)s$/, '$1')

/** The summary of a collapsed list entry: the first of some fields that it has. */
export function summaryOf(schema: Schema): { summary?: string } {
  const def = definition(schema)
  if (def.type !== 'object') return {}
  const name = words.summaries.find((field) => field in def.shape)
  // Several figures have one label: the free surgeries of each country.
  const id = name === 'label' && 'id' in def.shape ? ' ({{fields.id}})' : ''
  return name ? { summary: `{{fields.${name}}}${id}` } : {}
}
